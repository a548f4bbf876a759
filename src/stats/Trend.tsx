import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { lazy, memo, Suspense, useMemo } from 'react'

import { show } from './cells.ts'
import {
  bucketName,
  bucketText,
  dayText,
  periodBefore,
  rangeText,
  timeText,
  type Range,
  type Unit,
} from './days.ts'
import { Notice } from './Notice.tsx'
import { bucketsOf, headlines, METRICS, unitOf, type Bucket, type Headline, type Metric } from './trend.ts'
import { useAddress } from './useAddress.ts'
import type { TrendReport } from './useTrend.ts'

interface Props {
  report: TrendReport
  range: Range
  /** Null for all paths. */
  path: string | null
  /** The metric that is drawn until another is chosen. */
  first: Metric['slug']
  /** Whether the chart may be loaded by now. */
  draws: boolean
  now: () => number
  /** When figures were last brought up to date; null for a range that is over. */
  updatedAt: number | null
}

/** The chart is most of what an operator downloads: the tables do not wait for it. */
const Chart = lazy(() => import('./TrendChart.tsx').then(({ TrendChart }) => ({ default: TrendChart })))

/** How a range went, over the period before it: four figures, each of which is drawn when it is chosen. */
export const Trend = memo(function Trend({
  report: { data, loading, failure, retry },
  range,
  path,
  first,
  draws,
  now,
  updatedAt,
}: Props) {
  const [address, changeAddress] = useAddress()
  const metric = metricOf(address.get('chart') ?? first) ?? METRICS[0]!
  const unit = unitOf(range)
  const before = useMemo(() => periodBefore(range), [range])
  const buckets = useMemo(
    () => data && bucketsOf(data, { range, before, unit, path, now: now() }),
    [data, range, before, unit, path, now],
  )
  const choose = ({ slug }: Metric) => changeAddress({ chart: slug })

  if (failure !== null)
    return (
      <section className="card trend" aria-label="Trend">
        <Notice title="The trend could not be loaded" urgent action={{ label: 'Retry', act: retry }}>
          {failure}
        </Notice>
      </section>
    )
  return (
    <section
      className="card trend"
      aria-label="Trend"
      aria-busy={loading}
      data-stale={(loading && data) || undefined}
    >
      <div className="headlines" role="group" aria-label="Figure of the chart">
        {(buckets ? headlines(buckets) : METRICS.map((one) => ({ metric: one, value: null }))).map(
          (headline) => (
            <button
              key={headline.metric.slug}
              type="button"
              className="headline"
              aria-pressed={headline.metric === metric}
              onClick={() => choose(headline.metric)}
            >
              <span className="headline-title">{headline.metric.title}</span>
              {'before' in headline ? <Figures {...headline} /> : <Skeleton height={22} width={90} my={4} />}
            </button>
          ),
        )}
      </div>
      <div className="chart">
        {buckets && draws ? (
          <Suspense fallback={<ChartToCome />}>
            <Chart {...{ buckets, metric, unit }} label={spoken(buckets, metric, range)} />
          </Suspense>
        ) : (
          <ChartToCome />
        )}
      </div>
      <div className="trend-foot">
        <details>
          <summary>Figures by {unit}</summary>
          {buckets && <Figured {...{ buckets, unit }} />}
        </details>
        <p className="card-note">
          <span className="key key-now" /> {daysText(range)} <span className="key key-before" />{' '}
          {daysText(before)}
          {updatedAt !== null && ` · as of ${timeText(updatedAt)} New York`}
        </p>
      </div>
    </section>
  )
})

/** The lines that figures will be read by. */
function ChartToCome() {
  return <div className="chart-to-come" aria-hidden />
}

function Figures({ metric, value, before, growth }: Headline) {
  const Arrow = growth !== null && growth < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <>
      <strong>{show(value, metric.format)}</strong>
      <small>
        {growth !== null && Math.abs(growth) >= 0.0005 && (
          <span className={growth < 0 ? 'growth-down' : 'growth-up'}>
            <Arrow size={14} aria-hidden />
            {signed(growth)}
          </span>
        )}
        <span>from {show(before, metric.format)}</span>
      </small>
    </>
  )
}

/** What the chart draws, for whoever would rather read. */
function Figured({ buckets, unit }: { buckets: readonly Bucket[]; unit: Unit }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="behind-scroll" tabIndex={0} role="group" aria-label={`Figures by ${unit}`}>
      <table className="singles">
        <thead>
          <tr>
            <th scope="col">{unit === 'day' ? 'Day' : 'Hour'}</th>
            {METRICS.map(({ slug, title }) => (
              <th key={slug} scope="col" className="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ ahead }) => !ahead)
            .map(({ at, sums }) => (
              <tr key={at}>
                <th scope="row">{bucketName(at, unit)}</th>
                {METRICS.map(({ slug, of, format }) => (
                  <td key={slug} className="right">
                    {show(of(sums), format)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

function spoken(buckets: readonly Bucket[], metric: Metric, range: Range): string {
  const begun = buckets.filter(({ ahead }) => !ahead)
  const best = begun.toSorted((a, b) => Number(metric.of(b.sums) ?? 0) - Number(metric.of(a.sums) ?? 0))[0]
  const most =
    best && `; the most, ${show(metric.of(best.sums), metric.format)}, ${bucketText(best.at, 'day')}`
  return `${metric.title} ${rangeText(range)}${most ?? ''}`
}

function metricOf(slug: string): Metric | undefined {
  return METRICS.find((one) => one.slug === slug)
}

function daysText({ from, to }: Range): string {
  return from === to ? dayText(from) : `${dayText(from)} - ${dayText(to)}`
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'always',
})

function signed(growth: number): string {
  return percent.format(growth)
}
