import { useEffect, useMemo, useState } from 'react'
import type { ReportName } from '../../schemas/reports.ts'
import { reasonOf, type Api, type ReportQuery } from './api.ts'
import type { Row } from './cells.ts'
import { instants, type Range } from './days.ts'

/** Something on its way from the server. `data` is null before it first came and after a failure; while `loading` it is
 *  what was there before. */
export interface Loaded<Data> {
  data: Data | null
  loading: boolean
  /** Why the last attempt failed. */
  failure: string | null
  retry: () => void
}

export type Report = Loaded<readonly Row[]>

/** All reports of `path` and `range`, loaded side by side: one that fails leaves the others standing.
 *  A change aborts what is under way. Without a range nothing loads, without a path nothing that needs one. */
export function useReports(
  api: Api,
  path: string | null,
  range: Range | null,
): Record<Exclude<ReportName, 'trend-days' | 'trend-hours'>, Report> {
  const { from, to } = range ?? { from: null, to: null }
  const ends = useMemo(() => (from === null || to === null ? null : instants({ from, to })), [from, to])
  const ofAll = useMemo(() => ends && { start: ends.from, end: ends.to }, [ends])
  const ofPath = useMemo(() => (ends && path !== null ? { path, ...ends } : null), [ends, path])
  return {
    'analytics-epr': useReport(api, 'analytics-epr', ofAll),
    'analytics-ecpm': useReport(api, 'analytics-ecpm', ofAll),
    'visits-by-affiliate': useReport(api, 'visits-by-affiliate', ofPath),
    'visits-by-affiliate-and-subs': useReport(api, 'visits-by-affiliate-and-subs', ofPath),
    'sale-stats': useReport(api, 'sale-stats', ofPath),
    'sale-by-affiliate': useReport(api, 'sale-by-affiliate', ofPath),
    'sale-by-offer': useReport(api, 'sale-by-offer', ofPath),
    'sale-by-aff-sub-offer': useReport(api, 'sale-by-aff-sub-offer', ofPath),
    'step-dropoff': useReport(api, 'step-dropoff', ofPath),
    'consent-coverage': useReport(api, 'consent-coverage', ofAll),
  }
}

export function usePaths(api: Api): Loaded<string[]> {
  return useLoaded(useMemo(() => (signal) => api.paths(signal), [api]))
}

function useReport<Name extends ReportName>(api: Api, name: Name, query: ReportQuery<Name> | null): Report {
  return useLoaded(useMemo(() => query && ((signal) => api.report(name, query, signal)), [api, name, query]))
}

/** Loads at once, and again whenever `load` is another function; null waits. */
function useLoaded<Data>(load: ((signal: AbortSignal) => Promise<Data>) | null): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'retry'>>({
    data: null,
    loading: true,
    failure: null,
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!load) return
    const abort = new AbortController()
    setState(({ data }) => ({ data, loading: true, failure: null }))
    load(abort.signal).then(
      (data) => !abort.signal.aborted && setState({ data, loading: false, failure: null }),
      (error: unknown) =>
        !abort.signal.aborted && setState({ data: null, loading: false, failure: reasonOf(error) }),
    )
    return () => abort.abort()
  }, [load, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}
