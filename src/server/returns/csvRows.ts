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
 *  `sep=;` names; else by the comma, semicolon, tab or pipe that parts most lines alike. */
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

/** Separator of the largest number of lines with equally many cells. */
function delimiterOf(text: string): string {
  let best = { sign: ',', lines: 0, width: 1 }
  for (const sign of SIGNS) {
    const { lines, width } = evenLines(text.slice(0, SAMPLE_LENGTH), sign)
    if (lines > best.lines || (lines === best.lines && width > best.width)) best = { sign, lines, width }
  }
  return best.sign
}

/** The comma is last, because amounts and dates have commas as well. */
const SIGNS = ['\t', '|', ';', ',']
const SAMPLE_LENGTH = 100_000
const SAMPLE_LINES = 60

function evenLines(text: string, delimiter: string): { lines: number; width: number } {
  const { data, errors } = papaparse.parse<string[]>(text, { delimiter, preview: SAMPLE_LINES })
  const broken = new Set(errors.map(({ row }) => row))
  const counts = new Map<number, number>()
  data.forEach((cells, row) => {
    if (broken.has(row) || cells.length < 2 || cells.every((cell) => cell.trim() === '')) return
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  })
  const [width, lines] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return { lines, width }
}

const QUOTES =
  'A quotation mark stands alone: it opens a cell that another must close, and one inside it is written twice.'
