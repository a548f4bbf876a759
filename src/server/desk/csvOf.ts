import papaparse from 'papaparse'
import { BYTE_ORDER_MARK, safeCsv } from '../../rows/spreadsheetText.ts'
import { LISTS } from './listRefusals.ts'

/** One page of rows, and where the next one begins. */
interface Page<Row> {
  rows: readonly Row[]
  next: string | null
}

/** Pieces of a CSV text: the names of the columns, then the rows of each page, MOST_ROWS at most. Nothing is read before it is asked for.
 *  `ended` is called once with the number of rows that were read, also if the reader hangs up. */
export async function* csvOf<Row>({
  columns,
  page,
  ended,
}: {
  columns: Record<string, (row: Row) => string | number | null>
  page: (before: string | undefined) => Promise<Page<Row>>
  ended: (rows: number) => Promise<void>
}): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const text = (rows: readonly unknown[][]) => safeCsv(papaparse.unparse, rows)
  let count = 0
  try {
    yield BYTE_ORDER_MARK + text([Object.keys(columns)])
    for (let before: string | undefined; ;) {
      const { rows, next } = await page(before)
      const read = rows.slice(0, MOST_ROWS - count)
      count += read.length
      if (read.length > 0) yield text(read.map((row) => cells.map((cell) => cell(row))))
      if (next === null) return
      if (count >= MOST_ROWS) {
        yield text([[LISTS.cut(MOST_ROWS)]])
        return
      }
      before = next
    }
  } finally {
    await ended(count)
  }
}

/** Spreadsheets slow down above this. */
export const MOST_ROWS = 50_000
