import { DOLLARS } from '../../../schemas/shape.ts'
import { csvRows } from './csvRows.ts'

/** A line of a buyer's file of returns: the lead by the buyer's id, by our key, or by both. */
export interface ReturnLine {
  line: number
  id: string | null
  key: string | null
  /** Null where the file does not say it. */
  amount: string | null
  /** What is wrong with the line; null when it can be read. */
  problem: string | null
}

const COLUMNS = ['id', 'key', 'amount'] as const
type Columns = Record<(typeof COLUMNS)[number], number>

/** The lines of a CSV text below a header that names the columns id or key, and amount if it likes, in any order; other
 *  columns are left alone. */
export function readReturns(text: string): ReturnLine[] {
  const lines: ReturnLine[] = []
  let columns: Columns | null = null
  csvRows(text, ({ cells, line, problem }) => {
    if (columns) {
      const read = lineOf(cells, columns, line)
      lines.push({ ...read, problem: problem ?? read.problem })
    } else columns = columnsOf(cells)
    if (!columns) lines.push({ ...NOTHING, line, problem: NO_HEADER })
    return columns !== null
  })
  return lines.length > 0 || columns ? lines : [{ ...NOTHING, line: 1, problem: NO_HEADER }]
}

const NO_HEADER = 'The first line must name the columns, each once: id or key, and amount if there is one.'
const NOTHING = { id: null, key: null, amount: null }
/** As the ledger keeps it. */
const ID_LENGTH = 200

function columnsOf(cells: readonly string[]): Columns | null {
  const names = cells.map((name) => name.trim().toLowerCase())
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, names.indexOf(column)])) as Columns
  const isTwice = COLUMNS.some((column) => names.indexOf(column) !== names.lastIndexOf(column))
  return (columns.id >= 0 || columns.key >= 0) && !isTwice ? columns : null
}

function lineOf(cells: readonly string[], columns: Columns, line: number): ReturnLine {
  const [id, key, amount] = COLUMNS.map((column) => (cells[columns[column]] ?? '').trim() || null) as [
    string | null,
    string | null,
    string | null,
  ]
  return { line, id, key, amount: amount?.replace(/^\$/, '') ?? null, problem: wrongIn({ id, key, amount }) }
}

function wrongIn({ id, key, amount }: Pick<ReturnLine, 'id' | 'key' | 'amount'>): string | null {
  if (id === null && key === null) return 'It names no lead: fill in id or key.'
  if ((id?.length ?? 0) > ID_LENGTH || (key?.length ?? 0) > ID_LENGTH)
    return `An id or key has at most ${ID_LENGTH} characters.`
  if (/\p{Cc}/u.test(`${id}${key}`)) return 'An id or key is one line, without signs that cannot be seen.'
  if (amount !== null && !MONEY.test(amount)) return `The amount is dollars such as 12.34, not "${amount}".`
  return null
}

const MONEY = new RegExp(DOLLARS.replace('^', '^\\$?'))
