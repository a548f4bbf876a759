import type { LocalValidation } from '../../../schemas/elements/element.ts'
import type { Sentences } from '../../texts/languages/sentences.ts'
import type { FieldValue } from '../answers/fields.ts'
import { ageOn, BIRTH_YEARS, parseDay } from '../kernel/dates.ts'
import { bareNumber, tidyEmail, tidyPhone, tidyWord } from '../kernel/text.ts'

/** The ages allowed on a day, in whole years. */
export interface Ages {
  min?: number
  max?: number
  /** YYYY-MM-DD */
  today: string
}

/** A validation that needs no server. For its message, see src/texts/answerErrors.ts; for checks and proofs,
 *  src/author/elements/validationAuthoring.ts. */
interface LocalCheck {
  /** True if it accepts a value. `to` is the allowed number, or the value of the field to compare with. */
  passes: (value: FieldValue, to?: FieldValue | number, ages?: Ages) => boolean
  /** Normalizes a typed value for the record. */
  tidy?: (typed: string) => string
  /** Way to reach the visitor with a valid value. */
  contact?: 'phone' | 'email'
  /** Number in its message if it is not from the flow. */
  least?: number
}

const required: LocalCheck = {
  passes: (value) => (typeof value === 'string' ? value.trim() !== '' : value.length > 0),
}

const WELL_FORMED = /^[^\s@]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}$/

const emailShape: LocalCheck = {
  passes: (value) => WELL_FORMED.test(tidyEmail(String(value))),
  tidy: tidyEmail,
  contact: 'email',
}

const phoneShape: LocalCheck = {
  passes: (value) => /^\d{10}$/.test(bareNumber(tidyPhone(String(value)))),
  tidy: tidyPhone,
  contact: 'phone',
}

const zipShape: LocalCheck = {
  passes: (value) => /^\d{5}$/.test(tidyWord(String(value))),
  tidy: tidyWord,
}

const birthDate: LocalCheck = {
  passes: (value) => {
    const day = parseDay(String(value))
    return day !== null && day.year >= BIRTH_YEARS.min && day.year <= BIRTH_YEARS.max
  },
}

const allowedAge: LocalCheck = {
  passes: (value, _, { min = -Infinity, max = Infinity, today } = ANY_AGE) => {
    const born = String(value)
    const years = parseDay(born) ? ageOn(born, today) : NaN
    return years >= min && years <= max
  },
}

const ANY_AGE: Ages = { today: '' }

/** Source: spec, section 5 "Description". */
export const DESCRIPTION_MIN_LENGTH = 20

const storyLength: LocalCheck = {
  passes: (value) => String(value).trim().length >= DESCRIPTION_MIN_LENGTH,
  least: DESCRIPTION_MIN_LENGTH,
}

const min: LocalCheck = { passes: (value, least = -Infinity) => numberIn(value) >= Number(least) }
const max: LocalCheck = { passes: (value, most = Infinity) => numberIn(value) <= Number(most) }
const sameAs: LocalCheck = {
  passes: (value, other) => String(value).trim() === String(other).trim(),
}
const notBefore: LocalCheck = { passes: (value, other) => order(String(value), String(other)) >= 0 }
const notAfter: LocalCheck = { passes: (value, other) => order(String(value), String(other)) <= 0 }

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

/** Every validation that needs no server. The schema names them, and the compiler requires each one here, for its message
 *  (src/texts/answerErrors.ts), and for authors (src/author/elements). Source: spec, section 5. */
export const LOCAL: Record<LocalValidation['name'], LocalCheck> = {
  required,
  email: emailShape,
  email_format: emailShape,
  phone: phoneShape,
  zip: zipShape,
  date_of_birth: birthDate,
  age: allowedAge,
  description: storyLength,
  min,
  max,
  same_as: sameAs,
  not_before: notBefore,
  not_after: notAfter,
}

/** Message of such a validation for a refused value. `to` is the allowed number, or the label of the field to compare with. */
export function localError(
  { LOCAL_ERRORS }: Pick<Sentences, 'LOCAL_ERRORS'>,
  name: LocalValidation['name'],
  label: string,
  { to, ages }: { to?: string | number | undefined; ages?: Ages } = {},
): string {
  return LOCAL_ERRORS[name](label, LOCAL[name].least ?? to, ages)
}
