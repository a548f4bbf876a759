import fc from 'fast-check'
import { expect, test } from 'vitest'
import { show } from '../../src/operator/table/cells.ts'
import type { Row } from '../../src/rows/row.ts'
import { totalOf, valueOf } from '../../src/rows/figures.ts'
import { matching, plainText } from '../../src/rows/matching.ts'
import { sorted } from '../../src/rows/sorting.ts'
import { TABLES, type Table } from '../../src/stats/tables/tables.ts'

/** Rows of any table: words of few letters, so that a search finds some of them, and figures of any size. */
function rowsOf({ columns }: Table): fc.Arbitrary<Row[]> {
  const members = columns.filter(({ total }) => total !== 'ratio')
  const cells = members.map(({ id, total }) => [
    id,
    total === 'sum' ? fc.integer({ min: -50_000_000, max: 50_000_000 }) : fc.constantFrom('', 'a', 'ab', 'B'),
  ])
  return fc.array(fc.record(Object.fromEntries(cells)), { maxLength: 30 })
}

test.each(TABLES.map((table) => [table.title, table] as const))(
  'the totals of %s are the sums of the figures above them, however they’re searched and sorted',
  (_, table) => {
    const keys = fc.constantFrom(...Object.keys(table.filterKeys))
    const ids = fc.constantFrom(...table.columns.map(({ id }) => id))
    fc.assert(
      fc.property(
        rowsOf(table),
        fc.record({ key: keys, search: fc.constantFrom('', 'a', '1', '.5') }),
        fc.record({ id: ids, descending: fc.boolean() }),
        (rows, filter, sort) => {
          const shown = matching(table, sorted(table, rows, sort), filter)
          for (const column of table.columns.filter(
            ({ total, sum }) => total === 'sum' && sum === undefined,
          )) {
            const figures = shown.map((row) => Number(plainText(valueOf(column, row)!, column.format)))
            const sum = figures.reduce((total, figure) => total + Math.round(figure * 100), 0)
            const total = column.format === 'cents' ? sum : sum / 100
            expect(show(totalOf(column, shown), column.format)).toBe(show(total, column.format))
          }
        },
      ),
    )
  },
)

test('the total of the profit subtracts costs of rows that have no sales, and is unknown if no row’s cost is known', () => {
  const columns = TABLES.find(({ report }) => report === 'profit-by-affiliate')!.columns
  const totals = (rows: Row[]) =>
    ['cost', 'profit', 'ROI', 'margin'].map((id) =>
      totalOf(
        columns.find((one) => one.id === id)!,
        rows,
      ),
    )
  const unknown = {
    cost: null,
    profit: null,
    ROI: null,
    margin: null,
    revenue: 1000,
    spent: 0,
    balance: 1000,
  }
  const unassigned = {
    cost: 400.5,
    profit: -400.5,
    ROI: -100,
    margin: null,
    revenue: 0,
    spent: 400.5,
    balance: -400.5,
  }
  expect(totals([unknown, unassigned])).toEqual([400.5, 599.5, (599.5 / 400.5) * 100, 59.95])
  expect(totals([unknown, unknown])).toEqual([null, null, null, null])
})
