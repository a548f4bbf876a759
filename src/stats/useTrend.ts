import { useMemo } from 'react'
import type { TrendRow } from '../../schemas/reports.ts'
import type { Api } from './api.ts'
import { periodBefore, type Range } from './days.ts'
import { trendQuery, unitOf } from './trend.ts'
import { useLoaded, type Loaded } from './useLoaded.ts'

export type TrendReport = Loaded<TrendRow[]>

/** The trend of all paths over `range` and the period before it; one load serves every tab. */
export function useTrend(api: Api, range: Range | null, beat: number): TrendReport {
  const { from, to } = range ?? { from: null, to: null }
  const load = useMemo(() => {
    if (from === null || to === null) return null
    const asked = { from, to }
    const name = unitOf(asked) === 'hour' ? 'trend-hours' : 'trend-days'
    const query = trendQuery(asked, periodBefore(asked))
    return (signal: AbortSignal) => api.report(name, query, signal)
  }, [api, from, to])
  return useLoaded(load, beat)
}
