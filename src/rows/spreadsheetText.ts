/** Safe texts for files that spreadsheets open. A text that a program would run as a formula, or show as another text, gets an apostrophe
 *  in front, and our own readers remove it again. Source: OWASP, "CSV Injection". */

/** Characters that begin a formula, also in full width and as small forms, after characters that programs skip: white space, control and
 *  invisible characters, quotation marks. A tab or a line break alone may begin another cell. */
const FORMULA = /^(?:['"]*[\t\r\n]|[\s\p{Cc}\p{Cf}'"]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u

/** A cell that no spreadsheet runs, and that `rearmed` gives back. Numbers stay numbers. */
export function disarmed<Cell>(cell: Cell): Cell | string {
  if (typeof cell !== 'string') return cell
  return FORMULA.test(cell) || (cell.startsWith("'") && isChanged(cell)) ? `'${cell}` : cell
}

/** A text as it was before an apostrophe kept it from a spreadsheet. */
export function rearmed(text: string): string {
  const rest = text.slice(1)
  return text.startsWith("'") && (FORMULA.test(rest) || isChanged(rest)) ? rest : text
}

/** Rows of a CSV text (RFC 4180) that a spreadsheet shows as they are, and runs nothing of. `unparse` is papaparse's, which browsers load
 *  when it is needed. */
export function safeCsv(unparse: Unparse, rows: readonly (readonly unknown[])[]): string {
  return `${unparse(
    rows.map((row) => row.map(asText)),
    { quotes: mayPartCells },
  )}\r\n`
}

/** Begins a CSV file. Excel reads a file without it in the encoding of its country. */
export const BYTE_ORDER_MARK = '\ufeff'

type Unparse = (rows: unknown[][], config: { quotes: (cell: unknown) => boolean }) => string

function asText(cell: unknown): unknown {
  return typeof cell === 'string' && !cell.startsWith("'") && isChanged(cell) ? `'${cell}` : disarmed(cell)
}

/** True if a program could split a cell. Where a comma is the decimal point, programs split at semicolons, and some also at tabs and
 *  pipes, so a formula could follow one. */
function mayPartCells(cell: unknown): boolean {
  return typeof cell === 'string' && /^'|[;\t|]|^sep=/i.test(cell)
}

/** True if a spreadsheet takes the text of a CSV cell for a number, a date or a truth value, and then shows and saves another text. */
function isChanged(text: string): boolean {
  const bare = text.replace(/^'+/, '').trim()
  if (bare === '' || bare.length > LONGEST_CHANGED) return false
  if (/^\d/.test(bare) && !/[^\d.,%/:\-\sAPMEDT$]/i.test(bare)) return !PLAIN_NUMBER.test(bare)
  return OTHERS_CHANGED.some((pattern) => pattern.test(bare))
}

/** The longest date in words. */
const LONGEST_CHANGED = 60
/** A number that is shown as it is: without zeros at its ends, and with 11 digits at most. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,10}|(?:0|[1-9]\d{0,7})\.\d{0,2}[1-9])$/
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const OTHERS_CHANGED = [
  /^(?:true|false)$/i,
  /^[.$€£(][\d.,() $]*\d[\d.,() %$]*$/,
  new RegExp(`^\\d{1,4}[\\s./-]*${MONTH}\\b[\\s.,/-]*(?:\\d{1,4})?[\\s\\d:apm.,]*$`, 'i'),
  new RegExp(`^${MONTH}[\\s.,/-]*\\d{1,4}\\b[\\s\\d:apm.,/-]*$`, 'i'),
]

/** Kind of change that a spreadsheet may have made to an ID of digits; null if the text can't be the result of one. */
export function changedShape(text: string): 'zeros' | 'rounded' | 'scientific' | null {
  if (SCIENTIFIC.test(text)) return 'scientific'
  if (!/^[1-9]\d*$/.test(text)) return null
  if (text.length <= KEPT_DIGITS) return 'zeros'
  return /^0+$/.test(text.slice(KEPT_DIGITS)) ? 'rounded' : null
}

/** Digits of a number that a spreadsheet keeps. Source: "Excel specifications and limits", Microsoft. */
export const KEPT_DIGITS = 15
const SCIENTIFIC = /^\d(?:\.\d+)?E\+\d+$/i
const NUMBER = /^\d+(?:\.\d+)?(?:E\+?\d{1,5})?$/i

/** True if a spreadsheet may have changed `id` to `shown`. */
export function mayBecome(id: string, shown: string): boolean {
  if (id === shown || !NUMBER.test(id)) return false
  if (SCIENTIFIC.test(shown)) {
    const digits = /\.(\d+)/.exec(shown)?.[1]?.length ?? 0
    return Number(id).toExponential(digits) === Number(shown).toExponential(digits)
  }
  const bare = id.replace(/^0+/, '')
  if (!/^\d+$/.test(bare)) return false
  return bare.length <= KEPT_DIGITS
    ? bare === shown
    : bare.length === shown.length && bare.slice(0, KEPT_DIGITS) === shown.slice(0, KEPT_DIGITS)
}
