import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { disagreements } from './agreement.ts'
import { anyFlow } from './anyFlow.ts'

describe('what the solver says of every step, rule and action is what all visitors together meet', () => {
  test('in flows of choices, lists, numbers, texts and consents', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyFlow({ dated: false }), (flow) => {
        expect(disagreements(flow)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('in flows that ask for a date, on every day of two years', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyFlow({ dated: true }), (flow) => {
        expect(disagreements(flow)).toEqual([])
      }),
      { numRuns: 6 },
    )
  })
})
