import { nextNewYorkDay } from '../../src/time/newYorkDay.ts'

/** A ledger written before it had totals, over the night in which New York's clocks are set back. */
const BEGINS = Date.parse('2026-11-01T00:00:00-04:00')
const ENDS = nextNewYorkDay(BEGINS)

export const LEDGER: [external_id: string, sold: 1 | -1, cents: number, at: number][] = [
  ['a', 1, 500, BEGINS],
  ['b', 1, 700, ENDS - 1],
  ['c', 1, 800, ENDS],
  ['b', -1, -700, ENDS + 5],
]

/** The two days and the sums of each: sales less returns, and cents. */
export const LEDGER_DAYS = [
  { path: 'leadloom', from: BEGINS, to: ENDS - 1 },
  { path: 'leadloom', from: ENDS, to: nextNewYorkDay(ENDS) - 1 },
]
export const LEDGER_SUMS = [
  [2, 1200],
  [0, 100],
]
