import type { Path } from './cursor.ts'

/** What of JSON Schema our schemas use, as schemas/editors.ts writes them. */
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

/** The shapes that a value at `at` may have, as far as what is written around it and in it decides that. A step's element has
 *  the one that its type and widget name; while they are missing, all that are left. */
export function shapesAt(schema: Shape, document: unknown, at: Path): Shape[] {
  return expanded(schema, declaredAt(schema, document, at), { value: valueAt(document, at) })
}

/** The same before a choice of several is made: it says what the place is for. */
export function declaredAt(schema: Shape, document: unknown, at: Path): Shape[] {
  let [shapes, value] = [[schema], document]
  for (const part of at) {
    // The word that is asked for decides nothing about itself.
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

/** How well what is written fits: how many of its keys there are, and nothing where a word says that it is another shape. */
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

/** The value at `at`; undefined where there is none. */
export function valueAt(document: unknown, at: Path): unknown {
  return at.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    return (value as Record<string | number, unknown>)[part]
  }, document)
}

/** An object's members; none of what is no object. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** A list's entries; none of what is no list. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** What a description says of one of the words that are allowed, as `explained` in schemas/shape.ts writes it: "word: what it
 *  means." */
export function meaningIn(description: string | undefined, word: string): string | undefined {
  const [, after] = ` ${description ?? ''}`.split(new RegExp(`[ .]${word.replace(/\W/g, '\\$&')}: `), 2)
  return after?.replace(/\. \w+: .*$/s, '.')
}
