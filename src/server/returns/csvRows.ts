import papaparse from 'papaparse'
import { rearmed } from '../../rows/spreadsheetText.ts'

/** A row of a CSV text. */
export interface CsvRow {
  cells: string[]
  /** Line on which the row begins. */
  line: number
  /** CSV syntax error of the row, whose cells are then unknown. */
  problem: string | null
}

/** Reads the rows of a CSV text, except empty ones, until `take` returns false. Cells are separated by the sign that a first line such as
 *  `sep=;` names; else by the comma, semicolon, tab, or pipe that parts most lines alike. */
export function csvRows(text: string, take: (row: CsvRow) => boolean): void {
  const plain = text.replace(/^\ufeff/, '')
  const named = SEPARATOR_LINE.exec(plain)
  const body = named ? plain.slice(named[0].length) : plain
  let [start, line] = [0, named ? 2 : 1]
  papaparse.parse<string[]>(body, {
    delimiter: named?.[1] ?? delimiterOf(body),
    step: ({ data, errors, meta }, parser) => {
      const cells = data.map(rearmed)
      const isEmpty = cells.every((text) => text.trim() === '')
      const problem = errors.length > 0 ? QUOTES : null
      if (!isEmpty && !take({ cells, line, problem })) parser.abort()
      line += (body.slice(start, meta.cursor).match(/\r\n|\r|\n/g) ?? []).length
      start = meta.cursor
    },
  })
}

/** First line with which Excel names the separator. It may have been saved with empty cells of its own. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[,;|\t ]*(?:\r\n|\r|\n|$)/i

/** Separator of the largest number of lines with equally many cells. Quotation marks within cells tell that it is another. */
function delimiterOf(text: string): string {
  const some = text.slice(0, SAMPLE_LENGTH)
  const found = SIGNS.map((sign) => ({ sign, ...evenLines(some, sign) })).filter(({ lines }) => lines > 0)
  const [best] = found.sort((a, b) => a.broken - b.broken || b.lines - a.lines || b.width - a.width)
  return best?.sign ?? ','
}

/** The comma is last, because amounts and dates have commas as well. */
const SIGNS = ['\t', '|', ';', ',']
const SAMPLE_LENGTH = 100_000
const SAMPLE_LINES = 60

/** Lines with the most usual number of cells above 1, that number, and the lines that aren't valid with this separator. */
function evenLines(text: string, sign: string): { lines: number; width: number; broken: number } {
  const counts = new Map<number, number>()
  let [broken, rows] = [0, 0]
  for (const { cells, isBroken, isEmpty } of scannedRows(text, sign)) {
    if (++rows > SAMPLE_LINES) break
    if (isBroken) broken++
    else if (cells > 1 && !isEmpty) counts.set(cells, (counts.get(cells) ?? 0) + 1)
  }
  const [width, lines] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return { lines, width, broken }
}

interface ScannedRow {
  cells: number
  /** True if a quotation mark is within a cell, or text follows one that closes a cell. */
  isBroken: boolean
  isEmpty: boolean
}

/** Counts the cells of each row. Source: RFC 4180, 2. */
function* scannedRows(text: string, sign: string): Generator<ScannedRow> {
  let row: ScannedRow = { cells: 1, isBroken: false, isEmpty: true }
  let cell: 'begins' | 'plain' | 'quoted' | 'closed' = 'begins'
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (cell === 'quoted') {
      if (char === '"' && text[at + 1] === '"') at++
      else if (char === '"') cell = 'closed'
    } else if (char === sign) {
      row.cells++
      cell = 'begins'
    } else if (char === '\n' || char === '\r') {
      yield row
      row = { cells: 1, isBroken: false, isEmpty: true }
      cell = 'begins'
    } else {
      if (cell === 'closed' || (char === '"' && cell === 'plain')) row.isBroken = true
      if (char.trim() !== '') row.isEmpty = false
      cell = char === '"' && cell === 'begins' ? 'quoted' : 'plain'
    }
  }
  // A row that the sample cuts tells nothing.
  if (cell !== 'quoted') yield row
}

const QUOTES = 'A quotation mark has no partner. Close the cell with another one, and double any inside it.'
