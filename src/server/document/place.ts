import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Located, Problem } from '../../../schemas/problem.ts'

/** A document's text, read with the place of every part. */
export interface Source {
  /** What JSON itself forbids, and keys that stand twice, of which JSON.parse would silently take the last. */
  problems: Located[]
  /** Undefined when the text is not JSON. */
  document: unknown
  locate: (problem: Problem) => Located
}

export function readSource(text: string): Source {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true })
  const positionOf = positions(text)
  const positionAt = (part: Pick<Problem, 'code' | 'at'>) => positionOf(offsetOf(root, part))
  const locate = ({ conflict, ...problem }: Problem): Located => ({
    ...positionAt(problem),
    ...problem,
    ...(conflict && {
      conflict: conflict.map((rule) => ({ ...positionAt({ code: problem.code, at: rule.at }), ...rule })),
    }),
  })
  const [first] = errors
  // Only the first: what follows it is mostly the parser finding its feet again.
  if (first || !root)
    return {
      problems: [{ ...positionOf(first?.offset ?? 0), ...syntaxProblem(first, text) }],
      document: undefined,
      locate,
    }
  const twice = repeatedKeys(root).map(({ node, at }): Located => ({
    ...positionOf(node.offset),
    code: 'key_twice',
    at,
    message: `The key "${at.at(-1)}" stands twice in the same object.`,
    hint: 'Remove one of the two: only the last would count.',
  }))
  return { problems: twice, document: JSON.parse(text), locate }
}

function syntaxProblem(error: ParseError | undefined, text: string): SyntaxProblem {
  const name = error ? printParseErrorCode(error.error) : 'ValueExpected'
  const slip = SLIPS.find(
    ({ in: kind, begins }) =>
      kind.includes(name) && begins.test(text.slice(error?.offset, (error?.offset ?? 0) + 10)),
  )
  const { message, hint } = slip ??
    SYNTAX[name] ?? { message: `This is not JSON: ${name}.`, hint: 'Check the line and the one above.' }
  return { code: 'not_json', at: [], message, hint }
}

type SyntaxProblem = Pick<Problem, 'code' | 'at' | 'message' | 'hint'>

/** What the parser’s word for an error does not tell, and the text that it stumbles over does. */
const SLIPS: { in: string[]; begins: RegExp; message: string; hint: string }[] = [
  {
    in: ['InvalidSymbol'],
    begins: /^'/,
    message: 'JSON has no single quotes.',
    hint: 'Put keys and texts into double quotes.',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^[“”„‘’]/,
    message: 'These are typographic quotes.',
    hint: 'Write plain double quotes: ".',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^=/,
    message: 'A key and its value are joined by a colon.',
    hint: 'Write "key": value.',
  },
  {
    in: ['InvalidSymbol'],
    begins: /^(true|false|null|yes|no|none|undefined)\b/i,
    message: 'This word is not JSON.',
    hint: 'Write true, false or null, in small letters; text stands in double quotes.',
  },
  {
    in: ['PropertyNameExpected', 'ValueExpected'],
    begins: /^[}\]]/,
    message: 'There is a comma too many before this.',
    hint: 'Remove the comma after the last entry.',
  },
  {
    in: ['CommaExpected'],
    begins: /^\}/,
    message: 'A ] is missing before this.',
    hint: 'Close the list before the object around it.',
  },
  {
    in: ['CommaExpected'],
    begins: /^\]/,
    message: 'A } is missing before this.',
    hint: 'Close the object before the list around it.',
  },
]

const SYNTAX: Record<string, { message: string; hint: string }> = {
  InvalidSymbol: {
    message: 'This word is not JSON.',
    hint: 'Put text into double quotes; true, false and null are small.',
  },
  InvalidNumberFormat: { message: 'This number is not JSON.', hint: 'Write it like 12 or 12.5.' },
  PropertyNameExpected: {
    message: 'A key in double quotes is missing here.',
    hint: 'Remove the comma before a closing }, or write "key": value.',
  },
  ValueExpected: {
    message: 'A value is missing here.',
    hint: 'Remove the comma before a closing ], or write a value.',
  },
  ColonExpected: { message: 'A colon is missing here.', hint: 'Write "key": value.' },
  CommaExpected: { message: 'A comma is missing before this.', hint: 'Put a comma after the entry before.' },
  CloseBraceExpected: { message: 'A } is missing here.', hint: 'Close the object.' },
  CloseBracketExpected: { message: 'A ] is missing here.', hint: 'Close the list.' },
  EndOfFileExpected: {
    message: 'Nothing may follow the document.',
    hint: 'Remove what stands after the last }.',
  },
  InvalidCommentToken: { message: 'JSON has no comments.', hint: 'Remove the comment.' },
  UnexpectedEndOfComment: { message: 'JSON has no comments.', hint: 'Remove the comment.' },
  UnexpectedEndOfString: { message: 'This text is not closed.', hint: 'Add the closing double quote.' },
  UnexpectedEndOfNumber: { message: 'This number is not finished.', hint: 'Write it like 12 or 12.5.' },
  InvalidUnicode: { message: 'This is not a \\u escape.', hint: 'Write \\u and four hexadecimal digits.' },
  InvalidEscapeCharacter: { message: 'There is no such escape.', hint: 'Write \\\\ for a backslash itself.' },
  InvalidCharacter: {
    message: 'This character may not stand in JSON.',
    hint: 'Write a line break in a text as \\n, a tab as \\t.',
  },
}

/** Where to point: at the value, but for an object or a list, or a key that is itself the mistake, at its key.
 *  What is not there is looked for in the object that lacks it. */
function offsetOf(root: Node | undefined, { code, at }: Pick<Problem, 'code' | 'at'>): number {
  if (!root) return 0
  const node = findNodeAtLocation(root, at)
  if (!node) return at.length === 0 ? root.offset : offsetOf(root, { code, at: at.slice(0, -1) })
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
  const atKey =
    code === 'unknown_key' || code === 'bad_key' || node.type === 'object' || node.type === 'array'
  return atKey && key ? key.offset : node.offset
}

function repeatedKeys(node: Node, at: Problem['at'] = []): { node: Node; at: Problem['at'] }[] {
  const children = node.children ?? []
  if (node.type === 'array') return children.flatMap((child, index) => repeatedKeys(child, [...at, index]))
  const seen = new Set<string>()
  return children.flatMap((property) => {
    const [key, value] = property.children ?? []
    if (!key) return []
    const name = String(key.value)
    const again = seen.has(name) ? [{ node: key, at: [...at, name] }] : []
    seen.add(name)
    return [...again, ...(value ? repeatedKeys(value, [...at, name]) : [])]
  })
}

type Position = Pick<Located, 'line' | 'column'>

function positions(text: string): (offset: number) => Position {
  const starts = [0, ...text.matchAll(/\r\n|\r|\n/g).map((end) => end.index + end[0].length)]
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}
