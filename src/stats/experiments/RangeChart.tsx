import { useMediaQuery } from '@mantine/hooks'
import type { Comparison } from '../../../schemas/reports/experiments.ts'
import { money, signed } from './findings.ts'
import { EXPERIMENTS } from './experimentWords.ts'

interface Props {
  comparison: Comparison
  /** Days that the experiment is planned to take. */
  days: number
}

const WIDE = 720
const NARROW = 330
const HEIGHT = 190
const LEFT = 64
const RIGHT = 12
const TOP = 22
const BOTTOM = 24

/** The difference and its range at the end of each day. Zero is a line; a verdict is the day on which the range left it. */
export function RangeChart({ comparison: { points, decided, shown }, days }: Props) {
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  if (points.length === 0 || shown === null) return null
  const width = narrow ? NARROW : WIDE
  const lastDay = Math.max(2, Math.ceil(points.at(-1)!.hour / 24))
  const scale = scaleOf(points)
  const x = (hour: number) => LEFT + ((hour / 24 - 1) / (lastDay - 1)) * (width - LEFT - RIGHT)
  const y = (value: number) =>
    TOP + ((scale.top - value) / (scale.top - scale.bottom)) * (HEIGHT - TOP - BOTTOM)
  const at = (value: number) => Math.min(Math.max(value, scale.bottom), scale.top)
  const drawn = points.map((point) => ({ ...point, x: Math.max(LEFT, x(point.hour)) }))
  const line = (of: (point: (typeof drawn)[number]) => number) =>
    drawn.map((point) => `${point.x.toFixed(1)},${y(at(of(point))).toFixed(1)}`)
  const band = [...line(({ high }) => high), ...line(({ low }) => low).toReversed()].join(' ')
  const last = drawn.at(-1)!
  const decidedX = decided === null ? null : Math.max(LEFT, x(decided))
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="range-chart"
      role="img"
      aria-label={EXPERIMENTS.chartSpoken(signed(last.low), signed(last.high), Math.min(lastDay, days))}
    >
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={LEFT}
            x2={width - RIGHT}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'zero' : 'rule'}
          />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {tick === 0 ? money(0) : signed(tick)}
          </text>
        </g>
      ))}
      <polygon points={band} className="band" />
      <polyline points={line(({ estimate }) => estimate).join(' ')} className="estimate" />
      <circle cx={last.x} cy={y(at(last.estimate))} r={4} className="now" />
      {decidedX !== null && (
        <>
          <line x1={decidedX} x2={decidedX} y1={TOP - 6} y2={HEIGHT - BOTTOM} className="decided" />
          <text
            x={decidedX + (decidedX > width / 2 ? -6 : 6)}
            y={TOP - 8}
            textAnchor={decidedX > width / 2 ? 'end' : 'start'}
          >
            {EXPERIMENTS.decidedOn(Math.ceil(decided! / 24))}
          </text>
        </>
      )}
      {dayTicks(lastDay).map((day) => (
        <text
          key={day}
          x={x(day * 24)}
          y={HEIGHT - 6}
          textAnchor={day === 1 ? 'start' : day === lastDay ? 'end' : 'middle'}
        >
          {day === 1 ? EXPERIMENTS.dayTick(day) : day}
        </text>
      ))}
    </svg>
  )
}

/** First, last, and some days between. */
function dayTicks(lastDay: number): number[] {
  const step = Math.max(1, Math.ceil(lastDay / 5))
  const between = Array.from({ length: 4 }, (_, at) => (at + 1) * step).filter(
    (day) => day > 1 && day < lastDay - step / 2,
  )
  return [1, ...between, lastDay]
}

/** Scale with round ticks that has all of the later points. The first days' ranges may be many times as wide and are cut off. */
function scaleOf(points: Comparison['points']): { top: number; bottom: number; ticks: number[] } {
  const later = points.slice(Math.floor(points.length / 4))
  const high = Math.max(0, ...later.map((point) => point.high))
  const low = Math.min(0, ...later.map((point) => point.low))
  const step = stepFor((high - low) / 4)
  const top = Math.ceil(high / step) * step
  const bottom = Math.floor(low / step) * step
  const ticks = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, at) => bottom + at * step)
  return { top, bottom, ticks: ticks.map((tick) => (Math.abs(tick) < step / 2 ? 0 : tick)) }
}

/** The next of 1, 2, 5, 10, 20, 50, ... */
function stepFor(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10)
}
