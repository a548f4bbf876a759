import { DateTime } from 'luxon'
import { HOUR_MS } from './durations.ts'

const ZONE = 'America/New_York'

/** Cache by whole UTC hour. New York's offset has been whole hours since 1883, so no day of ours begins within an hour. */
const dayByHour = new Map<number, { start: number; date: string }>()
/** Limit for callers that go through every hour of history; a server asks about one day at a time. */
const HOURS_KEPT = 50_000

/** Time when the New York day of `at` began. Days are keyed by this number everywhere. UTC epoch ms. */
export function newYorkDay(at: number): number {
  return dayOf(at).start
}

/** Date in New York, `YYYY-MM-DD`. */
export function newYorkDate(at: number): string {
  return dayOf(at).date
}

/** Time when the New York day after that of `at` begins: 23, 24, or 25 hours after the day's start. */
export function nextNewYorkDay(at: number): number {
  return DateTime.fromMillis(at, { zone: ZONE }).startOf('day').plus({ days: 1 }).toMillis()
}

/** Time when the New York day this many days after that of `at` begins. */
export function newYorkDayAfter(at: number, days: number): number {
  return days === 0
    ? newYorkDay(at)
    : DateTime.fromMillis(at, { zone: ZONE }).startOf('day').plus({ days }).toMillis()
}

/** Time when the New York month of `at` began. */
export function newYorkMonth(at: number): number {
  return DateTime.fromMillis(at, { zone: ZONE }).startOf('month').toMillis()
}

/** Time when a New York date, `YYYY-MM-DD`, begins; NaN if there is no such day. */
export function newYorkStart(date: string): number {
  return DateTime.fromISO(date, { zone: ZONE }).toMillis()
}

/** A New York week, Monday to Sunday. Times are UTC epoch ms, both inclusive. */
export interface Week {
  /** Date of its Monday, `YYYY-MM-DD`. */
  week: string
  from: number
  to: number
}

/** The last `count` New York weeks up to the one of `at`, which comes first. */
export function newYorkWeeks(at: number, count: number): Week[] {
  const monday = DateTime.fromMillis(at, { zone: ZONE }).startOf('week')
  return Array.from({ length: count }, (_, weeks) => {
    const start = monday.minus({ weeks })
    const to = start.plus({ weeks: 1 }).toMillis() - 1
    return { week: start.toFormat('yyyy-MM-dd'), from: start.toMillis(), to }
  })
}

/** A range cut at New York days: raw rows from `from` to `firstDay` and from `endDay` to `end`, totals in between. Every part includes
 *  its start and not its end; a range without a whole day is all raw. */
export interface CutRange {
  from: number
  firstDay: number
  endDay: number
  end: number
}

export function cutAtDays({ from, to }: { from: number; to: number }): CutRange {
  const end = to + 1
  const firstDay = newYorkDay(from) === from ? from : nextNewYorkDay(from)
  const endDay = newYorkDay(end)
  return firstDay < endDay ? { from, firstDay, endDay, end } : { from, firstDay: end, endDay: end, end }
}

/** Days at a range's edges, by their start times: the day of its first instant, the one after that, and the day of its last instant. */
export interface EdgeDays {
  fromDay: number
  nextDay: number
  lastDay: number
}

export function edgeDays({ from, to }: { from: number; to: number }): EdgeDays {
  return { fromDay: newYorkDay(from), nextDay: nextNewYorkDay(from), lastDay: newYorkDay(to) }
}

/** Cached, because luxon takes tens of microseconds, and every write asks. */
function dayOf(at: number): { start: number; date: string } {
  const hour = Math.floor(at / HOUR_MS)
  let day = dayByHour.get(hour)
  if (!day) {
    if (dayByHour.size >= HOURS_KEPT) dayByHour.clear()
    const start = DateTime.fromMillis(at, { zone: ZONE }).startOf('day')
    day = { start: start.toMillis(), date: start.toFormat('yyyy-MM-dd') }
    dayByHour.set(hour, day)
  }
  return day
}
