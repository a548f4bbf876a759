import { useMemo } from 'react'
import type { ReportName, ReturnsOn } from '../../../schemas/reports/reports.ts'
import type { LongReport } from '../../../schemas/reports/longReports.ts'
import type { Api, ReportQuery } from '../tables/api.ts'
import { PAGE_ROWS, type Page } from '../tables/rowPages.ts'
import type { Row } from '../../rows/row.ts'
import { instants, type Range } from '../../operator/days/days.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'

export interface Report extends Loaded<readonly Row[]> {
  /** Page of a report with more rows than `data` has; else null. */
  long: Page | null
}

/** Report of a table or a box. */
export type TableReport = Exclude<ReportName, 'trend-days' | 'trend-hours'>

interface Scope {
  path: string | null
  range: Range | null
  /** Tick that refreshes the figures. */
  refreshTick: number
  /** Tick at which drop-off was last visible; null if it never was. Walking every visitor through the flow is done only when someone
   *  looks. */
  walkTick: number | null
  /** Day on which returns count in reports of sales. */
  returns: ReturnsOn
  /** Reports that are requested now. */
  wanted: (report: TableReport) => boolean
  now: () => number
}

/** Wanted reports of `path` and `range`, loaded in parallel: one failure does not affect the others. A change aborts pending requests.
 *  Without a range nothing loads; without a path, nothing that needs one. */
export function useReports(
  api: Api,
  { path, range, refreshTick, walkTick, returns, wanted, now }: Scope,
): Record<TableReport, Report> {
  const { from, to } = range ?? { from: null, to: null }
  const ends = useMemo(() => (from === null || to === null ? null : instants({ from, to })), [from, to])
  const ofAll = useMemo(() => ends && { start: ends.from, end: ends.to }, [ends])
  const ofPath = useMemo(() => (ends && path !== null ? { path, ...ends } : null), [ends, path])
  const ofSales = useMemo(
    () => ofPath && (returns === 'sold' ? { ...ofPath, returns } : ofPath),
    [ofPath, returns],
  )
  const all = (report: TableReport) => ({ query: wanted(report) ? ofAll : null, refreshTick, now })
  const one = (report: TableReport) => ({ query: wanted(report) ? ofPath : null, refreshTick, now })
  const sold = (report: TableReport) => ({ query: wanted(report) ? ofSales : null, refreshTick, now })
  return {
    'analytics-epr': useReport(api, 'analytics-epr', all('analytics-epr')),
    'analytics-ecpm': useReport(api, 'analytics-ecpm', all('analytics-ecpm')),
    'analytics-languages': useReport(api, 'analytics-languages', all('analytics-languages')),
    'consent-coverage': useReport(api, 'consent-coverage', all('consent-coverage')),
    'visits-by-affiliate': useReport(api, 'visits-by-affiliate', one('visits-by-affiliate')),
    'visits-by-affiliate-and-subs': useLongReport(
      api,
      'visits-by-affiliate-and-subs',
      one('visits-by-affiliate-and-subs'),
    ),
    'step-dropoff': useReport(api, 'step-dropoff', {
      query: walkTick === null ? null : one('step-dropoff').query,
      refreshTick: walkTick ?? 0,
      now,
    }),
    'sale-stats': useReport(api, 'sale-stats', sold('sale-stats')),
    'sale-by-affiliate': useReport(api, 'sale-by-affiliate', sold('sale-by-affiliate')),
    'sale-by-offer': useReport(api, 'sale-by-offer', sold('sale-by-offer')),
    'sale-by-aff-sub-offer': useLongReport(api, 'sale-by-aff-sub-offer', sold('sale-by-aff-sub-offer')),
    'profit-by-affiliate': useReport(api, 'profit-by-affiliate', one('profit-by-affiliate')),
    'profit-by-affiliate-and-sub': useReport(
      api,
      'profit-by-affiliate-and-sub',
      one('profit-by-affiliate-and-sub'),
    ),
    'profit-by-version': useReport(api, 'profit-by-version', one('profit-by-version')),
    'profit-by-offer': useReport(api, 'profit-by-offer', one('profit-by-offer')),
    'profit-by-buyer': useReport(api, 'profit-by-buyer', one('profit-by-buyer')),
  }
}

export function usePaths(api: Api, now: () => number): Loaded<string[]> {
  return useLoaded(
    useMemo(() => (signal) => api.paths(signal), [api]),
    { now, prefetched: api.prefetched.paths() },
  )
}

function useReport<Name extends ReportName>(
  api: Api,
  name: Name,
  { query, refreshTick, now }: { query: ReportQuery<Name> | null; refreshTick: number; now: () => number },
): Report {
  const load = useMemo(
    () => query && ((signal: AbortSignal) => api.report(name, query, signal)),
    [api, name, query],
  )
  const loaded = useLoaded<readonly Row[]>(load, {
    now,
    refreshTick,
    prefetched: query && api.prefetched.report(name, query),
  })
  return useMemo(() => ({ ...loaded, long: null }), [loaded])
}

/** A report that can be long; complete if its first page has all its rows. */
function useLongReport(
  api: Api,
  name: LongReport,
  {
    query,
    refreshTick,
    now,
  }: { query: ReportQuery<LongReport> | null; refreshTick: number; now: () => number },
): Report {
  const load = useMemo(
    () => query && ((signal: AbortSignal) => api.page(name, query, { limit: PAGE_ROWS }, signal)),
    [api, name, query],
  )
  const loaded = useLoaded<Page>(load, { now, refreshTick })
  return useMemo(() => {
    const { data, previousData } = loaded
    const isLong = data !== null && data.facts.rows > data.rows.length
    return {
      ...loaded,
      data: data?.rows ?? null,
      previousData: previousData?.rows ?? null,
      long: isLong ? data : null,
    }
  }, [loaded])
}
