import { HOUR_MS } from './durations.ts'

/** Time when the hour of `at` began. UTC epoch ms. New York's offset has been whole hours since 1883, so its hours and days begin with
 *  those of UTC. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}

/** A range cut at hours: raw rows from `from` to `firstHour` and from `endHour` to `end`, totals in between. Every part includes its
 *  start and not its end; a range without a whole hour is all raw. */
export interface CutHours {
  from: number
  firstHour: number
  endHour: number
  end: number
}

export function cutAtHours({ from, to }: { from: number; to: number }): CutHours {
  const end = to + 1
  const firstHour = hourOf(from + HOUR_MS - 1)
  const endHour = hourOf(end)
  return firstHour < endHour ? { from, firstHour, endHour, end } : { from, firstHour: end, endHour: end, end }
}
