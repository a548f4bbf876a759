import type { Path } from './cursor.ts'

/** Subset of JSON Schema that our schemas use, as schemas/editors.ts writes them. */
export interface Shape {
  description?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  pattern?: string
  maxLength?: number
  writeOnly?: boolean
  minimum?: number
  required?: readonly string[]
  properties?: Readonly<Record<string, Shape>>
  patternProperties?: Readonly<Record<string, Shape>>
  items?: Shape
  anyOf?: readonly Shape[]
  $ref?: string
  $defs?: Readonly<Record<string, Shape>>
}

/** Possible shapes of a value at `at`, as far as the text around and inside it decides. A step's element has the shape of its type and
 *  widget; while those are missing, all that remain. */
export function shapesAt(schema: Shape, document: unknown, at: Path): Shape[] {
  return expanded(schema, declaredAt(schema, document, at), { value: valueAt(document, at) })
}

/** The same without choosing between alternatives: it describes the purpose of the place. */
export function declaredAt(schema: Shape, document: unknown, at: Path): Shape[] {
  let [shapes, value] = [[schema], document]
  for (const part of at) {
    // The word being completed must not decide the shape.
    const around = expanded(schema, shapes, { value, asked: part })
    shapes = [...new Set(around.flatMap((shape) => memberOf(shape, part) ?? []))]
    value = valueAt(value, [part])
  }
  return shapes
}

interface Written {
  value: unknown
  asked?: string | number
}

function expanded(schema: Shape, shapes: readonly Shape[], written: Written): Shape[] {
  return shapes.flatMap((shape) => {
    if (shape.$ref !== undefined) {
      const named = schema.$defs?.[shape.$ref.replace('#/$defs/', '')]
      return named ? expanded(schema, [named], written) : []
    }
    if (!shape.anyOf) return [shape]
    const fits = shape.anyOf.map((branch) => fit(branch, written))
    const best = Math.max(...fits)
    return expanded(
      schema,
      shape.anyOf.filter((_, index) => fits[index] === best),
      written,
    )
  })
}

/** Score for how well a value fits a shape: the number of its keys that the shape has, or -1 if a key shows that it is another shape. */
function fit({ properties = {} }: Shape, { value, asked }: Written): number {
  const keys = Object.keys(record(value)).filter((key) => key !== asked)
  const isOther = keys.some((key) => {
    const only = ownOf(properties, key)?.const
    return only !== undefined && only !== record(value)[key]
  })
  return isOther ? -1 : keys.filter((key) => ownOf(properties, key)).length
}

function memberOf({ items, properties = {}, patternProperties = {} }: Shape, part: string | number) {
  if (typeof part === 'number') return items
  const form = Object.keys(patternProperties).find((pattern) => new RegExp(pattern).test(part))
  return ownOf(properties, part) ?? (form === undefined ? undefined : patternProperties[form])
}

function ownOf<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Value at `at`; undefined if it does not exist. */
export function valueAt(document: unknown, at: Path): unknown {
  return at.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    return (value as Record<string | number, unknown>)[part]
  }, document)
}

/** Members of an object; empty for anything else. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** Entries of a list; empty for anything else. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Meaning of one of the allowed words in a description, as `explained` in schemas/kernel/shape.ts writes it: "word: what it means." */
export function meaningIn(description: string | undefined, word: string): string | undefined {
  const [, after] = ` ${description ?? ''}`.split(new RegExp(`[ .]${word.replace(/\W/g, '\\$&')}: `), 2)
  return after?.replace(/\. \w+: .*$/s, '.')
}
