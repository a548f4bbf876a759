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
          for (const column of table.columns.filter(({ total }) => total === 'sum')) {
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
