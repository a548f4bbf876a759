import type { Value } from './statement.ts'

/** One rule for all text, on every engine: half of a surrogate pair and U+0000 become U+FFFD. PostgreSQL holds neither, and its
 *  JSON functions fail on the escapes that JSON has for them. */

const REPLACEMENT = '\uFFFD'

/** What is bound to a statement: the last place where text comes by, whoever it is from. */
export function heldCell(value: Value): Value {
  return typeof value === 'string' ? heldText(value) : value
}

/** A text as it is kept. In JSON text the escapes are replaced as well. */
export function heldText(text: string): string {
  const whole = text.toWellFormed()
  const plain = whole.includes('\0') ? whole.replaceAll('\0', REPLACEMENT) : whole
  return isJson(plain) && mayEscapeUnheld(plain) ? plain.replaceAll(ESCAPES, heldEscape) : plain
}

/** Whether JSON text may say what is not held: then its value is to be put through `heldValue`. */
export function mayEscapeUnheld(json: string): boolean {
  return json.includes('\\u') && UNHELD.test(json)
}

/** A value of JSON with all of its texts as they are kept, the names of members too. */
export function heldValue(value: unknown): unknown {
  if (typeof value === 'string') return heldText(value)
  if (Array.isArray(value)) return value.map(heldValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [heldText(name), heldValue(member)]),
  )
}

/** Validators and styles are no JSON: what looks like such an escape there is none. */
function isJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[')
}

const UNHELD = /\\u(?:0000|d[89a-f])/i
/** Pairs first, then what is no text, then all others: so a backslash that is itself escaped begins nothing. */
const ESCAPES = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u(0000|d[89a-f][0-9a-f]{2})|\\[^]/gi

function heldEscape(escape: string, _high: string, _low: string, unheld: string | undefined): string {
  return unheld === undefined ? escape : '\\ufffd'
}
