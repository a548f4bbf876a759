import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import type { Static, TSchema } from 'typebox'
import type { Located, Problem } from '../../../schemas/author/problem.ts'
import { readSource } from '../../author/document/place.ts'
import { SECRET_FILE } from './wrongSettings.ts'

/** Reads the JSON file that a setting names, which holds secrets. Throws one error that lists every problem with line and column, and
 *  never a value. `refuse` throws problems that the schema can't express; it returns if there are none. */
export function readSecretFile<S extends TSchema>(
  file: string,
  { setting, schema }: { setting: string; schema: S },
): { document: Static<S>; refuse: (problems: readonly Problem[]) => void } {
  const refuseLocated = (problems: readonly Located[]) => {
    if (problems.length === 0) return
    const lines = problems.map(
      ({ line, column, message, hint }) =>
        `${setting}: ${file}:${line}:${column}  ${[message, hint].join(' ').trim()}`,
    )
    throw new Error(lines.join('\n'))
  }
  const { problems, document, locate } = readSource(bytesOf(file, setting))
  refuseLocated(problems)
  refuseLocated(refusedBy(schema, document).map(locate))
  return {
    document: document as Static<S>,
    refuse: (wrong) => refuseLocated(wrong.map(locate)),
  }
}

/** Problems of a document according to a schema, whose defaults it fills in. */
export function refusedBy(schema: TSchema, document: unknown): Problem[] {
  const valid = new Ajv({ allErrors: true, useDefaults: true, allowUnionTypes: true }).compile(schema)
  return valid(document) ? [] : (valid.errors ?? []).map((error) => problemOf(error))
}

function bytesOf(file: string, setting: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `${setting}: ${code === 'ENOENT' ? SECRET_FILE.absent(file) : SECRET_FILE.unreadable(file)}.`,
    )
  }
}

/** A schema error in words, with its place and how to fix it. `whole`: message for the document as a whole. */
export function problemOf(
  { keyword, instancePath, params, message = 'is not valid' }: ErrorObject,
  whole: string = SECRET_FILE.file,
): Problem {
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, string & string[]>
  const within = instancePath.split('/').slice(1)
  const name = (at: string[]) => at.join('.') || whole
  if (additionalProperty !== undefined) {
    const at = [...within, additionalProperty]
    return {
      code: 'unknown_key',
      at,
      message: SECRET_FILE.unknownKey(name(at)),
      hint: SECRET_FILE.checkSpelling,
    }
  }
  if (missingProperty !== undefined)
    return {
      code: keyword,
      at: within,
      message: SECRET_FILE.lacks(name(within), missingProperty),
      hint: SECRET_FILE.add,
    }
  const hint = allowedValues === undefined ? '' : SECRET_FILE.oneOf(allowedValues.join(', '))
  return { code: keyword, at: within, message: `${name(within)} ${message}.`, hint }
}
