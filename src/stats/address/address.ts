import type { Filter } from '../../rows/matching.ts'
import type { Sort } from '../../rows/sorting.ts'
import { columnOf, TABS, type Tab, type Table } from '../report/tables.ts'

/** What the address holds: the tab as its path; path, range, chart, and what each table shows as its query. The default
 *  range stands there as `from=7-days-ago`, others by their days. A table's filter stands under its report's name as
 *  `key:search`, its order under `<report>.sort` as `column:asc`, and the columns that are put away under `<report>.hide`,
 *  e.g. `/stats/sales?sale-by-offer=revenue:12.50&sale-by-offer.sort=revenue:desc`. The figure whose rows are shown stands
 *  under `open` as `<report>:<column>`, the words of its row under `open.<member>`, and which part of a ratio is looked at
 *  under `part`. */

export function tabOf(slug: string | undefined): Tab | null {
  return TABS.find((tab) => tab.slug === slug) ?? null
}

/** Null when there is none, or none that this table has. */
export function filterOf(address: URLSearchParams, { report, filterKeys }: Table): Filter | null {
  const [key = '', ...search] = (address.get(report) ?? '').split(':')
  return Object.hasOwn(filterKeys, key) ? { key, search: search.join(':') } : null
}

export function filterMember({ report }: Table, filter: Filter | null): Members {
  return { [report]: filter && `${filter.key}:${filter.search}` }
}

/** Null when there is none, or none that this table has. */
export function sortOf(address: URLSearchParams, table: Table): Sort | null {
  const [, name, direction] = /^(.*):(asc|desc)$/.exec(address.get(`${table.report}.sort`) ?? '') ?? []
  const column = name === undefined ? undefined : columnOf(table, name)
  return column ? { id: column.id, descending: direction === 'desc' } : null
}

export function sortMember({ report }: Table, sort: Sort | null): Members {
  return { [`${report}.sort`]: sort && `${sort.id}:${sort.descending ? 'desc' : 'asc'}` }
}

/** The ids of the columns that are put away. The first stays: it says what the row is of. */
export function hiddenOf(address: URLSearchParams, table: Table): string[] {
  const named = (address.get(`${table.report}.hide`) ?? '').split('|').map((name) => columnOf(table, name))
  return table.columns.slice(1).flatMap((column) => (named.includes(column) ? [column.id] : []))
}

export function hiddenMember({ report }: Table, ids: readonly string[]): Members {
  return { [`${report}.hide`]: ids.length > 0 ? ids.join('|') : null }
}

/** A figure whose rows are asked for: of the row with these words, by the row's members; of no words for what is over all
 *  rows. */
export interface Opened {
  report: string
  /** Its column, by id. */
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

/** What closes the figure that is open. */
export function closeMembers(address: URLSearchParams): Members {
  const names = [...address.keys()].filter((name) => name === OPEN || name.startsWith(`${OPEN}.`))
  return Object.fromEntries([...names, PART].map((name) => [name, null]))
}

const OPEN = 'open'

/** Where the address has the part of the open figure that is looked at; without it that is the first. */
export const PART = 'part'

/** Null drops the member. */
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
