import { DateTime } from 'luxon'
import { newYorkDay } from './newYorkDay.ts'

/** Business days in New York: Monday to Friday, except federal holidays. Source: 5 U.S.C. 6103(a) and (b). */

const ZONE = 'America/New_York'

/** Last instant of the `days`-th business day after the day of `at`. UTC epoch ms. */
export function endOfBusinessDay(at: number, days: number): number {
  const known = `${newYorkDay(at)} ${days}`
  const found = ends.get(known)
  if (found !== undefined) return found
  if (ends.size >= MOST_KEPT) ends.clear()
  const end = computedEnd(at, days)
  ends.set(known, end)
  return end
}

/** Cached by New York day and number of days, because luxon takes tens of microseconds for each day. */
const ends = new Map<string, number>()
const MOST_KEPT = 1000

function computedEnd(at: number, days: number): number {
  let day = DateTime.fromMillis(at, { zone: ZONE }).startOf('day')
  for (let left = days; left > 0;) {
    day = day.plus({ days: 1 })
    if (isBusinessDay(day)) left--
  }
  return day.plus({ days: 1 }).toMillis() - 1
}

/** A day as in letters: `Dec 7, 2026`. */
export function dayTextOf(at: number): string {
  return DateTime.fromMillis(at, { zone: ZONE, locale: 'en-US' }).toFormat('MMM d, yyyy')
}

function isBusinessDay(day: DateTime): boolean {
  return day.weekday < SATURDAY && !isHoliday(day) && !isObserved(day)
}

const SATURDAY = 6

/** True on a Friday before, or a Monday after, a holiday that falls on a weekend. */
function isObserved(day: DateTime): boolean {
  if (day.weekday === 5) return isFixed(day.plus({ days: 1 }))
  return day.weekday === 1 && isFixed(day.minus({ days: 1 }))
}

const isHoliday = (day: DateTime) => isFixed(day) || isMovable(day)

/** New Year's Day, Juneteenth, Independence Day, Veterans Day, and Christmas Day. */
const FIXED: ReadonlySet<string> = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])
const isFixed = (day: DateTime) => FIXED.has(day.toFormat('MM-dd'))

/** Weekday and its count within a month: Martin Luther King Jr., Washington, Labor, Columbus, and Thanksgiving Day. */
const MOVABLE: Readonly<Record<number, readonly [weekday: number, nth: number]>> = {
  1: [1, 3],
  2: [1, 3],
  9: [1, 1],
  10: [1, 2],
  11: [4, 4],
}

function isMovable(day: DateTime): boolean {
  // Memorial Day is the last Monday of May.
  if (day.month === 5) return day.weekday === 1 && day.plus({ weeks: 1 }).month === 6
  const [weekday, nth] = MOVABLE[day.month] ?? []
  return day.weekday === weekday && Math.ceil(day.day / 7) === nth
}
