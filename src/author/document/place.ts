import type { Node } from 'jsonc-parser'
import type { Located, Problem } from '../../../schemas/author/problem.ts'
import { once } from '../../flow/kernel/once.ts'
import { weightOf } from '../kernel/weights.ts'
import { parse } from './parse.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'

/** A document's text, parsed with the position of every part. */
export interface Source {
  /** Violations of JSON itself, and duplicate keys, where JSON.parse silently takes the last. */
  problems: Located[]
  /** Undefined when the text is not JSON. */
  document: unknown
  locate: (problem: Problem) => Located
  /** Line of a path in it. */
  lineOf: (at: Problem['at']) => number
}

/** Reads a JSON text, or the bytes of its file. */
export function readSource(source: string | Uint8Array): Source {
  const parsed = parse(source)
  const root = 'root' in parsed ? parsed.root : undefined
  const positionOf = positions(parsed.text)
  const positionAt = (part: Pick<Problem, 'code' | 'at'>) => positionOf(offsetOf(root, part))
  const lineOf = (at: Problem['at']) => positionAt({ code: '', at }).line
  const locate = ({ conflict, rules, correction, ...found }: Problem): Located => {
    const problem = root ? asWritten(root, parsed.text, found) : found
    const fix = correction && root && fixOf(root, parsed.text, { ...problem, correction })
    const each = (named: NonNullable<Problem['rules']>) =>
      named.map((rule) => ({ ...positionAt({ code: problem.code, at: rule.at }), ...rule }))
    return {
      ...positionAt(problem),
      weight: weightOf(problem),
      ...problem,
      ...(fix && {
        fix: {
          ...positionOf(fix.from),
          end_column: positionOf(fix.to).column,
          written: parsed.text.slice(fix.from, fix.to),
          text: fix.text,
        },
      }),
      ...(conflict && { conflict: each(conflict) }),
      ...(rules && { rules: each(rules) }),
    }
  }
  if ('fault' in parsed) {
    const { offset, message, hint } = parsed.fault
    return {
      problems: [{ ...positionOf(offset), weight: 'error', code: 'not_json', at: [], message, hint }],
      document: undefined,
      locate,
      lineOf,
    }
  }
  const slips = slipsIn(parsed.root, parsed.text).map(({ node, ...slip }): Located => ({
    ...positionOf(node.offset),
    weight: 'error',
    ...slip,
  }))
  return { problems: slips, document: JSON.parse(parsed.text), locate, lineOf }
}

/** The problem with the number that it is about as its author wrote it: 1.50 is read as 1.5. */
function asWritten<P extends Pick<Problem, 'at' | 'message' | 'hint'>>(
  root: Node,
  text: string,
  problem: P,
): P {
  const node = nodeAt(root, problem.at)
  const written = node?.type === 'number' ? textOf(node, text) : ''
  if (!node || written === '' || written === String(node.value)) return problem
  const read = RegExp(`(?<![\\w.-])${String(node.value).replace(/\W/g, '\\$&')}(?![\\w]|\\.\\d)`, 'g')
  const said = (words: string) => words.replace(read, () => written)
  return { ...problem, message: said(problem.message), hint: said(problem.hint) }
}

function textOf({ offset, length }: Node, text: string): string {
  return text.slice(offset, offset + length)
}

/** Offset to point at: the value, or its key if the value is an object or a list, or if the key is the mistake. Something missing points
 *  to the object that lacks it. */
function offsetOf(root: Node | undefined, { code, at }: Pick<Problem, 'code' | 'at'>): number {
  if (!root) return 0
  const node = nodeAt(root, at)
  if (!node) return at.length === 0 ? root.offset : offsetOf(root, { code, at: at.slice(0, -1) })
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
  const atKey =
    code === 'unknown_key' || code === 'bad_key' || node.type === 'object' || node.type === 'array'
  return atKey && key ? key.offset : node.offset
}

/** Replacement in the text: the whole key or value, or a word in it, preferably one in a placeholder. */
function fixOf(
  root: Node,
  text: string,
  { code, at, correction: { written, right } }: Problem & { correction: NonNullable<Problem['correction']> },
): { from: number; to: number; text: string } | undefined {
  const value = nodeAt(root, at)
  const token = code === 'unknown_key' ? value?.parent?.children?.[0] : value
  if (!token) return undefined
  const [from, to] = [token.offset, token.offset + token.length]
  if (token.value === written)
    return { from, to, text: quotesOnly(textOf(token, text), right) ?? JSON.stringify(right) }
  const word = `(?<![\\w-])${String(written).replace(/\W/g, '\\$&')}(?![\\w-])`
  const raw = textOf(token, text)
  const found = RegExp(`(\\{\\{[^{}]*?)(${word})[^{}]*\\}\\}`).exec(raw) ?? RegExp(`()(${word})`).exec(raw)
  if (!found) return undefined
  const begins = from + found.index + found[1]!.length
  return { from: begins, to: begins + found[2]!.length, text: JSON.stringify(String(right)).slice(1, -1) }
}

/** The same digits with quotes or without them, if only these are wrong; a number that is read and written again may lose digits. */
function quotesOnly(written: string, right: unknown): string | undefined {
  const inner = /^"(-?(?:0|[1-9]\d*)(?:\.\d+)?)"$/.exec(written)?.[1]
  if (typeof right === 'number') return inner
  const isNumber = typeof right === 'string' && /^-?\d/.test(written)
  return isNumber && right === String(Number(written)) ? `"${written}"` : undefined
}

function nodeAt(root: Node, at: Problem['at']): Node | undefined {
  return at.reduce<Node | undefined>((node, part) => {
    if (node?.type === 'array') return typeof part === 'number' ? node.children?.[part] : undefined
    // A key such as "2024" looks like an index.
    return node?.type === 'object' ? membersOf(node).get(String(part)) : undefined
  }, root)
}

/** Values of an object by key, the first one for duplicate keys. Cached per object. */
const membersOf = once((object: Node): ReadonlyMap<string, Node> => {
  const members = new Map<string, Node>()
  for (const { children: [key, value] = [] } of object.children ?? [])
    if (key && value && !members.has(String(key.value))) members.set(String(key.value), value)
  return members
})

/** A value or key that JSON.parse reads without a word as something else: a second key, or a number that it must round. */
type Slip = Pick<Problem, 'code' | 'at' | 'message' | 'hint'> & { node: Node }

function slipsIn(node: Node, text: string, at: Problem['at'] = []): Slip[] {
  const children = node.children ?? []
  if (node.type === 'array') return children.flatMap((child, index) => slipsIn(child, text, [...at, index]))
  if (node.type === 'number') {
    const written = textOf(node, text)
    if (isExact(written)) return []
    return [
      { node, code: 'number_rounded', at, ...DOCUMENT_PROBLEMS.numberRounded(written, Number(written)) },
    ]
  }
  const seen = new Set<string>()
  return children.flatMap((property) => {
    const [key, value] = property.children ?? []
    if (!key) return []
    const name = String(key.value)
    const place = [...at, name]
    const again = seen.has(name)
      ? [{ node: key, code: 'key_twice', at: place, ...DOCUMENT_PROBLEMS.keyTwice(name) }]
      : []
    seen.add(name)
    return [...again, ...(value ? slipsIn(value, text, place) : [])]
  })
}

/** True if a number keeps all its digits. Up to 15 of them always do. Source: IEEE 754, binary64. */
function isExact(written: string): boolean {
  return written.length <= 15 || digitsOf(written) === digitsOf(String(Number(written)))
}

/** Digits of a number without the zeros around them, and the exponent of the first; Infinity has none. */
function digitsOf(number: string): string {
  const [, whole = '', part = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = whole + part
  const leading = /^0*/.exec(digits)![0].length
  const kept = digits.slice(leading).replace(/0+$/, '')
  return kept === ''
    ? number.replace(/[\d.eE+-]/g, '')
    : `${kept}e${whole.length - leading + Number(exponent)}`
}

type Position = Pick<Located, 'line' | 'column'>

/** Line and column of each offset of a text. */
export function positions(text: string): (offset: number) => Position {
  const starts = [0, ...text.matchAll(/\r\n|\r|\n/g).map((end) => end.index + end[0].length)]
  return (offset) => {
    let [from, to] = [0, starts.length]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if (starts[middle]! <= offset) from = middle
      else to = middle
    }
    return { line: from + 1, column: offset - starts[from]! + 1 }
  }
}
