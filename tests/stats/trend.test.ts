import { expect, test } from 'vitest'
import { openedInTrend, trendFigure, type SpanName } from '../../src/stats/drilldown/trendDrilldowns.ts'
import { periodBefore, startsOf, type Range } from '../../src/operator/days/days.ts'
import { headlines, METRICS, partQuery, trendOf, trendQuery } from '../../src/stats/tables/trendMetrics.ts'

/** Tests of the details behind the trend's figures. November 21, 2026 begins in New York at 05:00 UTC. */

const MIDNIGHT = Date.parse('2026-11-21T05:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EPR = METRICS[3]!

const row = (at: number, path: string, revenue: number) => ({
  at,
  path,
  page_visits: 4,
  visits: 2,
  registrations: 1,
  sales: 1,
  revenue,
})

test('a day opens its own visits and sales, for the current path', () => {
  const range = { from: '2026-11-14', to: '2026-11-21' }
  const rows = [row(MIDNIGHT, 'leadloom', 1250), row(MIDNIGHT, 'found-money', 9900)]
  const scope = { path: 'leadloom', range, data: { rows, part: [], asOf: MIDNIGHT + HOUR_MS } }
  const question = { path: 'leadloom', from: MIDNIGHT, to: MIDNIGHT + DAY_MS - 1 }
  expect(trendFigure(openedInTrend(EPR, MIDNIGHT), scope)).toEqual({
    title: 'EPR',
    value: '$6.25',
    of: ['leadloom', 'on Sat, Nov 21'],
    parts: [
      { kind: 'sale', label: 'Sales', question: { name: 'sales', query: question } },
      {
        kind: 'visit',
        label: 'Visits',
        question: { name: 'visitors', query: { ...question, kind: 'visit' } },
      },
    ],
  })
})

const WEEK_BEFORE = MIDNIGHT - 7 * DAY_MS
const spans: [SpanName, string, string, number, number][] = [
  ['range', '$12.50', 'on 21 Nov, 2026', MIDNIGHT, MIDNIGHT + 2 * HOUR_MS - 1],
  ['before', '$7.00', 'on 14 Nov, 2026 until 01:20 EST', WEEK_BEFORE, WEEK_BEFORE + (4 / 3) * HOUR_MS - 1],
  [MIDNIGHT + HOUR_MS, '$12.50', 'on Sat, Nov 21, 01:00 EST', MIDNIGHT + HOUR_MS, MIDNIGHT + 2 * HOUR_MS - 1],
]

test.each(spans)(
  'by hour, %s is %s %s: the previous weekday counts up to the current time',
  (name, value, when, from, to) => {
    const scope = {
      path: null,
      range: { from: '2026-11-21', to: '2026-11-21' },
      data: {
        rows: [
          row(MIDNIGHT + HOUR_MS, 'leadloom', 1250),
          row(WEEK_BEFORE, 'leadloom', 400),
          row(WEEK_BEFORE + HOUR_MS, 'leadloom', 500),
          row(MIDNIGHT - HOUR_MS, 'leadloom', 99),
        ],
        part: [row(WEEK_BEFORE + HOUR_MS, 'leadloom', 300)],
        asOf: MIDNIGHT + (4 / 3) * HOUR_MS - 1,
      },
    }
    const figure = trendFigure(openedInTrend(METRICS[2]!, name), scope)
    expect([figure?.value, figure?.of]).toEqual([value, ['All paths', when]])
    expect(figure?.parts.map(({ question }) => question)).toEqual([{ name: 'sales', query: { from, to } }])
  },
)

test('opens nothing for a figure that the trend doesn’t have', () => {
  const data = { rows: [], part: [], asOf: MIDNIGHT }
  const scope = { path: null, range: { from: '2026-11-21', to: '2026-11-21' }, data }
  expect(trendFigure({ report: 'trend', column: 'profit', words: { of: 'range' } }, scope)).toBeNull()
  expect(trendFigure({ report: 'trend', column: 'visits', words: { of: '17' } }, scope)).toBeNull()
})

test('requests nothing earlier than the first possible time for a range of decades', () => {
  const range = { from: '1997-01-01', to: '2026-11-21' }
  // The last day of a range is compared with the same weekday.
  const until = Date.parse('1996-12-29T05:00:00Z') - 1
  expect(trendQuery(range)).toEqual({ start: 0, end: MIDNIGHT + DAY_MS - 1 })
  const figure = trendFigure(openedInTrend(METRICS[2]!, 'before'), {
    path: null,
    range,
    data: { rows: [], part: [], asOf: MIDNIGHT + DAY_MS - 1 },
  })
  expect(figure?.parts[0]?.question.query).toEqual({ from: 0, to: until })
})

/** Answer of the server at `asOf`, given one visit at the first millisecond of every hour. */
function steady(range: Range, asOf: number) {
  const hours = [periodBefore(range), range].flatMap((period) => startsOf(period, 'hour'))
  const days = [periodBefore(range), range].flatMap((period) => startsOf(period, 'day'))
  const counted = ({ start, end }: { start: number; end: number }) =>
    hours
      .filter((at) => at >= start && at <= end && at <= asOf)
      .map((hour) => ({
        at: range.from === range.to ? hour : days.findLast((day) => day <= hour)!,
        path: 'leadloom',
        page_visits: 0,
        visits: 1,
        registrations: 0,
        sales: 0,
        revenue: 0,
      }))
  const part = partQuery(range, asOf)
  return { rows: counted(trendQuery(range)), part: part ? counted(part) : [], asOf }
}

test.each([
  ['eight days, the last of them a morning old', '2026-11-17', '2026-11-24', '2026-11-24T13:30:00Z', 177],
  ['a day a morning old', '2026-11-21', '2026-11-21', '2026-11-21T13:30:00Z', 9],
  ['a day that is over', '2026-11-20', '2026-11-20', '2026-11-21T13:30:00Z', 24],
  ['a week with days to come', '2026-11-20', '2026-11-26', '2026-11-21T13:30:00Z', 33],
])('an unchanged figure hasn’t grown: %s', (_, from, to, now, visits) => {
  const trend = trendOf(steady({ from, to }, Date.parse(now)), { range: { from, to }, path: null })
  expect(headlines(trend)[0]).toMatchObject({ value: visits, before: visits, growth: 0 })
})

test('a finished day with 23 hours is compared with all 24 of the previous weekday', () => {
  const range = { from: '2026-03-08', to: '2026-03-08' }
  const [visits] = headlines(trendOf(steady(range, MIDNIGHT), { range, path: null }))
  expect(visits).toMatchObject({ value: 23, before: 24 })
})

test('the last hour of a day with 25 hours is compared with at most the 24 hours of a week earlier', () => {
  const range = { from: '2026-10-26', to: '2026-11-01' }
  const before = { start: Date.parse('2026-10-25T04:00:00Z'), end: Date.parse('2026-10-26T04:00:00Z') - 1 }
  expect(partQuery(range, Date.parse('2026-11-02T04:30:00Z'))).toEqual(before)
})
