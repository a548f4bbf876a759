import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { IN_FULL } from '../../inFull.ts'
import { HURT, SMALL_FLOW, WHERE } from '../../server/smallFlow.ts'
import type { OpenStore } from '../contract.ts'
import { session, step, uuidOf } from '../history.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Longest time that a step may take. */
const YEAR_MS = 31_536_000_000
const MORNING = Date.parse('2026-11-18T09:30:00-05:00')
const RANGE = { path: 'small', from: MORNING - DAY_MS, to: MORNING + 3 * DAY_MS }
const LATER = RANGE.to + DAY_MS
const VISITORS = 6

type Act = { n: number; hour: number } & (
  { act: 'come' | 'come again' | 'forget' } | { act: 'answer'; place: 0 | 1; timeMs: number }
)

const n = fc.nat(VISITORS - 1)
const hour = fc.nat(40)
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ act: fc.constant('come' as const), n, hour }) },
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constant('answer' as const),
        n,
        hour,
        place: fc.constantFrom(0 as const, 1 as const),
        timeMs: fc.oneof(fc.nat(9000), fc.integer({ min: 0, max: YEAR_MS })),
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('come again' as const), n, hour }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('forget' as const), n, hour }) },
  ),
  { minLength: 12, maxLength: 40 },
)

/** Expected rows, worked out from the acts alone. */
function openOracle() {
  const visitors = new Map<number, { times: [number[], number[]]; isForgotten: boolean }>()
  return {
    visitors,
    rows() {
      const counted = [...visitors.values()].filter(({ isForgotten }) => !isForgotten)
      const reached = counted.map(({ times: [hurt, where] }) =>
        hurt.length === 0 ? 1 : where.length === 0 ? 2 : 3,
      )
      return ['hurt', 'where', 'mail'].flatMap((name, place) => {
        const shown = reached.filter((many) => many > place).length
        const left = reached.filter((many) => many === place + 1).length
        const times = counted.flatMap(({ times }) => times[place] ?? []).sort((a, b) => a - b)
        const middle = [times[(times.length - 1) >> 1], times[times.length >> 1]] as [number?, number?]
        const median_ms = times.length === 0 ? null : (middle[0]! + middle[1]!) / 2
        return shown === 0 ? [] : [{ step: name, shown, left, median_ms }]
      })
    },
  }
}

/** Tests hours that are counted once and stored. */
export function stepHourContract(open: OpenStore): void {
  describe('hours of drop-off', () => {
    test('count what visitors did, whatever was stored before and whatever changed since', async () => {
      let place = 0
      await fc.assert(
        fc.asyncProperty(acts, async (all) => {
          const name = `step-hours-${++place}`
          const store = await open(name)
          await publish(store)
          const oracle = openOracle()
          const third = Math.ceil(all.length / 3)
          await play(store, oracle, all.slice(0, third), 0)
          await keep(store)
          await play(store, oracle, all.slice(third, 2 * third), third)
          expect(await rowsOf(store)).toEqual(oracle.rows())
          await keep(store)
          await play(store, oracle, all.slice(2 * third), 2 * third)
          const other = await open(name)
          expect(await rowsOf(other)).toEqual(oracle.rows())
          expect(await rowsOf(store)).toEqual(oracle.rows())
          await Promise.all([store.close(), other.close()])
        }),
        { numRuns: IN_FULL ? 20 : 4 },
      )
    })

    test('are stored once they’re quiet, and again when one of them changes', async () => {
      const store = await open('step-hours-quiet')
      await publish(store)
      const oracle = openOracle()
      const at = MORNING - (MORNING % HOUR_MS)
      await play(store, oracle, [{ act: 'come', n: 0, hour: 0 }], 0)
      const hours = async (now: number) => (await store.stepHoursToKeep(now))?.hours.map(({ hour }) => hour)
      await expect.poll(() => hours(at + 3 * HOUR_MS)).toEqual([at])
      expect(await hours(at + 3 * HOUR_MS - 1)).toEqual([])
      await keep(store)
      expect(await hours(LATER)).toBeUndefined()
      await play(store, oracle, [{ act: 'answer', n: 0, hour: 50, place: 0, timeMs: 700 }], 1)
      await expect.poll(() => hours(LATER)).toEqual([])
      // The change is found when hours are kept, and the hour counted after that.
      await keep(store)
      const other = await open('step-hours-quiet')
      expect(await rowsOf(other)).toEqual(oracle.rows())
    })

    test('from a process that’s behind are counted again, and those of another release aren’t used', async () => {
      const store = await open('step-hours-behind')
      await publish(store)
      const oracle = openOracle()
      await play(store, oracle, [{ act: 'come', n: 0, hour: 0 }], 0)
      await expect.poll(() => store.stepHoursToKeep(LATER)).not.toBeNull()
      const early = (await store.stepHoursToKeep(LATER))!
      await play(store, oracle, [{ act: 'come', n: 1, hour: 0 }], 1)
      await keep(store)
      await store.keepStepHours(early)
      expect(await rowsOf(await open('step-hours-behind'))).toEqual(oracle.rows())
      const wrong = early.hours.map((one) => ({ ...one, counts: '[[1,"claim/hurt",9,9,[]]]' }))
      await store.keepStepHours({ ...early, walk: 'of another release', hours: wrong })
      expect(await rowsOf(await open('step-hours-behind'))).toEqual(oracle.rows())
      await keep(store)
      expect(await rowsOf(await open('step-hours-behind'))).toEqual(oracle.rows())
    })
  })
}

async function publish(store: Store): Promise<void> {
  await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
}

/** Keeps all hours. How far the database was read is sure once the transactions of others have ended. */
async function keep(store: Store): Promise<void> {
  for (;;) {
    const counted = await store.stepHoursToKeep(LATER)
    if (!counted) return
    await store.keepStepHours(counted)
  }
}

async function play(
  store: Store,
  { visitors }: ReturnType<typeof openOracle>,
  all: readonly Act[],
  begun: number,
): Promise<void> {
  for (const [i, act] of all.entries()) {
    const { n, hour } = act
    const at = MORNING + hour * HOUR_MS
    const uuid = uuidOf(n)
    const visitor = visitors.get(n)
    if (act.act === 'come') {
      if (visitor) continue
      visitors.set(n, { times: [[], []], isForgotten: false })
      const token_hash = uuid
      await store.openSession(session({ uuid, token_hash, path: 'small', version: 1, at }))
    } else if (!visitor || visitor.isForgotten) continue
    else if (act.act === 'answer') {
      // No visitor answers a step that they weren't led to.
      if (act.place === 1 && visitor.times[0].length === 0) continue
      visitor.times[act.place].push(act.timeMs)
      const words = [HURT, WHERE][act.place]!
      const id = uuidOf(1000 + begun + i)
      await store.appendStep(uuid, step({ ...words, id, time_on_step: act.timeMs, at }))
    } else if (act.act === 'forget') {
      visitor.isForgotten = true
      await store.forgetSession(uuid)
    } else {
      const click = { page_url: '', referrer: '', query: {}, aff_id: '', sub1: '', sub2: '', sub3: '' }
      await store.arrive(uuid, { ...click, arrival: begun + i + 1, at })
    }
  }
}

async function rowsOf(store: Store): Promise<object[]> {
  const asked = () => store.report('step-dropoff', RANGE)
  await expect.poll(async () => (await asked()).every((row) => row.counted_from === RANGE.from)).toBe(true)
  return (await asked()).map(({ step, shown, left, median_ms }) => ({ step, shown, left, median_ms }))
}
