import { getNodePath, getNodeValue, findNodeAtOffset, parseTree, type Node } from 'jsonc-parser'
import { withoutMark } from '../kernel/byteOrderMark.ts'
import type { Path } from './cursor.ts'

/** An unfinished document, parsed as far as possible. */
export interface OpenText {
  text: string
  /** Undefined while the text is empty. */
  root: Node | undefined
  document: unknown
}

let last: OpenText | undefined

/** Reads a text that may not be valid JSON yet. Keeps the last one, as calls mostly come in a row for the same text. */
export function openText(text: string): OpenText {
  if (last?.text !== text) {
    const root = treeOf(text)
    last = { text, root, document: root && getNodeValue(root) }
  }
  return last
}

function treeOf(text: string): Node | undefined {
  try {
    return parseTree(withoutMark(text), [], { allowTrailingComma: true })
  } catch (error) {
    // The parser recurses at each bracket and cannot follow tens of thousands of them.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Key or value at an offset that is neither an object nor a list, with its path. */
export function tokenAt({ root }: OpenText, offset: number): { node: Node; at: Path; isKey: boolean } | null {
  const node = root && findNodeAtOffset(root, offset, true)
  if (!node || ['object', 'array', 'property'].includes(node.type)) return null
  const isKey = node.parent?.type === 'property' && node.parent.children?.[0] === node
  return { node, at: getNodePath(node), isKey }
}
