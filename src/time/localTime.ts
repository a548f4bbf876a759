import { DateTime } from 'luxon'

/** Hours on some days of the week: `from` 00:00 to 23:59, `to` later on the same day, up to 24:00. */
export interface Hours {
  days: readonly Weekday[]
  from: string
  to: string
}
type Weekday = (typeof DAYS)[number]

export type Period = 'hour' | 'day' | 'month'

/** The hour, day or month of a time zone that contains an instant. It includes its start and not its end. UTC epoch ms. An hour that the
 *  clock shows twice counts as two. */
export function periodOf(at: number, per: Period, zone: string): { start: number; end: number } {
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

/** True if an instant is within hours of that time zone. */
export function isOpen(hours: readonly Hours[], at: number, zone: string): boolean {
  const { weekday, hour, minute } = DateTime.fromMillis(at, { zone })
  const now = hour * 60 + minute
  return hours.some(
    ({ days, from, to }) =>
      days.includes(DAYS[weekday - 1]!) && minutesOf(from) <= now && now < minutesOf(to),
  )
}

/** Time when the hours begin next, after an instant outside them. UTC epoch ms. */
export function nextOpening(hours: readonly Hours[], at: number, zone: string): number {
  const today = DateTime.fromMillis(at, { zone }).startOf('day')
  const openings = Array.from({ length: DAYS.length + 1 }, (_, n) => today.plus({ days: n })).flatMap((day) =>
    hours
      .filter(({ days }) => days.includes(DAYS[day.weekday - 1]!))
      .map(({ from }) =>
        day
          .set({ hour: 0 })
          .set(clock(minutesOf(from)))
          .toMillis(),
      ),
  )
  return Math.min(...openings.filter((opening) => opening > at))
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

function clock(minutes: number) {
  return { hour: Math.floor(minutes / 60), minute: minutes % 60 }
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
