import type { TSchema } from 'typebox'
import { BuyersFile } from './buyer/buyer.ts'
import { FlowDocument } from './flow/flow.ts'
import { PixelsFile } from './outgoing/pixelAccess.ts'
import { AnswerScript } from './author/script.ts'

/** JSON Schema files for editors, by name. The HTTP API is described by /api/openapi.json instead. */
const FILES: Record<string, TSchema> = {
  'answers.schema.json': AnswerScript,
  'buyers.schema.json': BuyersFile,
  'flow.schema.json': FlowDocument,
  'pixels.schema.json': PixelsFile,
}

/** The text of every file under schemas/json, by name. `npm run schemas` writes them. */
export function schemaFiles(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FILES).map(([name, schema]) => [name, JSON.stringify(forEditors(schema), null, 2) + '\n']),
  )
}

/** A schema as editors and ajv resolve it, with its cyclic shapes under `$defs`. */
export function forEditors(schema: TSchema): Record<string, unknown> {
  const { document, shapes: $defs } = byPointer(schema, '#/$defs/')
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...document,
    ...(Object.keys($defs).length > 0 && { $defs }),
  }
}

/** Replaces TypeBox's `$id` references to cyclic shapes by JSON pointers, which other tools require. `shapes` has the ones that
 *  `document` then points at, by name, to be put at `pointer`. */
export function byPointer(
  schemas: object,
  pointer: string,
): { document: Record<string, unknown>; shapes: Record<string, unknown> } {
  const shapes: Record<string, unknown> = {}
  const document = JSON.parse(JSON.stringify(schemas), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') return value.startsWith('#') ? value : pointer + value
    if (!isRecord(value)) return value
    const { $id: _, $defs: own, ...rest } = value
    if (isRecord(own)) Object.assign(shapes, own)
    return rest
  }) as Record<string, unknown>
  return { document, shapes }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
