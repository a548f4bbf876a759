import { expect, test } from 'vitest'
import { amountCell, dayCell, orderOf } from '../../src/server/costs/costCells.ts'
import { compared, inDollars, pricedCosts } from '../../src/server/costs/pricedCosts.ts'

const WORDS = { campaign: 'a', aff_id: null, sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }
const line = (micros: number, currency = 'USD') => ({
  ...WORDS,
  line: 2,
  day: 1,
  date: '2026-11-18',
  micros,
  currency,
})

test.each([
  ['1,234.5', 1_234_500_000, null],
  ['.000001', 1, null],
  ['$2', 2_000_000, null],
  ['€2.10', 2_100_000, 'EUR'],
  ['3 USD', 3_000_000, 'USD'],
  ['(4)', -4_000_000, null],
  ['-4', -4_000_000, null],
  [0.1 + 0.2, 300_000, null],
])('reads the amount %s as %d millionths', (cell, micros, currency) => {
  expect(amountCell(cell)).toEqual({ micros, currency })
})

test.each(['--', '', ' - ', 'n/a', null])('takes %j for a cost that isn’t reported', (cell) => {
  expect(amountCell(cell)).toBeNull()
})

test.each(['1.234,56', '12,5', '1,23', 'USD 1 EUR', '1.0000001', 'ten', '(4'])(
  'refuses the amount %s',
  (cell) => {
    expect(amountCell(cell)).toBeUndefined()
  },
)

test('knows the order of a day by a number above 12 alone', () => {
  expect(dayCell('12/11/2026')).toEqual({ year: 2026, first: 12, second: 11 })
  expect([12, 13, 11].map((first) => orderOf({ first, second: 11 }))).toEqual([null, 'day_first', null])
  expect(orderOf({ first: 12, second: 13 })).toBe('month_first')
  expect(orderOf({ first: 13, second: 13 })).toBeNull()
})

test('adds up lines of one key, rounds once, half up, and mixes no currencies', () => {
  expect([inDollars(1, 500_000_000), inDollars(1, 499_999_999), inDollars(3, 1_084_300_000)]).toEqual([
    1, 0, 3,
  ])
  const rates = [{ currency: 'EUR', day: 1, nano_usd: 500_000_000 }]
  const { costs } = pricedCosts([line(1, 'EUR'), line(2, 'EUR')], rates)
  expect(costs).toMatchObject([{ micros: 3, usd_micros: 2 }])
  const mixed = pricedCosts([line(1), line(1, 'EUR')], rates)
  expect(mixed.problems.map(({ problem }) => problem)).toEqual([expect.stringContaining('USD, EUR')])
  expect(pricedCosts([line(1e14), line(1)], []).problems).toHaveLength(1)
})

test('tells costs that are new, changed, and the same, also if only their dollars changed', () => {
  const { costs } = pricedCosts([line(5)], [])
  const live = { ...costs[0]!, cost: 1, key: JSON.stringify(Object.values(WORDS)) }
  const against = (before: object[]) => {
    const { added, replaced, same, doubled } = compared(costs, before as (typeof live)[], String)
    return [added.length, replaced.length, same, doubled !== null]
  }
  expect(against([])).toEqual([1, 0, 0, false])
  expect(against([live])).toEqual([0, 0, 1, false])
  expect(against([{ ...live, usd_micros: 6 }])).toEqual([0, 1, 0, false])
  expect(against([{ ...live, campaign: null, key: 'other' }])).toEqual([1, 0, 0, true])
})
