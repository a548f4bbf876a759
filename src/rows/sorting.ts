import { isText, type Cell, type Row, type RowColumn, type RowTable } from './row.ts'
import { valueOf } from './figures.ts'

export interface Sort {
  /** ID of one of the table's columns. */
  id: string
  descending: boolean
}

/** Rows in the order of one column. Cells that are numbers without their commas and dollar signs are compared as numbers. Numbers come
 *  before words, and empty cells last in either direction. Equal rows keep their order. Source: spec, section 2, last paragraph. */
export function sorted(table: RowTable, rows: readonly Row[], sort: Sort | null): readonly Row[] {
  const column = table.columns.find(({ id }) => id === sort?.id)
  if (!sort || !column) return rows
  const { ranks, count } = ranksOf(column, rows)
  const placeOf = (rank: number) => (sort.descending && rank < count ? count - 1 - rank : rank)
  // A counting sort: the number of earlier rows tells where the rows of each rank begin.
  const begins = new Uint32Array(count + 2)
  for (const rank of ranks) begins[placeOf(rank) + 1]!++
  for (let place = 1; place < begins.length; place++) begins[place]! += begins[place - 1]!
  const inOrder = [...rows]
  ranks.forEach((rank, index) => (inOrder[begins[placeOf(rank)]!++] = rows[index]!))
  return inOrder
}

/** Ranks the cells of every column before its header is first clicked, one column at a time. */
export function* ranking(table: RowTable, rows: readonly Row[]): Generator<void, void> {
  for (const column of table.columns) {
    ranksOf(column, rows)
    yield
  }
}

/** Rank of each row's cell among all distinct cells; an empty one has `count`, the number of distinct cells. */
interface Ranks {
  ranks: Uint32Array
  count: number
}

/** Cached as long as the rows, because a second click on a header only reverses the order. */
function ranksOf(column: RowColumn, rows: readonly Row[]): Ranks {
  let ofColumns = RANKS.get(rows)
  if (!ofColumns) RANKS.set(rows, (ofColumns = new Map()))
  let ranks = ofColumns.get(column.id)
  if (!ranks) ofColumns.set(column.id, (ranks = ranked(rows.map((row) => comparable(valueOf(column, row))))))
  return ranks
}

const RANKS = new WeakMap<readonly Row[], Map<string, Ranks>>()

function ranked(cells: readonly (string | number | null)[]): Ranks {
  const distinct = new Set(cells)
  distinct.delete(null)
  const numbers = Float64Array.from([...distinct].filter((cell) => typeof cell === 'number')).sort()
  const words = rankWords([...distinct].filter((cell) => typeof cell === 'string'))
  const rankOf = new Map<string | number | null, number>([[null, distinct.size]])
  numbers.forEach((number, rank) => rankOf.set(number, rank))
  words.forEach((word, rank) => rankOf.set(word, numbers.length + rank))
  return { ranks: Uint32Array.from(cells, (cell) => rankOf.get(cell)!), count: distinct.size }
}

/** Null if there is nothing to compare by. */
function comparable(cell: Cell): string | number | null {
  if (typeof cell === 'number') return cell
  if (cell === null || cell === '') return null
  if (!MAYBE_NUMBER.test(cell)) return cell
  const digits = cell.replaceAll(/[$,]/g, '').trim()
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : cell
}

const MAYBE_NUMBER = /^[\s$,]*[-\d]/

/** Rows of `latest` in the order of `before`, with new rows at the end, so that refreshed figures don't move the rows someone is
 *  reading. Rows are the same if their words are. */
export function inOrderOf(before: readonly Row[], latest: readonly Row[], table: RowTable): readonly Row[] {
  const members = table.columns.flatMap(({ id, format }) => (isText(format) ? [id] : []))
  const keyOf = (row: Row) => members.map((member) => row[member]).join('\0')
  const places = new Map(before.map((row, place) => [keyOf(row), place]))
  const placed = latest.map((row, index) => ({
    row,
    place: places.get(keyOf(row)) ?? before.length + index,
  }))
  return placed.sort((a, b) => a.place - b.place).map(({ row }) => row)
}

/** Puts words in Intl.Collator's order without comparing every pair with it, which takes a quarter of a second for 50,000 words. */

/** Returns `words`, which are distinct, in the collator's order. */
function rankWords(words: readonly string[]): string[] {
  const keyed = words.map((word) => ({ word, key: primaryKey(word) }))
  // A single word without a key makes all of them incomparable by key.
  if (keyed.some(({ key }) => key === null)) return words.toSorted(collator.compare)
  return keyed
    .sort((one, other) => {
      if (one.key! < other.key!) return -1
      return one.key! > other.key! ? 1 : collator.compare(one.word, other.word)
    })
    .map(({ word }) => word)
}

const collator = new Intl.Collator('en-US')

/** Sort key of a text, whose order by code unit equals the collator's except for case; null if the text has more than printable ASCII. */
function primaryKey(word: string): string | null {
  let key = ''
  for (let at = 0; at < word.length; at++) {
    const place = PLACES[word.charCodeAt(at)]
    if (place === undefined) return null
    key += place
  }
  return key
}

/** Character for every printable ASCII character, by its code, that represents its place in the collator's order, ignoring case. */
const PLACES: string[] = []
{
  const base = new Intl.Collator('en-US', { sensitivity: 'base' })
  const signs = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  signs.sort(base.compare)
  let place = 0
  signs.forEach((sign, index) => {
    if (index > 0 && base.compare(signs[index - 1]!, sign) !== 0) place++
    PLACES[sign.charCodeAt(0)] = String.fromCharCode(0x20 + place)
  })
}
