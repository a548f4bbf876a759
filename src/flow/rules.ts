import type { Comparison, Condition, Rule } from '../../schemas/rule.ts'
import { fieldOf, isAnswered, type Fields, type FieldValue } from './fields.ts'

/** Whether every rule holds for `fields`; no rules hold.
 *  Throws on an unknown comparison or operator: validation must have caught it.
 *  Source: design, section 3 "Rules". */
export function allHold(rules: readonly Rule[] | undefined, fields: Fields): boolean {
  return (rules ?? []).every((rule) => holds(rule, fields))
}

/** Whether `rule` holds for `fields`. An empty list of conditions holds, whatever joins them. */
export function holds({ operator, conditions }: Rule, fields: Fields): boolean {
  const name = operator ?? 'and'
  const join = Object.hasOwn(JOIN, name) ? JOIN[name] : undefined
  if (!join) throw new Error(`A rule has the unknown operator '${String(operator)}'.`)
  return conditions.length === 0 || join(conditions, fields)
}

const JOIN: Record<'and' | 'or', (conditions: readonly Condition[], fields: Fields) => boolean> = {
  and: (conditions, fields) => conditions.every((condition) => conditionHolds(condition, fields)),
  or: (conditions, fields) => conditions.some((condition) => conditionHolds(condition, fields)),
}

function conditionHolds({ field, condition, arg }: Condition, fields: Fields): boolean {
  const test = Object.hasOwn(COMPARE, condition) ? COMPARE[condition] : undefined
  if (!test) throw new Error(`A rule on '${field}' has the unknown condition '${String(condition)}'.`)
  return test(fieldOf(fields, field), arg)
}

type Arg = Condition['arg']
type Value = FieldValue | undefined

const COMPARE: Record<Comparison, (value: Value, arg: Arg) => boolean> = {
  eq: equal,
  neq: (value, arg) => !equal(value, arg),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
}

function equal(value: Value, arg: Arg): boolean {
  const argMissing = arg === null || arg === ''
  if (!isAnswered(value) || argMissing) return !isAnswered(value) && argMissing
  return typeof value === 'string' ? order(value, arg) === 0 : value.some((item) => order(item, arg) === 0)
}

/** An order is never true of a list, nor when either side is missing. */
function ordered(test: (order: number) => boolean) {
  return (value: Value, arg: Arg) =>
    typeof value === 'string' && value !== '' && arg !== null && arg !== '' && test(order(value, arg))
}

function order(value: string, arg: string | number): number {
  const [a, b] = [asNumber(value), asNumber(arg)]
  return a === null || b === null ? compare(value, String(arg)) : compare(a, b)
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Plain decimal notation only: '0x10', '1e3' and ' 5' are text. */
const NUMERIC = /^-?\d+(\.\d+)?$/

function asNumber(value: string | number): number | null {
  if (typeof value === 'number') return value
  return NUMERIC.test(value) ? Number(value) : null
}
