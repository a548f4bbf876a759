import { withoutMark } from '../kernel/byteOrderMark.ts'
import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser'

/** A flow's text as JSON, with the position of every part. */
export interface ReadText {
  text: string
  root: Node
  document: unknown
}

/** Position where a text stops being JSON; both count from 1. */
export interface TextFault {
  line: number
  column: number
}

/** Parses a text that must be a JSON object, or returns where it is not. */
export function readText(text: string): ReadText | { fault: TextFault } {
  const errors: ParseError[] = []
  const root = treeOf(text, errors)
  const [error] = errors
  if (!root || error || root.type !== 'object') return { fault: placeOf(text, error?.offset ?? 0) }
  return { text, root, document: getNodeValue(root) }
}

function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(withoutMark(text), errors, { disallowComments: true })
  } catch (error) {
    // The parser recurses at each bracket and cannot follow tens of thousands of them.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function placeOf(text: string, offset: number): TextFault {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1 }
}
