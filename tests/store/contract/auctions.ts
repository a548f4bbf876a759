import { describe, expect, test } from 'vitest'
import type { Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.now()
const BUYERS = ['acme', 'bolt', 'core', 'dent', 'east']
const END = { message: 'It says.', at: AT, due_at: null } as const
const LIMITS: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: DAY_MS, closed: 0, paused: 0 },
}

const TAKEN = { cents: 900 }
const isTaken = (answer: unknown) => typeof answer === 'object'

export function auctionContract(open: OpenStore): void {
  async function stage(place: string, { leads = 1, phone = '' } = {}) {
    const store = await open(`auction ${place}`)
    await publish(store, 'leadloom', AT)
    for (let i = 0; i < leads; i++) {
      await store.openSession(session({ uuid: uuidOf(i), at: AT }))
      const contacts = phone === '' ? [] : [{ kind: 'phone' as const, text: phone }]
      const lead = { offer: 'mva', buyers: BUYERS, payload: { phone }, contacts }
      await store.appendStep(uuidOf(i), step({ id: uuidOf(100 + i), at: AT }), { lead })
    }
    const last = (await store.dueDeliveries('east', AT, leads)).toSorted((a, b) => a - b)
    const ask = async (lead = 0, shares = 1) =>
      store.beginAuction(
        (await store.dueTogether(last[lead]!, AT)).map(({ delivery }) => ({
          delivery,
          bounds: { leaseMs: 60_000, limits: LIMITS, shares },
        })),
        AT,
      )
    const take = ({ delivery, attempt }: { delivery: number; attempt: number }, bid = {}) =>
      store.takeBid(delivery, attempt, {
        cents: 900,
        shares: 1,
        limits: LIMITS,
        leaseMs: 60_000,
        now: AT,
        ...bid,
      })
    return { store, ask, take }
  }

  describe('an auction', () => {
    test.each([1, 2, 4])('accepts at most %i bids, however many come at once', async (shares) => {
      const { ask, take, store } = await stage(`race of ${shares}`)
      const asked = await ask(0, shares)
      expect(asked.map(({ buyer }) => buyer)).toEqual(BUYERS)
      const taken = await Promise.all(asked.map((one) => take(one, { shares })))
      expect(taken.filter(isTaken)).toHaveLength(shares)
      expect(taken.filter((one) => one === 'waits')).toHaveLength(BUYERS.length - shares)
      for (const [i, { delivery, attempt, buyer }] of asked.entries())
        if (isTaken(taken[i]))
          await store.endAttempt(delivery, attempt, {
            ...END,
            state: 'accepted',
            sale: { external_id: buyer, cents: 900 },
          })
      for (const [i, one] of asked.entries())
        if (taken[i] === 'waits') expect(await take(one, { shares })).toBe('ended')
      expect(await store.deliveries({ state: 'rejected', limit: 9 })).toHaveLength(BUYERS.length - shares)
    })

    test('is run by one process only', async () => {
      const { ask } = await stage('once')
      const asked = await Promise.all([ask(), ask(), ask()])
      expect(asked.flat()).toHaveLength(BUYERS.length)
    })

    test('never exceeds a cap in dollars, however many bids come at once', async () => {
      const { ask, take } = await stage('cap', { leads: 6 })
      const limits: Limits = { ...LIMITS, caps: [{ per: 'month', cents: 2000 }] }
      const asked = []
      for (let lead = 0; lead < 6; lead++)
        asked.push((await ask(lead)).find(({ buyer }) => buyer === 'acme')!)
      const taken = await Promise.all(asked.map((one) => take(one, { limits, cents: 700 })))
      expect(taken.filter(isTaken)).toHaveLength(2)
      expect(taken.filter((one) => one === 'ended')).toHaveLength(4)
    })

    test('keeps a bid reserved that may have bought the lead, even if the buyer bids less the next time', async () => {
      const { ask, take, store } = await stage('less', { leads: 2 })
      const caps = [{ per: 'month', cents: 1300 }] as const
      const limits: Limits = { ...LIMITS, caps }
      const acme = async (lead: number) => (await ask(lead)).find(({ buyer }) => buyer === 'acme')!
      expect(await take(await acme(0), { limits })).toEqual(TAKEN)
      await store.resumeDeliveries(AT, true)
      expect(await take(await acme(0), { limits, cents: 500 })).toEqual(TAKEN)
      expect(await take(await acme(1), { limits, cents: 401 })).toBe('ended')
    })

    test('accepts a bid that just fits the cap', async () => {
      const { ask, take } = await stage('fits')
      const [acme] = await ask()
      const caps = [{ per: 'month', cents: 900 }] as const
      expect(await take(acme!, { limits: { ...LIMITS, caps } })).toEqual(TAKEN)
    })

    test('whose process ended leaves no doubt about buyers that were only pinged', async () => {
      const { ask, take, store } = await stage('ended')
      const [acme, bolt] = await ask()
      expect(await take(acme!)).toEqual(TAKEN)
      await store.resumeDeliveries(AT, true)
      // Bolt was posted nothing, so its earlier bid no longer counts, and acme may have the lead.
      expect(await take(bolt!)).toBe('ended')
      const again = await ask()
      expect(again.map(({ buyer }) => buyer)).toEqual(['acme'])
      expect(await take(again[0]!)).toEqual(TAKEN)
      await store.endAttempt(again[0]!.delivery, again[0]!.attempt, { ...END, state: 'rejected' })
      const others = await ask()
      expect(others.map(({ buyer }) => buyer)).toEqual(BUYERS.slice(1))
      await store.resumeDeliveries(AT, true)
      const [bidder, ...left] = await ask()
      expect(left).toHaveLength(BUYERS.length - 2)
      // Without a doubt about it, a lost one ends like any other.
      expect(await take(bidder!)).toEqual(TAKEN)
      const sale = { external_id: 'B-1', cents: 900 }
      await store.endAttempt(bidder!.delivery, bidder!.attempt, { ...END, state: 'accepted', sale })
      expect(await take(left[0]!)).toBe('ended')
      expect(await store.delivery(left[0]!.delivery)).toMatchObject({ state: 'rejected', held: 'taken' })
    })

    test('accepts no bid once the visitor has opted out', async () => {
      const { ask, take, store } = await stage('opted out')
      const [acme] = await ask()
      await store.optOut({
        session_uuid: uuidOf(0),
        phone: null,
        email: null,
        source: 'do_not_sell',
        at: AT,
      })
      expect(await take(acme!)).toBe('ended')
      expect(await store.delivery(acme!.delivery)).toMatchObject({ state: 'suppressed' })
    })

    test('accepts no bid for a person who was sold to the buyer in the meantime', async () => {
      const { ask, take, store } = await stage('same person', { leads: 2, phone: '(512) 555-2368' })
      const acme = async (lead: number) => (await ask(lead)).find(({ buyer }) => buyer === 'acme')!
      const [first, second] = [await acme(0), await acme(1)]
      expect(await take(first)).toEqual(TAKEN)
      expect(await take(second)).toBe('ended')
      expect(await store.delivery(second.delivery)).toMatchObject({
        state: 'duplicate',
        duplicate_of: first.delivery,
      })
    })

    test('says when a buyer was last posted a lead', async () => {
      const { ask, take } = await stage('tried', { leads: 2 })
      const [acme, bolt] = await ask(0)
      expect([acme!.triedAt, bolt!.triedAt]).toEqual([null, null])
      await take(acme!)
      const again = await ask(1)
      expect(again[0]!.triedAt).toEqual(expect.any(Number))
      expect(again[1]!.triedAt).toBeNull()
    })

    test('stores bids and their results', async () => {
      const { ask, take, store } = await stage('kept')
      const [acme, bolt, core] = await ask()
      await take(acme!)
      await store.putBidOff(bolt!.delivery, bolt!.attempt, { cents: 800, now: AT })
      await store.endAttempt(core!.delivery, core!.attempt, {
        ...END,
        state: 'rejected',
        noBid: { cents: 499 },
      })
      const kept = (await store.leadDeliveries(uuidOf(0))).slice(0, 3)
      expect(kept.map(({ tries: [one] }) => [one?.auction ?? null, one?.bid_cents ?? null])).toEqual([
        ['won', 900],
        ['lost', 800],
        ['none', 499],
      ])
      const { rows } = await store.deliveryList({ limit: 9 })
      const listed = [acme, bolt, core].map((one) => rows.find((row) => row.delivery === one!.delivery)!)
      expect(listed.map(({ auction, bid_cents }) => [auction, bid_cents])).toEqual([
        ['won', 900],
        ['lost', 800],
        ['none', 499],
      ])
      expect(await store.delivery(bolt!.delivery)).toMatchObject({ state: 'due', held: 'taken' })
    })
  })
}
