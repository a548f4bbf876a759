import { applyEdits, getNodeValue, type Edit, type Node } from 'jsonc-parser'
import type { Path } from '../complete/cursor.ts'
import { endOf, nodeAt } from './formPlaces.ts'
import type { ReadText } from './readText.ts'

/** New value for a place; undefined removes it. */
export interface Change {
  at: Path
  value: unknown
}

/** Edits that make these changes and nothing else: they keep the formatting of the rest, and write new parts like their neighbors. The
 *  parent must exist. `modify` of jsonc-parser would reformat the lines around a change. */
export function editsFor(read: ReadText, changes: readonly Change[]): Edit[] {
  const removed = changes.flatMap(({ at, value }) => (value === undefined ? [at] : []))
  return [...changes.flatMap((change) => editsOf(read, change)), ...editsToRemove(read, removed)]
}

/** Edits that make a text say `document`. Every part that already does stays as it is written: its order, its numbers, its lines. */
export function editsTo(read: ReadText, document: unknown): Edit[] {
  return differences(read, read.root, document)
}

/** Edits that move a list entry to the index `to`, as it is written. */
export function editsToMove({ text, root }: ReadText, at: Path, to: number): Edit[] {
  const entries = nodeAt(root, at.slice(0, -1))?.children ?? []
  const moved = entries[Number(at.at(-1))]
  if (!moved || !entries[to]) return []
  const after = entries.toSpliced(entries.indexOf(moved), 1).toSpliced(to, 0, moved)
  return entries.flatMap(({ offset, length }, index) => {
    const { offset: start, length: size } = after[index]!
    return start === offset ? [] : { offset, length, content: text.slice(start, start + size) }
  })
}

/** Edits that repeat a list entry behind itself as it is written, but for these changes within it. */
export function editsToRepeat(read: ReadText, at: Path, changes: readonly Change[]): Edit[] {
  const node = nodeAt(read.root, at)
  if (!node?.parent) return []
  const within = editsFor(read, changes).map((edit) => ({ ...edit, offset: edit.offset - node.offset }))
  const entry = applyEdits(textOf(read, node), within)
  return [{ offset: endOf(node), length: 0, content: `,${separatorIn(read, node.parent)}${entry}` }]
}

/** Edits that insert an entry into a list, before the one at `index` or after the last. */
export function editsToInsert(
  read: ReadText,
  list: Path,
  { index, value }: { index: number; value: unknown },
): Edit[] {
  const holder = nodeAt(read.root, list)
  const next = holder?.children?.[index]
  if (!holder || !next) return editsFor(read, [{ at: [...list, index], value }])
  const { text } = read
  const first = text.slice(holder.offset + 1, holder.children![0]!.offset)
  const isInline = !first.includes('\n') || isEntryInline(text, holder, next)
  const content = `${written(value, { text, near: next, isInline })},${separatorIn(read, holder)}`
  return [{ offset: next.offset, length: 0, content }]
}

/** Space between a list's entries, after their commas. */
function separatorIn({ text }: ReadText, holder: Node): string {
  const first = text.slice(holder.offset + 1, holder.children![0]!.offset)
  return first.includes('\n') ? first.slice(first.lastIndexOf('\n')) : looksOf(text).gap
}

function textOf({ text }: ReadText, node: Node): string {
  return text.slice(node.offset, endOf(node))
}

function editsOf(read: ReadText, { at, value }: Change): Edit[] {
  const [holder, part] = [nodeAt(read.root, at.slice(0, -1)), at.at(-1)]
  const node = nodeAt(read.root, at)
  if (!holder || part === undefined || value === undefined) return []
  return node ? differences(read, node, value) : [insertion(read, { holder, part, value })]
}

/** Edits that set a value where another one is, and touch nothing that they have in common. */
function differences(read: ReadText, node: Node, value: unknown): Edit[] {
  if (isSame(getNodeValue(node), value)) return []
  const whole = () => [replacement(read, node, value) ?? []].flat()
  if (node.type === 'array' && Array.isArray(value)) return entryDifferences(read, node, value) ?? whole()
  if (node.type !== 'object' || !isObject(value)) return whole()
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const known = members.filter(([key]) => nodeAt(node, [key]))
  const gone = (node.children ?? []).filter((child) => !(String(child.children?.[0]?.value) in value))
  if (known.length === 0) return whole()
  return [
    ...known.flatMap(([key, member]) => differences(read, nodeAt(node, [key])!, member)),
    ...members
      .filter((member) => !known.includes(member))
      .map(([part, member]) => insertion(read, { holder: node, part, value: member })),
    ...removals(node, new Set(gone)),
  ]
}

/** The same for lists; undefined if they have nothing in common. Entries that are only elsewhere move as they are written. */
function entryDifferences(read: ReadText, list: Node, value: readonly unknown[]): Edit[] | undefined {
  const { children: before = [] } = list
  if (before.length === value.length)
    return before.flatMap((child, index) => differences(read, child, value[index]))
  const isKept = (from: number, to: number) =>
    from in before && to in value && isSame(getNodeValue(before[from]!), value[to])
  let start = 0
  while (isKept(start, start)) start++
  let end = 0
  while (
    start + end < Math.min(before.length, value.length) &&
    isKept(before.length - 1 - end, value.length - 1 - end)
  )
    end++
  const [replaced, inserted] = [
    before.slice(start, before.length - end),
    value.slice(start, value.length - end),
  ]
  if (inserted.length === 0) return removals(list, new Set(replaced))
  const near = before[Math.min(start, before.length - 1)]
  if (!near) return undefined
  const isInline = isEntryInline(read.text, list, near)
  const texts = inserted.map((entry) => {
    const same = before.find((child) => isSame(getNodeValue(child), entry))
    return same
      ? textOf(read, same)
      : written(entry, { text: read.text, near, isInline: isInline || isShort(entry) })
  })
  const content = texts.join(`,${separatorIn(read, list)}`)
  const [first, last] = [replaced[0], replaced.at(-1)]
  if (first && last) return [{ offset: first.offset, length: endOf(last) - first.offset, content }]
  if (end > 0) return [{ offset: near.offset, length: 0, content: `${content},${separatorIn(read, list)}` }]
  return [{ offset: endOf(near), length: 0, content: `,${separatorIn(read, list)}${content}` }]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Edit that sets a value; within a text, it replaces only the characters that differ. */
function replacement({ text }: ReadText, node: Node, value: unknown): Edit | null {
  const before = text.slice(node.offset, endOf(node))
  const after = written(value, { text, near: node, isInline: !before.includes('\n') && isShort(value) })
  if (before === after) return null
  if (node.type !== 'string' || typeof value !== 'string')
    return { offset: node.offset, length: node.length, content: after }
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let kept = 0
  const most = Math.min(before.length, after.length) - start
  while (kept < most && before.at(-1 - kept) === after.at(-1 - kept)) kept++
  return {
    offset: node.offset + start,
    length: before.length - start - kept,
    content: after.slice(start, after.length - kept),
  }
}

/** Edits that remove these places. */
export function editsToRemove({ root }: ReadText, places: readonly Path[]): Edit[] {
  const gone = new Set(places.flatMap((at) => partOf(nodeAt(root, at)) ?? []))
  const holders = new Set([...gone].flatMap(({ parent }) => parent ?? []))
  return [...holders].flatMap((holder) => removals(holder, gone))
}

/** The node that is removed as a whole; for a member this includes its key. */
function partOf(node: Node | undefined): Node | undefined {
  return node?.parent?.type === 'property' ? node.parent : node
}

/** One edit for consecutive parts, including their commas. */
function removals(holder: Node, gone: ReadonlySet<Node>): Edit[] {
  const { children = [] } = holder
  return children.flatMap((child, index) => {
    const before = children[index - 1]
    if (!gone.has(child) || (before && gone.has(before))) return []
    const next = children.slice(index).find((each) => !gone.has(each))
    const from = next ? child.offset : before ? endOf(before) : holder.offset + 1
    const to = next ? next.offset : before ? endOf(children.at(-1)!) : endOf(holder) - 1
    return { offset: from, length: to - from, content: '' }
  })
}

interface Insertion {
  holder: Node
  part: string | number
  value: unknown
}

function insertion({ text }: ReadText, { holder, part, value }: Insertion): Edit {
  const last = holder.children?.at(-1)
  if (!last) {
    const whole = holder.type === 'array' ? [value] : { [part]: value }
    const content = written(whole, { text, near: holder, isInline: isShort(whole) })
    return { offset: holder.offset, length: holder.length, content }
  }
  const { gap } = looksOf(text)
  const between = text.slice(holder.offset + 1, holder.children![0]!.offset)
  const isInline = !between.includes('\n')
  const key = holder.type === 'array' ? '' : `${JSON.stringify(part)}:${gap}`
  const json = written(value, { text, near: last, isInline: isInline || isEntryInline(text, holder, last) })
  const before = isInline ? gap : between.slice(between.lastIndexOf('\n'))
  return { offset: endOf(last), length: 0, content: `,${before}${key}${json}` }
}

/** True if the last entry is on one line: new entries are written the same way. */
function isEntryInline(text: string, holder: Node, last: Node): boolean {
  if (holder.type === 'object' && last.children?.[1]?.type !== 'object') return false
  const entry = text.slice(last.offset, endOf(last))
  return entry.includes('{') && !/\{\s*\}$/.test(entry) && !entry.includes('\n')
}

/** True if it holds only a few words or numbers. */
function isShort(value: unknown): boolean {
  const holdsObject =
    typeof value === 'object' && Object.values(value ?? {}).some((each) => typeof each === 'object')
  return !holdsObject && inOneLine(value).length <= LONGEST_INLINE
}

const LONGEST_INLINE = 80

/** A value as JSON, indented like the line of `near`. */
function written(value: unknown, { text, near, isInline = false }: Surroundings): string {
  const { unit, gap } = looksOf(text)
  if (gap === '') return JSON.stringify(value)
  if (isInline || typeof value !== 'object') return inOneLine(value)
  const lineStart = text.lastIndexOf('\n', near.offset) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart, near.offset))![0]
  return inLines(value, { unit, indent })
}

/** A value over several lines; short list entries on one line. */
function inLines(value: unknown, { unit, indent }: { unit: string; indent: string }): string {
  const within = indent + unit
  if (typeof value !== 'object' || value === null) return inOneLine(value)
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([key, each]) => {
    const inner = isList && isShort(each) ? inOneLine(each) : inLines(each, { unit, indent: within })
    return isList ? inner : `${JSON.stringify(key)}: ${inner}`
  })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  return `${open}\n${within}${parts.join(`,\n${within}`)}\n${indent}${close}`
}

interface Surroundings {
  text: string
  near: Node
  isInline?: boolean
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inOneLine(each)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Style of a text: its indentation, and the space after commas. */
function looksOf(text: string): { unit: string; gap: string } {
  if (!text.includes('\n') && !/[,:] /.test(text.slice(0, SAMPLE))) return { unit: '', gap: '' }
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', gap: ' ' }
}

const SAMPLE = 1000
