import type { TSchema } from 'typebox'
import { forEditors } from '../../schemas/editors.ts'
import { block, code, table, type Row } from './markdownTable.ts'

/** The parts of JSON Schema that ours use. */
interface Shape {
  type?: string
  const?: unknown
  enum?: string[]
  anyOf?: Shape[]
  $ref?: string
  $defs?: Record<string, Shape>
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  description?: string
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** A heading and a table for each object that a document has, outermost first. `name`: the file. */
export function schemaParts(schema: TSchema, name: string): string {
  const root = forEditors(schema) as Shape
  const parts: string[] = []
  const add = (shape: Shape, path: string) => {
    if (shape.properties) {
      parts.push(section(path === '' ? name : path, shape))
      for (const [key, member] of Object.entries(shape.properties))
        add(member, path === '' ? key : `${path}.${key}`)
    }
    if (shape.items) add(shape.items, `${path}[]`)
    for (const member of Object.values(shape.patternProperties ?? {})) add(member, `${path}.KEY`)
    for (const member of shape.anyOf ?? []) add(member, path)
  }
  add(root, '')
  const rule = root.$defs?.['Rule']
  if (rule) add(rule, 'rule')
  return parts.join('\n\n')
}

/** A heading and a table for each widget, by what it is. */
export function widgetParts(schema: TSchema, meanings: Record<string, string>): string {
  const { $defs } = forEditors(schema) as Shape
  const shapes = ($defs?.['Element']?.anyOf ?? []).map((shape) => [widgetOf(shape), shape] as const)
  return Object.entries(Object.fromEntries(shapes))
    .map(([widget, shape]) => section(widget, { ...shape, description: meanings[widget] ?? '' }))
    .join('\n\n')
}

function widgetOf({ properties }: Shape): string {
  const { widget, type } = properties ?? {}
  return String(widget?.const ?? type?.const)
}

function section(title: string, { description, properties = {}, required = [] }: Shape): string {
  const rows: Row[] = Object.entries(properties).map(([key, shape]) => [
    code(key),
    [required.includes(key) ? '**required**' : '', valueOf(shape)].filter(Boolean).join(', '),
    meaningOf(shape),
  ])
  return [
    `## ${code(title)}`,
    ...(description ? [block(description)] : []),
    table([['property', 'value', 'meaning'], ...rows]),
  ].join('\n\n')
}

function meaningOf({ description = '', default: usual, examples: [example] = [] }: Shape): string {
  const shown = JSON.stringify(example)
  return [
    description,
    usual === undefined || isEmpty(usual) ? '' : `Default: ${code(JSON.stringify(usual))}.`,
    shown === undefined || shown.length > LONGEST_EXAMPLE ? '' : `Example: ${code(shown)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const LONGEST_EXAMPLE = 80

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Kind of value, in words. */
function valueOf(shape: Shape): string {
  const { type, const: only, enum: words, anyOf, $ref, items, patternProperties, minimum, maximum } = shape
  if (only !== undefined) return code(JSON.stringify(only))
  if (words) return words.map((word) => code(word)).join(', ')
  if ($ref) return $ref.endsWith('Rule') ? 'a [rule](flow.md#rule)' : 'an [element](elements.md)'
  if (anyOf) return [...new Set(anyOf.map(valueOf))].join(' or ')
  if (type === 'array') return `list of ${items ? plural(valueOf(items)) : 'values'}`
  if (patternProperties) return 'object by key'
  if (type === 'object') return 'object'
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'null') return '`null`'
  if (type === 'integer' || type === 'number') {
    if (minimum !== undefined && maximum !== undefined) return `number from ${minimum} to ${maximum}`
    return minimum === undefined ? 'number' : `number from ${minimum}`
  }
  return 'text'
}

function plural(value: string): string {
  const known: Record<string, string> = { text: 'texts', object: 'objects', number: 'numbers' }
  return known[value] ?? value.replace(/^an? /, '').replace(/^\[(rule|element)\]/, '[$1s]')
}
