import { DateTime } from 'luxon'

/** An instant as every text for operators shows it: `Nov 03, 2026, 14:05 EST`, or with its seconds. */
export function momentText(at: number, to: 'minutes' | 'seconds' = 'minutes'): string {
  const time = to === 'seconds' ? 'HH:mm:ss' : 'HH:mm'
  return DateTime.fromMillis(at, { zone: 'America/New_York', locale: 'en-US' }).toFormat(
    `MMM dd, yyyy, ${time} ZZZZ`,
  )
}
