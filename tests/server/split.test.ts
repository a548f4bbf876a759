import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Share } from '../../schemas/kernel/version.ts'
import { liveBefore, shareOut, versionFor } from '../../src/store/nouns/versions/split.ts'

/** Weights of 1 to 6 live versions, which add up to 100. */
const splits = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 5 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 100])
  .map((cuts) => cuts.slice(1).map((cut, i): Share => ({ version: i + 1, weight: cut - cuts[i]! })))

describe('versionFor', () => {
  test('the same UUID always gets the same live version', () => {
    fc.assert(
      fc.property(fc.uuid(), splits, (uuid, shares) => {
        const version = versionFor(uuid, shares)
        expect(shares.map((share) => share.version)).toContain(version)
        expect(versionFor(uuid, structuredClone(shares))).toBe(version)
      }),
    )
  })

  const inOrder = Array.from(
    { length: 4000 },
    (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  )
  const drawn = Array.from({ length: 4000 }, () => randomUUID())

  test.each([
    ['drawn at random', drawn],
    ['in order', inOrder],
  ])('over many UUIDs %s, each version’s frequency matches its weight', (_, uuids) => {
    fc.assert(
      fc.property(splits, (shares) => {
        const counts = Map.groupBy(uuids, (uuid) => versionFor(uuid, shares))
        for (const { version, weight } of shares) {
          const share = weight / 100
          const deviation = Math.sqrt(uuids.length * share * (1 - share))
          const count = counts.get(version)?.length ?? 0
          // Six deviations, which happens once in 500 million if the hash is random.
          expect(Math.abs(count - uuids.length * share)).toBeLessThanOrEqual(6 * deviation)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('there’s no version if none is live', () => {
    expect(versionFor(randomUUID(), [])).toBeUndefined()
  })
})

describe('shareOut', () => {
  test.each<[string, Record<number, number>, Share, Record<number, number>]>([
    ['the first version of a path is alone, whatever its weight', {}, { version: 1, weight: 30 }, { 1: 100 }],
    ['a second one takes its share', { 1: 100 }, { version: 2, weight: 30 }, { 1: 70, 2: 30 }],
    ['at 100 it is alone', { 1: 70, 2: 30 }, { version: 3, weight: 100 }, { 3: 100 }],
    ['the old proportion stays', { 1: 70, 2: 30 }, { version: 3, weight: 50 }, { 1: 35, 2: 15, 3: 50 }],
    ['a live one changes its own', { 1: 70, 2: 30 }, { version: 2, weight: 60 }, { 1: 40, 2: 60 }],
    ['nobody is left with nothing', { 1: 99, 2: 1 }, { version: 3, weight: 90 }, { 1: 9, 2: 1, 3: 90 }],
  ])('%s', (_, live, given, expected) => {
    expect(weightsOf(shareOut(sharesOf(live), given))).toEqual(expected)
  })

  test('shares are whole numbers of at least 1 that add up to 100, as close to the weights as possible', () => {
    const given = fc.record({
      version: fc.integer({ min: 1, max: 8 }),
      weight: fc.integer({ min: 1, max: 90 }),
    })
    fc.assert(
      fc.property(splits, given, (live, share) => {
        const after = shareOut(live, share)
        expect(after.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
        expect(after.every(({ weight }) => Number.isInteger(weight) && weight >= 1)).toBe(true)
        const others = live.filter(({ version }) => version !== share.version)
        const before = others.reduce((sum, { weight }) => sum + weight, 0)
        for (const { version, weight } of others) {
          const exact = ((100 - share.weight) * weight) / before
          const now = weightsOf(after)[version]!
          expect(Math.abs(now - exact)).toBeLessThan(others.length)
        }
      }),
    )
  })

  test('a weight that leaves less than 1 for another version is refused', () => {
    expect(() => shareOut(sharesOf({ 1: 50, 2: 50 }), { version: 3, weight: 99 })).toThrow(
      '99% leaves only 1% for 2 other live versions',
    )
  })
})

test.each<[string, Record<number, number>[], number[]]>([
  ['nothing, where nothing is live', [], []],
  ['nothing, when the first version is live', [{ 1: 100 }], []],
  ['the version that the live one replaced', [{ 1: 100 }, { 2: 100 }, { 3: 100 }], [2]],
  ['the version beside which the newest was set', [{ 1: 100 }, { 1: 70, 2: 30 }], [1]],
  ['the same after weights were changed', [{ 1: 100 }, { 1: 70, 2: 30 }, { 1: 10, 2: 90 }, { 2: 100 }], [1]],
  ['the version that a rollback replaced', [{ 1: 100 }, { 2: 100 }, { 1: 100 }], [2]],
  ['nothing, when the first version outlived a split', [{ 1: 100 }, { 1: 70, 2: 30 }, { 1: 100 }], []],
  ['all that shared the path', [{ 1: 100 }, { 1: 70, 2: 30 }, { 3: 100 }], [1, 2]],
])('the previous live version is %s', (_, past, expected) => {
  expect(liveBefore(past.map((live, at) => ({ at, shares: sharesOf(live) })))).toEqual(expected)
})

function sharesOf(weights: Record<number, number>): Share[] {
  return Object.entries(weights).map(([version, weight]) => ({ version: Number(version), weight }))
}

function weightsOf(shares: Share[]): Record<number, number> {
  return Object.fromEntries(shares.map(({ version, weight }) => [version, weight]))
}
