import type { LocalValidation } from '../../../schemas/element.ts'
import { ageOn, BIRTH_YEARS, parseDay } from './dates.ts'
import type { FieldValue } from '../answers/fields.ts'
import { bareNumber, tidyWord } from './text.ts'

/** The ages allowed on a day, in whole years. */
export interface Ages {
  min?: number
  max?: number
  /** YYYY-MM-DD */
  today: string
}

interface LocalCheck {
  /** `to`: the number allowed, or the value of the field that it is compared with. */
  passes: (value: FieldValue, to?: FieldValue | number, ages?: Ages) => boolean
  /** `to`: the number allowed, or the label of the field that it is compared with. */
  message: (label: string, to?: string | number, ages?: Ages) => string
}

const WELL_FORMED = /^[^\s@]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}$/
const email = (value: FieldValue) => WELL_FORMED.test(tidyWord(String(value)))

/** What each local validation takes, and what it says of the rest. Source: spec, section 5: a message stands as the spec
 *  words it; it has none for one field compared with another. */
export const LOCAL: Record<LocalValidation['name'], LocalCheck> = {
  required: {
    passes: (value) => (typeof value === 'string' ? value.trim() !== '' : value.length > 0),
    message: (label) => `${label} is required`,
  },
  email: {
    passes: email,
    message: (label) => `${label} must contain a valid email`,
  },
  email_format: {
    passes: email,
    message: () => 'Value is not a valid email address',
  },
  phone: {
    passes: (value) => /^\d{10}$/.test(bareNumber(String(value))),
    message: (label) => `${label} must contain a valid phone number`,
  },
  zip: {
    passes: (value) => /^\d{5}$/.test(tidyWord(String(value))),
    message: (label) => `${label} must contain a valid zip code`,
  },
  date_of_birth: {
    passes: (value) => {
      const day = parseDay(String(value))
      return day !== null && day.year >= BIRTH_YEARS.min && day.year <= BIRTH_YEARS.max
    },
    message: (label) => `${label} must be a valid date of birth`,
  },
  age: {
    passes: (value, _, { min = -Infinity, max = Infinity, today } = ANY_AGE) => {
      const born = String(value)
      const years = parseDay(born) ? ageOn(born, today) : NaN
      return years >= min && years <= max
    },
    message: (_label, _to, ages = ANY_AGE) => `You must be ${agesInWords(ages)} years old`,
  },
  description: {
    passes: (value) => String(value).trim().length >= DESCRIPTION_MIN_LENGTH,
    message: (label) => `${label} must be at least ${DESCRIPTION_MIN_LENGTH} char long`,
  },
  min: {
    passes: (value, min = -Infinity) => numberIn(value) >= Number(min),
    message: (_, min) => `The minimum value allowed is ${min}`,
  },
  max: {
    passes: (value, max = Infinity) => numberIn(value) <= Number(max),
    message: (_, max) => `The maximum value allowed is ${max}`,
  },
  same_as: {
    passes: (value, other) => String(value).trim() === String(other).trim(),
    message: (label, other) => `${label} must be the same as ${other}`,
  },
  not_before: {
    passes: (value, other) => order(String(value), String(other)) >= 0,
    message: (label, other) => `${label} must not be before ${other}`,
  },
  not_after: {
    passes: (value, other) => order(String(value), String(other)) <= 0,
    message: (label, other) => `${label} must not be after ${other}`,
  },
}

const ANY_AGE: Ages = { today: '' }

function agesInWords({ min, max }: Ages): string {
  if (min === undefined) return `at most ${max}`
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`
}

/** Source: spec, section 5 "Description". */
export const DESCRIPTION_MIN_LENGTH = 20

/** The characters that a text may have: by the widget in which it is typed. */
export const MAX_LENGTH = { text: 200, textarea: 5000 } as const

/** NaN, which is on neither side of a bound, for what is not a number in plain digits. */
function numberIn(value: FieldValue): number {
  const text = String(value).trim()
  return NUMBER.test(text) ? Number(text) : NaN
}

/** How two numbers or dates stand to each other, negative when `value` is less. A year, or a year and a month, is as
 *  early as any day in it. What is neither has no order, and no comparison holds; another answer that is neither is no
 *  measure, and they all do. */
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
