import { show, type Cell, type Row } from './cells.ts'
import type { Column, Ratio, Table } from './tables.ts'

/** What the columns of a table make of its rows. */

export interface Filter {
  /** One of the table's filter keys. */
  key: string
  search: string
}

export function valueOf(column: Column, row: Row): Cell {
  if (column.of !== undefined) return row[column.of] ?? null
  return totalOf(column, [row])
}

/** What the totals strip shows under `column`: a sum, or the ratio of sums; null when there is nothing to compute. */
export function totalOf({ of, total }: Column, rows: readonly Row[]): number | null {
  if (typeof total === 'object') return ratioOf(total, rows)
  return total === 'sum' && of !== undefined ? sum(rows, of) : null
}

/** The rows in which the chosen member holds the searched text; all of them while nothing is searched.
 *  Upper and lower case are one; figures match as they are shown, with or without commas and dollar signs.
 *  A row whose member is null never matches. Source: spec, sections 4 and 5 "Dashboard". */
export function matching(table: Table, rows: readonly Row[], filter: Filter | null): readonly Row[] {
  const member = filter && table.filterKeys[filter.key]
  if (!member || filter.search.trim() === '') return rows
  const format = table.columns.find(({ of }) => of === member)?.format ?? 'word'
  const bare = (text: string) => (format === 'word' ? text : text.replaceAll(/[$,]/g, '')).toLowerCase()
  const search = bare(filter.search.trim())
  return rows.filter((row) => {
    const value = row[member] ?? null
    return value !== null && value !== '' && bare(show(value, format)).includes(search)
  })
}

function ratioOf({ part, whole, times }: Ratio, rows: readonly Row[]): number | null {
  const divisor = sum(rows, whole)
  return divisor === 0 ? null : (sum(rows, part) / divisor) * times
}

function sum(rows: readonly Row[], member: string): number {
  return rows.reduce((total, row) => total + Number(row[member]), 0)
}
