import { useMemo } from 'react'
import type { ReportName } from '../../schemas/reports.ts'
import type { Api, ReportQuery } from './api.ts'
import type { Row } from './cells.ts'
import { instants, type Range } from './days.ts'
import { useLoaded, type Loaded } from './useLoaded.ts'

export type Report = Loaded<readonly Row[]>

/** What every table and box is of. */
export type TableReport = Exclude<ReportName, 'trend-days' | 'trend-hours'>

interface Scope {
  path: string | null
  range: Range | null
  /** The beat at which figures are brought up to date. */
  beat: number
  /** Whether somebody looks at where visitors leave off. */
  walks: boolean
}

/** All reports of `path` and `range`, loaded side by side: one that fails leaves the others standing.
 *  A change aborts what is under way. Without a range nothing loads, without a path nothing that needs one. */
export function useReports(api: Api, { path, range, beat, walks }: Scope): Record<TableReport, Report> {
  const { from, to } = range ?? { from: null, to: null }
  const ends = useMemo(() => (from === null || to === null ? null : instants({ from, to })), [from, to])
  const ofAll = useMemo(() => ends && { start: ends.from, end: ends.to }, [ends])
  const ofPath = useMemo(() => (ends && path !== null ? { path, ...ends } : null), [ends, path])
  return {
    'analytics-epr': useReport(api, 'analytics-epr', { query: ofAll, beat }),
    'analytics-ecpm': useReport(api, 'analytics-ecpm', { query: ofAll, beat }),
    'visits-by-affiliate': useReport(api, 'visits-by-affiliate', { query: ofPath, beat }),
    'visits-by-affiliate-and-subs': useReport(api, 'visits-by-affiliate-and-subs', { query: ofPath, beat }),
    'sale-stats': useReport(api, 'sale-stats', { query: ofPath, beat }),
    'sale-by-affiliate': useReport(api, 'sale-by-affiliate', { query: ofPath, beat }),
    'sale-by-offer': useReport(api, 'sale-by-offer', { query: ofPath, beat }),
    'sale-by-aff-sub-offer': useReport(api, 'sale-by-aff-sub-offer', { query: ofPath, beat }),
    // These two go through visitors one by one.
    'consent-coverage': useReport(api, 'consent-coverage', { query: ofAll, beat: 0 }),
    'step-dropoff': useReport(api, 'step-dropoff', { query: walks ? ofPath : null, beat: 0 }),
  }
}

export function usePaths(api: Api): Loaded<string[]> {
  return useLoaded(useMemo(() => (signal) => api.paths(signal), [api]))
}

function useReport<Name extends ReportName>(
  api: Api,
  name: Name,
  { query, beat }: { query: ReportQuery<Name> | null; beat: number },
): Report {
  const load = useMemo(
    () => query && ((signal: AbortSignal) => api.report(name, query, signal)),
    [api, name, query],
  )
  return useLoaded(load, beat)
}
