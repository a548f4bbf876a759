import { FILE } from './sheet/statementWords.ts'
import { csvRows } from './csvRows.ts'
import { fileText } from './fileText.ts'
import { sheetsIn } from './sheet/sheetRows.ts'
import type { Cell, Row } from './statementRow.ts'

/** An uploaded file: XLSX or text, whatever its name says. */
export interface BuyersFile {
  name: string
  bytes: Buffer
}

/** Columns that name a lead, and those beside them. */
export type FileColumn = 'id' | 'key' | 'phone' | 'time' | 'amount' | 'reason' | 'return_id'
export const LEAD_COLUMNS = ['id', 'key', 'phone'] as const

/** A file's own names for the columns. */
export type CalledColumns = Partial<Record<FileColumn, string>>

/** Rows of a buyer's file below the row that names the columns. */
export interface FileTable {
  /** One for each column, all different. */
  names: string[]
  rows: Row[]
  /** Sentences about parts of the file that were left out. */
  notes: string[]
  /** January 1, 1970 in the file's count of days. */
  epochDays: number | undefined
}

/** Usual names of a kind of file's columns, and those that its header has at least one of. */
export interface FileHeader {
  usual: Readonly<Record<string, RegExp>>
  named: readonly string[]
}
type Called = Readonly<Record<string, string>>

/** The table in a file, or why it can't be read. `called`: names of its columns if they were chosen. */
export function fileTable(
  file: BuyersFile,
  called: Called = {},
  header: FileHeader = LEADS,
): FileTable | { wrong: string } {
  const isSheet = file.bytes.toString('latin1', 0, 4) === 'PK\x03\x04' || /\.xlsx$/i.test(file.name)
  return isSheet ? sheetTable(file.bytes, called, header) : textTable(file.bytes, called, header)
}

function textTable(bytes: Buffer, called: Called, header: FileHeader): FileTable | { wrong: string } {
  const text = fileText(bytes)
  if (typeof text !== 'string') return text
  const rows: Row[] = []
  csvRows(text, (row) => rows.push(row) > 0)
  return rows.length === 0 ? { wrong: FILE.empty } : tableIn(rows, headerIn(rows, called, header).at)
}

/** The first visible sheet that has such columns. A cover sheet or a chart has no such columns. */
function sheetTable(bytes: Buffer, called: Called, header: FileHeader): FileTable | { wrong: string } {
  const book = sheetsIn(bytes)
  if ('wrong' in book) return book
  const { sheets, hidden, epochDays } = book
  const filled = sheets
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => ({ name, rows, header: headerIn(rows, called, header) }))
  const rank = (one: (typeof filled)[number]) => one.header.rank
  const best = filled.reduce((most, one) => Math.max(most, rank(one)), 0)
  // Without known names, the longest sheet is the list, and a short one its cover.
  const [chosen] = filled
    .filter((one) => rank(one) === best)
    .sort((a, b) => (best === 0 ? b.rows.length - a.rows.length : 0))
  if (!chosen) return { wrong: hidden.length > 0 ? FILE.allHidden : FILE.empty }
  const table = tableIn(chosen.rows, chosen.header.at)
  if ('wrong' in table) return table
  const others = filled.filter((one) => one !== chosen).map(({ name }) => name)
  const notes = [
    others.length > 0 && FILE.otherSheets(chosen.name, others),
    hidden.length > 0 && FILE.hiddenSheets(hidden),
  ].filter((note) => note !== false)
  return { ...table, notes: [...notes, ...table.notes], epochDays }
}

function tableIn(rows: readonly Row[], at: number): FileTable | { wrong: string } {
  const header = rows[at]!
  if (header.problem !== null) return { wrong: FILE.lineWrong(header.line, header.problem) }
  const width = header.cells.findLastIndex((cell) => !isEmpty(cell)) + 1
  const below = rows.slice(at + 1).map((row) => {
    const isWide =
      row.cells.length > header.cells.length || row.cells.slice(width).some((cell) => !isEmpty(cell))
    return isWide && row.problem === null ? { ...row, problem: FILE.tooWide(row.cells.length, width) } : row
  })
  const notes = at === 0 ? [] : [FILE.above(header.line, at)]
  return { names: namesOf(header.cells.slice(0, width)), rows: below, notes, epochDays: undefined }
}

/** Rows in which the header is looked for. */
const MOST_ABOVE = 50

/** The row that names the columns, and how sure that is: by the chosen names, ours, usual ones, or none, when it is the first row with
 *  most of the cells that any has; then by the number of columns that have usual names. */
function headerIn(
  rows: readonly Row[],
  called: Called,
  { usual, named }: FileHeader,
): { at: number; rank: number } {
  const columns = Object.keys(usual)
  const heads = rows.slice(0, MOST_ABOVE).map(({ cells }) => namesOf(cells).map((name) => name.toLowerCase()))
  const chosen = Object.values(called).map((name) => name.toLowerCase())
  const counts = rows.slice(0, MOST_ABOVE).map(({ cells }) => cells.filter((cell) => !isEmpty(cell)).length)
  const most = Math.max(...counts)
  const rankOf = (names: readonly string[], at: number) => {
    const has = (isIt: (column: string, name: string) => boolean, some: readonly string[]) =>
      some.filter((column) => names.some((name) => isIt(column, name))).length
    const isUsual = (column: string, name: string) => usual[column]!.test(name)
    const known = has((column, name) => column === name || isUsual(column, name), columns)
    if (chosen.length > 0 && chosen.every((name) => names.includes(name))) return 3 * columns.length + known
    if (counts[at]! * 2 <= most) return -1
    if (has((column, name) => column === name, named) > 0) return 2 * columns.length + known
    return has(isUsual, named) > 0 ? columns.length + known : 0
  }
  const ranks = heads.map(rankOf)
  const rank = Math.max(...ranks)
  return { at: ranks.indexOf(rank), rank }
}

/** Usual names of columns in buyers' files. */
const USUAL: Readonly<Record<FileColumn, RegExp>> = {
  id: /^(id|(lead|sale|external|transaction|conversion)[\s_-]*id|reference)$/i,
  key: /^(key|idempotency[\s_-]*key)$/i,
  phone: /phone|mobile|^tel/i,
  time: /date|time|sold[\s_-]*(on|at)/i,
  amount: /amount|payout|price|paid|revenue|cost/i,
  reason: /^(?!.*id$).*reason|^why$|disposition/i,
  return_id: /^(return|chargeback|credit|refund)[\s_-]*(id|number|no\.?)$/i,
}

const LEADS: FileHeader = { usual: USUAL, named: LEAD_COLUMNS }

/** Guesses the names of columns in a file. */
export function guessedColumns(names: readonly string[], columns: readonly FileColumn[]): CalledColumns {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const name =
        names.find((one) => one.toLowerCase() === column) ?? names.find((one) => USUAL[column].test(one))
      return name === undefined ? [] : [[column, name]]
    }),
  )
}

/** Names of columns. Those without a name, and those with the name of another, have their place in it. */
function namesOf(cells: readonly Cell[]): string[] {
  const written = cells.map((cell) => String(cell ?? '').trim())
  const small = written.map((name) => name.toLowerCase())
  return written.map((name, at) => {
    const isAlone = small.indexOf(small[at]!) === small.lastIndexOf(small[at]!)
    return name !== '' && isAlone ? name : FILE.column(name, at + 1)
  })
}

type Places<Column extends FileColumn> = Record<Column, number>

/** Places of columns among the names, -1 for those that the file doesn't have; or the problem with the names. */
export function placesOf<Column extends FileColumn>(
  names: readonly string[],
  columns: readonly Column[],
  called: CalledColumns,
): Places<Column> | { wrong: string; isUnnamed?: true } {
  const small = names.map((name) => name.toLowerCase())
  const places = {} as Places<Column>
  for (const column of columns) {
    const name = called[column] ?? column
    places[column] = small.indexOf(name.toLowerCase())
    const twice = names.filter((_, at) => small[at] === FILE.column(name, at + 1).toLowerCase())
    if (twice.length > 0) return { wrong: FILE.columnTwice(name, listed(twice)) }
    if (called[column] !== undefined && places[column] < 0)
      return { wrong: FILE.noColumn(name, listed(names)) }
  }
  const found: Partial<Record<FileColumn, number>> = places
  if (LEAD_COLUMNS.every((column) => (found[column] ?? -1) < 0))
    return { wrong: FILE.unnamed(listed(names)), isUnnamed: true }
  return places
}

export function listed(names: readonly string[]): string {
  const some = names.slice(0, MOST_LISTED).map((name) => `"${name.slice(0, LONGEST_LISTED)}"`)
  return [...some, ...(names.length > MOST_LISTED ? ['…'] : [])].join(', ')
}

/** Most columns that a message lists, and characters of each. */
const MOST_LISTED = 30
const LONGEST_LISTED = 80

/** True for a row that adds up others: it has the word, and names no lead. */
export function isTotal(cells: readonly Cell[], places: Partial<Places<FileColumn>>): boolean {
  const leads = LEAD_COLUMNS.map((column) => cells[places[column] ?? -1] ?? null)
  return cells.some(isTotalWord) && leads.every((cell) => isEmpty(cell) || isTotalWord(cell))
}

export function isTotalWord(cell: Cell): boolean {
  return typeof cell === 'string' && /^\s*(grand|sub)?[\s-]*totals?\s*([:=(].*)?$/i.test(cell)
}

/** Sentence about a row that adds up others; `cents`: its amount and that of the lines above. */
export function totalNote(line: number, stated: number | null | undefined, cents: number): string {
  return stated === null || stated === undefined || stated === cents
    ? FILE.total(line)
    : FILE.otherTotal(line, stated, cents)
}

export function isEmpty(cell: Cell): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '')
}

/** Word in a cell; null if it is empty. */
export function wordIn(cell: Cell): string | null {
  return String(cell ?? '').trim() || null
}

/** Problem of a cell that must name a lead; null if there is none. */
export function wrongName(cell: Cell): string | null {
  if (cell instanceof Date) return FILE.becameDate
  const word = wordIn(cell) ?? ''
  if (/^#(N\/A|REF!|VALUE!|NAME\?|NUM!|NULL!|DIV\/0!)$/.test(word)) return FILE.formulaFailed(word)
  if (word.length > MOST_ID_LENGTH) return FILE.longName(MOST_ID_LENGTH)
  return /\p{Cc}/u.test(word) ? FILE.unseenSigns : null
}

/** Limit of the ledger. */
const MOST_ID_LENGTH = 200

/** First lines of a table, to show. */
export function sampleOf(rows: readonly Row[]): string[][] {
  const shown = (cell: Row['cells'][number]) =>
    (cell instanceof Date ? cell.toISOString() : String(cell ?? '')).slice(0, SAMPLE_LENGTH)
  return rows.slice(0, SAMPLE_LINES).map(({ cells }) => cells.map(shown))
}

const SAMPLE_LINES = 3
const SAMPLE_LENGTH = 80
