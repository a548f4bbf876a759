import { DateTime } from 'luxon'
import type { Cell } from '../returns/statementRow.ts'

/** Cells of files of costs. What could mean two things is refused. */

const ZONE = 'America/New_York'

/** Day of a cell as year, month, and day; `first` and `second` if its order isn't known. Null for an empty cell, undefined if it is no
 *  day. */
export type DayCell =
  { year: number; month: number; day: number } | { year: number; first: number; second: number }

export function dayCell(cell: Cell): DayCell | null | undefined {
  if (typeof cell === 'boolean') return undefined
  if (cell instanceof Date)
    return { year: cell.getUTCFullYear(), month: cell.getUTCMonth() + 1, day: cell.getUTCDate() }
  const text = String(cell ?? '')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
  if (text === '') return null
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]0{1,2}:00(?::00(?:\.0+)?)?Z?)?$/.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]) }
  const compact = /^(20\d{2})(\d{2})(\d{2})$/.exec(text)
  if (compact) return { year: Number(compact[1]), month: Number(compact[2]), day: Number(compact[3]) }
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (german) return { year: Number(german[3]), month: Number(german[2]), day: Number(german[1]) }
  const either = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?: 0?0:00(?::00)?| 12:00:00 AM)?$/i.exec(text)
  if (either) {
    const [first, second] = [Number(either[1]), Number(either[3])]
    return { year: Number(either[4]), first, second }
  }
  const named =
    /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text) ??
    /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4})$/i.exec(text)
  if (!named) return undefined
  const [word, day] = /\d/.test(named[1]!) ? [named[2]!, named[1]!] : [named[1]!, named[2]!]
  const month = MONTHS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3))) + 1
  return month > 0 && MONTHS[month - 1]!.startsWith(word.toLowerCase().replace(/^sept$/, 'sep'))
    ? { year: Number(named[3]), month, day: Number(day) }
    : undefined
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

export type Order = 'month_first' | 'day_first'

/** Order that a day tells by a number above 12; null if it doesn't tell. */
export function orderOf({ first, second }: { first: number; second: number }): Order | null {
  if (first > 12 && second <= 12) return 'day_first'
  return second > 12 && first <= 12 ? 'month_first' : null
}

/** Start of a New York day, and its date; null if the calendar doesn't have it. */
export function dayStart(year: number, month: number, day: number): { start: number; date: string } | null {
  const key = (year * 100 + month) * 100 + day
  let known = starts.get(key)
  if (known === undefined) {
    const time = DateTime.fromObject({ year, month, day }, { zone: ZONE })
    const isDay = time.isValid && year >= 2000 && year < 2100
    known = isDay ? { start: time.startOf('day').toMillis(), date: time.toFormat('yyyy-MM-dd') } : null
    if (isDay) starts.set(key, known)
  }
  return known
}

/** Cached, because luxon takes tens of microseconds, and a file has few days and many lines. */
const starts = new Map<number, { start: number; date: string } | null>()

export function dateOf(day: number): string {
  return DateTime.fromMillis(day, { zone: ZONE }).toFormat('yyyy-MM-dd')
}

/** Millionths of an amount, and the currency beside it. Null if no cost is reported, undefined if it is no amount. Negative ones are
 *  left to the caller. A comma only separates thousands: as a decimal point it could mean another sum. */
export function amountCell(cell: Cell): { micros: number; currency: string | null } | null | undefined {
  if (cell instanceof Date || typeof cell === 'boolean') return undefined
  const text = (typeof cell === 'number' ? fixed(cell) : (cell ?? ''))
    .replace(/[\u2212\u2010-\u2015\uff0d\ufe63]/g, '-')
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim()
  if (/^(-{1,2}|n\/a)?$/i.test(text)) return null
  const found = AMOUNT.exec(text)?.groups
  if (!found) return undefined
  const { sign, sign2, whole = '', fraction = '', before, after, open, close } = found
  if ((whole === '' && fraction === '') || (before && after && before !== after) || !open !== !close)
    return undefined
  const micros = Number(whole.replaceAll(',', '')) * 1_000_000 + Number(fraction.padEnd(6, '0') || 0)
  const named = (before ?? after ?? '').toUpperCase()
  const isNegative = [sign, sign2, open].some(Boolean) && micros !== 0
  return {
    micros: isNegative ? -micros : micros,
    currency: SIGNS[named] ?? (/^[A-Z]{3}$/.test(named) ? named : null),
  }
}

/** A spreadsheet's number as text, without the noise of floating point. */
function fixed(number: number): string {
  return number.toFixed(6).replace(/0+$/, '')
}

/** Signs of one currency. A dollar sign alone may be of several countries. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  US$: 'USD',
  '₹': 'INR',
  CA$: 'CAD',
  A$: 'AUD',
}
const SIGN = '(?:US|CA|A)?\\$|[€£₹]|[A-Za-z]{3}'
const AMOUNT = new RegExp(
  `^(?<open>\\()?(?<sign>-)?\\s*(?<before>${SIGN})?\\s*(?<sign2>-)?(?<whole>\\d{1,3}(?:,\\d{3})+|\\d{1,9})?(?:\\.(?<fraction>\\d{0,6}))?\\s*(?<after>${SIGN})?(?<close>\\))?$`,
)

/** Currency of a header such as "Amount spent (USD)". */
export function currencyInName(name: string): string | null {
  return /[([]([A-Z]{3})[)\]]\s*$/.exec(name)?.[1] ?? null
}
