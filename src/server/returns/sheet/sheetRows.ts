import { rearmed } from '../../../rows/spreadsheetText.ts'
import { FILE } from './statementWords.ts'
import type { Cell, Row } from '../statementRow.ts'
import { readXml } from './readXml.ts'
import { openWorkbook, unescaped, type Workbook } from './workbook.ts'
import { zipEntries } from './zipEntries.ts'
import { DAY_MS } from '../../../time/durations.ts'

/** Limit for an unpacked spreadsheet; one with 50,000 lines has about 20 MB. */
const MOST_UNPACKED_BYTES = 128 * 1024 ** 2
/** A statement of 100,000 lines with 40 columns. */
export const MOST_CELLS = 4_000_000
/** Source: "Excel specifications and limits", Microsoft. */
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

/** A workbook's visible sheets in order, with their nonempty rows; empty columns are left out. */
export interface Sheets {
  sheets: { name: string; rows: Row[] }[]
  /** Names of the hidden ones, which aren't read. */
  hidden: string[]
  /** January 1, 1970 in the workbook's count of days. */
  epochDays: number
}

/** Sheets of an XLSX file, or the reason it can't be read. Sizes and addresses are checked before anything is built, and memory grows
 *  with the number of cells, however far apart they are. */
export function sheetsIn(bytes: Buffer): Sheets | { wrong: string } {
  try {
    const entries = zipEntries(bytes)
    const unpacked = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0)
    if (unpacked > MOST_UNPACKED_BYTES)
      return { wrong: FILE.unpacksTooLarge(MOST_UNPACKED_BYTES / 1024 ** 2) }
    const workbook = openWorkbook(entries)
    const { sheets, hidden, epochDays } = workbook
    const read = sheets.map(({ name, unpack }) => ({ name, rows: closedUp(sparseRows(unpack(), workbook)) }))
    return { sheets: read, hidden: [...hidden], epochDays }
  } catch (error) {
    return { wrong: FILE.noSheet((error as Error).message) }
  }
}

/** A row with only its nonempty cells. */
interface SparseRow {
  line: number
  columns: number[]
  values: Cell[]
}

/** A cell as written in the file. */
interface RawCell {
  line: number
  column: number
  type: string
  style: string | undefined
  value: string
  text: string
  hasFormula: boolean
}

function sparseRows(sheet: Buffer, workbook: Workbook): SparseRow[] {
  const rows: SparseRow[] = []
  let [line, column, cells] = [0, 0, 0]
  let cell: RawCell | null = null
  const within = { v: 0, t: 0, rPh: 0 }

  function beginRow(written: string | undefined): void {
    const next = written === undefined ? line + 1 : Number(written)
    if (!(Number.isInteger(next) && next <= LAST_ROW)) throw new Error(FILE.rowOutside(shortened(written)))
    if (next <= line) throw new Error(FILE.outOfPlace(`row ${next}`))
    ;[line, column] = [next, 0]
  }
  function beginCell({ r, t = 'n', s }: Readonly<Record<string, string>>): void {
    const place = r === undefined ? { line, column: column + 1 } : placeOf(r)
    if (place.line !== line || place.column <= column)
      throw new Error(FILE.outOfPlace(`cell ${r ?? place.column}`))
    if (++cells > MOST_CELLS) throw new Error(FILE.tooManyCells(MOST_CELLS))
    column = place.column
    cell = { ...place, type: t, style: s, value: '', text: '', hasFormula: false }
  }
  function endCell(ended: RawCell): void {
    const value = valueOf(ended, workbook)
    cell = null
    if (value === null || (typeof value === 'string' && value.trim() === '')) return
    if (rows.at(-1)?.line !== ended.line) rows.push({ line: ended.line, columns: [], values: [] })
    const row = rows.at(-1)!
    row.columns.push(ended.column)
    row.values.push(value)
  }

  readXml(sheet, {
    open(name, attributes) {
      if (name === 'row') beginRow(attributes['r'])
      else if (name === 'c') beginCell(attributes)
      else if (name === 'f' && cell) cell.hasFormula = true
      else if (name === 'v' || name === 't' || name === 'rPh') within[name]++
    },
    text(part) {
      if (!cell) return
      if (within.v > 0) cell.value += part
      else if (within.t > 0 && within.rPh === 0) cell.text += part
    },
    close(name) {
      if (name === 'c' && cell) endCell(cell)
      else if (name === 'v' || name === 't' || name === 'rPh') within[name]--
    },
  })
  return rows
}

/** Throws if no sheet can have such a cell. */
function placeOf(address: string): { line: number; column: number } {
  const [, letters = '', digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? []
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  const line = Number(digits)
  if (!(line <= LAST_ROW) || column > LAST_COLUMN) throw new Error(FILE.cellOutside(shortened(address)))
  return { line, column }
}

function shortened(text = ''): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text
}

/** Throws if a cell refers to a text or a style that doesn't exist. Source: ECMA-376, Part 1, 18.18.11 "Cell Type". */
function valueOf(
  { line, type, style, value, text, hasFormula }: RawCell,
  { sharedStrings, dateStyles, epochDays }: Workbook,
): Cell {
  const checked = <Value>(one: Value | undefined): Value => {
    if (one === undefined || (typeof one === 'number' && Number.isNaN(one)))
      throw new Error(FILE.cellBroken(line, type, shortened(value)))
    return one
  }
  if (type === 'inlineStr') return rearmed(unescaped(text))
  // A program that computes nothing writes formulas without results.
  if (value === '') return hasFormula && type === 'n' ? FILE.noResult : null
  if (type === 'e') return value
  if (type === 'str') return rearmed(unescaped(value))
  if (type === 's') return rearmed(checked(sharedStrings[checked(Number(value))]))
  if (type === 'b') return value === '1'
  const dateOf = (ms: number) => new Date(checked(new Date(ms).getTime()))
  if (type === 'd') return dateOf(Date.parse(value))
  const number = checked(Number(value))
  const isDate = style !== undefined && checked(dateStyles[Number(style)])
  return isDate ? dateOf(Math.floor((number - epochDays) * DAY_MS)) : number
}

/** Rows without the columns that are empty everywhere. Throws if they would still be too large. */
function closedUp(rows: readonly SparseRow[]): Row[] {
  const used = new Set<number>()
  for (const { columns } of rows) for (const column of columns) used.add(column)
  const places = new Map([...used].sort((a, b) => a - b).map((column, place) => [column, place]))
  let slots = 0
  for (const { columns } of rows) slots += places.get(columns.at(-1)!)! + 1
  if (slots > MOST_CELLS) throw new Error(FILE.tooManyCells(MOST_CELLS))
  return rows.map(({ line, columns, values }) => {
    const cells = Array<Cell>(places.get(columns.at(-1)!)! + 1).fill(null)
    columns.forEach((column, index) => (cells[places.get(column)!] = values[index]!))
    return { cells, line, problem: null }
  })
}
