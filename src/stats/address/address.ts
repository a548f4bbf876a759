import type { Filter } from '../grid/matching.ts'
import type { Sort } from '../grid/sorting.ts'
import { TABS, type Tab, type Table } from '../report/tables.ts'

/** What the address holds: the tab as its path; path, range, chart, and what each table shows as its query. The default
 *  range stands there as `from=7-days-ago`, others by their days. A table's filter stands under its report's name as
 *  `key:search`, its order under `<report>.sort` as `Column:asc`, and the columns that are put away under `<report>.hide`,
 *  e.g. `/stats/sales?sale-by-offer=revenue:12.50&sale-by-offer.sort=Revenue:desc`. The figure whose rows are shown stands
 *  under `open` as `<report>:<Column>`, the words of its row under `open.<member>`, and which part of a ratio is looked at
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
export function sortOf(address: URLSearchParams, { report, columns }: Table): Sort | null {
  const [, title, direction] = /^(.*):(asc|desc)$/.exec(address.get(`${report}.sort`) ?? '') ?? []
  const column = columns.find((one) => one.title === title)
  return column ? { title: column.title, descending: direction === 'desc' } : null
}

export function sortMember({ report }: Table, sort: Sort | null): Members {
  return { [`${report}.sort`]: sort && `${sort.title}:${sort.descending ? 'desc' : 'asc'}` }
}

/** The titles of the columns that are put away. The first stays: it says what the row is of. */
export function hiddenOf(address: URLSearchParams, { report, columns }: Table): string[] {
  const named = new Set((address.get(`${report}.hide`) ?? '').split('|'))
  return columns.slice(1).flatMap(({ title }) => (named.has(title) ? [title] : []))
}

export function hiddenMember({ report }: Table, titles: readonly string[]): Members {
  return { [`${report}.hide`]: titles.length > 0 ? titles.join('|') : null }
}

/** A figure whose rows are asked for: of the row with these words, by the row's members; of no words for what is over all
 *  rows. */
export interface Opened {
  report: string
  title: string
  words: Record<string, string>
}

export function openedOf(address: URLSearchParams): Opened | null {
  const [, report, title] = /^([\w-]+):(.+)$/.exec(address.get(OPEN) ?? '') ?? []
  if (report === undefined || title === undefined) return null
  const words = [...address].flatMap(([name, word]) =>
    name.startsWith(`${OPEN}.`) ? [[name.slice(OPEN.length + 1), word] as const] : [],
  )
  return { report, title, words: Object.fromEntries(words) }
}

export function openMembers({ report, title, words }: Opened): Members {
  const named = Object.entries(words).map(([member, word]) => [`${OPEN}.${member}`, word])
  return { [OPEN]: `${report}:${title}`, ...Object.fromEntries(named), [PART]: null }
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
