import { expect, test } from 'vitest'
import { REPORTS } from '../../schemas/reports/reports.ts'
import { BOXES, SALE_STATS, TABLES } from '../../src/stats/tables/tables.ts'

/** Fields of a row that its table doesn't show, such as when its version was live. */
const BESIDE: Record<string, string[]> = {
  'analytics-epr': ['activation_date', 'deactivation_date'],
  'analytics-ecpm': ['activation_date', 'deactivation_date'],
  'profit-by-version': ['activation_date', 'deactivation_date'],
  'step-dropoff': ['activation_date', 'deactivation_date', 'position', 'counted_from'],
}

/** Reports that the chart shows. */
const TRENDS = ['trend-days', 'trend-hours']

test('every report is shown by one table', () => {
  const shown = [...TABLES, SALE_STATS].map(({ report }) => report)
  expect([...shown, ...TRENDS].sort()).toEqual(Object.keys(REPORTS).sort())
})

test.each([...TABLES, SALE_STATS].map((table) => [table.report, table] as const))(
  '%s: every member of a row is in a column of the table, or left out on purpose',
  (report, { columns, filterKeys }) => {
    const used = [
      ...columns.flatMap(({ id, sum, ratio }) => [
        id,
        ...(sum === undefined ? [] : [sum]),
        ...(ratio ? [ratio.part, ratio.whole] : []),
      ]),
      ...Object.values(filterKeys),
      ...(BESIDE[report] ?? []),
    ]
    const members = Object.keys(REPORTS[report].row.properties)
    expect(members.filter((member) => !used.includes(member))).toEqual([])
  },
)

test.each([...TABLES, SALE_STATS].map((table) => [table.report, table] as const))(
  '%s: no two columns have the same ID or title',
  (_, { columns }) => {
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length)
    expect(new Set(columns.map(({ title }) => title)).size).toBe(columns.length)
  },
)

test('the boxes have a figure for each member of their report', () => {
  const ids = BOXES.flatMap(({ figures }) => figures.map(({ id }) => id))
  expect(ids.sort()).toEqual(Object.keys(REPORTS['sale-stats'].row.properties).sort())
})
