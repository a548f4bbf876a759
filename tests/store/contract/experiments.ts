import { describe, expect, test } from 'vitest'
import { randomFrom, between, one } from '../../../src/cli/seed/random.ts'
import type { CountAsked } from '../../../src/store/nouns/experiments/experimentHours.ts'
import type { NewExperiment } from '../../../src/store/nouns/experiments/experiments.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion, play, publish, type History, type PastSession } from '../history.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-10-31T09:20:00-04:00')

const PLAN: NewExperiment = {
  path: 'leadloom',
  name: 'Short form',
  shares: [
    { version: 1, weight: 50 },
    { version: 2, weight: 50 },
  ],
  control: 1,
  days: 3,
  window_days: 5,
  ages: [
    { offer: 'mva', days: 2 },
    { offer: 'wc', days: 5 },
  ],
  cap: 20_000,
  tightest_at: 1000,
  promotes: false,
  by: 'ada',
  at: START,
}

export function experimentContract(open: OpenStore): void {
  describe('experiments', () => {
    test('are counted from raw rows, as an oracle counts them: by age, capped, with late returns', async () => {
      const store = await open('experiments-counted')
      const history = randomVisitors()
      await play(store, history)
      for (const versions of [[1, 2], [2]]) {
        const { path, window_days: windowDays, ages, cap } = PLAN
        const asked: CountAsked = {
          path,
          versions,
          from: START,
          to: START + 3 * DAY,
          windowDays,
          ages,
          cap,
        }
        const counted = await store.experimentHours(asked)
        expect(counted.toSorted(inOrder)).toEqual(await countedByHand(store, history, asked))
        expect(counted.some(({ capped }) => capped > 0)).toBe(true)
        expect(counted.some(({ later }) => later < 0)).toBe(true)
      }
    })

    test('run one at a time on a path, and each change is in the audit log and can be undone', async () => {
      const store = await open('experiments-changed')
      await publish(store, 'leadloom', 1000)
      expect(await store.startExperiment(PLAN)).toBe(null)
      await store.publish(newVersion('leadloom', 2000), 50)
      expect(await store.startExperiment(PLAN)).toBe(1)
      expect(await store.startExperiment(PLAN)).toBe(null)
      const changing = { path: 'leadloom', experiment: 1, by: 'bo', at: START + DAY }
      expect(await store.resumeExperiment(changing)).toBe(false)
      expect(await store.undoPromotion(changing)).toBe(false)
      expect(await store.stopExperiment({ ...changing, path: 'found-money' })).toBe(false)
      expect(await store.stopExperiment(changing)).toBe(true)
      expect(await store.stopExperiment(changing)).toBe(false)
      expect(await store.experiment(1, 'leadloom')).toMatchObject({ ended_at: START + DAY, ended_by: 'bo' })
      expect(await store.resumeExperiment(changing)).toBe(true)
      expect(await store.experiment(1, 'leadloom')).toMatchObject({ ended_at: null, ended_by: null })

      expect(await store.promoteVersion({ ...changing, version: 7 })).toBe(false)
      expect(await store.promoteVersion({ ...changing, version: 2 })).toBe(true)
      expect(await store.promoteVersion({ ...changing, version: 1 })).toBe(false)
      expect(await store.live()).toEqual([{ path: 'leadloom', version: 2, weight: 100 }])
      expect(await store.experiments()).toMatchObject([
        { promoted: 2, ended_at: START + DAY, split_changed_at: START + DAY },
      ])
      expect(await store.resumeExperiment(changing)).toBe(false)
      expect(await store.undoPromotion({ ...changing, at: START + 2 * DAY })).toBe(true)
      expect(await store.live()).toEqual(PLAN.shares.map((share) => ({ path: 'leadloom', ...share })))
      // Visitors came by other shares in between, so it doesn't go on.
      expect(await store.resumeExperiment(changing)).toBe(false)
      expect(await store.experiments()).toMatchObject([{ promoted: null, ended_at: START + DAY }])

      const log = await store.auditLog(9)
      expect(log.map(({ operator, act, about }) => `${operator} ${act} ${about}`)).toEqual([
        'bo undo_promotion leadloom, experiment 1',
        'bo promote_version leadloom, experiment 1: version 2',
        'bo resume_experiment leadloom, experiment 1',
        'bo stop_experiment leadloom, experiment 1',
        'ada start_experiment leadloom, experiment 1: Short form',
      ])
    })

    test('a version that was published or rolled back since can’t be promoted over', async () => {
      const store = await open('experiments-split')
      await publish(store, 'leadloom', 1000)
      await store.publish(newVersion('leadloom', 2000), 50)
      await store.startExperiment(PLAN)
      await store.activate(2, { weight: 40, at: START + HOUR })
      const changing = { path: 'leadloom', experiment: 1, by: 'bo', at: START + DAY }
      expect(await store.promoteVersion({ ...changing, version: 2 })).toBe(false)
      expect(await store.experiments()).toMatchObject([{ split_changed_at: START + HOUR, promoted: null }])
      await store.stopExperiment(changing)
      expect(await store.resumeExperiment(changing)).toBe(false)
    })

    test('begin with terms from what visitors of the path earned lately', async () => {
      const store = await open('experiments-terms')
      const history = randomVisitors()
      await play(store, history)
      const from = START - DAY
      const { cents, visitors } = await store.highEarners('leadloom', from)
      const own = history.sessions.filter(({ path, at }) => path === 'leadloom' && at >= from)
      expect(visitors).toBe(own.length)
      expect(cents).toEqual(cents.toSorted((a, b) => b - a))
      const byAge = await store.earnedByAge('leadloom', from)
      expect(new Set(byAge.map(({ offer }) => offer))).toEqual(new Set(['mva', 'wc']))
      expect(byAge.every(({ age, cents }) => age >= 0 && age <= 11 && cents >= 0)).toBe(true)
    })
  })
}

/** Visitors from a day before the start to a day after the end, who buy and return for eleven days. */
function randomVisitors(): History {
  const random = randomFrom(47, 6)
  const versions = [
    { path: 'leadloom', at: 1000 },
    { path: 'leadloom', at: 2000 },
    { path: 'found-money', at: 3000 },
  ]
  const sessions = Array.from({ length: 150 }, (): PastSession => {
    const version = between(random, 1, 3)
    const at = START + between(random, -24, 96) * HOUR + one(random, [-1, 0, 1, between(random, 2, HOUR - 1)])
    const later = () => at + between(random, 0, 10 * 24) * HOUR + one(random, [-1, 0, 1])
    const sales = Array.from({ length: between(random, 0, 3) }, () => {
      const soldAt = Math.max(at, later())
      return {
        offer: one(random, ['mva', 'wc']),
        cents: between(random, 0, 30_000),
        at: soldAt,
        ...(random() < 0.4 && { returned_at: soldAt + between(random, 0, 48) * HOUR }),
        ...(random() < 0.3 && {
          changes: [
            {
              do: 'part' as const,
              cents: between(random, 1, 500),
              at: soldAt + between(random, 0, 9) * HOUR,
            },
          ],
        }),
      }
    })
    const registered = random() < 0.5 ? [{ kind: 'registration' as const, at: Math.max(at, later()) }] : []
    const { path } = versions[version - 1]!
    const words = { aff_id: '', sub1: '', sub2: '', sub3: '' }
    return { version, path, at, events: registered, sales, ...words }
  })
  // At the very start and end, with sales right at the age at which they stop counting.
  for (const at of [START, START + 3 * DAY])
    for (const [offer, days] of [
      ['mva', 2],
      ['wc', 5],
    ] as const) {
      const sales = [-1, 0].map((off) => ({ offer, cents: 700, at: at + days * DAY + off }))
      const words = { aff_id: '', sub1: '', sub2: '', sub3: '' }
      sessions.push({ version: 2, path: 'leadloom', at, events: [], sales, ...words })
    }
  return { versions, sessions }
}

/** The same from the history and from each sale's entries in the ledger. */
async function countedByHand(store: Store, { sessions }: History, asked: CountAsked) {
  const rows = new Map<string, Record<string, number>>()
  for (const [i, { version, at, events, sales }] of sessions.entries()) {
    if (!asked.versions.includes(version) || at < asked.from || at >= asked.to) continue
    const hour = Math.floor((at - asked.from) / HOUR)
    const key = `${version} ${hour}`
    const row = rows.get(key) ?? { version, hour, visitors: 0, registrations: 0, leads: 0, ...NO_MONEY }
    rows.set(key, row)
    row['visitors']!++
    if (events.some((event) => event.at < at + asked.windowDays * DAY)) row['registrations']!++
    let counted = 0
    let late = 0
    for (const [n, { offer }] of sales.entries())
      for (const entry of await store.saleEntries({ source: 'partner', external_id: `${i}-0-${n}` })) {
        const age = asked.ages.find((one) => one.offer === offer)!.days * DAY
        if (entry.at - at < age) counted += entry.cents
        else late += entry.cents
      }
    const cents = Math.min(asked.cap, Math.max(-asked.cap, counted))
    row['cents']! += cents
    row['squares']! += cents * cents
    row['earners']! += cents === 0 ? 0 : 1
    row['capped']! += counted > asked.cap || counted < -asked.cap ? 1 : 0
    row['later']! += late
  }
  return [...rows.values()].sort(inOrder)
}

const NO_MONEY = { cents: 0, squares: 0, earners: 0, capped: 0, later: 0 }

function inOrder(a: { version?: number; hour?: number }, b: { version?: number; hour?: number }): number {
  return a.version! - b.version! || a.hour! - b.hour!
}
