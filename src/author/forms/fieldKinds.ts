import { meaningIn, record, shapesAt, type Shape } from '../complete/shapes.ts'
import type { Path } from '../complete/cursor.ts'

/** One of the values that a field may have. */
export interface Choice {
  value: unknown
  about: string
}

/** Editor for a member of an object: a field of its form, or something with forms of its own. */
export type Kind =
  | { kind: 'text'; size: TextSize; isColor: boolean; isSecret: boolean }
  | { kind: 'number' }
  | { kind: 'yes_no' }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'texts'; choices: readonly Choice[] }
  | { kind: 'part' }
  | { kind: 'list' }
  | { kind: 'map' }

/** Size of the input: `paragraphs` has several lines; `wrapping` grows with a long text. */
export type TextSize = 'line' | 'wrapping' | 'paragraphs'

const TEXT = { kind: 'text', size: 'wrapping', isColor: false, isSecret: false } as const

/** A document and the flow schema. */
export interface Looking {
  schema: Shape
  document: unknown
}

/** Editor for the value at `at`. A value that does not match the schema is shown as is. */
export function kindAt({ schema, document }: Looking, at: Path, value: unknown): Kind {
  // The other widgets can be chosen too, whatever else the element has.
  const around = at.at(-1) === 'widget' ? emptyAt(at) : document
  const shapes = shapesAt(schema, around, at)
  const right = kindOf(shapes, (part) => shapesAt(schema, document, [...at, part]))
  if (value === undefined || (right && fits(right, value))) return right ?? TEXT
  if (Array.isArray(value)) return { kind: 'list' }
  if (typeof value === 'object' && value !== null) return { kind: 'part' }
  // A value with a fixed set of right values can be chosen.
  if (right && ['choice', 'number', 'text'].includes(right.kind)) return right
  return typeof value === 'boolean' ? { kind: 'yes_no' } : TEXT
}

/** A document with only the object around `at`, and `value` in it. */
export function emptyAt(at: Path, value?: unknown): unknown {
  return at.reduceRight<unknown>((inner, part) => (inner === undefined ? {} : { [part]: inner }), value)
}

function fits(kind: Kind, value: unknown): boolean {
  if (kind.kind === 'list') return Array.isArray(value)
  if (kind.kind === 'texts') return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  if (kind.kind === 'part' || kind.kind === 'map') return value === record(value)
  if (kind.kind === 'number') return typeof value === 'number'
  if (kind.kind === 'yes_no') return typeof value === 'boolean'
  return typeof value !== 'object' || value === null
}

/** Null if the schema does not know the place. `within` gives the shapes of an entry or a member. */
function kindOf(shapes: readonly Shape[], within: (part: string | number) => Shape[]): Kind | null {
  if (shapes.length === 0) return null
  const choices = choicesOf(shapes)
  if (choices.length > 0) return { kind: 'choice', choices }
  const types = new Set(shapes.map(({ type }) => type))
  if (types.has('array')) {
    const entries = within(NEXT)
    const isText = entries.length > 0 && entries.every(({ type, enum: words }) => words || type === 'string')
    return isText ? { kind: 'texts', choices: choicesOf(entries) } : { kind: 'list' }
  }
  if (types.has('object')) return isMap(shapes) && isObject(within('x')) ? { kind: 'map' } : { kind: 'part' }
  if (types.has('boolean')) return { kind: 'yes_no' }
  if (types.has('string'))
    return {
      kind: 'text',
      size: sizeOf(Math.max(...shapes.map(({ maxLength = 0 }) => maxLength))),
      isColor: shapes.some(({ pattern }) => pattern === COLOR),
      isSecret: shapes.some(({ writeOnly }) => writeOnly),
    }
  return { kind: 'number' }
}

/** Index after every entry, for any shape that the list accepts. */
export const NEXT = 1_000_000

function sizeOf(maxLength: number): TextSize {
  if (maxLength >= 10_000) return 'paragraphs'
  return maxLength >= 200 ? 'wrapping' : 'line'
}

const COLOR = '^#[0-9a-f]{6}$'

/** True if its keys are the author's own. */
export function isMap(shapes: readonly Shape[]): boolean {
  return shapes.some(({ properties, patternProperties }) => patternProperties && !properties)
}

export function isObject(shapes: readonly Shape[]): boolean {
  return shapes.some(({ type }) => type === 'object')
}

/** Values of a fixed set; empty if anything else is possible. */
function choicesOf(shapes: readonly Shape[]): Choice[] {
  const isFixed = shapes.every((shape) => shape.const !== undefined || shape.enum || shape.type === 'null')
  if (!isFixed || !shapes.some(({ const: only, enum: words }) => only !== undefined || words)) return []
  const found = new Map<unknown, string>()
  for (const { const: only, enum: words, description } of shapes)
    for (const value of words ?? [only ?? null])
      if (!found.has(value))
        found.set(value, meaningIn(description, String(value)) ?? (words ? '' : (description ?? '')))
  return Array.from(found, ([value, about]) => ({ value, about }))
}
