import { MOST_REASON_WORDS } from '../../../schemas/kernel/formFieldLimits.ts'
import { changedShape } from '../../rows/spreadsheetText.ts'
import { FILE, STATEMENT } from './sheet/statementWords.ts'
import { fileAmount } from './fileAmount.ts'
import {
  isTotal,
  placesOf,
  totalNote,
  wordIn,
  wrongName,
  type CalledColumns,
  type FileTable,
} from './fileTable.ts'
import type { Cell, Row } from './statementRow.ts'

/** A line of a buyer's file of returns; it names the lead by the buyer's ID, by our key, or by both. */
export interface ReturnLine {
  line: number
  /** Number of the incorrect cell, from 1; null if the whole line is wrong. */
  column: number | null
  id: string | null
  key: string | null
  /** Only checked against the lead; null if the file doesn't have it. */
  phone: string | null
  /** Amount that the buyer takes back, above 0; null if the file doesn't have it. */
  cents: number | null
  /** The buyer's own ID of the return, so that two of one amount are distinguished; null if the file doesn't have it. */
  return_id: string | null
  /** The buyer's words; empty if the file has none. */
  reason: string
  /** Problem of the line; null if it can be read. */
  problem: string | null
}

/** Columns of a file of returns. */
export const RETURN_COLUMNS = ['id', 'key', 'phone', 'amount', 'reason', 'return_id'] as const
type Column = (typeof RETURN_COLUMNS)[number]
type Places = Record<Column, number>

/** Lines of a file of returns, without those that add up others; or the problem with the names of its columns. */
export function returnLines(
  { names, rows, notes }: FileTable,
  called: CalledColumns,
): { lines: ReturnLine[]; notes: string[] } | { wrong: string; isUnnamed?: true } {
  const places = placesOf(names, RETURN_COLUMNS, called)
  if ('wrong' in places) return places
  if (places.id < 0 && places.key < 0) return { wrong: FILE.noIdOrKey, isUnnamed: true }
  const leads = rows.filter(({ cells, problem }) => problem !== null || !isTotal(cells, places))
  const signs = new Set(leads.map((row) => Math.sign(amountOf(row, places) ?? 0)))
  const isMixed = signs.has(1) && signs.has(-1)
  const lines = leads.map((row) => lineOf(row, places, isMixed))
  const totals = rows.filter((row) => !leads.includes(row))
  const cents = lines.reduce((sum, line) => sum + (line.cents ?? 0), 0)
  const about = totals.map((row) => {
    const stated = amountOf(row, places)
    return totalNote(row.line, stated && Math.abs(stated), cents)
  })
  return { lines, notes: [...notes, ...about] }
}

function amountOf({ cells }: Row, { amount }: Places): number | null | undefined {
  return fileAmount(cells[amount] ?? null)
}

/** Some buyers list returns with a minus, others without; with both in one file, a line with a minus could mean the opposite. */
function lineOf(row: Row, places: Places, isMixed: boolean): ReturnLine {
  const cell = (column: Column) => row.cells[places[column]] ?? null
  const [id, key, phone] = [wordIn(cell('id')), wordIn(cell('key')), wordIn(cell('phone'))]
  const cents = amountOf(row, places)
  const wrong =
    (row.problem !== null ? { problem: row.problem, column: null } : null) ??
    (id === null && key === null ? { problem: FILE.noLead(['id', 'key']), column: null } : null) ??
    wrongCell('id', wrongName(cell('id'))) ??
    wrongCell('key', wrongName(cell('key'))) ??
    wrongCell('return_id', wrongReturnId(cell('return_id'))) ??
    wrongCell('amount', wrongAmount(cents, isMixed, wordIn(cell('amount')) ?? ''))
  return {
    line: row.line,
    column: wrong?.column ? places[wrong.column] + 1 : null,
    id,
    key,
    phone,
    cents: cents === undefined || cents === null ? null : Math.abs(cents),
    return_id: wordIn(cell('return_id')),
    reason: (wordIn(cell('reason')) ?? '').replace(/\p{Cc}+/gu, ' ').slice(0, MOST_REASON_WORDS),
    problem: wrong?.problem ?? null,
  }
}

function wrongCell(column: Column, problem: string | null): { problem: string; column: Column } | null {
  return problem === null ? null : { problem, column }
}

/** Problem of a return's own ID. One that a spreadsheet changed may be that of several returns. */
function wrongReturnId(cell: Cell): string | null {
  const shape = changedShape(wordIn(cell) ?? '')
  if (shape === 'scientific' || shape === 'rounded') return STATEMENT.changed(wordIn(cell) ?? '', [])
  return wrongName(cell)
}

function wrongAmount(cents: number | null | undefined, isMixed: boolean, text: string): string | null {
  if (cents === undefined) return FILE.wrongAmount(text)
  return isMixed && (cents ?? 0) < 0 ? FILE.mixedSigns : null
}
