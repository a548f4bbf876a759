import { useMemo } from 'react'
import type { Api } from '../tables/api.ts'
import type { Range } from '../../operator/days/days.ts'
import { partQuery, trendQuery, unitOf, type TrendData } from '../tables/trendMetrics.ts'
import { useLoaded, type Loaded } from '../../operator/loading/useLoaded.ts'

/** `countedUpTo` is earlier than the request if figures come from a replica. */
export type TrendReport = Loaded<TrendData & { countedUpTo: number }>

/** Trend of all paths over `range` and the period before it; one load serves every tab. */
export function useTrend(
  api: Api,
  { range, refreshTick, now }: { range: Range | null; refreshTick: number; now: () => number },
): TrendReport {
  const { from, to } = range ?? { from: null, to: null }
  const load = useMemo(() => {
    if (from === null || to === null) return null
    const asked = { from, to }
    const name: 'trend-hours' | 'trend-days' = unitOf(asked) === 'hour' ? 'trend-hours' : 'trend-days'
    return async (signal: AbortSignal) => {
      const asOf = now()
      const part = partQuery(asked, asOf)
      const [rows, parts] = await Promise.all([
        api.report(name, trendQuery(asked), signal),
        part ? api.report(name, part, signal) : [],
      ])
      return { rows, asOf, countedUpTo: api.countedUpTo.last() ?? asOf, part: parts }
    }
  }, [api, from, to, now])
  return useLoaded(load, { refreshTick, now })
}
