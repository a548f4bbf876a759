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

/** The first part that is out of range, in the spec's words; undefined when none is. A year of fewer than four digits is
 *  taken for what it says: whoever is still typing it need not be told. Source: spec, section 5 "Date of birth". */
export function outOfRange(
  { month, day, year }: DateParts,
  currentYear: number,
): { part: keyof DateParts; message: string } | undefined {
  const days = month === '' ? 31 : daysInMonth(Number(month), year.length === 4 ? Number(year) : undefined)
  if (day !== '' && Number(day) < 1) return { part: 'day', message: 'The minimum day is 1' }
  if (Number(day) > days) return { part: 'day', message: `The maximum day is ${days}` }
  if (year !== '' && Number(year) < BIRTH_YEARS.min)
    return { part: 'year', message: `The minimum year is ${BIRTH_YEARS.min}` }
  if (Number(year) > currentYear) return { part: 'year', message: `The maximum year is ${currentYear}` }
  return undefined
}
