import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median } from '../../src/store/nouns/totals/median.ts'

test('is the middle of all numbers in order, or between the two in the middle', () => {
  expect(median([])).toBeNull()
  expect(median([[], []])).toBeNull()
  expect(median([[3], [1, 2]])).toBe(2)
  expect(median([[3], [1, 2, 10]])).toBe(2.5)
  const times = fc.oneof(
    fc.integer({ min: 0, max: 20 }),
    fc.integer({ min: 0, max: 31_536_000_000 }),
    fc.constant(0),
  )
  fc.assert(
    fc.property(fc.array(fc.array(times), { minLength: 1 }), (lists) => {
      const sorted = lists.flat().sort((a, b) => a - b)
      const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
      const expected = middle.length === 0 ? null : middle.reduce((sum, n) => sum + n) / middle.length
      expect(median(lists.map((list) => Float64Array.from(list).sort()))).toBe(expected)
    }),
  )
})
