import type { TrendRow } from '../../schemas/reports.ts'
import type { Behind } from './behind.ts'
import type { Cell, Format } from './cells.ts'
import { instants, isBefore, startsOf, type Range, type Unit } from './days.ts'

/** The figures of a range bucket by bucket, beside those of the period of as many days before it. */

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
  behind: readonly Behind[]
}

export const METRICS: readonly Metric[] = [
  { slug: 'visits', title: 'Visits', format: 'count', of: ({ visits }) => visits, behind: ['visit'] },
  {
    slug: 'registrations',
    title: 'Registrations',
    format: 'count',
    of: ({ registrations }) => registrations,
    behind: ['registration'],
  },
  { slug: 'revenue', title: 'Revenue', format: 'cents', of: ({ revenue }) => revenue, behind: ['sale'] },
  {
    slug: 'epr',
    title: 'EPR',
    format: 'dollars',
    of: ({ revenue, visits }) => (visits === 0 ? null : revenue / 100 / visits),
    behind: ['sale', 'visit'],
  },
]

/** What happened from `at` to `until`, both inclusive epoch ms. */
export interface Span {
  at: number
  until: number
  sums: Sums
}

export interface Bucket extends Span {
  /** The bucket in the same place of the period before; null where that was shorter, by an hour that was skipped. */
  before: Span | null
  /** Whether it has not begun yet. */
  ahead: boolean
}

/** `path` null is all paths. Buckets in which nothing happened are there, with zeros. */
export function bucketsOf(
  rows: readonly TrendRow[],
  {
    range,
    before,
    unit,
    path,
    now,
  }: { range: Range; before: Range; unit: Unit; path: string | null; now: number },
): Bucket[] {
  const sums = new Map<number, Sums>()
  for (const row of rows) {
    if (path !== null && row.path !== path) continue
    const had = sums.get(row.at) ?? NOTHING
    sums.set(row.at, added(had, row))
  }
  const spansOf = (period: Range) =>
    startsOf(period, unit).map((at, index, starts) => {
      const next = starts[index + 1]
      const until = next === undefined ? instants(period).to : next - 1
      return { at, until, sums: sums.get(at) ?? NOTHING }
    })
  const past = spansOf(before)
  return spansOf(range).map((span, index) => ({
    ...span,
    before: past[index] ?? null,
    ahead: span.at > now,
  }))
}

/** All of the range, or of the period before it as far as the range has come: half a day is not held against a whole one. */
export function wholes(buckets: readonly Bucket[]): { range: Span | null; before: Span | null } {
  const begun = buckets.filter(({ ahead }) => !ahead)
  return { range: joined(begun), before: joined(begun.flatMap(({ before }) => before ?? [])) }
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
  /** By how much of itself it has grown; null where that cannot be said. */
  growth: number | null
}

/** Each metric over the whole range, beside the period before it. */
export function headlines(buckets: readonly Bucket[]): Headline[] {
  const { range, before: past } = wholes(buckets)
  return METRICS.map((metric) => {
    const [value, before] = [metric.of(range?.sums ?? NOTHING), metric.of(past?.sums ?? NOTHING)]
    const known = typeof value === 'number' && typeof before === 'number' && before > 0
    return { metric, value, before, growth: known ? value / before - 1 : null }
  })
}

/** What is asked for: both periods at once. */
export function trendQuery(range: Range, before: Range): { start: number; end: number } {
  return { start: askable(instants(before).from), end: instants(range).to }
}

/** The period before one of decades begins where nothing can be asked for. */
export function askable(at: number): number {
  return Math.max(0, at)
}

/** By hour while the hours of a range can be told apart. */
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
