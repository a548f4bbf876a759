import { FILE } from './sheet/statementWords.ts'
import { fileAmount } from './fileAmount.ts'
import {
  isTotal,
  LEAD_COLUMNS,
  placesOf,
  totalNote,
  wordIn,
  wrongName,
  type CalledColumns,
  type FileTable,
} from './fileTable.ts'
import { fileTime } from './fileTime.ts'
import type { StatedLine } from './statementMatch.ts'
import type { Row } from './statementRow.ts'

/** A line of a buyer's statement, and its problem; null if it can be read. */
export interface StatementLine extends StatedLine {
  problem: string | null
}

/** Columns of a statement. */
export const STATEMENT_COLUMNS = ['id', 'key', 'phone', 'time', 'amount'] as const
type Places = Record<(typeof STATEMENT_COLUMNS)[number], number>

/** Lines of a statement, without those that add up others; or the problem with the names of its columns. */
export function statementLines(
  { names, rows, notes, epochDays }: FileTable,
  called: CalledColumns,
): { lines: StatementLine[]; notes: string[] } | { wrong: string; isUnnamed?: true } {
  const places = placesOf(names, STATEMENT_COLUMNS, called)
  if ('wrong' in places) return places
  const [lines, totals]: [StatementLine[], string[]] = [[], []]
  let cents = 0
  for (const row of rows) {
    if (row.problem === null && isTotal(row.cells, places)) {
      totals.push(totalNote(row.line, fileAmount(row.cells[places.amount] ?? null), cents))
      continue
    }
    const line = lineOf(row, places, epochDays)
    lines.push(line)
    cents += line.cents ?? 0
  }
  return { lines, notes: [...notes, ...totals] }
}

function lineOf({ cells, line, problem }: Row, places: Places, epochDays: number | undefined): StatementLine {
  const cell = (column: keyof Places) => cells[places[column]] ?? null
  const [id, key, phone] = [wordIn(cell('id')), wordIn(cell('key')), wordIn(cell('phone'))]
  const at = fileTime(cell('time'), epochDays)
  const cents = fileAmount(cell('amount'))
  const wrong =
    problem ??
    LEAD_COLUMNS.map((column) => wrongName(cell(column))).find((wrong) => wrong !== null) ??
    (id === null && key === null && phone === null ? FILE.noLead(['id', 'key', 'phone']) : null) ??
    (at === undefined ? FILE.wrongTime(wordIn(cell('time')) ?? '') : null) ??
    (cents === undefined ? FILE.wrongAmount(wordIn(cell('amount')) ?? '') : null)
  return { line, id, key, phone, at: at ?? null, cents: cents ?? null, problem: wrong }
}
