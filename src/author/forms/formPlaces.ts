import { findNodeAtOffset, getNodePath, type Node } from 'jsonc-parser'
import type { Path } from '../complete/cursor.ts'
import type { ReadText } from './readText.ts'

/** Path of the object at a cursor, for its form. On the key of an object it is that object; in a list, the object that contains the
 *  list. */
export function formPathAt({ text, root }: ReadText, offset: number): Path {
  const blanks = /^[ \t]*/.exec(text.slice(offset, offset + LONGEST_INDENT))![0].length
  let node = findNodeAtOffset(root, offset + blanks)
  while (node && node.type !== 'object') {
    const value = node.type === 'property' ? node.children?.[1] : undefined
    node = value?.type === 'object' ? value : node.parent
  }
  return node ? getNodePath(node) : []
}

const LONGEST_INDENT = 200

/** Member of the object at `path` that contains a cursor; undefined if none does. */
export function memberAt({ root }: ReadText, path: Path, offset: number): string | undefined {
  const object = nodeAt(root, path)
  const member = object?.children?.find((child) => child.offset <= offset && offset <= endOf(child))
  return member?.type === 'property' ? String(member.children?.[0]?.value) : undefined
}

/** Cursor position for the value at `path`; undefined if it does not exist. */
export function offsetAt({ root }: ReadText, path: Path): number | undefined {
  return nodeAt(root, path)?.offset
}

/** Node at `path`. Among duplicate keys the last one counts, as in JSON.parse. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  return path.reduce<Node | undefined>((node, part) => node && childOf(node, part), root)
}

function childOf({ type, children = [] }: Node, part: string | number): Node | undefined {
  if (type === 'array') return typeof part === 'number' ? children[part] : undefined
  if (type !== 'object') return undefined
  return children.findLast(({ children: [key] = [] }) => key?.value === part)?.children?.[1]
}

/** The first offset after a node. */
export function endOf({ offset, length }: Node): number {
  return offset + length
}
