import { describe, expect, test } from 'vitest'
import {
  differenceOf,
  logGamma,
  normalQuantile,
  plannedWidth,
  sequenceWidth,
  splitEvidence,
} from '../../src/rows/experiments/sequence.ts'
import { judge, type ArmHour } from '../../src/rows/experiments/verdict.ts'
import type { ExperimentPlan } from '../../schemas/reports/experiments.ts'
import { EQUAL, ratesOf, replay, TEN_PERCENT } from '../bench/experiments.ts'

describe('the statistics of an experiment', () => {
  // Multipliers of the standard error at alpha 0.05, tightest at 5000 visitors.
  test.each([
    [1000, 3.36],
    [5000, 3.04],
    [50_000, 3.24],
  ])('the confidence sequence at %i visitors is %f standard errors to each side', (visitors, times) => {
    expect(sequenceWidth(1, { visitors, tightestAt: 5000, alpha: 0.05 })).toBeCloseTo(times, 2)
    expect(sequenceWidth(2, { visitors, tightestAt: 5000, alpha: 0.05 })).toBeCloseTo(2 * times, 1)
  })

  test('the sequence is tightest about where it was planned to be', () => {
    const width = (visitors: number) =>
      sequenceWidth(1 / Math.sqrt(visitors), { visitors, tightestAt: 5000, alpha: 0.05 }) *
      Math.sqrt(visitors)
    const around = [500, 2000, 5000, 12_000, 60_000].map(width)
    expect(Math.min(...around)).toBe(around[2])
  })

  test.each([
    [0.5, 0],
    [0.6, 0.2533471],
    [0.975, 1.959964],
    [0.025, -1.959964],
    [0.999999, 4.7534243],
  ])('the normal quantile of %f is %f', (p, z) => {
    expect(normalQuantile(p)).toBeCloseTo(z, 5)
  })

  test('the planned look is a plain interval', () => {
    expect(plannedWidth(10, 0.05)).toBeCloseTo(19.59964, 5)
  })

  test.each([
    [0.5, Math.log(Math.sqrt(Math.PI))],
    [1, 0],
    [5, Math.log(24)],
    [10.5, 13.940625219403763],
  ])('the logarithm of gamma of %f is %f', (x, value) => {
    expect(logGamma(x)).toBeCloseTo(value, 12)
  })

  test('the error of a difference is that of two independent means', () => {
    const sums = (values: number[]) => ({
      visitors: values.length,
      sum: values.reduce((sum, one) => sum + one, 0),
      squares: values.reduce((sum, one) => sum + one ** 2, 0),
    })
    // Variances 1 and 4, of 3 visitors each.
    const { estimate, error } = differenceOf(sums([1, 2, 3]), sums([2, 4, 6]))
    expect([estimate, error]).toEqual([2, expect.closeTo(Math.sqrt(5 / 3), 12)])
  })

  test('evidence against a split grows with what is off, and is none where nothing is', () => {
    expect(splitEvidence([500, 500], [0.5, 0.5])).toBeLessThan(0)
    expect(splitEvidence([0, 0], [0.5, 0.5])).toBeCloseTo(0, 9)
    // 2,911 to 2,512 for 50:50 has a chi-square of 29.4.
    expect(Math.exp(-splitEvidence([2911, 2512], [0.5, 0.5]))).toBeCloseTo(4.2e-6, 6)
    expect(splitEvidence([2911, 2512], [0.55, 0.45])).toBeLessThan(1)
    expect(splitEvidence([300, 300, 400], [0.3, 0.3, 0.4])).toBeLessThan(0)
  })
})

describe('a verdict', () => {
  test('equal versions have a winner in 5 % of replays at most, though looked at every hour', () => {
    const { won, broken } = ratesOf(150, EQUAL)
    expect(won).toBeLessThanOrEqual(0.05)
    expect(broken).toBe(0)
  })

  test('a planted +10 % is found nearly as often as by a test of fixed size, and +20 % early', () => {
    const { won, fixed } = ratesOf(150, TEN_PERCENT, 1_000_000)
    expect(won).toBeGreaterThan(0.9 * fixed)
    const clear = ratesOf(30, { lift: 1.2, split: 0.5 }, 2_000_000)
    expect(clear.early).toBeGreaterThan(0.9)
  })

  test('a broken split is noticed, and no version wins by it', () => {
    const { figures } = replay(1, { lift: 1.5, split: 0.54 })
    expect(figures.split.is_broken).toBe(true)
    expect(figures.verdict).toEqual({ kind: 'broken', winner: null, days_left: null })
  })

  test('stays, however the figures change after it', () => {
    const rows = [...steady(0, 100, [100, 130]), ...steady(100, 600, [115, 100])]
    const early = judge(PLAN, rows, { hoursRun: 124, exposedHours: 672 })
    const late = judge(PLAN, rows, { hoursRun: 450, exposedHours: 672 })
    expect(early.verdict).toMatchObject({ kind: 'winner', winner: 2 })
    expect(late.verdict).toEqual(early.verdict)
    expect(late.comparisons[0]!.decided).toBe(early.comparisons[0]!.decided)
  })

  test('counts visitors once they are old enough, and says how many are waiting', () => {
    const rows = steady(0, 72, [100, 100])
    const { arms, is_over, day } = judge(PLAN, rows, { hoursRun: 72, exposedHours: 672 })
    expect(arms.map(({ visitors, waiting }) => [visitors, waiting])).toEqual([
      [48 * 20, 24 * 20],
      [48 * 20, 24 * 20],
    ])
    expect([is_over, day]).toEqual([false, 4])
    const over = judge(PLAN, rows, { hoursRun: 96, exposedHours: 72 })
    expect([over.is_over, over.verdict.kind]).toEqual([true, 'none'])
  })

  test('isn’t given while hardly anyone has earned anything', () => {
    const rows = steady(0, 30, [0, 0]).map((row) => ({
      ...row,
      cents: row.version * 1000,
      squares: 1,
      earners: 0,
    }))
    const { comparisons, verdict } = judge(PLAN, rows, { hoursRun: 100, exposedHours: 672 })
    expect(comparisons).toEqual([{ version: 2, shown: null, decided: null, points: [] }])
    expect(verdict).toEqual({ kind: 'waiting', winner: null, days_left: 25 })
  })

  test('says about how many more days it takes, and that is about right', () => {
    const rows = steady(0, 672, [100, 107])
    const { verdict } = judge(PLAN, rows, { hoursRun: 4 * 24, exposedHours: 672 })
    const found = judge(PLAN, rows, { hoursRun: 696, exposedHours: 672 }).comparisons[0]!.decided!
    expect(verdict.kind).toBe('waiting')
    expect(Math.abs(verdict.days_left! - (found / 24 - 3))).toBeLessThanOrEqual(1)
  })

  test.each([
    [[100, 130, 100], 2],
    [[100, 130, 140], 3],
    [[130, 100, 100], 1],
    [[100, 70, 100], null],
  ])('with three versions that earn %j, version %j wins', (earned, winner) => {
    const plan = {
      ...PLAN,
      shares: [
        { version: 1, weight: 34 },
        { version: 2, weight: 33 },
        { version: 3, weight: 33 },
      ],
    }
    const { verdict } = judge(plan, steady(0, 300, earned), { hoursRun: 324, exposedHours: 300 })
    expect(verdict.winner).toBe(winner)
  })

  test.each([
    [2, 0.015, 0.035],
    [3, 0.0075, 0.0175],
  ])(
    'of %i versions each is compared at its part of the error: %f early, %f at the end',
    (of, early, end) => {
      const shares = Array.from({ length: of }, (_, at) => ({ version: at + 1, weight: 100 / of }))
      const rows = steady(0, 672, [100, 101, 101].slice(0, of))
      const widthAfter = (hours: number) => {
        const look = { hoursRun: hours + 24, exposedHours: 672 }
        const { low, high } = judge({ ...PLAN, shares }, rows, look).comparisons[0]!.shown!
        return (high - low) / 2
      }
      const errorAfter = (hours: number) => {
        const sums = (cents: number) => ({
          visitors: 20 * hours,
          sum: 20 * hours * cents,
          squares: hours * (10 * (2 * cents) ** 2 + 10 * 60 ** 2),
        })
        return differenceOf(sums(100), sums(101)).error
      }
      const sequence = { visitors: 40 * 300, tightestAt: PLAN.tightest_at, alpha: early }
      expect(widthAfter(300)).toBeCloseTo(sequenceWidth(errorAfter(300), sequence), 9)
      expect(widthAfter(672)).toBeCloseTo(plannedWidth(errorAfter(672), end), 9)
    },
  )

  test('a control that earns more wins, too', () => {
    const { verdict } = judge(PLAN, steady(0, 300, [130, 100]), { hoursRun: 324, exposedHours: 672 })
    expect(verdict).toEqual({ kind: 'winner', winner: 1, days_left: null })
  })

  test('an experiment that was stopped early gets no planned look', () => {
    // Between the two widths: 2.1 and more than 2.7 standard errors.
    const rows = steady(0, 672, [100, 103.1])
    const planned = judge(PLAN, rows, { hoursRun: 696, exposedHours: 672 })
    expect(planned.comparisons[0]!.decided).toBe(672)
    const stopped = judge({ ...PLAN, days: 29 }, rows, { hoursRun: 696, exposedHours: 672 })
    expect(stopped.verdict).toEqual({ kind: 'none', winner: null, days_left: null })
  })
})

const PLAN: ExperimentPlan = {
  name: 'Short form',
  shares: [
    { version: 1, weight: 50 },
    { version: 2, weight: 50 },
  ],
  control: 1,
  days: 28,
  window_days: 1,
  ages: [],
  cap: 100_000,
  promotes: false,
  tightest_at: 13_000,
}

/** Twenty visitors an hour and version, whose earnings average these cents: ten earn twice that with a spread. */
function steady(from: number, to: number, earned: readonly number[]): ArmHour[] {
  return Array.from({ length: to - from }, (_, at) => from + at).flatMap((hour) =>
    earned.map((cents, arm) => ({
      version: arm + 1,
      hour,
      visitors: 20,
      registrations: 12,
      leads: 10,
      cents: cents * 20,
      squares: 10 * (2 * cents) ** 2 + 10 * 60 ** 2,
      earners: 10,
      capped: 0,
      later: 0,
    })),
  )
}
