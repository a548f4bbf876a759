import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delayMs } from '../../src/visitor/queue/backoff.ts'

test.each([
  [1, 50],
  [2, 100],
  [3, 150],
  [59, 2950],
  [60, 3000],
  [61, 3000],
  [1_000_000, 3000],
])('without jitter, failure %i waits %i ms', (failures, ms) => {
  expect(delayMs(failures, 0)).toBe(ms)
})

test.each([
  [1, 0.999999, 50],
  [2, 0.5, 75],
  [2, 0.999999, 50],
  [60, 0.5, 2250],
  [60, 0.999999, 1500],
])('failure %i with jitter %d waits %i ms', (failures, random, ms) => {
  expect(delayMs(failures, random)).toBe(ms)
})

test('jitter takes up to half of the delay, and never leaves less than 50 ms', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, random) => {
        const full = delayMs(failures, 0)
        const ms = delayMs(failures, random)
        expect(ms).toBeLessThanOrEqual(full)
        expect(ms).toBeGreaterThanOrEqual(Math.max(50, full / 2))
      },
    ),
  )
})
