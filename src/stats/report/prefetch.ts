import { tabOf } from '../address/address.ts'
import type { Api } from '../tables/api.ts'
import { instants } from '../../operator/days/days.ts'
import {
  storedPath,
  storedRange,
  storedTab,
  type BrowserStorage,
} from '../../operator/browser/preferences.ts'
import { askedRange, chooseRange } from '../address/range.ts'
import { EXPERIMENTS_TAB, TABS } from '../tables/tables.ts'
import { trendQuery, unitOf } from '../tables/trendMetrics.ts'

interface Start {
  /** Address of the page. */
  location: Pick<Location, 'pathname' | 'search'>
  storage: BrowserStorage
  now: number
}

/** Requests what the first screen will probably show. If the path or range turns out to be another, it is requested again. Resolves once
 *  the first table can be filled, or cannot. */
export async function headStart(
  api: Pick<Api, 'prefetch'>,
  { location, storage, now }: Start,
): Promise<void> {
  if (location.pathname.split('/')[2] === EXPERIMENTS_TAB.slug) return
  const address = new URLSearchParams(location.search)
  const chosen = chooseRange(askedRange(address, now), storedRange(storage, now), now)
  if (!('range' in chosen)) return
  const { range } = chosen
  const { from, to } = instants(range)
  const path = address.get('path') ?? storedPath(storage)
  const tab =
    tabOf(location.pathname.split('/')[2]) ?? TABS.find(({ name }) => name === storedTab(storage)) ?? TABS[0]
  const [{ report }] = tab.tables
  const first =
    tab.slug === 'analytics'
      ? [api.prefetch.report(report, { start: from, end: to })]
      : [api.prefetch.paths(), ...(path === null ? [] : [api.prefetch.report(report, { path, from, to })])]
  void api.prefetch.report(unitOf(range) === 'hour' ? 'trend-hours' : 'trend-days', trendQuery(range))
  await Promise.all(first)
}
