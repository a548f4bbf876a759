import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { memo } from 'react'
import { show } from '../../operator/table/cells.ts'
import { bucketName, bucketText, clockText, type Unit } from '../../operator/days/days.ts'
import type { Mark } from '../../../schemas/reports/marks.ts'
import type { Bucket, Metric } from '../tables/trendMetrics.ts'
import { TREND_TEXT } from '../tables/trendWords.ts'

export interface ChartProps {
  buckets: readonly Bucket[]
  metric: Metric
  unit: Unit
  /** True if days include their years. */
  years: boolean
  /** Description of the picture in a sentence. */
  label: string
  marks: readonly Mark[]
  /** Called to open what is behind the bucket that began then. */
  onPick: (at: number) => void
}

/** Chart with one line for the range over a dashed one for the period before. The future is not drawn; the day or hour in progress is
 *  dotted and ends in a ring. */
export const TrendChart = memo(function TrendChart({
  buckets,
  metric,
  unit,
  years,
  label,
  marks,
  onPick,
}: ChartProps) {
  const current = buckets.findIndex(({ isUnderWay }) => isUnderWay)
  const data = buckets.map(({ at, sums, before, isFuture, isUnderWay }, index) => ({
    at,
    now: isFuture || isUnderWay ? null : metric.of(sums),
    // From the last completed one to the one in progress.
    unfinished: isUnderWay || index === current - 1 ? metric.of(sums) : null,
    isUnderWay,
    before: before && metric.of(before.sums),
  }))
  const ticks = data
    .filter((_, index) => index % Math.ceil(data.length / MOST_TICKS) === 0)
    .map(({ at }) => at)
  const isFlat = data.every(({ now, unfinished, before }) => !now && !unfinished && !before)
  return (
    <div role="img" aria-label={label} className="chart-picture">
      <LineChart
        h="100%"
        data={data}
        dataKey="at"
        series={[
          { name: 'before', color: 'var(--stats-before)', strokeDasharray: '4 4' },
          { name: 'now', color: 'var(--stats-accent)' },
          { name: 'unfinished', color: 'var(--stats-accent)', strokeDasharray: '2 4' },
        ]}
        referenceLines={marked(buckets, marks)}
        curveType="monotone"
        strokeWidth={2}
        withDots={false}
        connectNulls={false}
        gridAxis="x"
        tickLine="none"
        lineChartProps={{
          accessibilityLayer: false,
          margin: { top: 8, right: 28, bottom: 0, left: 0 },
          onClick: ({ activeLabel }) => {
            const picked = buckets.find(({ at, isFuture }) => !isFuture && String(at) === String(activeLabel))
            if (picked) onPick(picked.at)
          },
        }}
        lineProps={({ name }) => ({
          isAnimationActive: false,
          ...(name === 'unfinished' && { dot: Ring }),
        })}
        xAxisProps={{ tickFormatter: (at: number) => bucketText(at, unit, years), minTickGap: 24, ticks }}
        yAxisProps={{
          width: 64,
          tickFormatter: (value: number) => axisText(value, metric),
          tickCount: 4,
          allowDecimals: metric.format !== 'count',
          // Without values, the axis must not count fractions of a cent.
          ...(isFlat && { domain: [0, metric.format === 'cents' ? 300 : 3] }),
        }}
        tooltipProps={{
          isAnimationActive: false,
          content: ({ label: at }) => {
            const bucket = buckets.find((one) => one.at === at)
            return bucket && <Tip {...{ bucket, metric, unit, years }} marks={marksIn(bucket, marks)} />
          },
        }}
      />
    </div>
  )
})

/** Limit of ticks. Recharts measures each one, which would take seconds for every day of thirty years. */
const MOST_TICKS = 60

/** Data from Recharts about a point. */
interface Point {
  cx?: number
  cy?: number
  payload?: { isUnderWay: boolean }
}

function Ring({ cx, cy, payload }: Point) {
  if (!payload?.isUnderWay || cx === undefined || cy === undefined || cy === null) return null
  return <circle cx={cx} cy={cy} r={3.5} className="ring" />
}

function Tip({
  bucket,
  metric,
  unit,
  years,
  marks,
}: Pick<ChartProps, 'metric' | 'unit' | 'years' | 'marks'> & { bucket: Bucket }) {
  const { at, sums, before, isFuture, isUnderWay } = bucket
  return (
    <div className="tip">
      {!isFuture && (
        <p>
          <span className={isUnderWay ? 'key key-unfinished' : 'key key-now'} /> {bucketName(at, unit, years)}
          {isUnderWay && TREND_TEXT.pointSoFar} <strong>{show(metric.of(sums), metric.format)}</strong>
        </p>
      )}
      {before && (
        <p>
          <span className="key key-before" /> {bucketName(before.at, unit, years)}
          {isUnderWay && TREND_TEXT.until(clockText(before.until + 1))}{' '}
          <strong>{show(metric.of(before.sums), metric.format)}</strong>
        </p>
      )}
      {marks.slice(0, MOST_TIPS).map(({ at, words }, index) => (
        <p key={index} className="tip-mark">
          {clockText(at)} {words}
        </p>
      ))}
    </div>
  )
}

/** Marks in a tooltip; the list below the chart has all. */
const MOST_TIPS = 5

function marksIn({ at, until }: Bucket, marks: readonly Mark[]): Mark[] {
  return marks.filter((mark) => mark.at >= at && mark.at <= until)
}

/** Lines at the buckets that have marks; several are counted. */
function marked(buckets: readonly Bucket[], marks: readonly Mark[]) {
  return buckets.flatMap((bucket) => {
    const { length } = marksIn(bucket, marks)
    if (length === 0) return []
    return { x: bucket.at, color: 'var(--stats-mark)', label: length > 1 ? String(length) : '' }
  })
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})

/** Short text for an axis: `$1.2K`. */
function axisText(value: number, { format }: Metric): string {
  if (format === 'cents') return shortDollars.format(value / 100)
  return (format === 'dollars' ? shortDollars : short).format(value)
}
