import { readFile } from 'node:fs/promises'
import { DateTime } from 'luxon'
import type { StatedLine } from '../../server/leads/statementMatch.ts'
import { misuse } from '../failure.ts'
import { csvRows } from './csvRows.ts'

/** A line of a buyer's statement, and what is wrong with it; null when it can be read. */
export interface StatementLine extends StatedLine {
  problem: string | null
}

/** What the columns of a statement are called where nobody says it. */
export const STATEMENT_COLUMNS = ['id', 'key', 'phone', 'time', 'amount'] as const
type Column = (typeof STATEMENT_COLUMNS)[number]

/** A cell of a spreadsheet. */
type Cell = string | number | boolean | Date | null

interface Row {
  cells: readonly Cell[]
  line: number
  problem: string | null
}

/** The lines of a CSV or XLSX file below a header. `columns`: what the file calls its columns, as it was typed. */
export async function readStatement(file: string, columns: string): Promise<StatementLine[]> {
  const rows = file.toLowerCase().endsWith('.xlsx') ? await sheetRows(file) : await textRows(file)
  const [head, ...body] = rows
  if (!head) throw misuse(`${file} is empty: its first line must name the columns.`)
  const places = placesOf(
    head.cells.map((cell) => String(cell ?? '').trim()),
    calledIn(columns),
  )
  return body.map(({ cells, line, problem }) => lineOf(cells, places, { line, problem }))
}

async function textRows(file: string): Promise<Row[]> {
  const rows: Row[] = []
  csvRows(await readFile(file, 'utf8'), (row) => rows.push(row) > 0)
  return rows
}

/** The rows of the first sheet that are not empty. */
async function sheetRows(file: string): Promise<Row[]> {
  const { readSheet } = await import('read-excel-file/node')
  const sheet = await readSheet(file).catch((error: Error) => {
    throw misuse(`${file} cannot be read as a spreadsheet (XLSX): ${error.message}`)
  })
  return sheet
    .map((cells, index) => ({ cells: cells as Cell[], line: index + 1, problem: null }))
    .filter(({ cells }) => cells.some((cell) => cell !== null && String(cell).trim() !== ''))
}

/** What the file calls each column: "id=Lead ID, amount=Payout". */
function calledIn(columns: string): Partial<Record<Column, string>> {
  const named = columns.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    named.map((part) => {
      const [, column = '', name = ''] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(part) ?? []
      if (!STATEMENT_COLUMNS.some((known) => known === column))
        throw misuse(
          `--columns takes ${STATEMENT_COLUMNS.join(', ')}, each with the file’s own name for it, as in "id=Lead ID, amount=Payout", not "${part.trim()}".`,
        )
      return [column, name]
    }),
  )
}

type Places = Record<Column, number>

function placesOf(names: readonly string[], called: Partial<Record<Column, string>>): Places {
  const small = names.map((name) => name.toLowerCase())
  const places = {} as Places
  for (const column of STATEMENT_COLUMNS) {
    const name = called[column] ?? column
    places[column] = small.indexOf(name.toLowerCase())
    if (called[column] !== undefined && places[column] < 0)
      throw misuse(`There is no column "${name}": the first line names ${listed(names)}.`)
    if (places[column] >= 0 && small.lastIndexOf(name.toLowerCase()) !== places[column])
      throw misuse(`The column "${name}" stands twice in the first line.`)
  }
  if (places.id < 0 && places.key < 0 && places.phone < 0)
    throw misuse(
      `No column names the leads: the first line names ${listed(names)}. Say which is the id, the key or the phone, as in --columns "id=${names[0]}".`,
    )
  return places
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

function lineOf(
  cells: readonly Cell[],
  places: Places,
  { line, problem }: Pick<Row, 'line' | 'problem'>,
): StatementLine {
  const cell = (column: Column) => cells[places[column]] ?? null
  const word = (column: Column) => String(cell(column) ?? '').trim() || null
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

/** The instant of a time in New York, where it names no zone; noon of a day without a time; undefined for what is none. */
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
/** Null: ISO 8601. */
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

/** Cents; a minus or brackets take back; undefined for what is none. */
function centsOf(cell: Cell): number | null | undefined {
  const text = typeof cell === 'number' ? cell.toFixed(2) : String(cell ?? '').trim()
  if (text === '') return null
  const [, minus, opened, whole, fraction = '', closed] = MONEY.exec(text) ?? []
  if (whole === undefined || (opened === undefined) !== (closed === undefined)) return undefined
  const cents = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'))
  return minus || opened ? -cents : cents
}

const MONEY = /^(-)?\s*(\()?\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?\s*(\))?$/
