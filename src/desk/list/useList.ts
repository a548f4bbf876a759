import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { instants } from '../../operator/days/days.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'

/** Query of a list: its filters by name, the instants of its days, and where the previous page ended. */
export type ListQuery = Record<string, string | number>

/** Request of a list as CSV; a long one takes minutes. */
export const CSV = { responseType: 'blob', timeout: 600_000 } as const

export interface List<Page> {
  page: Loaded<Page>
  /** Filters in the address, by name; `from` and `to` are days. */
  filters: Readonly<Record<string, string>>
  /** Changes filters and returns to the newest row. Null removes one. */
  filter: (changes: Record<string, string | null>) => void
  /** Search text; null for none. */
  search: string | null
  setSearch: (search: string | null) => void
  clear: () => void
  isFirst: boolean
  older: () => void
  newest: () => void
  refresh: () => void
  /** Query of the list, without its place. */
  query: ListQuery
  /** Number of refreshes, for its dependent parts. */
  refreshTick: number
}

/** Search texts, by a number in the browser's history: they may be personal data, which must not be in an address. Lost on reload. */
const searches: string[] = []

/** State of an address that searches a list for this text. */
export function toSearch(text: string): { searched: number } {
  return { searched: searches.push(text) - 1 }
}

/** A list that the server returns page by page, and again when `changes` does. The address has its filters and its place, so that Back
 *  undoes them. */
export function useList<Page extends { next: string | null }>(
  names: readonly string[],
  load: (asked: ListQuery, signal: AbortSignal) => Promise<Page>,
  changes = 0,
): List<Page> {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { searched?: number } | null }
  const search = searches[state?.searched ?? -1] ?? null
  const [refreshTick, setRefreshTick] = useState(0)

  const filters = useMemo(
    () => Object.fromEntries([...address].filter(([name, value]) => names.includes(name) && value !== '')),
    [address, names],
  )
  const before = address.get('before')
  const asked = JSON.stringify({ ...queryOf(filters), ...(before && { before }), ...(search && { search }) })
  const page = useLoaded(
    useCallback((signal: AbortSignal) => load(JSON.parse(asked) as ListQuery, signal), [load, asked]),
    { now: Date.now, refreshTick: refreshTick + changes },
  )

  const go = (changes: Record<string, string | null>, searched = state?.searched) => {
    const changed = new URLSearchParams(address)
    for (const [name, value] of Object.entries({ before: null, ...changes }))
      if (value === null) changed.delete(name)
      else changed.set(name, value)
    void navigate({ search: changed.toString() }, { state: { searched } })
  }
  return {
    page,
    filters,
    filter: (changes) => go(changes),
    search,
    setSearch: (text) => go({}, text === null ? NO_SEARCH : toSearch(text).searched),
    clear: () => go(Object.fromEntries(names.map((name) => [name, null])), NO_SEARCH),
    isFirst: before === null,
    older: () => page.data?.next && go({ before: page.data.next }),
    newest: () => go({}),
    refresh: () => setRefreshTick((tick) => tick + 1),
    query: { ...queryOf(filters), ...(search && { search }) },
    refreshTick,
  }
}

const NO_SEARCH = -1

function queryOf({ from, to, ...words }: Readonly<Record<string, string>>): ListQuery {
  return {
    ...words,
    ...(from !== undefined && { from: instants({ from, to: from }).from }),
    ...(to !== undefined && { to: instants({ from: to, to }).to }),
  }
}
