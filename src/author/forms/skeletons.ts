import type { Path } from '../complete/cursor.ts'
import { record, shapesAt, type Shape } from '../complete/shapes.ts'
import { emptyAt, type Looking } from './fieldKinds.ts'

/** Value that can be added to a list or a map, or set where there is none. */
export interface Skeleton {
  /** Name among several; undefined if it is the only one. */
  name?: string
  about: string
  /** Smallest value that the schema allows, with empty texts. */
  value: unknown
}

/** Values that may be set at `at`. */
export function skeletonsAt({ schema, document }: Looking, at: Path): Skeleton[] {
  const shapes = shapesAt(schema, document, at)
  return shapes.map((shape) => ({
    ...(shapes.length > 1 && { name: nameOf(shape) }),
    about: shape.description ?? '',
    value: skeletonOf(shape, schema),
  }))
}

/** Word that tells a shape from others: its widget, or its last required key. */
function nameOf({ properties = {}, required = [] }: Shape): string {
  const only = properties['widget']?.const ?? properties['type']?.const
  return typeof only === 'string' ? only : (required.at(-1) ?? '')
}

function skeletonOf(shape: Shape, schema: Shape): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const [first] = shape.anyOf ?? []
  if (first) return skeletonOf(first, schema)
  if (shape.$ref !== undefined) {
    const named = schema.$defs?.[shape.$ref.replace('#/$defs/', '')]
    return named ? skeletonOf(named, schema) : null
  }
  if (shape.type === 'array') return []
  if (shape.type === 'boolean') return shape.default ?? false
  if (shape.type === 'number' || shape.type === 'integer') return shape.default ?? shape.minimum ?? 0
  if (shape.type !== 'object') return ''
  const { properties = {}, required = [] } = shape
  return Object.fromEntries(
    required.map((key) => [key, skeletonOf(record(properties)[key] as Shape, schema)]),
  )
}

/** Other members of the object at `at` that must change when `key` gets another word: an element with another widget also has another
 *  type. */
export function wordsWith(schema: Shape, at: Path, { key, value }: { key: string; value: unknown }) {
  const [shape, ...others] = shapesAt(schema, emptyAt(at, { [key]: value }), at)
  const { properties = {}, required = [] } = shape ?? {}
  if (others.length > 0 || value === undefined || properties[key]?.const !== value) return {}
  const words = required.map((name) => [name, properties[name]?.const] as const)
  return Object.fromEntries(words.filter(([name, only]) => name !== key && only !== undefined))
}
