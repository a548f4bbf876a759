import { lazy, memo, Suspense, useCallback, useMemo, type ComponentType } from 'react'
import type { ChartProps } from './TrendChart.tsx'
import { openedInTrend } from '../drilldown/trendDrilldowns.ts'
import { show } from '../../operator/table/cells.ts'
import {
  bucketName,
  bucketText,
  dayText,
  needsYears,
  periodBefore,
  rangeText,
  timeText,
  type Range,
} from '../../operator/days/days.ts'
import { Headlines } from './Headlines.tsx'
import { Notice, Outdated } from '../../operator/loading/Notice.tsx'
import { METRICS, trendOf, unitOf, type Bucket, type Metric } from '../tables/trendMetrics.ts'
import { TrendTable } from './TrendTable.tsx'
import { useAddress } from '../address/useAddress.ts'
import { MarkList } from '../marks/MarkList.tsx'
import { useMarks } from '../marks/marksContext.ts'
import { MARKS } from '../marks/markWords.ts'
import type { Mark } from '../../../schemas/reports/marks.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import type { TrendReport } from './useTrend.ts'
import { DAYS } from '../../operator/days/dayWords.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { TREND_TEXT } from '../tables/trendWords.ts'

interface Props {
  report: TrendReport
  range: Range
  /** Null for all paths. */
  path: string | null
  /** Metric shown until another is selected. */
  first: Metric['slug']
  /** True if the chart may be loaded now. */
  draws: boolean
  /** True if the range ends today. */
  live: boolean
  onOpen: OpenFigure
}

/** Parameter that shows the chart's figures as a table, too. */
const FIGURES = 'figures'

/** Parameter that shows the chart's marks as a list, too. */
const MARKS_SHOWN = 'marks'

const NO_MARKS: readonly Mark[] = []

/** The chart is most of what an operator downloads, so the tables do not wait for it or fail with it. */
const Chart = lazy(() =>
  import('./TrendChart.tsx').then(
    ({ TrendChart }): { default: ComponentType<ChartProps> } => ({ default: TrendChart }),
    () => ({ default: NoChart }),
  ),
)

/** Trend of a range against the period before it: four figures, with a chart of the selected one. */
export const Trend = memo(function Trend({ report, range, path, first, draws, live, onOpen }: Props) {
  const { data, loading, failure, retry } = report
  const [address, changeAddress] = useAddress()
  const metric = metricOf(address.get('chart') ?? first) ?? METRICS[0]!
  const unit = unitOf(range)
  const before = useMemo(() => periodBefore(range), [range])
  const trend = useMemo(() => data && trendOf(data, { range, path }), [data, range, path])
  const buckets = trend?.buckets
  const years = useMemo(() => needsYears(buckets?.map(({ at }) => at) ?? []), [buckets])
  const pick = useCallback((at: number) => onOpen(openedInTrend(metric, at)), [metric, onOpen])
  const isUnfinished = buckets?.some(({ isUnderWay }) => isUnderWay)
  const tabled = address.get(FIGURES) !== null
  const marks = useMarks(range, path, draws)
  const marksOpen = address.get(MARKS_SHOWN) !== null

  if (failure !== null)
    return (
      <section className="card trend" aria-label={TREND_TEXT.name}>
        <Notice title={TREND_TEXT.failed} urgent action={{ label: SCREEN.retry, act: retry }}>
          {failure}
        </Notice>
      </section>
    )
  return (
    <section
      className="card trend"
      aria-label={TREND_TEXT.name}
      aria-busy={loading}
      data-stale={(loading && data) || undefined}
    >
      <Outdated report={report} />
      <Headlines
        {...{ trend, onOpen }}
        drawn={metric}
        onDraw={({ slug }) => changeAddress({ chart: slug })}
      />
      <div className="chart">
        {buckets && draws ? (
          <Suspense fallback={<ChartToCome />}>
            <Chart
              {...{ buckets, metric, unit, years }}
              marks={marks?.shown ?? NO_MARKS}
              label={spoken(buckets, metric, { range, years })}
              onPick={pick}
            />
          </Suspense>
        ) : (
          <ChartToCome />
        )}
      </div>
      <div className="trend-foot">
        <details
          open={tabled}
          onToggle={({ currentTarget: { open } }) =>
            open !== tabled && changeAddress({ [FIGURES]: open ? 'shown' : null })
          }
        >
          <summary>{TREND_TEXT.figuresBy(unit)}</summary>
          {buckets && tabled && <TrendTable {...{ buckets, unit, years, onOpen }} />}
        </details>
        {marks && (
          <details
            open={marksOpen}
            onToggle={({ currentTarget: { open } }) =>
              open !== marksOpen && changeAddress({ [MARKS_SHOWN]: open ? 'shown' : null })
            }
          >
            <summary>{MARKS.count(marks.shown.length)}</summary>
            {marksOpen && <MarkList marks={marks} path={path} />}
          </details>
        )}
        <p className="card-note">
          <span className="legend">
            <span className="key key-now" /> {daysText(range)}
          </span>{' '}
          <span className="legend">
            <span className="key key-before" /> {TREND_TEXT.before(daysText(before))}
          </span>
          {isUnfinished && (
            <span className="legend">
              {' '}
              <span className="key key-unfinished" /> {TREND_TEXT.unfinished(unit)}
            </span>
          )}
          {live && data && TREND_TEXT.asOf(timeText(data.countedUpTo))}
        </p>
      </div>
    </section>
  )
})

/** Fallback for a chart that failed to load; lazy modules load only once, so a retry reloads the page. */
function NoChart() {
  const again = { label: TREND_TEXT.loadAgain, act: () => location.reload() }
  return (
    <Notice title={TREND_TEXT.chartFailed} urgent action={again}>
      {TREND_TEXT.seeFigures}
    </Notice>
  )
}

/** Placeholder for the chart's grid lines. */
function ChartToCome() {
  return <div className="chart-to-come" aria-hidden />
}

function spoken(
  buckets: readonly Bucket[],
  metric: Metric,
  { range, years }: { range: Range; years: boolean },
): string {
  const begun = buckets.filter(({ isFuture }) => !isFuture)
  const best = begun.toSorted((a, b) => Number(metric.of(b.sums) ?? 0) - Number(metric.of(a.sums) ?? 0))[0]
  const current = buckets.find(({ isUnderWay }) => isUnderWay)
  return TREND_TEXT.spoken({
    metric: metric.title,
    when: rangeText(range),
    most: best
      ? { value: show(metric.of(best.sums), metric.format), day: bucketText(best.at, 'day', years) }
      : null,
    current: current ? bucketName(current.at, unitOf(range)) : null,
  })
}

function metricOf(slug: string): Metric | undefined {
  return METRICS.find((one) => one.slug === slug)
}

function daysText({ from, to }: Range): string {
  return from === to ? dayText(from) : DAYS.fromTo(dayText(from), dayText(to))
}
