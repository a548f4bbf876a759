import type { Value } from './statement.ts'

/** One rule for all text, on every engine: half of a surrogate pair and U+0000 become U+FFFD. PostgreSQL can't store either, and its
 *  JSON functions fail on their JSON escapes. */

const REPLACEMENT = '\uFFFD'

/** Value to bind to a statement. This is the last place that all text passes through, whatever its source. */
export function heldCell(value: Value): Value {
  return typeof value === 'string' ? heldText(value) : value
}

/** A text in the form in which it is stored. In JSON text, the escapes are replaced as well. */
export function heldText(text: string): string {
  const whole = text.toWellFormed()
  const plain = whole.includes('\0') ? whole.replaceAll('\0', REPLACEMENT) : whole
  return isJson(plain) && mayEscapeUnheld(plain) ? plain.replaceAll(ESCAPES, heldEscape) : plain
}

/** True if JSON text may contain characters that can't be stored; then pass its value through `heldValue`. */
export function mayEscapeUnheld(json: string): boolean {
  return json.includes('\\u') && UNHELD.test(json)
}

/** A JSON value with all of its texts in stored form, including the names of members. */
export function heldValue(value: unknown): unknown {
  if (typeof value === 'string') return heldText(value)
  if (Array.isArray(value)) return value.map(heldValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [heldText(name), heldValue(member)]),
  )
}

/** False for validators and styles; text that looks like such an escape isn't one there. */
function isJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[')
}

const UNHELD = /\\u(?:0000|d[89a-f])/i
/** Pairs first, then text that can't be stored, then all other escapes, so that an escaped backslash begins nothing. */
const ESCAPES = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u(0000|d[89a-f][0-9a-f]{2})|\\[^]/gi

function heldEscape(escape: string, _high: string, _low: string, unheld: string | undefined): string {
  return unheld === undefined ? escape : '\\ufffd'
}
