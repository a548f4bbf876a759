import { BIRTH_YEARS, daysInMonth, formatDay } from './dates.ts'

/** What the date-of-birth widget holds while it is filled in; '' for what is not there yet. */
export interface DateParts {
  /** 1 to 12, without a zero before it. */
  month: string
  /** Up to two digits. */
  day: string
  /** Up to four digits. */
  year: string
}

/** The day as `YYYY-MM-DD`; undefined until its parts make one that exists, from 1900 to `currentYear`. */
export function dateOfBirth(parts: DateParts, currentYear: number): string | undefined {
  if (!isComplete(parts) || outOfRange(parts, currentYear)) return undefined
  return formatDay(Number(parts.year), Number(parts.month), Number(parts.day))
}

export function isComplete({ month, day, year }: DateParts): boolean {
  return month !== '' && day !== '' && year.length === 4
}

/** What is out of range, in the spec's words; undefined when nothing is. Source: spec, section 5 "Date of birth". */
export function outOfRange({ month, day, year }: DateParts, currentYear: number): string | undefined {
  if (day !== '' && Number(day) < 1) return 'The minimum day is 1'
  const days = month === '' ? 31 : daysInMonth(Number(month), year.length === 4 ? Number(year) : undefined)
  if (Number(day) > days) return `The maximum day is ${days}`
  if (year.length < 4) return undefined
  if (Number(year) < BIRTH_YEARS.min) return `The minimum year is ${BIRTH_YEARS.min}`
  return Number(year) > currentYear ? `The maximum year is ${currentYear}` : undefined
}
