import { DateTime } from 'luxon'

const HOUR_MS = 3_600_000
const ZONE = 'America/New_York'

/** By whole UTC hour. New York's offset has been whole hours since 1883, so no day of ours begins within an hour. */
const startByHour = new Map<number, number>()
/** A bound for whoever asks about every hour of history; a server asks about one day at a time. */
const HOURS_KEPT = 50_000

/** The instant at which the New York day of `at` began. Days are keyed by this number everywhere. UTC epoch ms. */
export function newYorkDay(at: number): number {
  const hour = Math.floor(at / HOUR_MS)
  let start = startByHour.get(hour)
  if (start === undefined) {
    if (startByHour.size >= HOURS_KEPT) startByHour.clear()
    start = DateTime.fromMillis(at, { zone: ZONE }).startOf('day').toMillis()
    startByHour.set(hour, start)
  }
  return start
}

/** The instant at which the New York day after that of `at` begins: 23, 24 or 25 hours after the day's start. */
export function nextNewYorkDay(at: number): number {
  return DateTime.fromMillis(at, { zone: ZONE }).startOf('day').plus({ days: 1 }).toMillis()
}

/** A range cut at New York days: raw rows from `from` to `firstDay` and from `endDay` to `end`, totals in between.
 *  Every part includes its start and not its end; a range without a whole day is all raw. */
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
