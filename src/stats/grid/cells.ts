import { momentText } from '../address/days.ts'

/** How one value of a report shows. Source: spec, section 2 "Stats dashboard", section 9 "Dashboard". */

/** Integer cents stay cents until they are shown; a ratio that cannot be computed is null. */
export type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>

/** What cannot be computed. */
const DASH = '–'
/** A word that the visitor's link did not carry. */
export const NONE = '(none)'

const count = number({ maximumFractionDigits: 0 })
const one = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const two = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const dollars = number({ style: 'currency', currency: 'USD' })

const SHOWN = {
  word: String,
  /** A word of ours, longer than most. */
  name: String,
  /** An identifier: no thousands separators. */
  id: String,
  count: (value) => count.format(value),
  average: (value) => two.format(value),
  cents: (value) => dollars.format(value / 100),
  dollars: (value) => dollars.format(value),
  percent: (value) => `${two.format(value)}%`,
  /** Of ms. */
  seconds: (value) => one.format(value / 1000),
} as const satisfies Record<string, (value: number) => string>

export type Format = keyof typeof SHOWN
export type TextFormat = 'word' | 'name' | 'id'

export function show(value: Cell, format: Format): string {
  if (value === null) return DASH
  if (typeof value === 'string') return value === '' ? NONE : value
  return SHOWN[format](value)
}

/** Whether cells of this format line up on the right. */
export function isFigure(format: Format): boolean {
  return !isText(format)
}

export function isText(format: Format): format is TextFormat {
  return format === 'word' || format === 'name' || format === 'id'
}

/** A flow version with the time it was live, in the parts that stay on one line:
 *  `12 - Nov 03, 2026, 14:05` and, once it is live no more, `- Nov 10, 2026, 09:00`. */
export function versionParts({ version_id, activation_date, deactivation_date }: Row): string[] {
  const live = typeof activation_date === 'number' ? ` - ${momentText(activation_date)}` : ''
  const over = typeof deactivation_date === 'number' ? [`- ${momentText(deactivation_date)}`] : []
  return [`${version_id}${live}`, ...over]
}

/** 'negative' keeps a sum that rounds to nothing from reading as minus zero. */
function number(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { signDisplay: 'negative', ...options })
}
