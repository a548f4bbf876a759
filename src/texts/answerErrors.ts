import type { ExternalValidation, LocalValidation } from '../../schemas/elements/element.ts'

/** Errors about answers, for visitors. Source: spec, section 5, word for word; the spec has no message for one field compared with
 *  another. */

type Sentence = (label: string, to?: string | number, ages?: Bounds) => string

interface Bounds {
  min?: number
  max?: number
}

/** Errors by local validation. `to`: the number allowed, or the label of the other field. */
export const LOCAL_ERRORS = {
  required: (label: string) => `${label} is required`,
  email: (label: string) => `${label} must contain a valid email`,
  email_format: () => 'Value is not a valid email address',
  phone: (label: string) => `${label} must contain a valid phone number`,
  zip: (label: string) => `${label} must contain a valid zip code`,
  date_of_birth: (label: string) => `${label} must be a valid date of birth`,
  age: (_label: string, _to?: string | number, ages?: Bounds) =>
    `You must be ${inYears(ages ?? {})} years old`,
  description: (label: string, least?: string | number) => `${label} must be at least ${least} char long`,
  min: (_: string, least?: string | number) => `The minimum value allowed is ${least}`,
  max: (_: string, most?: string | number) => `The maximum value allowed is ${most}`,
  same_as: (label: string, other?: string | number) => `${label} must be the same as ${other}`,
  not_before: (label: string, other?: string | number) => `${label} must not be before ${other}`,
  not_after: (label: string, other?: string | number) => `${label} must not be after ${other}`,
} as const satisfies Record<LocalValidation['name'], Sentence>

function inYears({ min, max }: Bounds): string {
  if (min === undefined) return `at most ${max}`
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`
}

/** Errors by external validation, which asks a service whether a value exists. */
export const EXTERNAL_ERRORS = {
  email: (label: string) => `${label} must contain a valid email address`,
  phone: (label: string) => `${label} must contain a valid phone number`,
  zip: (label: string) => `${label} must contain a valid zip code`,
} as const satisfies Record<ExternalValidation, Sentence>

export const ANSWER_ERRORS = {
  nothingTicked: 'One option is required',
  /** Error for an option that excludes all others. */
  notTogether: (option: string) => `"${option}" can’t be combined with another option`,
  noNumber: (label: string) => `${label} must be a number`,
  /** Error for a slider, which moves in steps. */
  offScale: (label: string, min: number, step: number) =>
    `${label} must be ${inDigits(min)} plus a multiple of ${inDigits(step)}`,
  tooLong: (label: string, most: number) =>
    `${label} must be at most ${most.toLocaleString('en-US')} char long`,
  /** Error for problems that only the compiled schema finds. */
  unusable: (label: string) => `${label} can’t be used. Please check it`,
} as const

function inDigits(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 6 })
}

/** Errors about the parts of a date. */
export const DATE_ERRORS = {
  least: (part: 'day' | 'year', least: number) => `The minimum ${part} is ${least}`,
  most: (part: 'day' | 'month' | 'year', most: number | string) => `The maximum ${part} is ${most}`,
  yearOrLater: (label: string, year: number) => `${label} must be ${year} or later`,
  mustBe: (label: string, value: string) => `${label} must be ${value}`,
  inFuture: (label: string) => `${label} must not be in the future`,
} as const
