import { findNodeAtOffset, getNodePath, type Node } from 'jsonc-parser'
import type { Path } from '../complete/cursor.ts'
import type { ReadText } from './readText.ts'

/** The object in which a cursor is: what a form is for. On the key of an object it is that object; in a list, what holds
 *  the list. */
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

/** The member of the object at `path` in which a cursor is; undefined where it is in none. */
export function memberAt({ root }: ReadText, path: Path, offset: number): string | undefined {
  const object = nodeAt(root, path)
  const member = object?.children?.find((child) => child.offset <= offset && offset <= endOf(child))
  return member?.type === 'property' ? String(member.children?.[0]?.value) : undefined
}

/** Where a cursor is put so that it is in what stands at `path`; undefined where nothing does. */
export function offsetAt({ root }: ReadText, path: Path): number | undefined {
  return nodeAt(root, path)?.offset
}

/** What stands at `path`. Of keys that stand twice the last counts, as in JSON.parse. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  return path.reduce<Node | undefined>((node, part) => node && childOf(node, part), root)
}

function childOf({ type, children = [] }: Node, part: string | number): Node | undefined {
  if (type === 'array') return typeof part === 'number' ? children[part] : undefined
  if (type !== 'object') return undefined
  return children.findLast(({ children: [key] = [] }) => key?.value === part)?.children?.[1]
}

/** The first offset behind a node. */
export function endOf({ offset, length }: Node): number {
  return offset + length
}
