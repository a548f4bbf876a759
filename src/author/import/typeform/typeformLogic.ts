import { IMPORT_NOTES } from '../importNotes.ts'
import { declinedField } from '../foreignForm.ts'
import { member, objectIn, objectsIn, textIn, textOf, type Json } from '../foreignJson.ts'
import type { Stop } from '../jumps.ts'
import type { Reading } from '../reading.ts'
import type { AskedByRef, TypeformStop } from './typeformFields.ts'
import { answered, joinedIfSaid, MOST_COMPARISONS, not, unsaid, type When } from '../when.ts'

interface Context {
  stops: readonly TypeformStop[]
  /** Names of each end. */
  ends: readonly (readonly string[])[]
  /** Our fields by ref, and by `hidden:` with the name of a hidden field. */
  fields: ReadonlyMap<string, string>
  reading: Reading
}

/** Jumps of each stop; those of hidden fields begin at the first, before any question. A jump with a condition that rules cannot express
 *  may be taken or not. */
export function jumpsOf(document: Json, context: Context): Stop['jumps'][] {
  const { stops, reading } = context
  const jumps: Stop['jumps'][] = stops.map(() => [])
  for (const { value, index } of objectsIn(document, 'logic')) {
    const at = `logic[${index}]`
    const ref = textIn(value, 'ref')
    const from = stops.findIndex(({ refs }) => refs.includes(ref))
    // Jumps from inside a page of several questions start at that page.
    const within =
      textIn(value, 'type') === 'hidden'
        ? 0
        : from >= 0
          ? from
          : stops.findIndex(({ asks }) => asks.some(({ refs }) => refs.includes(ref)))
    if (within < 0) reading.note(at, IMPORT_NOTES.jumpsLost(ref, IMPORT_NOTES.jumpReasons.nowhere(ref)))
    else jumps[within] = [...jumps[within]!, ...jumpsIn(value, { at, from: within, context })]
  }
  return jumps
}

function jumpsIn(
  logic: Json,
  { at, from, context }: { at: string; from: number; context: Context },
): Stop['jumps'] {
  const { stops, reading } = context
  return objectsIn(logic, 'actions').flatMap(({ value, index }) => {
    const place = `${at}.actions[${index}]`
    if (textIn(value, 'action') !== 'jump') {
      reading.note(place, IMPORT_NOTES.calculation)
      return []
    }
    const to = targetOf(objectIn(objectIn(value, 'details'), 'to'), context)
    const { title } = stops[from]!
    const isForward = typeof to === 'number' && to > from
    if (!isForward)
      reading.note(
        place,
        IMPORT_NOTES.jumpLost(
          title,
          typeof to === 'string' ? IMPORT_NOTES.jumpReasons.nowhere(to) : IMPORT_NOTES.jumpReasons.back,
        ),
      )
    const condition = member(value, 'condition')
    const when = whenOf(condition, { from, context, depth: 0 })
    if (when === undefined) reading.note(place, IMPORT_NOTES.ruleLost(title, inShort(condition)))
    return [{ when: when ?? unsaid(place), to: isForward ? to : from + 1 }]
  })
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
  const field = parts.find((part) => ['field', 'hidden'].includes(textIn(part, 'type')))
  const [against, ...more] = parts.filter((part) => part !== field)
  if (!field || !against || more.length > 0) return undefined
  const name = textIn(field, 'value')
  if (textIn(field, 'type') === 'hidden')
    return comparedText(at.context.fields.get(`hidden:${name}`), op, member(against, 'value'))
  const asked = askedBefore(name, at)
  return asked && compared(asked, op, against)
}

/** Comparison of a hidden field, whose texts are as their author wrote them into links. */
function comparedText(field: string | undefined, op: string, value: unknown): When | undefined {
  const order = ORDERS.get(op)
  if (field === undefined || (typeof value !== 'string' && typeof value !== 'number')) return undefined
  if (order) return typeof value === 'number' ? { field, condition: order, arg: value } : undefined
  if (!SAME.has(op)) return undefined
  return { field, condition: op === 'is' || op === 'equal' ? 'eq' : 'neq', arg: value }
}

const SAME = new Set(['is', 'equal', 'is_not', 'not_equal'])

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
    // A number that the scale doesn't have is never chosen.
    if (isSame && !choice && isNumber && typeof value === 'number') return either(false)
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
