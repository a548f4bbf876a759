import { DateTime } from 'luxon'
import { STATEMENT } from '../../texts/statementWords.ts'
import { csvRows } from './csvRows.ts'
import { sheetRows } from './sheet/sheetRows.ts'
import type { StatedLine } from './statementMatch.ts'
import type { Cell, Row } from './statementRow.ts'

/** A line of a buyer's statement, and its problem; null if it can be read. */
export interface StatementLine extends StatedLine {
  problem: string | null
}

/** Default names of a statement's columns. */
export const STATEMENT_COLUMNS = ['id', 'key', 'phone', 'time', 'amount'] as const
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number]

/** A file's own names for the columns. */
export type CalledColumns = Partial<Record<StatementColumn, string>>

/** An uploaded file: XLSX if its name ends so, else CSV. */
export interface StatementFile {
  name: string
  bytes: Buffer
}

/** Rows of a file, the first of which names the columns; or the reason it can't be read. */
export function statementRows({ name, bytes }: StatementFile): Row[] | { wrong: string } {
  const rows = name.toLowerCase().endsWith('.xlsx') ? sheetRows(bytes) : textRows(bytes)
  if ('wrong' in rows) return rows
  return rows.length > 0 ? rows : { wrong: STATEMENT.empty }
}

/** Column names in the first row. */
export function namesIn([head]: readonly Row[]): string[] {
  return (head?.cells ?? []).map((cell) => String(cell ?? '').trim())
}

/** Lines below the first row; or the problem with that row. */
export function statementLines(
  rows: readonly Row[],
  called: CalledColumns,
): StatementLine[] | { wrong: string; isUnnamed?: true } {
  const places = placesOf(namesIn(rows), called)
  if ('wrong' in places) return places
  return rows.slice(1).map(({ cells, line, problem }) => lineOf(cells, places, { line, problem }))
}

function textRows(bytes: Buffer): Row[] {
  const rows: Row[] = []
  csvRows(bytes.toString('utf8'), (row) => rows.push(row) > 0)
  return rows
}

type Places = Record<StatementColumn, number>

function placesOf(
  names: readonly string[],
  called: CalledColumns,
): Places | { wrong: string; isUnnamed?: true } {
  const small = names.map((name) => name.toLowerCase())
  const places = {} as Places
  for (const column of STATEMENT_COLUMNS) {
    const name = called[column] ?? column
    places[column] = small.indexOf(name.toLowerCase())
    if (called[column] !== undefined && places[column] < 0)
      return { wrong: STATEMENT.noColumn(name, listed(names)) }
    if (places[column] >= 0 && small.lastIndexOf(name.toLowerCase()) !== places[column])
      return { wrong: STATEMENT.columnTwice(name) }
  }
  if (places.id < 0 && places.key < 0 && places.phone < 0)
    return { wrong: STATEMENT.unnamed(listed(names)), isUnnamed: true }
  return places
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, MOST_LISTED).map((name) => `"${name.slice(0, LONGEST_LISTED)}"`)
  return [...some, ...(names.length > MOST_LISTED ? ['…'] : [])].join(', ')
}

/** Most columns that a message lists, and characters of each. */
const MOST_LISTED = 30
const LONGEST_LISTED = 80

function lineOf(
  cells: readonly Cell[],
  places: Places,
  { line, problem }: Pick<Row, 'line' | 'problem'>,
): StatementLine {
  const cell = (column: StatementColumn) => cells[places[column]] ?? null
  const word = (column: StatementColumn) => String(cell(column) ?? '').trim() || null
  const [id, key, phone] = [word('id'), word('key'), word('phone')]
  const at = timeOf(cell('time'))
  const cents = centsOf(cell('amount'))
  const wrong =
    problem ??
    (id === null && key === null && phone === null ? 'It names no lead: fill in id, key or phone.' : null) ??
    (at === undefined
      ? `The time is such as 2026-11-20 14:05 or 11/20/2026, not "${word('time')}".`
      : null) ??
    (cents === undefined ? `The amount is dollars such as 12.34 or -12.34, not "${word('amount')}".` : null)
  return { line, id, key, phone, at: at ?? null, cents: cents ?? null, problem: wrong }
}

/** Time of a cell as an instant: New York time unless it names a zone, noon of a day without a time. Undefined if it isn't a time. */
function timeOf(cell: Cell): number | null | undefined {
  if (cell instanceof Date) {
    const wall = DateTime.fromJSDate(cell, { zone: 'utc' })
    return atNoon(wall.setZone(ZONE, { keepLocalTime: true }), +wall === +wall.startOf('day'))
  }
  const text = String(cell ?? '').trim()
  if (text === '') return null
  for (const { format, isDay = false } of FORMATS) {
    const time =
      format === null ? DateTime.fromISO(text, IN_ZONE) : DateTime.fromFormat(text, format, IN_ZONE)
    if (time.isValid) return atNoon(time, isDay || /^\d{4}-\d\d-\d\d$/.test(text))
  }
  return undefined
}

function atNoon(time: DateTime, isDay: boolean): number {
  return (isDay ? time.set({ hour: 12 }) : time).toMillis()
}

const ZONE = 'America/New_York'
const IN_ZONE = { zone: ZONE, locale: 'en-US' } as const
/** Null means ISO 8601. */
const FORMATS: readonly { format: string | null; isDay?: boolean }[] = [
  { format: null },
  { format: 'yyyy-MM-dd HH:mm' },
  { format: 'yyyy-MM-dd HH:mm:ss' },
  { format: 'M/d/yyyy', isDay: true },
  { format: 'M/d/yyyy H:mm' },
  { format: 'M/d/yyyy H:mm:ss' },
  { format: 'M/d/yyyy h:mm a' },
  { format: 'M/d/yyyy h:mm:ss a' },
]

/** Cents; a minus or parentheses make a return. Undefined if it isn't an amount. */
function centsOf(cell: Cell): number | null | undefined {
  const text = typeof cell === 'number' ? cell.toFixed(2) : String(cell ?? '').trim()
  if (text === '') return null
  const [, minus, opened, whole, fraction = '', closed] = MONEY.exec(text) ?? []
  if (whole === undefined || (opened === undefined) !== (closed === undefined)) return undefined
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'))
  return minus || opened ? -cents : cents
}

const MONEY = /^(-)?\s*(\()?\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?\s*(\))?$/
