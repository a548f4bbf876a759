import type { Opened } from '../address/address.ts'
import { partsOf, type DrilldownFigure } from './drilldowns.ts'
import { show } from '../../operator/table/cells.ts'
import {
  bucketName,
  clockText,
  instants,
  periodBefore,
  rangeText,
  type Range,
} from '../../operator/days/days.ts'
import {
  askable,
  metricOf,
  trendOf,
  unitOf,
  type Metric,
  type Span,
  type Trend,
  type TrendData,
} from '../tables/trendMetrics.ts'
import { DAYS } from '../../operator/days/dayWords.ts'
import { DRILLDOWN } from '../tables/drilldownWords.ts'
import { TREND_TEXT } from '../tables/trendWords.ts'

/** Rows behind the figures of the trend: of a day or hour, of the whole range, of the period before it. */

/** Name of the trend in the address, among those of reports. */
export const TREND = 'trend'

/** `range`, `before`, or the start of a day or hour. */
export type SpanName = 'range' | 'before' | number

export function openedInTrend({ slug }: Metric, span: SpanName): Opened {
  return { report: TREND, column: slug, words: { of: String(span) } }
}

interface Scope {
  path: string | null
  range: Range
  data: TrendData
}

/** Null if the trend has no such figure. */
export function trendFigure({ column, words }: Opened, { path, range, data }: Scope): DrilldownFigure | null {
  const metric = metricOf(column)
  const unit = unitOf(range)
  const before = periodBefore(range)
  const named = spanOf(trendOf(data, { range, path }), words['of'] ?? '')
  if (!metric || !named) return null
  const { at, until, sums } = named
  const when = { range: rangeText(range), before: beforeText(before, until) }[words['of'] ?? '']
  return {
    title: metric.title,
    value: show(metric.of(sums), metric.format),
    of: [path ?? DRILLDOWN.allPaths, when ?? DAYS.on(bucketName(at, unit))],
    parts: partsOf(metric, { ...(path !== null && { path }), from: askable(at), to: until }),
  }
}

function spanOf({ buckets, range, before }: Trend, name: string): Span | null {
  if (name === 'range') return range
  if (name === 'before') return before
  return buckets.find(({ at }) => String(at) === name) ?? null
}

/** Text of the period before, which is read only as far as the range has come. */
function beforeText(before: Range, until: number): string {
  const text = rangeText(before)
  return until === instants(before).to ? text : text + TREND_TEXT.until(clockText(until + 1))
}
