import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readCounts,
  writtenCounts,
  type KeptCount,
} from '../../src/store/nouns/reports/dropoff/writtenCounts.ts'

test('reads counts as written, with times of up to a year', () => {
  const time = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 31_536_000_000 }))
  const times = fc.array(time).map((list) => list.sort((a, b) => a - b))
  const count = fc.record({
    version: fc.nat(),
    id: fc.string(),
    shown: fc.nat(),
    left: fc.nat(),
    timesMs: times,
  })
  fc.assert(
    fc.property(fc.array(count), (counts) => {
      expect(readCounts(JSON.parse(writtenCounts(counts)) as KeptCount[])).toEqual(counts)
    }),
  )
})
