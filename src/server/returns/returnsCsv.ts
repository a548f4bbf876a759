import { DOLLARS } from '../../../schemas/kernel/shape.ts'
import { csvRows } from './csvRows.ts'

/** A line of a buyer's file of returns; it names the lead by the buyer's ID, by our key, or by both. */
export interface ReturnLine {
  line: number
  /** Number of the incorrect cell, from 1; null if the whole line is wrong. */
  column: number | null
  id: string | null
  key: string | null
  /** Null if the file doesn't have it. */
  amount: string | null
  /** Problem of the line; null if it can be read. */
  problem: string | null
}

const COLUMNS = ['id', 'key', 'amount'] as const
type Columns = Record<(typeof COLUMNS)[number], number>

/** Lines of a CSV text below a header that names the column id or key, and optionally amount, in any order; other columns are ignored. */
export function readReturns(text: string): ReturnLine[] {
  const lines: ReturnLine[] = []
  let columns: Columns | null = null
  csvRows(text, ({ cells, line, problem }) => {
    if (columns) {
      const read = lineOf(cells, columns, line)
      lines.push(problem === null ? read : { ...read, column: null, problem })
    } else columns = columnsOf(cells)
    if (!columns) lines.push({ ...NOTHING, line, problem: NO_HEADER })
    return columns !== null
  })
  return lines.length > 0 || columns ? lines : [{ ...NOTHING, line: 1, problem: NO_HEADER }]
}

const NO_HEADER = 'The first line must name the columns, each once: id or key, and amount if there is one.'
const NOTHING = { column: null, id: null, key: null, amount: null }
/** Limit of the ledger. */
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
  const wrong = wrongIn({ id, key, amount })
  return {
    line,
    column: wrong?.column ? columns[wrong.column] + 1 : null,
    id,
    key,
    amount: amount?.replace(/^\$/, '') ?? null,
    problem: wrong?.problem ?? null,
  }
}

function wrongIn({
  id,
  key,
  amount,
}: Pick<ReturnLine, 'id' | 'key' | 'amount'>): { problem: string; column: keyof Columns | null } | null {
  if (id === null && key === null) return { problem: 'It names no lead: fill in id or key.', column: null }
  for (const [column, text] of [
    ['id', id],
    ['key', key],
  ] as const) {
    if ((text?.length ?? 0) > ID_LENGTH)
      return { problem: `An id or key has at most ${ID_LENGTH} characters.`, column }
    if (/\p{Cc}/u.test(text ?? ''))
      return { problem: 'An id or key is one line, without signs that cannot be seen.', column }
  }
  if (amount !== null && !MONEY.test(amount))
    return { problem: `The amount is dollars such as 12.34, not "${amount}".`, column: 'amount' }
  return null
}

const MONEY = new RegExp(DOLLARS.replace('^', '^\\$?'))
