import { isText, type Cell, type Row } from './cells.ts'
import { valueOf } from './figures.ts'
import type { Column, Table } from './tables.ts'

export interface Sort {
  /** The title of one of the table's columns. */
  title: string
  descending: boolean
}

/** The rows in the order of one column: as numbers where cells are numbers once commas and dollar signs are taken away,
 *  numbers before words, and empty cells last either way. Equal rows stay as they were.
 *  Source: spec, section 2, last paragraph. */
export function sorted(table: Table, rows: readonly Row[], sort: Sort | null): readonly Row[] {
  const column = table.columns.find(({ title }) => title === sort?.title)
  if (!sort || !column) return rows
  const ranks = ranksOf(column, rows)
  const direction = sort.descending ? -1 : 1
  return rows
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [ranks[a]!, ranks[b]!]
      if (one === other) return a - b
      if (one === EMPTY || other === EMPTY) return one === EMPTY ? 1 : -1
      return one < other ? -direction : direction
    })
    .map((index) => rows[index]!)
}

const EMPTY = Number.POSITIVE_INFINITY

/** A number for each row's cell, in the order of the cells: each distinct cell is compared with others once. */
function ranksOf(column: Column, rows: readonly Row[]): number[] {
  const cells = rows.map((row) => comparable(valueOf(column, row)))
  if (cells.every((cell) => typeof cell !== 'string')) return cells.map((cell) => cell ?? EMPTY)
  const distinct = [...new Set(cells)].filter((cell) => cell !== null)
  const keyed = distinct.map((cell) => ({ cell, key: typeof cell === 'string' ? primaryKey(cell) : '' }))
  keyed.sort(compareCells)
  const ranks = new Map(keyed.map(({ cell }, rank) => [cell, rank]))
  return cells.map((cell) => (cell === null ? EMPTY : ranks.get(cell)!))
}

interface Keyed {
  cell: string | number
  key: string | null
}

/** The order of two cells that are not empty. */
function compareCells(one: Keyed, other: Keyed): number {
  if (typeof one.cell === 'number' && typeof other.cell === 'number') return one.cell - other.cell
  if (typeof one.cell === 'number') return -1
  if (typeof other.cell === 'number') return 1
  if (one.key !== null && other.key !== null && one.key !== other.key) return one.key < other.key ? -1 : 1
  return words.compare(one.cell, other.cell)
}

const words = new Intl.Collator('en-US')

/** A text whose order by code unit is the collator's order but for case, null where it has more than ASCII: the collator takes
 *  a quarter of a second to put 50,000 words in order. */
function primaryKey(word: string): string | null {
  let key = ''
  for (const sign of word) {
    const place = PLACES.get(sign)
    if (place === undefined) return null
    key += place
  }
  return key
}

/** Every printable ASCII character with one that stands for its place in the collator's order, case aside. */
const PLACES = new Map<string, string>()
{
  const base = new Intl.Collator('en-US', { sensitivity: 'base' })
  const signs = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).sort(
    base.compare,
  )
  let place = 0
  signs.forEach((sign, index) => {
    if (index > 0 && base.compare(signs[index - 1]!, sign) !== 0) place++
    PLACES.set(sign, String.fromCharCode(0x20 + place))
  })
}

/** Null: nothing to compare by. */
function comparable(cell: Cell): string | number | null {
  if (typeof cell === 'number') return cell
  if (cell === null || cell === '') return null
  const digits = cell.replaceAll(/[$,]/g, '').trim()
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : cell
}

/** `latest` in the order of `before`, rows that are new at the end: figures that are brought up to date do not move what
 *  somebody is reading. Rows are the same when their words are. */
export function inOrderOf(before: readonly Row[], latest: readonly Row[], table: Table): readonly Row[] {
  const members = table.columns.flatMap(({ of, format }) => (of !== undefined && isText(format) ? [of] : []))
  const keyOf = (row: Row) => JSON.stringify(members.map((member) => row[member]))
  const places = new Map(before.map((row, place) => [keyOf(row), place]))
  const placed = latest.map((row, index) => ({
    row,
    place: places.get(keyOf(row)) ?? before.length + index,
  }))
  return placed.sort((a, b) => a.place - b.place).map(({ row }) => row)
}
