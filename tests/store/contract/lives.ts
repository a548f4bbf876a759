import { describe, expect, test } from 'vitest'
import type { Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

/** Current time by the machine's clock, which the database uses as well. */
const AT = Date.now()
const DAY_MS = 86_400_000
const OPEN: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: DAY_MS, closed: DAY_MS, paused: DAY_MS },
}
const NO_WAIT = { full: 0, closed: 0, paused: 0 }
const SMALL: Limits = { ...OPEN, caps: [{ per: 'month', cents: 100 }] }
const SOLD = {
  state: 'accepted',
  message: 'Yes.',
  at: AT,
  due_at: null,
  sale: { external_id: 'A-1', cents: 900 },
} as const

/** Sales, opt-outs and erasures that meet a delivery whose answer is on its way. */
export function lifeContract(open: OpenStore): void {
  async function stage(place: string) {
    const store = await open(`lives ${place}`)
    await publish(store, 'leadloom', AT)
    const lead = async (n: number) => {
      await store.openSession(session({ uuid: uuidOf(n), at: AT }))
      const contacts = [{ kind: 'phone' as const, text: '(512) 555-2368' }]
      await store.appendStep(uuidOf(n), step({ id: uuidOf(100 + n), at: AT }), {
        lead: { offer: 'mva', buyers: ['acme'], payload: { phone: '(512) 555-2368' }, contacts },
      })
      const all = await store.deliveries({ state: null, limit: 9 })
      return all.find(({ session_uuid }) => session_uuid === uuidOf(n))!.delivery
    }
    const delivery = await lead(0)
    const forget = () => store.forgetSession(uuidOf(0))
    /** Makes an attempt whose lease ends at once, so that its answer comes late. */
    const lose = async () => {
      await store.beginAttempt(delivery, AT, { leaseMs: 0 })
      await store.resumeDeliveries(AT, false)
    }
    const ask = async () => {
      const bounds = { leaseMs: 60_000, limits: OPEN }
      return (await store.beginAuction([{ delivery, bounds }], AT))[0]!.attempt
    }
    const optOut = () =>
      store.optOut({ session_uuid: uuidOf(0), phone: null, email: null, source: 'do_not_sell', at: AT })
    const bid = { cents: 900, limits: OPEN, leaseMs: 60_000, now: AT }
    return { store, delivery, lead, forget, lose, ask, optOut, bid }
  }

  describe('a delivery with a lost response', () => {
    const LOST = { state: 'dead', message: 'Lost.', at: AT, due_at: null, isUnsure: true } as const
    const probable = async (store: Awaited<ReturnType<OpenStore>>) =>
      (await store.unbooked(9)).filter(({ state }) => state === 'probable')

    test('is an entry to settle, with what was expected, and keeps its person sold', async () => {
      const { store, delivery, lead } = await stage('lost')
      await store.beginAttempt(delivery, AT, { cents: 700 })
      await store.endAttempt(delivery, 1, { ...LOST, expectedCents: 4200 })
      expect(await probable(store)).toMatchObject([
        { source: 'acme', session_uuid: uuidOf(0), offer: 'mva', returned: false, ours_cents: 4200 },
      ])
      const other = await lead(1)
      expect(await store.beginAttempt(other, AT)).toBeNull()
      expect(await store.delivery(other)).toMatchObject({ state: 'duplicate', duplicate_of: delivery })
      expect(await store.replayDelivery(delivery, AT, true)).toBe(false)
    })

    test.each(['duplicate', 'dead'] as const)(
      'and whose retry ends as %s is probably sold',
      async (state) => {
        const { store, delivery, lead, lose } = await stage(`retry ${state}`)
        await lose()
        await store.beginAttempt(delivery, AT, { cents: 700 })
        await store.endAttempt(delivery, 2, { state, message: 'Seen before.', at: AT, due_at: null })
        expect(await store.delivery(delivery)).toMatchObject({ state: 'dead', last: 'Seen before.' })
        expect(await probable(store)).toMatchObject([{ ours_cents: 700 }])
        expect(await store.beginAttempt(await lead(1), AT)).toBeNull()
      },
    )

    test('is expected to bring what the buyer usually pays for this offer and site', async () => {
      const { store, delivery } = await stage('usual')
      await publish(store, 'other', AT)
      await store.openSession(session({ uuid: uuidOf(9), at: AT, path: 'other', version: 2 }))
      const sale = { session_uuid: uuidOf(0), offer: 'mva', source: 'acme', returned: false, at: AT }
      // Only the newest 50 count.
      await store.sell({ ...sale, external_id: 'B-0', cents: 100_000, at: AT - DAY_MS })
      for (let n = 0; n < 48; n++) await store.sell({ ...sale, external_id: `C-${n}`, cents: 3500, at: AT })
      await store.sell({ ...sale, external_id: 'B-1', cents: 3000 })
      await store.sell({ ...sale, external_id: 'B-2', cents: 4100 })
      await store.returnSale({ source: 'acme', external_id: 'B-2', key: null, cents: null, at: AT })
      await store.sell({ ...sale, offer: 'ssdi', external_id: 'B-3', cents: 100_000 })
      await store.sell({ ...sale, source: 'bolt', external_id: 'B-4', cents: 100_000 })
      await store.sell({ ...sale, session_uuid: uuidOf(9), external_id: 'B-5', cents: 100_000 })
      await store.beginAttempt(delivery, AT)
      await store.endAttempt(delivery, 1, { ...LOST, expectedCents: null })
      expect(await probable(store)).toMatchObject([{ ours_cents: 3502 }])
    })

    test('is expected to bring what was reserved if the buyer bought nothing for a month', async () => {
      const { store, delivery } = await stage('usual, long ago')
      const sale = { session_uuid: uuidOf(0), offer: 'mva', source: 'acme', returned: false }
      await store.sell({ ...sale, external_id: 'B-1', cents: 3000, at: AT - 31 * DAY_MS })
      await store.beginAttempt(delivery, AT, { cents: 700 })
      await store.endAttempt(delivery, 1, { ...LOST, expectedCents: null })
      expect(await probable(store)).toMatchObject([{ ours_cents: 700 }])
    })

    test('is expected to bring the accepted bid', async () => {
      const { store, delivery, lead, ask, bid } = await stage('expected bid')
      const other = await lead(1)
      const bounds = { leaseMs: 60_000, limits: OPEN, duplicateWindowMs: 0 }
      const [asked] = await store.beginAuction([{ delivery: other, bounds }], AT)
      await store.takeBid(other, asked!.attempt, { ...bid, duplicateWindowMs: 0, cents: 5000 })
      await store.endAttempt(other, 1, { state: 'rejected', message: 'No.', at: AT, due_at: null })
      // Its first bid lost.
      await store.putBidOff(delivery, await ask(), { cents: 2000, now: AT })
      await store.lookAgain(null, AT)
      await store.takeBid(delivery, await ask(), bid)
      await store.endAttempt(delivery, 2, { ...LOST, expectedCents: 100 })
      expect(await probable(store)).toMatchObject([{ ours_cents: 900 }])
    })

    test('is settled by the response itself, if it comes after all', async () => {
      const { store, delivery } = await stage('comes after all')
      await store.beginAttempt(delivery, AT)
      await store.endAttempt(delivery, 1, LOST)
      // Nothing tells what it would bring.
      expect(await probable(store)).toMatchObject([{ ours_cents: null }])
      await store.endAttempt(delivery, 1, SOLD)
      expect(await store.delivery(delivery)).toMatchObject({ state: 'accepted' })
      expect(await probable(store)).toEqual([])
    })

    test('and a visitor forgotten in the meantime must still be settled', async () => {
      const { store, delivery, lose, forget } = await stage('forgotten in doubt')
      await lose()
      await forget()
      expect(await store.delivery(delivery)).toMatchObject({ state: 'suppressed' })
      expect(await probable(store)).toMatchObject([{ session_uuid: uuidOf(0) }])
      await forget()
      expect(await probable(store)).toHaveLength(1)
    })

    test('is a separate entry next to another one', async () => {
      const { store, delivery, lead } = await stage('two in doubt')
      for (const one of [delivery, await lead(1)]) {
        await store.beginAttempt(one, AT, { duplicateWindowMs: 0 })
        await store.endAttempt(one, 1, LOST)
      }
      expect((await probable(store)).map(({ session_uuid }) => session_uuid)).toEqual([uuidOf(1), uuidOf(0)])
    })

    test('and a visitor forgotten while it’s sent again is settled by the new response', async () => {
      const { store, delivery, lose, forget } = await stage('forgotten while sent again')
      await lose()
      await store.beginAttempt(delivery, AT, { leaseMs: 60_000 })
      await forget()
      expect(await probable(store)).toEqual([])
      await store.endAttempt(delivery, 2, { state: 'rejected', message: 'No.', at: AT, due_at: null })
      expect(await store.delivery(delivery)).toMatchObject({ state: 'suppressed', in_doubt: false })
      expect(await probable(store)).toEqual([])
    })

    test('when its process ended is posted again only to a buyer that recognizes it', async () => {
      for (const [name, takingAgain, state] of [
        ['recognizes', ['acme'], 'due'],
        ['does not recognize', [], 'dead'],
      ] as const) {
        const { store, delivery } = await stage(`process ended, ${name}`)
        await store.beginAttempt(delivery, AT, { leaseMs: 0 })
        expect(await store.resumeDeliveries(AT, false, takingAgain)).toBe(1)
        expect(await store.delivery(delivery)).toMatchObject({ state })
        expect(await probable(store)).toHaveLength(state === 'dead' ? 1 : 0)
      }
    })

    test('isn’t in doubt if its buyer was only asked for a bid when the process ended', async () => {
      const { store, delivery } = await stage('asked, process ended')
      await store.beginAuction([{ delivery, bounds: { leaseMs: 0, limits: OPEN } }], AT)
      expect(await store.resumeDeliveries(AT, false, [])).toBe(1)
      expect(await store.delivery(delivery)).toMatchObject({ state: 'due' })
    })
  })

  describe('a delivery', () => {
    test('stops waiting if its sale is reported late', async () => {
      const { store, delivery, lose } = await stage('late while held')
      await lose()
      await store.beginAttempt(delivery, AT, { limits: { ...OPEN, isPaused: true } })
      expect(await store.delivery(delivery)).toMatchObject({ state: 'due', held: 'paused' })
      await store.endAttempt(delivery, 1, SOLD)
      expect(await store.delivery(delivery)).toMatchObject({ state: 'accepted', held: null, due_at: null })
    })

    test('with a late response about a test lead isn’t sold', async () => {
      const { store, delivery, lead, lose } = await stage('late test')
      await lose()
      await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Test.', at: AT, due_at: null })
      expect(await store.delivery(delivery)).toMatchObject({ state: 'accepted', in_doubt: false })
      expect(await store.beginAttempt(await lead(1), AT)).not.toBeNull()
    })

    test('whose visitor is forgotten while it’s sent stores no address from the buyer’s response', async () => {
      const { store, delivery, forget } = await stage('forgotten, answered')
      await store.beginAttempt(delivery, AT, { leaseMs: 60_000 })
      await forget()
      await store.endAttempt(delivery, 1, { ...SOLD, redirect_url: 'https://acme.test/ann' })
      expect(await store.sessionDeliveries(uuidOf(0))).toMatchObject([
        { state: 'accepted', redirect_url: null },
      ])
      expect(await store.delivery(delivery)).toMatchObject({ last: '' })
    })

    test('that was sold while a bid was requested keeps the person sold', async () => {
      const { store, delivery, lead, lose, ask, bid } = await stage('late while asked')
      await lose()
      const attempt = await ask()
      await store.endAttempt(delivery, 1, SOLD)
      expect(await store.takeBid(delivery, attempt, bid)).toBe('ended')
      expect(await store.delivery(delivery)).toMatchObject({
        state: 'accepted',
        last: 'Not sent: the buyer already bought it.',
      })
      expect(await store.beginAttempt(await lead(1), AT)).toBeNull()
    })

    test.each([
      ['waits', SMALL],
      ['does not wait', { ...SMALL, waitMs: NO_WAIT }],
    ])('that was sold while its bid was awaited stays sold if a full buyer %s', async (what, limits) => {
      const { store, delivery, lose } = await stage(`late, then full: ${what}`)
      await lose()
      await store.beginAttempt(delivery, AT, { leaseMs: 60_000 })
      await store.endAttempt(delivery, 1, SOLD)
      expect(await store.reserveBid(delivery, 2, { cents: 5000, limits, now: AT })).toBeNull()
      expect(await store.delivery(delivery)).toMatchObject({ state: 'accepted', due_at: null, held: null })
    })

    test.each([
      ['waits', SMALL],
      ['does not wait', { ...SMALL, waitMs: NO_WAIT }],
      ['has room', OPEN],
    ])(
      'that was forgotten while its bid was awaited is never posted if the buyer %s',
      async (what, limits) => {
        const { store, delivery, forget } = await stage(`forgotten, ${what}`)
        await store.beginAttempt(delivery, AT, { leaseMs: 60_000 })
        await forget()
        expect(await store.reserveBid(delivery, 1, { cents: 5000, limits, now: AT })).toBeNull()
        expect(await store.delivery(delivery)).toMatchObject({ state: 'suppressed', due_at: null })
        expect(await store.replayDelivery(delivery, AT)).toBe(false)
      },
    )

    test('that was forgotten before it was sent isn’t in doubt', async () => {
      const { store, delivery, forget } = await stage('forgotten unsent')
      await forget()
      expect(await store.delivery(delivery)).toMatchObject({ state: 'suppressed', in_doubt: false })
      expect(await store.unbooked(9)).toEqual([])
    })

    test('that was forgotten while another bid was preferred isn’t due again', async () => {
      const { store, delivery, forget, ask } = await stage('forgotten, put off')
      const attempt = await ask()
      await forget()
      await store.putBidOff(delivery, attempt, { cents: 900, now: AT })
      expect(await store.delivery(delivery)).toMatchObject({ state: 'suppressed', due_at: null })
      expect(await store.dueDeliveries('acme', AT + DAY_MS, 9)).toEqual([])
    })

    test('isn’t posted if its visitor opted out between the bid and the post', async () => {
      const { store, delivery, optOut } = await stage('opted out, bid')
      await store.beginAttempt(delivery, AT, { leaseMs: 60_000 })
      await optOut()
      expect(await store.reserveBid(delivery, 1, { cents: 900, limits: OPEN, now: AT })).toBeNull()
      expect(await store.delivery(delivery)).toMatchObject({
        state: 'suppressed',
        last: 'Not sent: the visitor opted out of the sale.',
      })
    })

    test('that may have been sold by its earlier post isn’t our own duplicate', async () => {
      const { store, delivery, lead, lose } = await stage('late duplicate')
      await lose()
      const other = await lead(1)
      await store.replayDelivery(other, AT, true)
      await store.beginAttempt(other, AT, { duplicateWindowMs: 0 })
      await store.endAttempt(other, 1, { ...SOLD, sale: { external_id: 'A-2', cents: 900 } })
      expect(await store.beginAttempt(delivery, AT)).toBeNull()
      expect(await store.delivery(delivery)).toMatchObject({ state: 'dead', duplicate_of: null })
      await store.endAttempt(delivery, 1, SOLD)
      expect(await store.delivery(delivery)).toMatchObject({ state: 'accepted', duplicate_of: null })
    })
  })
}
