import type { FieldValue } from '../../answers/fields.ts'
import type { LocalCheck } from './localCheck.ts'

/** Compares a value with a number, or with another field's value. */

export const min: LocalCheck = { passes: (value, least = -Infinity) => numberIn(value) >= Number(least) }
export const max: LocalCheck = { passes: (value, most = Infinity) => numberIn(value) <= Number(most) }
export const sameAs: LocalCheck = {
  passes: (value, other) => String(value).trim() === String(other).trim(),
}
export const notBefore: LocalCheck = { passes: (value, other) => order(String(value), String(other)) >= 0 }
export const notAfter: LocalCheck = { passes: (value, other) => order(String(value), String(other)) <= 0 }

/** NaN, which is on neither side of a bound, for anything but a number in plain digits. */
function numberIn(value: FieldValue): number {
  const text = String(value).trim()
  return NUMBER.test(text) ? Number(text) : NaN
}

/** Order of two numbers or dates, negative if `value` is less. A year, or a year and a month, is as early as any day in it. A value that
 *  is neither has no order, and no comparison holds; if the other answer is neither, it is no limit, and all comparisons hold. */
function order(value: string, other: string): number {
  if (!NUMBER.test(other) && !DATE.test(other)) return 0
  if (NUMBER.test(value) && NUMBER.test(other)) return Number(value) - Number(other)
  if (!DATE.test(value) || !DATE.test(other)) return NaN
  const length = Math.min(value.length, other.length)
  const [a, b] = [value.slice(0, length), other.slice(0, length)]
  return a < b ? -1 : a > b ? 1 : 0
}

const NUMBER = /^-?\d+(\.\d+)?$/
const DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/
