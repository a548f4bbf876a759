/** Safe texts for files that spreadsheets open. A text that a program would run as a formula gets an apostrophe in front, and our own
 *  readers remove it again. Source: OWASP, "CSV Injection". */

/** Characters that begin a formula, also in full width and as small forms, after characters that programs skip: white space, control and
 *  invisible characters, quotation marks. A tab or a line break alone may begin another cell. */
const FORMULA = /^(?:['"]*[\t\r\n]|[\s\p{Cc}\p{Cf}'"]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u

/** A cell that no spreadsheet runs. Numbers stay numbers. */
export function disarmed<Cell>(cell: Cell): Cell | string {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
}

/** A text as it was before `disarmed`. */
export function rearmed(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text
}

/** Rows of a CSV text (RFC 4180) without formulas. `unparse` is papaparse's, which browsers load when it is needed. */
export function safeCsv(unparse: Unparse, rows: readonly (readonly unknown[])[]): string {
  return `${unparse(
    rows.map((row) => row.map(disarmed)),
    { quotes: mayPartCells },
  )}\r\n`
}

type Unparse = (rows: unknown[][], config: { quotes: (cell: unknown) => boolean }) => string

/** True if a program could split a cell. Where a comma is the decimal point, programs split at semicolons, and some also at tabs, so a
 *  formula could follow one. */
function mayPartCells(cell: unknown): boolean {
  return typeof cell === 'string' && /^'|[;\t]/.test(cell)
}
