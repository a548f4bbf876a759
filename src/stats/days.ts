import { DateTime } from 'luxon'

/** The days that reports cover. A day is a New York calendar day, whatever the operator's own time zone.
 *  Source: spec, section 9 "Dashboard"; design, section 6. */

const ZONE = 'America/New_York'

/** Both ends inclusive, each a day `YYYY-MM-DD`. */
export interface Range {
  from: string
  to: string
}

export function today(now: number): string {
  return dayOf(DateTime.fromMillis(now, { zone: ZONE }))
}

/** The instants that `range` covers, both inclusive, UTC epoch ms: the start of its first day, and 1 ms before the day
 *  after its last begins. On the two days of the clock change that is 23 or 25 hours later, not 24. */
export function instants({ from, to }: Range): { from: number; to: number } {
  return { from: startOf(from).toMillis(), to: startOf(to).plus({ days: 1 }).toMillis() - 1 }
}

/** 7 days ago to today. */
export function defaultRange(now: number): Range {
  return { from: daysBefore(now, 7), to: today(now) }
}

/** What the range picker offers in one click. */
export function presets(now: number): { label: string; range: Range }[] {
  const thisDay = today(now)
  const yesterday = daysBefore(now, 1)
  const thisMonth = startOf(thisDay).startOf('month')
  const lastMonth = thisMonth.minus({ months: 1 })
  return [
    { label: 'Today', range: { from: thisDay, to: thisDay } },
    { label: 'Yesterday', range: { from: yesterday, to: yesterday } },
    { label: 'Last 7 days', range: { from: daysBefore(now, 6), to: thisDay } },
    { label: 'Last 30 days', range: { from: daysBefore(now, 29), to: thisDay } },
    { label: 'This month', range: { from: dayOf(thisMonth), to: thisDay } },
    { label: 'Last month', range: { from: dayOf(lastMonth), to: dayOf(lastMonth.endOf('month')) } },
  ]
}

/** Whether `text` names a day that exists. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text).isValid
}

/** An instant as it stands in a table: `Nov 03, 2026, 14:05`. */
export function momentText(at: number): string {
  return DateTime.fromMillis(at, { zone: ZONE, locale: 'en-US' }).toFormat('MMM dd, yyyy, HH:mm')
}

/** A range in a sentence: `on 03 Nov, 2026`, or `between 03 Nov, 2026 and 10 Nov, 2026`. */
export function rangeText({ from, to }: Range): string {
  return from === to ? `on ${dayText(from)}` : `between ${dayText(from)} and ${dayText(to)}`
}

/** A day as the range picker shows it: `03 Nov, 2026`. */
export function dayText(day: string): string {
  return startOf(day).setLocale('en-US').toFormat('dd MMM, yyyy')
}

function daysBefore(now: number, days: number): string {
  return dayOf(startOf(today(now)).minus({ days }))
}

function startOf(day: string): DateTime {
  return DateTime.fromISO(day, { zone: ZONE }).startOf('day')
}

function dayOf(moment: DateTime): string {
  return moment.toFormat('yyyy-MM-dd')
}
