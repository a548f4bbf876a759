import type { Comparison, Condition, Rule } from '../../schemas/kernel/rule.ts'
import { once } from './kernel/once.ts'
import { isAnswered, type Fields, type FieldValue } from './answers/fields.ts'

/** True if every rule holds for `fields`; also if there are no rules. Throws on an unknown comparison or operator: validation must have
 *  caught it. Source: design, section 3 "Rules". */
export function allHold(rules: readonly Rule[] | undefined, fields: Fields): boolean {
  return !rules || rules.length === 0 || testOf(rules)(fields)
}

const testOf = once((rules: readonly Rule[]) => compile({ operator: 'and', conditions: [...rules] }))

/** True if `rule` holds for `fields`. An empty list of conditions holds, whatever its operator. */
export function holds(rule: Rule, fields: Fields): boolean {
  return allHold(alone(rule), fields)
}

const alone = once((rule: Rule) => [rule])

export type Test = (fields: Fields) => boolean

/** A rule compiled as far as possible without fields: a chain of comparisons. */
export function compile(rule: Rule): Test {
  const start = link(rule, true, false)
  return (fields) => {
    let at = start
    while (typeof at === 'object') at = (at.accepts & relation(fields[at.field], at)) !== 0 ? at.yes : at.no
    return at
  }
}

/** Next comparison, or the rule's result. */
type Next = Link | boolean

interface Link {
  field: string
  /** Relations that the comparison accepts, as bits. */
  accepts: number
  /** True if the order of different values matters: ordering text is slower than testing equality. */
  ordered: boolean
  /** Value to compare with, null for "not answered"; and as a number, if it is one. */
  text: string | null
  number: number | null
  yes: Next
  no: Next
}

function link(part: Rule | Condition, yes: Next, no: Next): Next {
  if ('field' in part) return linkCondition(part, yes, no)
  const { operator, conditions } = part
  const name = operator ?? 'and'
  if (name !== 'and' && name !== 'or')
    throw new Error(`A rule has the unknown operator '${String(operator)}'.`)
  if (conditions.length === 0) return yes
  return name === 'and'
    ? conditions.reduceRight((next: Next, condition) => link(condition, next, no), yes)
    : conditions.reduceRight((next: Next, condition) => link(condition, yes, next), no)
}

function linkCondition({ field, condition, arg }: Condition, yes: Next, no: Next): Link {
  if (!Object.hasOwn(ACCEPTS, condition))
    throw new Error(`A rule on '${field}' has the unknown condition '${String(condition)}'.`)
  const text = arg === null || arg === '' ? null : String(arg)
  const number = typeof arg === 'number' ? arg : text === null ? null : asNumber(text)
  const accepts = ACCEPTS[condition]
  const ordered = Boolean(accepts & LESS) !== Boolean(accepts & MORE)
  return { field, accepts, ordered, text, number, yes, no }
}

/** Relation of a value to the one it is compared with. Lists and missing values have no order: they are equal or not. */
const LESS = 1
const SAME = 2
const MORE = 4
const EQUAL = 8
const APART = 16

const ACCEPTS: Record<Comparison, number> = {
  eq: SAME | EQUAL,
  neq: LESS | MORE | APART,
  lt: LESS,
  lte: LESS | SAME,
  gt: MORE,
  gte: MORE | SAME,
}

/** Inherited names need no test of their own: their values are neither text nor a list. */
function relation(value: FieldValue | undefined, to: Link): number {
  if (typeof value !== 'string' || value === '' || to.text === null) return withoutOrder(value, to)
  if (value === to.text) return SAME
  if (to.number !== null) {
    const number = asNumber(value)
    if (number !== null) return number < to.number ? LESS : number > to.number ? MORE : SAME
  }
  return to.ordered && value < to.text ? LESS : MORE
}

function withoutOrder(value: unknown, to: Link): number {
  const answered = typeof value === 'string' || Array.isArray(value) ? isAnswered(value as FieldValue) : false
  if (!answered || to.text === null) return answered === (to.text !== null) ? EQUAL : APART
  return (value as string[]).some((item) => relation(item, to) === SAME) ? EQUAL : APART
}

/** Plain decimal notation only: '0x10', '1e3', and ' 5' are text. */
const NUMERIC = /^-?\d+(\.\d+)?$/
/** Longer numbers may lose precision when added up digit by digit. */
const SAFE_DIGITS = 15

/** Null for text that is not a number. Nearly all are a few digits, which are added up ten times as fast as matched by a pattern, or
 *  begin with a letter. */
export function asNumber(text: string): number | null {
  let sum = 0
  for (let at = 0; at < text.length && at < SAFE_DIGITS; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit > 9) return null
    if (digit < 0) return NUMERIC.test(text) ? Number(text) : null
    sum = sum * 10 + digit
  }
  return text.length <= SAFE_DIGITS ? sum : NUMERIC.test(text) ? Number(text) : null
}

const ZERO = '0'.charCodeAt(0)

/** Comparisons of a rule, including those of nested rules. */
export function conditionsOf({ conditions }: Rule): Condition[] {
  return conditions.flatMap((part: Rule | Condition) => ('conditions' in part ? conditionsOf(part) : [part]))
}
