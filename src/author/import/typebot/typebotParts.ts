import { IMPORT_NOTES } from '../importNotes.ts'
import { plainText } from '../foreignText.ts'
import { listIn, member, objectIn, objectsIn, textIn, type Json } from '../foreignJson.ts'
import type { Reading } from '../reading.ts'

/** Part of a bot that a visitor passes as one: texts, and then what waits for an answer or decides the way. */
export interface BotPart {
  at: string
  /** Name of its group. */
  called: string
  texts: readonly { at: string; text: string }[]
  /** Input or condition; null for texts alone. */
  block: { at: string; value: Json } | null
  /** Items of the block: the choices of an input, the cases of a condition. */
  items: readonly { at: string; value: Json }[]
  /** Items that have a way of their own. */
  branches: readonly { at: string; item: Json; to: BotPart | null }[]
  /** Part that follows otherwise; null for the end of the bot. */
  next: BotPart | null
}

/** Parts that visitors can come to, each before those that it leads to, unless the bot leads back. */
export function partsInOrder(bot: Json, reading: Reading): BotPart[] {
  const edges = new Map(
    objectsIn(bot, 'edges').map(({ value }) => [textIn(value, 'id'), objectIn(value, 'to')]),
  )
  const groups = objectsIn(bot, 'groups').map(({ value, index }) =>
    partsIn(value, `groups[${index}]`, reading),
  )
  const all = groups.flat()
  const byBlock = new Map(all.flatMap((part) => part.ids.map((id) => [id, part])))
  const byGroup = new Map(groups.flatMap(([first]) => (first ? [[first.group, first]] : [])))
  const partAt = (edge: string): Draft | null | undefined => {
    const to = edges.get(edge)
    return to && (byBlock.get(textIn(to, 'blockId')) ?? byGroup.get(textIn(to, 'groupId')) ?? null)
  }
  for (const parts of groups)
    for (const [index, part] of parts.entries()) {
      const follows = parts[index + 1] ?? null
      part.next = partAt(part.edge) ?? (part.jumps ? (partOfJump(part.jumps) ?? follows) : follows)
      part.branches = part.items.flatMap(({ at, value }) => {
        const to = partAt(textIn(value, 'outgoingEdgeId'))
        return to === undefined ? [] : { at, item: value, to }
      })
    }
  function partOfJump(options: Json): Draft | undefined {
    return byBlock.get(textIn(options, 'blockId')) ?? byGroup.get(textIn(options, 'groupId'))
  }
  const events = objectsIn(bot, 'events')
  for (const { value, index } of events)
    if (textIn(value, 'type') !== 'start')
      reading.note(`events[${index}]`, IMPORT_NOTES.blockLost(textIn(value, 'type')))
  const start = events.find(({ value }) => textIn(value, 'type') === 'start')
  const first = start
    ? partAt(textIn(start.value, 'outgoingEdgeId'))
    : all.find(({ isStart }) => isStart)?.next
  const found = inDepth(first ?? null)
  for (const part of all)
    if (!found.includes(part) && !part.isStart && (part.block || part.texts.length > 0))
      reading.note(part.at, IMPORT_NOTES.neverAsked(part.texts.at(-1)?.text ?? part.called))
  return found
}

interface Draft extends Omit<BotPart, 'branches' | 'next'> {
  group: string
  /** Blocks in it, by which edges name it. */
  ids: string[]
  /** Edge that leaves it; '' for none. */
  edge: string
  /** Options of a jump that leaves it. */
  jumps: Json | null
  isStart: boolean
  branches: { at: string; item: Json; to: Draft | null }[]
  next: Draft | null
}

/** Parts by depth-first search, in reverse postorder: of each pair, the one that leads to the other comes first. */
function inDepth(first: Draft | null): Draft[] {
  const done: Draft[] = []
  const seen = new Set<Draft>()
  const open: { part: Draft; ways: Draft[] }[] = []
  const enter = (part: Draft | null | undefined) => {
    if (!part || seen.has(part)) return
    seen.add(part)
    open.push({ part, ways: [...part.branches.map(({ to }) => to), part.next].filter((to) => to !== null) })
  }
  enter(first)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    // The last way is gone first, so that the first follows most closely.
    if (top.ways.length > 0) enter(top.ways.pop())
    else done.push(open.pop()!.part)
  }
  return done.reverse()
}

function partsIn(group: Json, place: string, reading: Reading): Draft[] {
  const id = textIn(group, 'id')
  const begin = (at: string): Draft => ({
    at,
    called: textIn(group, 'title'),
    group: id,
    ids: [],
    texts: [],
    block: null,
    items: [],
    edge: '',
    jumps: null,
    isStart: false,
    branches: [],
    next: null,
  })
  const parts: Draft[] = []
  let part = begin(place)
  const close = (at: string) => {
    parts.push(part)
    part = begin(at)
  }
  for (const { value, index } of objectsIn(group, 'blocks')) {
    const at = `${place}.blocks[${index}]`
    const type = textIn(value, 'type')
    if (part.ids.length === 0) part.at = at
    part.ids.push(textIn(value, 'id'))
    part.edge = textIn(value, 'outgoingEdgeId')
    if (type === 'text') {
      const text = plainOf(objectIn(value, 'content'))
      if (text !== '') part.texts = [...part.texts, { at, text }]
    } else if (type === 'start') part.isStart = true
    else if (type === 'Jump') part.jumps = objectIn(value, 'options')
    else if (type.endsWith(' input') || DECIDES.has(type)) {
      part.block = { at, value }
      part.items = objectsIn(value, 'items').map((item) => ({
        at: `${at}.items[${item.index}]`,
        value: item.value,
      }))
    } else reading.note(at, noteOn(value, type))
    if (part.block || part.jumps || part.edge !== '' || part.isStart) close(`${place}.blocks[${index + 1}]`)
  }
  if (part.ids.length > 0 || parts.length === 0) close(place)
  return parts
}

const DECIDES = new Set(['Condition', 'AB test'])

function noteOn(block: Json, type: string): { message: string; hint: string } {
  if (type === 'Set variable') return IMPORT_NOTES.calculation
  if (['image', 'video', 'audio', 'embed'].includes(type)) return IMPORT_NOTES.picture
  if (type === 'Redirect') return IMPORT_NOTES.endRedirect(textIn(objectIn(block, 'options'), 'url'))
  return IMPORT_NOTES.blockLost(type)
}

/** Words of a bubble, one line for each paragraph. */
function plainOf(content: Json): string {
  const paragraphs = listIn(content, 'richText').map(wordsOf)
  if (paragraphs.length > 0) return paragraphs.join('\n').trim()
  return textIn(content, 'plainText').trim() || plainText(textIn(content, 'html'))
}

function wordsOf(node: unknown): string {
  const text = member(node, 'text')
  return typeof text === 'string' ? text : listIn(node, 'children').map(wordsOf).join('')
}
