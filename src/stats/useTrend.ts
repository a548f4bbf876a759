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
  const question = useMemo(() => {
    if (from === null || to === null) return null
    const asked = { from, to }
    const name: 'trend-hours' | 'trend-days' = unitOf(asked) === 'hour' ? 'trend-hours' : 'trend-days'
    return { name, query: trendQuery(asked, periodBefore(asked)) }
  }, [from, to])
  const load = useMemo(
    () => question && ((signal: AbortSignal) => api.report(question.name, question.query, signal)),
    [api, question],
  )
  return useLoaded(load, { beat, come: question && api.come.report(question.name, question.query) })
}
