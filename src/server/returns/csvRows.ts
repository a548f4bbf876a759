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

/** Reads the rows of a CSV text, except empty ones, until `take` returns false. Spreadsheets in some countries write semicolons or tabs
 *  instead of commas; then the first line has them and no comma. */
export function csvRows(text: string, take: (row: CsvRow) => boolean): void {
  const plain = text.replace(/^\ufeff/, '')
  const [head = ''] = plain.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => head.includes(sign) && !head.includes(',')) ?? ','
  let [start, line] = [0, 1]
  papaparse.parse<string[]>(plain, {
    delimiter,
    step: ({ data, errors, meta }, parser) => {
      const cells = data.map(rearmed)
      const isEmpty = cells.every((text) => text.trim() === '')
      const problem = errors.length > 0 ? QUOTES : null
      if (!isEmpty && !take({ cells, line, problem })) parser.abort()
      line += (plain.slice(start, meta.cursor).match(/\r\n|\r|\n/g) ?? []).length
      start = meta.cursor
    },
  })
}

const QUOTES =
  'A quotation mark stands alone: it opens a cell that another must close, and one inside it is written twice.'
