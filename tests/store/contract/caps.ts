import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AttemptEnd, Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

/** Current time by the machine's clock, which the database uses as well. */
const AT = Date.now()
const DAY_MS = 86_400_000
const ALL: Limits = {
  zone: 'America/New_York',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: DAY_MS, closed: DAY_MS, paused: DAY_MS },
}
const TWO: Limits = { ...ALL, caps: [{ per: 'month', leads: 2 }] }
const NO_WAIT = { full: 0, closed: 0, paused: 0 }
const END = { message: 'It says.', at: AT, due_at: null } as const
const SOLD = { state: 'accepted', sale: { external_id: 'A-1', cents: 900 } } as const
const FULL = 'the buyer reached its cap of 2 leads a month.'

export function capContract(open: OpenStore): void {
  describe('caps of a buyer', () => {
    test('let only as many leads be taken as they allow, however many come at once', async () => {
      const { store, deliveries } = await stage(open, 'race', 12)
      const limits = { ...ALL, caps: [{ per: 'month' as const, leads: 5 }] }
      const begun = await Promise.all(
        deliveries.map((delivery) => store.beginAttempt(delivery, AT, { limits })),
      )
      expect(begun.filter((attempt) => attempt !== null)).toHaveLength(5)
      const waiting = await store.deliveries({ state: 'due', limit: 20 })
      expect(waiting.filter(({ held }) => held === 'full')).toHaveLength(7)
    })

    test('in dollars reserve a lead’s expected cost, and count what was paid', async () => {
      const { store, deliveries, begin } = await stage(open, 'money', 4)
      const limits = { ...ALL, caps: [{ per: 'day' as const, cents: 2500 }] }
      expect(await begin(0, limits, 1000)).toBe(true)
      expect(await begin(1, limits, 1000)).toBe(true)
      expect(await begin(2, limits, 1000)).toBe(false)
      expect(await store.delivery(deliveries[2]!)).toMatchObject({
        held: 'full',
        last: 'Waits: the buyer reached its cap of $25.00 a day.',
      })
      await store.endAttempt(deliveries[0]!, 1, { ...END, ...SOLD, sale: { external_id: 'A-1', cents: 500 } })
      expect(await begin(3, limits, 1001)).toBe(false)
      await store.lookAgain(null, AT)
      expect(await begin(3, limits, 1000)).toBe(true)
    })

    test.each<[string, Partial<AttemptEnd> & Pick<AttemptEnd, 'state'>, boolean]>([
      ['sold', SOLD, false],
      ['refused', { state: 'rejected' }, true],
      ['a duplicate', { state: 'duplicate' }, true],
      ['not bought, for our post is wrong', { state: 'dead' }, true],
      ['not known to be bought', { state: 'due', due_at: AT + 60_000, isUnsure: true }, false],
      ['not known to be bought, and given up', { state: 'dead', isUnsure: true }, false],
      ['to be asked again, and surely not bought', { state: 'due', due_at: AT + 60_000 }, true],
    ])('count a lead, or free its place, if it is %s', async (name, end, isFree) => {
      const { store, deliveries, begin } = await stage(open, `ended ${name}`, 3)
      await begin(0, TWO)
      await begin(1, TWO)
      expect(await begin(2, TWO)).toBe(false)
      await store.endAttempt(deliveries[0]!, 1, { ...END, ...end })
      // A delivery that waits for a place is due as soon as there is one.
      expect((await store.dueDeliveries('acme', AT, 10)).includes(deliveries[2]!)).toBe(isFree)
      expect(await begin(2, TWO)).toBe(isFree)
    })

    test('keep counting a lead whose process ended, once if it’s sent again', async () => {
      const { store, deliveries, begin } = await stage(open, 'unsure', 3)
      await begin(0, TWO)
      await store.resumeDeliveries(AT, true)
      expect(await begin(1, TWO)).toBe(true)
      expect(await begin(2, TWO)).toBe(false)
      expect(await begin(0, TWO)).toBe(true)
      // The buyer has the lead already, as its answer to it was lost.
      await store.endAttempt(deliveries[0]!, 2, { ...END, state: 'duplicate' })
      expect(await begin(2, TWO)).toBe(false)
    })

    test('free up when a lead with a lost response is refused after all', async () => {
      const { store, deliveries, begin } = await stage(open, 'unsure, then refused', 3)
      await begin(0, TWO)
      await store.resumeDeliveries(AT, true)
      await begin(0, TWO)
      await begin(1, TWO)
      await store.endAttempt(deliveries[0]!, 2, { ...END, state: 'rejected' })
      await store.lookAgain('acme', AT)
      expect(await begin(2, TWO)).toBe(true)
    })

    test('count a sold lead, even if a newer attempt was refused', async () => {
      const { store, deliveries, begin } = await stage(open, 'sold late', 3)
      await begin(0, TWO, 0, 0)
      await store.resumeDeliveries(AT, false)
      await begin(0, TWO)
      await store.endAttempt(deliveries[0]!, 2, { ...END, state: 'rejected' })
      await store.endAttempt(deliveries[0]!, 1, { ...END, ...SOLD })
      expect(await begin(1, TWO)).toBe(true)
      expect(await begin(2, TWO)).toBe(false)
    })

    test('keep counting a sold lead, whatever the result of a newer attempt in flight', async () => {
      const { store, deliveries, begin } = await stage(open, 'sold late, then refused', 3)
      await begin(0, TWO, 0, 0)
      await store.resumeDeliveries(AT, false)
      await begin(0, TWO)
      await store.endAttempt(deliveries[0]!, 1, { ...END, ...SOLD })
      await store.endAttempt(deliveries[0]!, 2, { ...END, state: 'rejected' })
      expect(await begin(1, TWO)).toBe(true)
      expect(await begin(2, TWO)).toBe(false)
    })

    test.each([
      ['month', 'day'],
      ['day', 'month'],
    ] as const)('of which several are reached say the one that lasts longest: %s and %s', async (...both) => {
      const { store, deliveries, begin } = await stage(open, `both ${both.join()}`, 2)
      const limits = { ...ALL, caps: both.map((per) => ({ per, leads: 1 })) }
      await begin(0, limits)
      await begin(1, limits)
      expect((await store.delivery(deliveries[1]!))?.last).toContain('1 lead a month')
    })

    test('end a lead that doesn’t wait, and send it on request if there’s a place', async () => {
      const { store, deliveries, begin } = await stage(open, 'no wait', 3)
      await begin(0, TWO)
      await begin(1, TWO)
      expect(await begin(2, { ...TWO, waitMs: NO_WAIT })).toBe(false)
      const ended = { state: 'rejected', held: 'full', attempts: 0, due_at: null, last: `Not sent: ${FULL}` }
      expect(await store.delivery(deliveries[2]!)).toMatchObject(ended)
      await store.endAttempt(deliveries[0]!, 1, { ...END, state: 'rejected' })
      expect(await store.delivery(deliveries[2]!)).toMatchObject(ended)
      expect(await store.replayDelivery(deliveries[2]!, AT)).toBe(true)
      expect(await store.delivery(deliveries[2]!)).toMatchObject({ state: 'due', held: null, last: null })
      expect(await begin(2, TWO)).toBe(true)
    })

    test('don’t affect another buyer’s leads', async () => {
      const { store, begin } = await stage(open, 'others', 3)
      await begin(0, TWO)
      await begin(1, TWO)
      await store.openSession(session({ uuid: uuidOf(50), at: AT }))
      const lead = { offer: 'mva', buyers: ['bolt'], payload: {} }
      await store.appendStep(uuidOf(50), step({ id: uuidOf(150), at: AT }), { lead })
      const [other] = await store.dueDeliveries('bolt', AT, 1)
      expect(await store.beginAttempt(other!, AT, { limits: TWO })).not.toBeNull()
    })

    test('reserve the buyer’s bid, and end the attempt if that’s too much', async () => {
      const { store, deliveries, begin } = await stage(open, 'bids', 3)
      const limits = { ...ALL, caps: [{ per: 'month' as const, cents: 2500 }] }
      const bid = (i: number, cents: number) =>
        store.reserveBid(deliveries[i]!, 1, { cents, limits, now: AT })
      await begin(0, limits, 100)
      expect(await bid(0, 2000)).toEqual({ cents: 2000 })
      await begin(1, limits, 100)
      expect(await bid(1, 501)).toBeNull()
      expect(await store.delivery(deliveries[1]!)).toMatchObject({ state: 'due', held: 'full' })
      expect(await store.dueDeliveries('acme', AT, 10)).toEqual([deliveries[2]])
      // The attempt is over, so a later bid changes nothing.
      expect(await bid(1, 1)).toBeNull()
      await begin(2, limits, 500)
      expect(await bid(2, 499)).toEqual({ cents: 499 })
    })

    test.each<[string, boolean]>([
      ['asked again', false],
      ['asked again, and bids', true],
    ])(
      'keep a price reserved that may have bought a lead, if the buyer is %s for less',
      async (name, hasBid) => {
        const { store, deliveries, begin } = await stage(open, name, 3)
        const limits = { ...ALL, caps: [{ per: 'month' as const, cents: 2500 }] }
        const [first] = deliveries as [number]
        expect(await store.beginAttempt(first, AT, { limits, cents: 1000 })).toMatchObject({ cents: 1000 })
        const bid = (attempt: number, cents: number) =>
          store.reserveBid(first, attempt, { cents, limits, now: AT })
        if (hasBid) await bid(1, 2000)
        const most = hasBid ? 2000 : 1000
        await store.endAttempt(first, 1, { ...END, state: 'due', due_at: AT, isUnsure: true })
        expect(await begin(0, { ...ALL, caps: [{ per: 'month', cents: most - 1 }] }, 400)).toBe(false)
        await store.lookAgain(null, AT)
        expect(await store.beginAttempt(first, AT, { limits, cents: 400 })).toMatchObject({ cents: most })
        if (hasBid) expect(await bid(2, 600)).toEqual({ cents: most })
        expect(await begin(1, limits, 2501 - most)).toBe(false)
        await store.endAttempt(first, 2, { ...END, state: 'rejected' })
        expect(await begin(2, limits, 2500)).toBe(true)
      },
    )
  })

  test('give a free place to the lead that has waited longest for it, not to one that waits for something else', async () => {
    const { store, deliveries, begin } = await stage(open, 'room', 4)
    const limits: Limits = { ...ALL, caps: [{ per: 'month', leads: 1 }] }
    expect(await begin(0, limits)).toBe(true)
    expect(await begin(1, { ...ALL, isPaused: true })).toBe(false)
    expect(await begin(3, limits)).toBe(false)
    // SQLite takes the time of the call, PostgreSQL that of its own clock.
    await sleep(5)
    expect(await store.beginAttempt(deliveries[2]!, AT + 5, { limits })).toBeNull()
    await store.endAttempt(deliveries[0]!, 1, { ...END, state: 'rejected' })
    expect(await store.dueDeliveries('acme', AT, 9)).toEqual([deliveries[3]])
  })

  test('a buyer gets as many leads at once as it takes, not counting waiting or interrupted ones', async () => {
    const { store, deliveries } = await stage(open, 'at once', 4)
    const [first, second, third] = deliveries as [number, number, number, number]
    const begin = (delivery: number, leaseMs = 60_000) =>
      store.beginAttempt(delivery, AT, { atOnce: 1, leaseMs, duplicateWindowMs: 0 })
    expect(await begin(first)).not.toBeNull()
    expect(await begin(second)).toBeNull()
    expect(await store.delivery(second)).toMatchObject({ state: 'due', held: null, attempts: 0 })
    await store.endAttempt(first, 1, { ...END, state: 'rejected' })
    expect(await begin(second, 0)).not.toBeNull()
    expect(await begin(third)).not.toBeNull()
  })

  describe('a paused buyer', () => {
    const paused = { ...ALL, isPaused: true }
    test('gets no leads, which wait until it’s resumed', async () => {
      const { store, deliveries, begin } = await stage(open, 'paused')
      expect(await begin(0, paused)).toBe(false)
      expect(await store.delivery(deliveries[0]!)).toMatchObject({
        state: 'due',
        held: 'paused',
        attempts: 0,
        last: 'Waits: the buyer is paused.',
      })
      expect(await store.dueDeliveries('acme', AT + 1000, 10)).toEqual([])
      // The delivery is checked now and then, as the buyer may be resumed.
      const hour = AT + 1_900_000
      expect(await store.dueDeliveries('acme', hour, 10)).toEqual(deliveries)
      expect(await store.lookAgain('acme', AT)).toBe(1)
      expect(await begin(0, ALL)).toBe(true)
      expect(await store.delivery(deliveries[0]!)).toMatchObject({ held: null, attempts: 1, last: null })
    })

    test('gets none if leads don’t wait for it', async () => {
      const { store, deliveries, begin } = await stage(open, 'paused, no wait')
      await begin(0, { ...paused, waitMs: { ...paused.waitMs, paused: 0 } })
      expect(await store.delivery(deliveries[0]!)).toMatchObject({ state: 'rejected', held: 'paused' })
    })

    test('a lead whose response was lost ends as probably sold, not rejected', async () => {
      const { store, deliveries, begin } = await stage(open, 'paused, unsure')
      await begin(0, ALL)
      await store.resumeDeliveries(AT, true)
      await begin(0, { ...paused, waitMs: NO_WAIT })
      expect(await store.delivery(deliveries[0]!)).toMatchObject({ state: 'dead', held: 'paused' })
    })
  })

  test('a lead that opted out while it waited for its buyer isn’t sent', async () => {
    const { store, deliveries, begin } = await stage(open, 'opted out')
    await begin(0, { ...ALL, isPaused: true })
    await store.optOut({ session_uuid: uuidOf(0), phone: null, email: null, source: 'do_not_sell', at: AT })
    await store.lookAgain(null, AT)
    expect(await begin(0, ALL)).toBe(false)
    expect(await store.delivery(deliveries[0]!)).toMatchObject({ state: 'suppressed' })
  })
}

/** A store with this many leads due for the buyer `acme`. */
async function stage(open: OpenStore, place: string, leads = 1) {
  const store: Store = await open(`caps ${place}`)
  await publish(store, 'leadloom', AT)
  for (let i = 0; i < leads; i++) {
    await store.openSession(session({ uuid: uuidOf(i), at: AT }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: { n: String(i) } }
    await store.appendStep(uuidOf(i), step({ id: uuidOf(100 + i), at: AT }), { lead })
  }
  const deliveries = await store.dueDeliveries('acme', AT, 50)
  return {
    store,
    deliveries,
    /** Takes up one of the leads. Resolves to true if it was its turn. */
    begin: async (i: number, limits: Limits, cents = 0, leaseMs = 60_000) =>
      (await store.beginAttempt(deliveries[i]!, AT, { limits, cents, leaseMs })) !== null,
  }
}
