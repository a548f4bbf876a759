import type { Cell, Format, Row } from '../../rows/row.ts'
import { momentText } from '../../time/momentText.ts'

/** Format of one value of a report. Source: spec, section 2 "Stats dashboard", section 9 "Dashboard". */

/** Sign for a value that cannot be computed. */
const DASH = '–'
/** Text for a word that the visitor's link did not have. */
export const NONE = '(none)'

/** Text for the version, affiliate, or other word that a cost doesn't name. */
export const NOT_ASSIGNED = 'Not assigned'

const count = number({ maximumFractionDigits: 0 })
const one = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const two = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const dollars = number({ style: 'currency', currency: 'USD' })

const SHOWN = {
  word: String,
  name: String,
  id: String,
  count: (value) => count.format(value),
  average: (value) => two.format(value),
  cents: (value) => dollars.format(value / 100),
  dollars: (value) => dollars.format(value),
  percent: (value) => `${two.format(value)}%`,
  /** Seconds from ms. */
  seconds: (value) => one.format(value / 1000),
} as const satisfies Record<Format, (value: number) => string>

export function show(value: Cell, format: Format): string {
  if (value === null) return DASH
  if (typeof value === 'string') return value === '' ? NONE : value
  return SHOWN[format](value)
}

/** A flow version with the time it was live, in parts that stay on one line: `12 - Nov 03, 2026, 14:05` and, once it is no longer live,
 *  `- Nov 10, 2026, 09:00`. */
export function versionParts({ version_id, activation_date, deactivation_date }: Row): string[] {
  if (version_id === null) return [NOT_ASSIGNED]
  const live = typeof activation_date === 'number' ? ` - ${momentText(activation_date)}` : ''
  const over = typeof deactivation_date === 'number' ? [`- ${momentText(deactivation_date)}`] : []
  return [`${version_id}${live}`, ...over]
}

/** 'negative' avoids minus zero for a sum that rounds to zero. */
function number(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { signDisplay: 'negative', ...options })
}
