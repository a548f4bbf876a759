import type { ReturnsOn } from '../../../schemas/reports/reports.ts'
import type { Filter } from '../../rows/matching.ts'
import type { Sort } from '../../rows/sorting.ts'
import { columnOf, TABS, type Tab, type Table } from '../tables/tables.ts'

/** State in the address: the tab as its path; path, range, chart, and the view of each table as its query. The default range is
 *  `from=7-days-ago`, others are given by their days. A table's filter is under its report's name as `key:search`, its order under
 *  `<report>.sort` as `column:asc`, and its hidden columns under `<report>.hide`, e.g.
 *  `/stats/sales?sale-by-offer=revenue:12.50&sale-by-offer.sort=revenue:desc`. The figure with its rows open is under `open` as
 *  `<report>:<column>`, the words of its row under `open.<member>`, and the selected part of a ratio is under `part`. */

export function tabOf(slug: string | undefined): Tab | null {
  return TABS.find((tab) => tab.slug === slug) ?? null
}

/** Null if there is none, or if this table does not have it. */
export function filterOf(address: URLSearchParams, { report, filterKeys }: Table): Filter | null {
  const [key = '', ...search] = (address.get(report) ?? '').split(':')
  return Object.hasOwn(filterKeys, key) ? { key, search: search.join(':') } : null
}

export function filterMember({ report }: Table, filter: Filter | null): Members {
  return { [report]: filter && `${filter.key}:${filter.search}` }
}

/** Null if there is none, or if this table does not have it. */
export function sortOf(address: URLSearchParams, table: Table): Sort | null {
  const [, name, direction] = /^(.*):(asc|desc)$/.exec(address.get(`${table.report}.sort`) ?? '') ?? []
  const column = name === undefined ? undefined : columnOf(table, name)
  return column ? { id: column.id, descending: direction === 'desc' } : null
}

export function sortMember({ report }: Table, sort: Sort | null): Members {
  return { [`${report}.sort`]: sort && `${sort.id}:${sort.descending ? 'desc' : 'asc'}` }
}

/** IDs of the hidden columns. The first column always shows, as it names the row. */
export function hiddenOf(address: URLSearchParams, table: Table): string[] {
  const named = (address.get(`${table.report}.hide`) ?? '').split('|').map((name) => columnOf(table, name))
  return table.columns.slice(1).flatMap((column) => (named.includes(column) ? [column.id] : []))
}

export function hiddenMember({ report }: Table, ids: readonly string[]): Members {
  return { [`${report}.hide`]: ids.length > 0 ? ids.join('|') : null }
}

/** A figure with its rows open: in the row with these words, by the row's members; without words, a figure over all rows. */
export interface Opened {
  report: string
  /** ID of its column. */
  column: string
  words: Record<string, string>
}

export function openedOf(address: URLSearchParams): Opened | null {
  const [, report, column] = /^([\w-]+):(.+)$/.exec(address.get(OPEN) ?? '') ?? []
  if (report === undefined || column === undefined) return null
  const words = [...address].flatMap(([name, word]) =>
    name.startsWith(`${OPEN}.`) ? [[name.slice(OPEN.length + 1), word] as const] : [],
  )
  return { report, column, words: Object.fromEntries(words) }
}

export function openMembers({ report, column, words }: Opened): Members {
  const named = Object.entries(words).map(([member, word]) => [`${OPEN}.${member}`, word])
  return { [OPEN]: `${report}:${column}`, ...Object.fromEntries(named), [PART]: null }
}

/** Changes to the address that close the open figure. */
export function closeMembers(address: URLSearchParams): Members {
  const names = [...address.keys()].filter((name) => name === OPEN || name.startsWith(`${OPEN}.`))
  return Object.fromEntries([...names, PART].map((name) => [name, null]))
}

/** Day on which returns count in the tables of sales. */
export function returnsOf(address: URLSearchParams): ReturnsOn {
  return address.get(RETURNS) === 'sold' ? 'sold' : 'reported'
}

export function returnsMember(returns: ReturnsOn): Members {
  return { [RETURNS]: returns === 'sold' ? returns : null }
}

const RETURNS = 'returns'

const OPEN = 'open'

/** Parameter with the selected part of the open figure; defaults to the first. */
export const PART = 'part'

/** Members to change; null removes one. */
export type Members = Record<string, string | null>

/** `address` with some of its members changed. */
export function withMembers(address: URLSearchParams, members: Members): URLSearchParams {
  const changed = new URLSearchParams(address)
  for (const [name, value] of Object.entries(members)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}
