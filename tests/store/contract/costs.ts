import { expect, test } from 'vitest'
import type { NewCost } from '../../../src/store/nouns/costs/costTypes.ts'
import type { OpenStore } from '../contract.ts'

const DAY = Date.parse('2026-11-18T00:00:00-05:00')
const MADE = {
  kind: 'file',
  name: 'a.csv',
  path: 'small',
  source: 'google',
  made_by: 'ann',
  at: DAY,
} as const
const NO_SUBS = { sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }
const cost = (campaign: string | null, micros: number): NewCost => ({
  day: DAY,
  campaign,
  aff_id: null,
  ...NO_SUBS,
  micros,
  currency: 'USD',
  usd_micros: micros,
})

export function costContract(open: OpenStore): void {
  test('a cost counts once, the newest import that wasn’t undone gives it, and other keys, days and sources stay', async () => {
    const store = await open('costs')
    const live = async (source = 'google') =>
      (await store.liveCosts({ path: 'small', source, from: DAY, to: DAY }, null, 99)).map(
        ({ campaign, micros }) => [campaign, micros],
      )
    const imported = async (rows: NewCost[], more: Partial<typeof MADE> | object = {}) => {
      const made = { ...MADE, ...more }
      const number = await store.startCostImport(made)
      await store.addCosts(number, made.path, made.source, rows)
      await store.endCostImport(number, DAY + 1)
      return number
    }
    const undo = async (number: number) => {
      const isFirst = await store.undoCostImport(number, 'bo', DAY + 2)
      const counts: number[] = []
      do counts.push(await store.takeBackCosts(number, 1))
      while (counts.at(-1) === 1)
      return [isFirst, counts.length - 1]
    }
    const first = await imported([cost('a', 1), cost('b', 2), cost(null, 3)])
    const second = await imported([cost('a', 10), cost('', 4)])
    const third = await imported([cost('a', 100)])
    await imported([cost('a', 7)], { source: 'meta' })
    await imported([cost('a', 8)], { path: 'other' })
    await imported([{ ...cost('a', 9), day: DAY - 1 }])
    expect(await live()).toEqual([
      ['', 4],
      ['a', 100],
      ['b', 2],
      [null, 3],
    ])
    expect(await undo(second)).toEqual([true, 1])
    expect(await live()).toContainEqual(['a', 100])
    expect(await undo(third)).toEqual([true, 1])
    expect(await live()).toEqual([
      ['a', 1],
      ['b', 2],
      [null, 3],
    ])
    expect(await undo(third)).toEqual([false, 0])
    expect(await undo(first)).toEqual([true, 3])
    expect([await live(), await live('meta')]).toEqual([[], [['a', 7]]])
    expect(await undo(999)).toEqual([false, 0])
    const [newest] = await store.costImports({ sites: ['other'], before: 999, limit: 9 })
    expect(newest).toMatchObject({
      path: 'other',
      lines: 1,
      usd_micros: 8,
      ended_at: DAY + 1,
      undone_at: null,
    })
    expect(await store.costImport(third)).toMatchObject({ undone_at: DAY + 2, undone_by: 'bo', lines: 1 })
    await store.saveCostRates([{ currency: 'EUR', day: DAY, nano_usd: 1 }])
    await store.saveCostRates([{ currency: 'EUR', day: DAY, nano_usd: 1_084_300_000 }])
    expect(await store.costRates(DAY, DAY)).toEqual([{ currency: 'EUR', day: DAY, nano_usd: 1_084_300_000 }])
    expect(await store.costRates(DAY + 1, DAY + 2)).toEqual([])
  })
}
