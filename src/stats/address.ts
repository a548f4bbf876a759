import type { Filter } from './figures.ts'
import { TABS, type Tab, type Table } from './tables.ts'

/** What the address holds: the tab as its path; path, range and one filter per table as its query.
 *  A filter stands under its report's name as `key:search`, e.g. `/stats/sales?sale-by-offer=revenue:12.50`. */

export function tabOf(slug: string | undefined): Tab | null {
  return TABS.find((tab) => tab.slug === slug) ?? null
}

/** Null when there is none, or none that this table has. */
export function filterOf(address: URLSearchParams, { report, filterKeys }: Table): Filter | null {
  const [key = '', ...search] = (address.get(report) ?? '').split(':')
  return Object.hasOwn(filterKeys, key) ? { key, search: search.join(':') } : null
}

export function filterText({ key, search }: Filter): string {
  return `${key}:${search}`
}

/** `address` with some of its members changed, or dropped where null. */
export function withMembers(
  address: URLSearchParams,
  members: Record<string, string | null>,
): URLSearchParams {
  const changed = new URLSearchParams(address)
  for (const [name, value] of Object.entries(members)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}
