import papaparse from 'papaparse'
import { rearmed } from '../../rows/spreadsheetText.ts'

/** A row of a CSV text. */
export interface CsvRow {
  cells: string[]
  /** On which it begins. */
  line: number
  /** What is wrong with it as CSV: what its cells are is not known then. */
  problem: string | null
}

/** Every row of a CSV text but empty ones, until `take` says false. Spreadsheets of some countries write semicolons or tabs
 *  for commas: then the first line has them and no comma. */
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
