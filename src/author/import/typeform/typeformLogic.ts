import { IMPORT_NOTES } from '../../../texts/author/importNotes.ts'
import { declinedField } from '../foreignForm.ts'
import { member, objectIn, objectsIn, textIn, textOf, type Json } from '../foreignJson.ts'
import type { Stop } from '../jumps.ts'
import type { Reading } from '../reading.ts'
import type { AskedByRef, TypeformStop } from './typeformFields.ts'
import { answered, joinedIfSaid, MOST_COMPARISONS, not, type When } from '../when.ts'

interface Context {
  stops: readonly TypeformStop[]
  /** Names of each end. */
  ends: readonly (readonly string[])[]
  reading: Reading
}

/** Jumps of each stop. If one of them cannot be expressed, all of that stop are left out: everyone is then asked the next question,
 *  which is less harmful than never asking it. */
export function jumpsOf(document: Json, context: Context): Stop['jumps'][] {
  const { stops, reading } = context
  const jumps: Stop['jumps'][] = stops.map(() => [])
  for (const { value, index } of objectsIn(document, 'logic')) {
    const at = `logic[${index}]`
    const ref = textIn(value, 'ref')
    if (textIn(value, 'type') === 'hidden') {
      reading.note(at, IMPORT_NOTES.hiddenField(ref))
      continue
    }
    const from = stops.findIndex(({ refs }) => refs.includes(ref))
    // Jumps from inside a page of several questions start at that page.
    const within =
      from >= 0 ? from : stops.findIndex(({ asks }) => asks.some(({ refs }) => refs.includes(ref)))
    if (within < 0) {
      reading.note(at, IMPORT_NOTES.jumpLost(ref, IMPORT_NOTES.jumpReasons.nowhere(ref)))
      continue
    }
    const read = readActions(value, { at, from: within, context })
    if ('reason' in read) reading.note(read.at, IMPORT_NOTES.jumpLost(stops[within]!.title, read.reason))
    else jumps[within] = [...jumps[within]!, ...read.jumps]
  }
  return jumps
}

type ReadJumps = { jumps: Stop['jumps'] } | { at: string; reason: string }

function readActions(
  logic: Json,
  { at, from, context }: { at: string; from: number; context: Context },
): ReadJumps {
  const jumps: { when: When; to: number }[] = []
  for (const { value, index } of objectsIn(logic, 'actions')) {
    const place = `${at}.actions[${index}]`
    if (textIn(value, 'action') !== 'jump') {
      context.reading.note(place, IMPORT_NOTES.calculation)
      continue
    }
    const to = targetOf(objectIn(objectIn(value, 'details'), 'to'), context)
    if (typeof to === 'string') return { at: place, reason: IMPORT_NOTES.jumpReasons.nowhere(to) }
    if (to <= from) return { at: place, reason: IMPORT_NOTES.jumpReasons.back }
    const condition = member(value, 'condition')
    const when = whenOf(condition, { from, context, depth: 0 })
    if (when === undefined)
      return { at: place, reason: IMPORT_NOTES.jumpReasons.condition(inShort(condition)) }
    jumps.push({ when, to })
  }
  return { jumps }
}

/** Index of a jump's target; its name if it does not exist. */
function targetOf(to: Json, { stops, ends }: Context): number | string {
  const name = textIn(to, 'value')
  if (textIn(to, 'type') === 'thankyou') {
    const end = ends.findIndex((refs) => refs.includes(name))
    // Typeform's own end is shown if a form has none.
    if (end < 0 && name === 'default_tys') return stops.length
    return end < 0 ? name : stops.length + end
  }
  const at = stops.findIndex(({ refs }) => refs.includes(name))
  return at < 0 ? name : at
}

interface Reached {
  from: number
  context: Context
  depth: number
}

/** Condition once a stop is answered; undefined if rules cannot express it. */
function whenOf(condition: unknown, at: Reached): When | undefined {
  const op = textIn(condition, 'op')
  const parts = objectsIn(condition, 'vars').map(({ value }) => value)
  if (op === 'always') return true
  if (op === 'and' || op === 'or') {
    if (at.depth > DEEPEST || parts.length === 0 || parts.length > MOST_COMPARISONS) return undefined
    const read = parts.map((part) => whenOf(part, { ...at, depth: at.depth + 1 }))
    return joinedIfSaid(op === 'and' ? 'all' : 'any', read)
  }
  const field = parts.find((part) => textIn(part, 'type') === 'field')
  const [against, ...more] = parts.filter((part) => part !== field)
  if (!field || !against || more.length > 0) return undefined
  const asked = askedBefore(textIn(field, 'value'), at)
  return asked && compared(asked, op, against)
}

const DEEPEST = 20

/** Question with a ref, up to the stop that jumps. */
function askedBefore(ref: string, { from, context: { stops } }: Reached): AskedByRef | undefined {
  const reached = stops.slice(0, from + 1)
  const alone = reached.find(({ refs, asks }) => asks.length === 1 && refs.includes(ref))
  return alone?.asks[0] ?? reached.flatMap(({ asks }) => asks).find(({ refs }) => refs.includes(ref))
}

function compared(
  { asked: { field, as }, choices }: AskedByRef,
  op: string,
  against: Json,
): When | undefined {
  const value = member(against, 'value')
  const isOpposite = op === 'is_not' || op === 'not_equal'
  const isSame = isOpposite || op === 'is' || op === 'equal'
  const order = ORDERS.get(op)
  const either = (when: When) => (isOpposite ? not(when) : when)
  if (as === 'yes_no' || as === 'consent') {
    const says =
      value === true || value === 'true' ? true : value === false || value === 'false' ? false : null
    if (!isSame || says === null) return undefined
    if (as === 'consent') return either(answered(says ? field : declinedField(field)))
    return either({ field, condition: 'eq', arg: says ? 'yes' : 'no' })
  }
  if (as === 'one' || as === 'list' || as === 'any') {
    const isNumber = choices.every(({ option }) => /^\d+$/.test(option.value))
    if (as === 'one' && isNumber && order && typeof value === 'number')
      return { field, condition: order, arg: value }
    const name = textOf(value)
    const choice = choices.find(({ refs }) => refs.includes(name))
    if (!isSame || !choice) return undefined
    return either({ field, condition: 'eq', arg: choice.option.value })
  }
  if (as !== 'number' || typeof value !== 'number') return undefined
  if (isSame) return either({ field, condition: 'eq', arg: value })
  return order && { field, condition: order, arg: value }
}

const ORDERS = new Map<string, 'lt' | 'lte' | 'gt' | 'gte'>([
  ['lower_than', 'lt'],
  ['lower_equal_than', 'lte'],
  ['greater_than', 'gt'],
  ['greater_equal_than', 'gte'],
])

/** A condition as the file has it, shortened to what is read at a glance. */
function inShort(condition: unknown): string {
  const text = JSON.stringify(condition) ?? ''
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
