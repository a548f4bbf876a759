import { DateTime } from 'luxon'
import { HOUR_MS } from '../../time/durations.ts'

/** Time by which a share of all visitors, from 0 to 1, has arrived. */
export type Arrivals = (share: number) => number

/** Traffic in each hour of a New York day: quiet before dawn, busy from noon to late evening. */
const HOURS = [3, 2, 1, 1, 1, 2, 4, 6, 8, 9, 10, 11, 12, 12, 11, 11, 11, 12, 13, 14, 14, 12, 9, 6]
/** Traffic on Saturday and Sunday relative to other days. */
const WEEKEND = 0.8

/** Arrivals over `days` New York days that end at `now`, by the hour of the day and the day of the week. */
export function arrivals({ days, now }: { days: number; now: number }): Arrivals {
  const first = DateTime.fromMillis(now, { zone: 'America/New_York' })
    .startOf('day')
    .minus({ days: days - 1 })
  const ends: { at: number; lengthMs: number; came: number }[] = []
  let came = 0
  for (let start = first.toMillis(); start < now; start += HOUR_MS) {
    const hour = DateTime.fromMillis(start, { zone: 'America/New_York' })
    const lengthMs = Math.min(HOUR_MS, now - start)
    came += (HOURS[hour.hour]! * (hour.isWeekend ? WEEKEND : 1) * lengthMs) / HOUR_MS
    ends.push({ at: start + lengthMs, lengthMs, came })
  }
  return (share) => {
    const target = share * came
    const i = firstAtLeast(ends, target)
    const { at, lengthMs, came: reached } = ends[i]!
    const before = ends[i - 1]?.came ?? 0
    return Math.floor(at - (lengthMs * (reached - target)) / (reached - before))
  }
}

function firstAtLeast(ends: { came: number }[], target: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle]!.came >= target) high = middle
    else low = middle + 1
  }
  return low
}
