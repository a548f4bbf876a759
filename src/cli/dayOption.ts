import { DateTime } from 'luxon'
import { misuse } from './failure.ts'

/** The instant at which the New York day begins that was typed for `option`. */
export function startOfDay(day: string, option: string): number {
  return dayOf(day, option).toMillis()
}

/** Its last millisecond. */
export function endOfDay(day: string, option: string): number {
  return dayOf(day, option).plus({ days: 1 }).toMillis() - 1
}

function dayOf(day: string, option: string): DateTime {
  const start = DateTime.fromFormat(day, 'yyyy-MM-dd', { zone: 'America/New_York' })
  if (!start.isValid) throw misuse(`${option} takes a day such as 2026-11-20, not "${day}".`)
  return start
}
