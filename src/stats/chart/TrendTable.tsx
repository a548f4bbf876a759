import { useMediaQuery } from '@mantine/hooks'
import { openedInTrend } from '../drilldown/trendDrilldowns.ts'
import { CellFigure } from '../drilldown/CellFigure.tsx'
import { bucketName, type Unit } from '../../operator/days/days.ts'
import { METRICS, type Bucket, type Metric } from '../tables/trendMetrics.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import { TREND_TEXT } from '../tables/trendWords.ts'

interface Props {
  buckets: readonly Bucket[]
  unit: Unit
  /** True if days include their years. */
  years: boolean
  onOpen: OpenFigure
}

/** Data of the chart as a table. */
export function TrendTable({ buckets, unit, years, onOpen }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  // On a phone, money is visible without scrolling.
  const metrics = narrow ? METRICS.toSorted((a, b) => isMoney(b) - isMoney(a)) : METRICS
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="drilldown-scroll" tabIndex={0} role="group" aria-label={TREND_TEXT.figuresBy(unit)}>
      <table className="drilldown-table">
        <thead>
          <tr>
            <th scope="col">{TREND_TEXT.unit[unit]}</th>
            {metrics.map(({ slug, title }) => (
              <th key={slug} scope="col" className="right">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ isFuture }) => !isFuture)
            .map(({ at, sums, isUnderWay }) => (
              <tr key={at}>
                <th scope="row">
                  {bucketName(at, unit, years)}
                  {isUnderWay && TREND_TEXT.soFar}
                </th>
                {metrics.map((metric) => (
                  <td key={metric.slug} className="right">
                    <CellFigure
                      column={metric}
                      value={metric.of(sums)}
                      onOpen={() => onOpen(openedInTrend(metric, at))}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

function isMoney({ format }: Metric): number {
  return format === 'cents' ? 1 : 0
}
