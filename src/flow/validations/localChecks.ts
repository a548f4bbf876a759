import type { LocalValidation } from '../../../schemas/element.ts'
import { LOCAL_ERRORS } from '../../texts/answerErrors.ts'
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
}

const WELL_FORMED = /^[^\s@]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}$/
const email = (value: FieldValue) => WELL_FORMED.test(tidyWord(String(value)))

/** What each local validation takes. What it says of the rest: src/texts/answerErrors.ts. Source: spec, section 5. */
export const LOCAL: Record<LocalValidation['name'], LocalCheck> = {
  required: {
    passes: (value) => (typeof value === 'string' ? value.trim() !== '' : value.length > 0),
  },
  email: {
    passes: email,
  },
  email_format: {
    passes: email,
  },
  phone: {
    passes: (value) => /^\d{10}$/.test(bareNumber(String(value))),
  },
  zip: {
    passes: (value) => /^\d{5}$/.test(tidyWord(String(value))),
  },
  date_of_birth: {
    passes: (value) => {
      const day = parseDay(String(value))
      return day !== null && day.year >= BIRTH_YEARS.min && day.year <= BIRTH_YEARS.max
    },
  },
  age: {
    passes: (value, _, { min = -Infinity, max = Infinity, today } = ANY_AGE) => {
      const born = String(value)
      const years = parseDay(born) ? ageOn(born, today) : NaN
      return years >= min && years <= max
    },
  },
  description: {
    passes: (value) => String(value).trim().length >= DESCRIPTION_MIN_LENGTH,
  },
  min: {
    passes: (value, min = -Infinity) => numberIn(value) >= Number(min),
  },
  max: {
    passes: (value, max = Infinity) => numberIn(value) <= Number(max),
  },
  same_as: {
    passes: (value, other) => String(value).trim() === String(other).trim(),
  },
  not_before: {
    passes: (value, other) => order(String(value), String(other)) >= 0,
  },
  not_after: {
    passes: (value, other) => order(String(value), String(other)) <= 0,
  },
}

/** What such a validation says of what it does not take. `to`: the number allowed, or the label of the field that it is
 *  compared with. */
export function localError(
  name: LocalValidation['name'],
  label: string,
  { to, ages }: { to?: string | number | undefined; ages?: Ages } = {},
): string {
  return LOCAL_ERRORS[name](label, name === 'description' ? DESCRIPTION_MIN_LENGTH : to, ages)
}

const ANY_AGE: Ages = { today: '' }

/** Source: spec, section 5 "Description". */
export const DESCRIPTION_MIN_LENGTH = 20

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
