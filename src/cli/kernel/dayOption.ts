import { DateTime } from 'luxon'
import { misuse } from './failure.ts'

/** Start of the New York day typed for `option`. UTC epoch ms. */
export function startOfDay(day: string, option: string): number {
  return dayOf(day, option).toMillis()
}

/** Last millisecond of the New York day typed for `option`. UTC epoch ms. */
export function endOfDay(day: string, option: string): number {
  return dayOf(day, option).plus({ days: 1 }).toMillis() - 1
}

function dayOf(day: string, option: string): DateTime {
  const start = DateTime.fromFormat(day, 'yyyy-MM-dd', { zone: 'America/New_York' })
  if (!start.isValid) throw misuse(`${option} must be a day like 2026-11-20, not "${day}".`)
  return start
}
