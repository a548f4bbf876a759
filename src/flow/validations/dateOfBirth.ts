import type { LocalValidation } from '../../../schemas/elements/element.ts'
import { BIRTH_YEARS, daysInMonth, formatDay, yearsBefore } from '../kernel/dates.ts'
import { localError } from '../elements/localChecks.ts'
import type { Sentences } from '../../texts/languages/sentences.ts'
import { agesOf } from './validations.ts'

/** State of the date-of-birth widget while it is filled in; '' for missing parts. */
export interface DateParts {
  /** 1 to 12, without a zero before it. */
  month: string
  /** Up to two digits. */
  day: string
  /** Up to four digits. */
  year: string
}

/** Limit for a date of birth. */
export interface BirthLimit {
  /** `YYYY-MM-DD`. */
  today: string
  /** `YYYY-MM-DD`; it may be a day that does not exist, but sorts like one. */
  latest: string
  /** Our sentences in the language of the page. */
  sentences: Sentences
  /** Message for later days, where the spec has none. */
  message?: string
}

/** Latest date of birth that an element accepts on a day, `YYYY-MM-DD`. */
export function birthLimit(
  checks: readonly LocalValidation[],
  today: string,
  sentences: Sentences,
): BirthLimit {
  const limits = checks.flatMap((check): BirthLimit | [] => {
    const { name, min } = check
    if (name === 'date_of_birth') return { today, sentences, latest: `${BIRTH_YEARS.max}-12-31` }
    if (name !== 'age' || min === undefined) return []
    return {
      today,
      sentences,
      latest: yearsBefore(today, min),
      message: localError(sentences, 'age', '', { ages: agesOf(check, today) }),
    }
  })
  return limits.reduce((least, limit) => (limit.latest < least.latest ? limit : least), {
    today,
    sentences,
    latest: today,
  })
}

/** The day as `YYYY-MM-DD`; undefined until its parts make one that exists, from 1900 to the latest allowed. */
export function dateOfBirth(parts: DateParts, limit: BirthLimit): string | undefined {
  if (!isComplete(parts) || outOfRange(parts, limit)) return undefined
  return formatDay(Number(parts.year), Number(parts.month), Number(parts.day))
}

export function isComplete({ month, day, year }: DateParts): boolean {
  return month !== '' && day !== '' && year.length === 4
}

/** The first part that is out of range, in the spec's words; undefined if none is. A year of fewer than four digits is taken literally:
 *  visitors who are still typing need no message. Source: spec, section 5 "Date of birth". */
export function outOfRange(
  { month, day, year }: DateParts,
  { today, latest, sentences, message }: BirthLimit,
): { part: keyof DateParts; message: string } | undefined {
  const { DATE_ERRORS } = sentences
  const days = month === '' ? 31 : daysInMonth(Number(month), year.length === 4 ? Number(year) : undefined)
  if (day !== '' && Number(day) < 1) return { part: 'day', message: DATE_ERRORS.least('day', 1) }
  if (Number(day) > days) return { part: 'day', message: DATE_ERRORS.most('day', days) }
  if (year !== '' && Number(year) < BIRTH_YEARS.min)
    return { part: 'year', message: DATE_ERRORS.least('year', BIRTH_YEARS.min) }
  const parts = { month, day, year }
  const late = tooLate(parts, latest, sentences)
  if (!late || message === undefined) return late
  return tooLate(parts, today, sentences) ?? { ...late, message }
}

/** The part that makes a date later than the latest allowed. */
function tooLate({ month, day, year }: DateParts, latest: string, { DATE_ERRORS, MONTHS }: Sentences) {
  const [lastYear = 0, lastMonth = 0, lastDay = 0] = latest.split('-').map(Number)
  if (Number(year) > lastYear) return { part: 'year', message: DATE_ERRORS.most('year', lastYear) } as const
  if (Number(year) < lastYear || month === '') return undefined
  if (Number(month) > lastMonth)
    return { part: 'month', message: DATE_ERRORS.most('month', MONTHS[lastMonth - 1]!) } as const
  const isLate = Number(month) === lastMonth && Number(day) > lastDay
  return isLate ? ({ part: 'day', message: DATE_ERRORS.most('day', lastDay) } as const) : undefined
}

/** Parts of a date as people in the US write it: 2/3/1980, 1980-02-03, Feb. 3, 1980. `months` has their names. Null for anything else;
 *  does not check whether the day exists. */
export function writtenDate(text: string, months: readonly string[]): DateParts | null {
  const [, first, day, year] =
    /^(\d{1,2}|[a-z]{3,9})\.?[\s/.-]+(\d{1,2}),?[\s/.-]+(\d{4})$/i.exec(text.trim()) ?? []
  if (first && day && year) return partsOf(monthOf(first, months), day, year)
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? []
  return isoYear && isoMonth && isoDay ? partsOf(Number(isoMonth), isoDay, isoYear) : null
}

function partsOf(month: number, day: string, year: string): DateParts | null {
  return month >= 1 && month <= 12 ? { month: String(month), day: String(Number(day)), year } : null
}

/** 1 to 12; 0 for a word that no month's name begins with. */
function monthOf(text: string, months: readonly string[]): number {
  const begins = (name: string) => name.toLowerCase().startsWith(text.toLowerCase())
  return Number(text) || months.findIndex(begins) + 1
}
