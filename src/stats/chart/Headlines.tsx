import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { openedInTrend } from '../drilldown/trendDrilldowns.ts'
import { CellFigure } from '../drilldown/CellFigure.tsx'
import { headlines, METRICS, type Headline, type Metric, type Trend } from '../tables/trendMetrics.ts'
import type { OpenFigure } from '../drilldown/useOpened.ts'
import { TREND_TEXT } from '../tables/trendWords.ts'

interface Props {
  /** Null while loading. */
  trend: Trend | null
  /** Metric of the chart. */
  drawn: Metric
  onDraw: (metric: Metric) => void
  onOpen: OpenFigure
}

/** Each metric over the whole range. Pressing a tile shows its chart; pressing its figures opens their rows. */
export function Headlines({ trend, drawn, onDraw, onOpen }: Props) {
  const figures = useMemo(() => trend && headlines(trend), [trend])
  return (
    <div className="headlines" role="group" aria-label={TREND_TEXT.chosen}>
      {METRICS.map((metric, at) => (
        <div key={metric.slug} className="headline">
          <button
            type="button"
            className="headline-title"
            aria-pressed={metric === drawn}
            onClick={() => onDraw(metric)}
          >
            {metric.title}
          </button>
          {figures?.[at] ? (
            <Figures {...figures[at]} onOpen={onOpen} />
          ) : (
            <Skeleton height={22} width={90} my={4} />
          )}
        </div>
      ))}
    </div>
  )
}

function Figures({ metric, value, before, growth, onOpen }: Headline & { onOpen: OpenFigure }) {
  const Arrow = growth !== null && growth < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <>
      <strong>
        <CellFigure column={metric} value={value} onOpen={() => onOpen(openedInTrend(metric, 'range'))} />
      </strong>
      <small>
        {growth !== null && Math.abs(growth) >= 0.0005 && (
          <span className={growth < 0 ? 'growth-down' : 'growth-up'}>
            <Arrow size={14} aria-hidden />
            {percent.format(growth)}
          </span>
        )}
        <span>
          {TREND_TEXT.from}{' '}
          <CellFigure column={metric} value={before} onOpen={() => onOpen(openedInTrend(metric, 'before'))} />
        </span>
      </small>
    </>
  )
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'always',
})
