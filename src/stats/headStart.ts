import { tabOf } from './address.ts'
import type { Api } from './api.ts'
import { instants, periodBefore } from './days.ts'
import { keptOperator, keptPath, keptRange, keptTab, type Shelf } from './kept.ts'
import { askedRange, chooseRange } from './range.ts'
import { TABS } from './tables.ts'
import { trendQuery, unitOf } from './trend.ts'

interface Start {
  /** Where the page stands. */
  location: Pick<Location, 'pathname' | 'search'>
  shelf: Shelf
  now: number
}

/** Asks for what the first screen is likely to show. What turns out to be another path or range is asked for again. */
export function headStart(api: Pick<Api, 'ahead'>, { location, shelf, now }: Start): void {
  // Without an operator the login comes first.
  if (keptOperator(shelf) === null) return
  const address = new URLSearchParams(location.search)
  const chosen = chooseRange(askedRange(address), keptRange(shelf, now), now)
  if (!('range' in chosen)) return
  const { range } = chosen
  const { from, to } = instants(range)
  const path = address.get('path') ?? keptPath(shelf)
  const tab =
    tabOf(location.pathname.split('/')[2]) ?? TABS.find(({ name }) => name === keptTab(shelf)) ?? TABS[0]
  const [{ report }] = tab.tables
  if (tab.slug === 'analytics') api.ahead(report, { start: from, end: to })
  else if (path !== null) api.ahead(report, { path, from, to })
  api.ahead(unitOf(range) === 'hour' ? 'trend-hours' : 'trend-days', trendQuery(range, periodBefore(range)))
}
