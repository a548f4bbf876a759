import { DateTime } from 'luxon'

/** Hours that begin on some days of the week: `from` 00:00 to 23:59; `to` up to 24:00, or at or before `from` for a time on the next day. */
export interface Hours {
  days: readonly Weekday[]
  from: string
  to: string
}
export type Weekday = (typeof DAYS)[number]

export type Period = 'hour' | 'day' | 'month'

/** The hour, day, or month of a time zone that contains an instant. It includes its start and not its end. UTC epoch ms. An hour that the
 *  clock shows twice counts as two. */
export function periodOf(at: number, per: Period, zone: string): { start: number; end: number } {
  if (per === 'hour') return hourOf(at, zone)
  const start = DateTime.fromMillis(at, { zone }).startOf(per)
  // A day may begin at one o'clock, if midnight is skipped.
  return {
    start: start.toMillis(),
    end: start
      .plus({ [per]: 1 })
      .startOf(per)
      .toMillis(),
  }
}

/** An hour ends early if the clocks are set within it, as on Lord Howe Island, where they are set by half an hour. */
function hourOf(at: number, zone: string): { start: number; end: number } {
  const { offset } = DateTime.fromMillis(at, { zone })
  const sinceHour = (at + offset * MINUTE_MS) % HOUR_MS
  const [start, end] = [at - sinceHour, at - sinceHour + HOUR_MS].map((time) =>
    DateTime.fromMillis(time, { zone }),
  )
  const last = end!.minus(1)
  return {
    start: start!.offset === offset ? start!.toMillis() : clocksSet(start!.toMillis(), at, zone),
    end: last.offset === offset ? end!.toMillis() : clocksSet(at, last.toMillis(), zone),
  }
}

/** True if the clocks of that time zone show an instant within the hours. An hour that they show twice counts both times. */
export function isOpen(hours: readonly Hours[], at: number, zone: string): boolean {
  const now = localMinutes(at, zone)
  return spansOf(hours).some(
    ({ day, from, to }) => day === now.day && from <= now.minutes && now.minutes < to,
  )
}

/** Day of the week, from 0 for Monday, and minutes since midnight that the clocks of that time zone show. */
export function localMinutes(at: number, zone: string): { day: number; minutes: number } {
  const { weekday, hour, minute } = DateTime.fromMillis(at, { zone })
  return { day: weekday - 1, minutes: hour * 60 + minute }
}

/** Parts of the hours within one day: `day` from 0 for Monday to 6, `from` and `to` in minutes since midnight. */
export function spansOf(hours: readonly Hours[]): { day: number; from: number; to: number }[] {
  return hours.flatMap(({ days, from: start, to: end }) => {
    const [from, to] = [minutesOf(start), minutesOf(end)]
    return days.flatMap((name) => {
      const day = DAYS.indexOf(name)
      if (to > from) return { day, from, to }
      const rest = { day: (day + 1) % DAYS.length, from: 0, to }
      return [{ day, from, to: DAY_MINUTES }, ...(to > 0 ? [rest] : [])]
    })
  })
}

/** Time when the hours begin next, after an instant outside them. UTC epoch ms. If the clocks skip the beginning, the hours begin as soon as
 *  they were set. If they show it twice, the hours begin twice, unless they last until the clocks are set back. */
export function nextOpening(hours: readonly Hours[], at: number, zone: string): number {
  const spans = spansOf(hours)
  const today = DateTime.fromMillis(at, { zone }).startOf('day')
  for (let n = 0; n <= LONGEST_CLOSED_DAYS; n++) {
    const openings = openingsOn(today.plus({ days: n }).startOf('day'), spans)
      .filter((opening) => opening > at && isOpen(hours, opening, zone))
      .sort((a, b) => a - b)
    if (openings[0] !== undefined) return openings[0]
  }
  throw new Error(`No hours of ${JSON.stringify(hours)} come after ${at} in ${zone}.`)
}

/** Instants at which hours may begin on one day: when its clocks show their start, once or twice, and when they are set. */
function openingsOn(day: DateTime, spans: readonly { day: number; from: number }[]): number[] {
  const zone = day.zoneName!
  const next = day.plus({ days: 1 }).startOf('day')
  const midnight = DateTime.utc(day.year, day.month, day.day).toMillis()
  const starts = spans.flatMap(({ day: of, from }) =>
    of === day.weekday - 1
      ? [day.offset, next.offset].flatMap((offset) => {
          const start = midnight + (from - offset) * MINUTE_MS
          return DateTime.fromMillis(start, { zone }).offset === offset ? start : []
        })
      : [],
  )
  if (day.offset === next.offset) return starts
  return [...starts, clocksSet(day.toMillis() - 1, next.toMillis(), zone)]
}

/** First instant after `before` whose offset is that of `after`: when the clocks were set between the two. */
function clocksSet(before: number, after: number, zone: string): number {
  const offsetAt = (at: number) => DateTime.fromMillis(at, { zone }).offset
  const offset = offsetAt(after)
  let [early, late] = [before, after]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (offsetAt(middle) === offset) late = middle
    else early = middle
  }
  return late
}

/** The longest time of the week of `at` during which the hours are closed; null if they never are. UTC epoch ms. */
export function longestClosed(
  hours: readonly Hours[],
  at: number,
  zone: string,
): { from: number; to: number } | null {
  const monday = DateTime.fromMillis(at, { zone }).startOf('week')
  const closed = spansOf(hours).flatMap(({ day, to }) => {
    const from = monday
      .plus({ days: day + Math.floor(to / DAY_MINUTES) })
      .set(clock(to % DAY_MINUTES))
      .toMillis()
    return isOpen(hours, from, zone) ? [] : [{ from, to: nextOpening(hours, from, zone) }]
  })
  return closed.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? null
}

function clock(minutes: number) {
  return { hour: Math.floor(minutes / 60), minute: minutes % 60 }
}

/** An instant as "Friday 5 PM" in that time zone. */
export function dayAndClock(at: number, zone: string): string {
  const moment = DateTime.fromMillis(at, { zone, locale: 'en-US' })
  return `${moment.toFormat('cccc')} ${clockText(moment.toFormat('HH:mm'))}`
}

/** An instant as "12:00 AM" in that time zone, or as "Dec 1" if it is more than a day away from `now`. */
export function clockOrDay(at: number, zone: string, now: number): string {
  const isFar = at - now > LONGEST_DAY_MS
  return DateTime.fromMillis(at, { zone, locale: 'en-US' }).toFormat(isFar ? 'MMM d' : 'h:mm a')
}

const LONGEST_DAY_MS = 25 * 3_600_000

/** A time of day as "9 AM" or "5:30 PM"; 24:00 is midnight. */
export function clockText(time: string): string {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** Days of a time zone from one midnight to another as "Nov 27, 2026", or as "Nov 16, 2026 to Nov 22, 2026". */
export function daysText({ from, to, zone }: { from: number; to: number; zone: string }): string {
  const [first, last] = [from, to - 1].map((at) =>
    DateTime.fromMillis(at, { zone, locale: 'en-US' }).toFormat('LLL d, yyyy'),
  )
  return first === last ? first! : `${first} to ${last}`
}

/** An instant as the clocks of that time zone show it. */
export function localWords(at: number, zone: string): string {
  return `${DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd HH:mm')} (${zone})`
}

export function isTimeZone(zone: string): boolean {
  return DateTime.fromMillis(0, { zone }).isValid
}

export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const DAY_MINUTES = 1440
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Hours of one day of the week, all of which the clocks may skip once. */
const LONGEST_CLOSED_DAYS = 15
