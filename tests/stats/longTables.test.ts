import { expect, test } from 'vitest'
import { isLong, LONG_REPORTS, type LongReport } from '../../schemas/reports/longReports.ts'
import { allRows, type PageRequest, type Page } from '../../src/stats/tables/rowPages.ts'
import { OFFER_LABEL } from '../../src/rows/offerLabels.ts'
import { isText } from '../../src/rows/row.ts'
import { TABLES } from '../../src/stats/tables/tables.ts'

/** Tables of which the browser has only a page, so the server must know their columns as the dashboard does. */

test.each(TABLES.filter(({ report }) => isLong(report)))(
  'the server sorts, searches, and sums $report by its visible columns',
  ({ report, columns, filterKeys }) => {
    const { words, sums, ratios } = LONG_REPORTS[report as LongReport]
    expect(columns.filter(({ format }) => isText(format)).map(({ id }) => id)).toEqual(words)
    const figures = columns.filter(({ format }) => !isText(format))
    expect(figures.map(({ id }) => id)).toEqual([...Object.keys(sums), ...Object.keys(ratios)])
    for (const { id, format, ratio } of figures)
      expect(ratio ?? format).toEqual({ ...sums, ...ratios }[id as keyof typeof sums])
    const keys = [...words, ...Object.keys(sums)]
    expect(filterKeys).toEqual(
      Object.fromEntries(keys.map((key) => [key, key === 'offer_name' ? OFFER_LABEL : key])),
    )
  },
)

/** Pages of `rows` rows; the figures change before the calls with these numbers. */
function pagesOf(rows: number, changes: readonly number[]): Page {
  let calls = 0
  const page = ({ offset = 0 }: PageRequest): Page => {
    const moment = changes.filter((call) => call <= calls).length
    const all = Array.from({ length: rows }, (_, n) => ({ n, moment }))
    const totals = {}
    return {
      rows: all.slice(offset, offset + 10),
      facts: { rows, matching: rows, totals, matching_totals: totals, snapshot: String(moment) },
      another: async (asked) => {
        calls++
        return page(asked)
      },
    }
  }
  return page({})
}

test('all rows of a long table are fetched page by page', async () => {
  const heard: string[] = []
  const rows = await allRows(pagesOf(25, []), {}, (done, all) => heard.push(`${done} of ${all}`))
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 25 }, (_, n) => n))
  expect(heard).toEqual(['10 of 25', '20 of 25', '25 of 25'])
})

test('rows are all from one moment, even if figures change while they’re fetched', async () => {
  const rows = await allRows(pagesOf(25, [2, 5]), {})
  expect(rows).toHaveLength(25)
  expect(new Set(rows.map(({ moment }) => moment)).size).toBe(1)
  await expect(
    allRows(
      pagesOf(
        25,
        Array.from({ length: 999 }, (_, call) => call),
      ),
      {},
    ),
  ).rejects.toThrow('The figures kept changing. Try again in a moment.')
})
