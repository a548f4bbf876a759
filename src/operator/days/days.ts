import { DateTime } from 'luxon'
import { momentText } from '../../time/momentText.ts'
import { DAYS, PRESET } from './dayWords.ts'

/** Days that reports cover. A day is a New York calendar day, whatever the operator's own time zone. Source: spec, section 9
 *  "Dashboard"; design, section 6. */

const ZONE = 'America/New_York'

/** Range of days in words, such as `Nov 23 – 29`. Times are UTC epoch ms, both inclusive. */
export function weekText({ from, to }: { from: number; to: number }): string {
  return SHORT_DAYS.formatRange(from, to).replaceAll(/\s/g, ' ')
}

const SHORT_DAYS = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: ZONE })

/** Range of days `YYYY-MM-DD`, both inclusive. */
export interface Range {
  from: string
  to: string
}

/** Both ends as in the address; null for an end that is missing or not a day. */
export interface AskedRange {
  from: string | null
  to: string | null
  /** Value in the address for an end that is not a day. */
  unknown: string | null
}

/** First day that can be requested: times are UTC epoch ms, never negative. */
export const FIRST_DAY = '1970-01-01'

export function today(now: number): string {
  return dayOf(DateTime.fromMillis(now, { zone: ZONE }))
}

/** Instants that `range` covers, both inclusive, UTC epoch ms: the start of its first day, and 1 ms before the day after its last
 *  begins. On the two days of the clock change that is 23 or 25 hours later, not 24. */
export function instants({ from, to }: Range): { from: number; to: number } {
  return { from: startOf(from).toMillis(), to: startOf(to).plus({ days: 1 }).toMillis() - 1 }
}

/** Default range: 7 days ago to today. */
export function defaultRange(now: number): Range {
  return { from: daysBefore(now, 7), to: today(now) }
}

/** Period of equal length to compare `range` with: the last one before it with the same weekdays in the same places, so whole weeks
 *  earlier. */
export function periodBefore({ from, to }: Range): Range {
  const length = Math.round(startOf(to).diff(startOf(from), 'days').days) + 1
  const days = Math.ceil(length / DAYS_OF_WEEK) * DAYS_OF_WEEK
  return { from: dayOf(startOf(from).minus({ days })), to: dayOf(startOf(to).minus({ days })) }
}

const DAYS_OF_WEEK = 7

export type Unit = 'day' | 'hour'

/** Instants at which the days or hours of `range` begin; a day of the clock change has 23 or 25 hours. */
export function startsOf(range: Range, unit: Unit): number[] {
  const { to: last } = instants(range)
  const starts: number[] = []
  for (let start = startOf(range.from); start.toMillis() <= last; start = start.plus({ [unit]: 1 }))
    starts.push(start.toMillis())
  return starts
}

/** True if `day` is fewer than this many days after `first`. */
export function isBefore(day: string, first: string, days: number): boolean {
  return day < dayOf(startOf(first).plus({ days }))
}

/** A day or hour on the axis of a chart: `Nov 03`, with its year if the axis has more than one, or `14:00 EST`. */
export function bucketText(at: number, unit: Unit, years = false): string {
  return inNewYork(at).toFormat(unit === 'day' ? `MMM dd${years ? ', yyyy' : ''}` : 'HH:mm ZZZZ')
}

/** True if the days of a chart need their years: they span more than one, or nearly all of one. */
export function needsYears(starts: readonly number[]): boolean {
  const [first, last] = [inNewYork(starts[0] ?? 0), inNewYork(starts.at(-1) ?? 0)]
  return first.year !== last.year || last.diff(first, 'days').days > MOST_DAYS_WITHOUT_YEAR
}

const MOST_DAYS_WITHOUT_YEAR = 300

/** The same in a sentence: `Tue, Nov 03`, `Tue, Nov 03, 14:00 EST`. */
export function bucketName(at: number, unit: Unit, years = false): string {
  const day = `ccc, MMM dd${years ? ', yyyy' : ''}`
  return inNewYork(at).toFormat(unit === 'day' ? day : `${day}, HH:mm ZZZZ`)
}

/** Time of day in New York: `14:05 EST`. */
export function clockText(at: number): string {
  return inNewYork(at).toFormat('HH:mm ZZZZ')
}

/** The same with its seconds: `14:05:00 EST`. */
export function timeText(at: number): string {
  return inNewYork(at).toFormat('HH:mm:ss ZZZZ')
}

/** A recent time: the time of day, with its day unless that is the day of `now`. */
export function asOfText(at: number, now = Date.now()): string {
  return today(at) === today(now) ? clockText(at) : momentText(at)
}

/** Presets of the range picker. */
export function presets(now: number): { label: string; range: Range }[] {
  const thisDay = today(now)
  const yesterday = daysBefore(now, 1)
  const thisMonth = startOf(thisDay).startOf('month')
  const lastMonth = thisMonth.minus({ months: 1 })
  return [
    { label: PRESET.today, range: { from: thisDay, to: thisDay } },
    { label: PRESET.yesterday, range: { from: yesterday, to: yesterday } },
    { label: PRESET.last7Days, range: { from: daysBefore(now, 6), to: thisDay } },
    { label: PRESET.last30Days, range: { from: daysBefore(now, 29), to: thisDay } },
    { label: PRESET.thisMonth, range: { from: dayOf(thisMonth), to: thisDay } },
    { label: PRESET.lastMonth, range: { from: dayOf(lastMonth), to: dayOf(lastMonth.endOf('month')) } },
  ]
}

/** True if `text` is an existing day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text).isValid
}

/** A range in a sentence: `on 03 Nov, 2026`, or `between 03 Nov, 2026 and 10 Nov, 2026`. */
export function rangeText({ from, to }: Range): string {
  return from === to ? DAYS.on(dayText(from)) : DAYS.between(dayText(from), dayText(to))
}

/** A day as the range picker shows it: `03 Nov, 2026`. */
export function dayText(day: string): string {
  return startOf(day).setLocale('en-US').toFormat('dd MMM, yyyy')
}

function daysBefore(now: number, days: number): string {
  return dayOf(startOf(today(now)).minus({ days }))
}

function inNewYork(at: number): DateTime {
  return DateTime.fromMillis(at, { zone: ZONE, locale: 'en-US' })
}

function startOf(day: string): DateTime {
  return DateTime.fromISO(day, { zone: ZONE }).startOf('day')
}

function dayOf(moment: DateTime): string {
  return moment.toISODate() ?? ''
}

/** Weekday of a day, in a word. */
export function weekdayText(day: string): string {
  return startOf(day).toFormat('cccc')
}
