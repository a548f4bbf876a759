import type { TrendRow } from '../../../schemas/reports/reports.ts'
import type { DrilldownPart } from './parts.ts'
import type { Cell, Format } from '../../rows/row.ts'
import {
  instants,
  isBefore,
  periodBefore,
  startsOf,
  type Range,
  type Unit,
} from '../../operator/days/days.ts'
import { METRIC } from './reportWords.ts'

/** Figures of a range by bucket, beside those of the period of equal length before it. */

interface Sums {
  visits: number
  registrations: number
  revenue: number
}

export interface Metric {
  slug: string
  title: string
  format: Format
  of: (sums: Sums) => Cell
  drilldown: readonly DrilldownPart[]
}

export const METRICS: readonly Metric[] = [
  { slug: 'visits', title: METRIC.visits, format: 'count', of: ({ visits }) => visits, drilldown: ['visit'] },
  {
    slug: 'registrations',
    title: METRIC.registrations,
    format: 'count',
    of: ({ registrations }) => registrations,
    drilldown: ['registration'],
  },
  {
    slug: 'revenue',
    title: METRIC.revenue,
    format: 'cents',
    of: ({ revenue }) => revenue,
    drilldown: ['sale'],
  },
  {
    slug: 'epr',
    title: METRIC.epr,
    format: 'dollars',
    of: ({ revenue, visits }) => (visits === 0 ? null : revenue / 100 / visits),
    drilldown: ['sale', 'visit'],
  },
]

/** Metric with that slug. An address may still have its title, which was used before. */
export function metricOf(name: string): Metric | undefined {
  return METRICS.find(({ slug }) => slug === name) ?? METRICS.find(({ title }) => title === name)
}

/** Sums from `at` to `until`, both inclusive epoch ms. */
export interface Span {
  at: number
  until: number
  sums: Sums
}

export interface Bucket extends Span {
  /** The bucket at the same position of the period before; null if that was shorter, by an hour that was skipped. */
  before: Span | null
  /** True if it has not begun. */
  isFuture: boolean
  /** True if it is not over: the previous one is then read only up to the same time. */
  isUnderWay: boolean
}

/** The server's data for a range and the period before it. */
export interface TrendData {
  /** Rows of whole buckets. */
  rows: readonly TrendRow[]
  /** Time of the request. */
  asOf: number
  /** Rows of the part that `partQuery` requests for that time. */
  part: readonly TrendRow[]
}

/** Buckets of a range, with zeros for empty ones, and the total sums. */
export interface Trend {
  buckets: Bucket[]
  /** Sums so far; null if it has not begun. */
  range: Span | null
  /** Sums of the whole period before, or only up to the same time: half a day is not compared with a whole one. */
  before: Span | null
}

/** A null `path` means all paths. */
export function trendOf(
  { rows, asOf, part }: TrendData,
  { range, path }: { range: Range; path: string | null },
): Trend {
  const sums = sumsOf(rows, path)
  const filled = (ends: Ends, from = sums): Span => ({ ...ends, sums: from.get(ends.at) ?? NOTHING })
  const both = bothEnds(range)
  const past = both.before.map((ends) => filled(ends))
  const cut = partOf(both, asOf)
  const buckets = both.range.map((ends, index): Bucket => {
    const isUnderWay = isIn(ends, asOf)
    const before = isUnderWay && cut ? filled(cut, sumsOf(part, path)) : (past[index] ?? null)
    return { ...filled(ends), before, isFuture: ends.at > asOf, isUnderWay }
  })
  const begun = buckets.filter(({ isFuture }) => !isFuture)
  const isOver = asOf > instants(range).to
  return {
    buckets,
    range: joined(begun),
    before: joined(isOver ? past : begun.flatMap(({ before }) => before ?? [])),
  }
}

type Ends = Pick<Span, 'at' | 'until'>

const isIn = ({ at, until }: Ends, asOf: number): boolean => at <= asOf && asOf <= until

interface BothEnds {
  range: Ends[]
  before: Ends[]
}

/** Cached for the current range, which every refresh needs: the days of decades take a second. */
let kept: { range: Range; ends: BothEnds } | undefined

function bothEnds(range: Range): BothEnds {
  if (kept?.range.from !== range.from || kept.range.to !== range.to) {
    const unit = unitOf(range)
    kept = { range, ends: { range: endsOf(range, unit), before: endsOf(periodBefore(range), unit) } }
  }
  return kept.ends
}

function endsOf(period: Range, unit: Unit): Ends[] {
  return startsOf(period, unit).map((at, index, starts) => {
    const next = starts[index + 1]
    return { at, until: next === undefined ? instants(period).to : next - 1 }
  })
}

/** Part of the earlier bucket at the position of the one in progress, up to the same time; null if no bucket is in progress, or no
 *  earlier one has its position. */
function partOf(both: BothEnds, asOf: number): Ends | null {
  const index = both.range.findIndex((ends) => isIn(ends, asOf))
  const [now, before] = [both.range[index], both.before[index]]
  return now && before ? { at: before.at, until: Math.min(before.until, before.at + asOf - now.at) } : null
}

function sumsOf(rows: readonly TrendRow[], path: string | null): Map<number, Sums> {
  const sums = new Map<number, Sums>()
  for (const row of rows)
    if (path === null || row.path === path) sums.set(row.at, added(sums.get(row.at) ?? NOTHING, row))
  return sums
}

function joined(spans: readonly Span[]): Span | null {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return null
  const sums = spans.reduce((total, one) => added(total, one.sums), NOTHING)
  return { at: first.at, until: last.until, sums }
}

export interface Headline {
  metric: Metric
  value: Cell
  before: Cell
  /** Relative growth; null if it cannot be computed. */
  growth: number | null
}

/** Each metric over the whole range, beside the period before it. */
export function headlines({ range, before: past }: Trend): Headline[] {
  return METRICS.map((metric) => {
    const [value, before] = [metric.of(range?.sums ?? NOTHING), metric.of(past?.sums ?? NOTHING)]
    const known = typeof value === 'number' && typeof before === 'number' && before > 0
    return { metric, value, before, growth: known ? value / before - 1 : null }
  })
}

/** Query for both periods at once. */
export function trendQuery(range: Range): { start: number; end: number } {
  return { start: askable(instants(periodBefore(range)).from), end: instants(range).to }
}

/** Query for the part of the period before that the bucket in progress is compared with. */
export function partQuery(range: Range, asOf: number): { start: number; end: number } | null {
  const part = partOf(bothEnds(range), asOf)
  return part && part.at >= 0 ? { start: part.at, end: part.until } : null
}

/** The earliest instant that can be requested: the period before decades may begin earlier. */
export function askable(at: number): number {
  return Math.max(0, at)
}

/** Hours, while those of a range can be distinguished; otherwise days. */
export function unitOf({ from, to }: Range): Unit {
  return isBefore(to, from, 2) ? 'hour' : 'day'
}

const NOTHING: Sums = { visits: 0, registrations: 0, revenue: 0 }

function added(one: Sums, other: Sums): Sums {
  return {
    visits: one.visits + other.visits,
    registrations: one.registrations + other.registrations,
    revenue: one.revenue + other.revenue,
  }
}
