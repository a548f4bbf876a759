import { isFigure, type Format, type Row, type RowTable } from './row.ts'

export interface Filter {
  /** One of the table's filter keys. */
  key: string
  search: string
}

/** Rows whose chosen member contains the searched text; all rows while nothing is searched. Ignores case; figures match as they are
 *  shown, with or without commas and dollar signs. A row whose member is null never matches. Source: spec, sections 4 and 5 "Dashboard". */
export function matching(table: RowTable, rows: readonly Row[], filter: Filter | null): readonly Row[] {
  const member = filter && Object.hasOwn(table.filterKeys, filter.key) && table.filterKeys[filter.key]
  if (!member || filter.search.trim() === '') return rows
  const format = table.columns.find(({ id }) => id === member)?.format ?? 'word'
  const typed = filter.search.trim().toLowerCase()
  const search = isFigure(format) ? typed.replaceAll(/[$,]/g, '') : typed
  const texts = searchable(rows, member, format)
  return rows.filter((_, index) => texts[index]?.includes(search))
}

/** Searchable text of each row, null if it has none. Cached as long as the rows, because every keystroke asks. */
function searchable(rows: readonly Row[], member: string, format: Format): (string | null)[] {
  let members = SEARCHABLE.get(rows)
  if (!members) SEARCHABLE.set(rows, (members = new Map()))
  let texts = members.get(member)
  if (!texts) {
    texts = rows.map((row) => {
      const value = row[member] ?? null
      return value === null || value === '' ? null : plainText(value, format).toLowerCase()
    })
    members.set(member, texts)
  }
  return texts
}

const SEARCHABLE = new WeakMap<readonly Row[], Map<string, (string | null)[]>>()

/** A value as it is shown, without commas, dollar signs and percent signs, for searching and for other programs. */
export function plainText(value: string | number, format: Format): string {
  return typeof value === 'string' ? value : PLAIN[format](value)
}

const PLAIN: Record<Format, (value: number) => string> = {
  word: String,
  name: String,
  id: String,
  count: (value) => fixed(value, 0),
  average: (value) => fixed(value, 2),
  cents: (value) => fixed(value / 100, 2),
  dollars: (value) => fixed(value, 2),
  percent: (value) => fixed(value, 2),
  seconds: (value) => fixed(value / 1000, 1),
}

/** Rounds like Intl.NumberFormat, by the decimals that JavaScript writes (1.005 is 1.01, while toFixed makes 1.00). Intl itself takes a
 *  microsecond per number, which is noticeable over 50,000 rows. */
function fixed(value: number, digits: number): string {
  const shifted = Number(`${Math.abs(value)}e${digits}`)
  const rounded = Math.round(Number.isNaN(shifted) ? Math.abs(value) * 10 ** digits : shifted)
  return (value < 0 && rounded > 0 ? '-' : '') + (rounded / 10 ** digits).toFixed(digits)
}
