import { expect, test } from 'vitest'
import { retryDelayMs } from '../../../src/server/kernel/retrySchedule.ts'

test('waits double from half a minute to an hour, then stop', () => {
  const longest = Array.from({ length: 17 }, (_, i) => retryDelayMs(i + 1, 1))
  expect(longest.slice(0, 8)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600].map((s) => s * 1000))
  expect(longest.slice(14)).toEqual([3_600_000, null, null])
})

test('a wait is at least half of that, so that simultaneous failures are retried at different times', () => {
  expect(retryDelayMs(1, 0)).toBe(15_000)
})
