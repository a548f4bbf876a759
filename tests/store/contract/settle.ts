import { describe, expect, test } from 'vitest'
import type { NewConsent } from '../../../src/store/nouns/sessions/sessionTypes.ts'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const LOST = { state: 'dead', message: 'No answer.', at: AT, due_at: null, isUnsure: true } as const
const SALE = { offer: 'mva', source: 'acme', returned: false, at: AT } as const
const REFUSAL: NewConsent = {
  decision: 'refused',
  field: 'mva_tcpa',
  text: 'They may call me.',
  flow_sha256: 'b'.repeat(64),
  sellers: ['Acme'],
  control: { element: 'submit', text: 'A button', state: 'pressed' },
  browser_at: AT,
  ip: '203.0.113.7',
  user_agent: 'Phone 9',
  opt_out: null,
  certificates: {},
  html: '',
}
const BY = { by: 'ann', at: AT + 1000 } as const

/** Money in doubt: every kind of it, and what operators decide. */
export function settleContract(open: OpenStore): void {
  async function stage(place: string) {
    const store = await open(`settle ${place}`)
    await publish(store, 'leadloom', AT)
    for (const n of [0, 1]) {
      await store.openSession(session({ uuid: uuidOf(n), at: AT }))
      await store.appendStep(uuidOf(n), step({ id: uuidOf(100 + n), at: AT }), {
        lead: { offer: 'mva', buyers: ['acme', 'bolt'], payload: { first_name: `Ann${n}` } },
      })
    }
    const all = (await store.deliveries({ state: null, limit: 9 })).toReversed()
    const of = (n: number, buyer: string) =>
      all.find((one) => one.session_uuid === uuidOf(n) && one.buyer === buyer)!.delivery
    const lose = async (expectedCents = 4200) => {
      await store.beginAttempt(of(0, 'acme'), AT, { shares: 1 })
      await store.endAttempt(of(0, 'acme'), 1, { ...LOST, expectedCents })
    }
    const list = async (asked = {}) => (await store.settleList({ sites: null, ...asked })).rows
    return { store, of, lose, list }
  }
  type Stage = Awaited<ReturnType<typeof stage>>

  /** A store with one entry of each kind. */
  async function everyKind(place: string): Promise<Stage> {
    const staged = await stage(place)
    const { store, of, lose } = staged
    await lose()
    await store.beginAttempt(of(1, 'acme'), AT)
    await store.endAttempt(of(1, 'acme'), 1, {
      state: 'accepted',
      message: 'Yes.',
      at: AT,
      due_at: null,
      sale: { external_id: 'A-9', cents: 250_000, mostCents: 100_000, expectedCents: 2500 },
    })
    await store.sell({ ...SALE, session_uuid: uuidOf(0), external_id: 'A-1', cents: 16_500 })
    await store.sell({ ...SALE, session_uuid: uuidOf(0), external_id: 'A-1', cents: 15_000 })
    await store.returnSale({ source: 'acme', external_id: 'A-7', key: null, cents: 900, at: AT })
    await store.keepStatedLines({
      source: 'acme',
      lines: [
        { external_id: 'A-1', key: null, ours_cents: 16_500, theirs_cents: 15_600, reason: 'Differs.' },
      ],
      at: AT,
    })
    return staged
  }

  describe('money in doubt', () => {
    test('is listed by kind, with both sides and what is at stake', async () => {
      const { store, list, of } = await everyKind('kinds')
      const rows = await list()
      expect(
        rows.map(({ kind, ours_cents, theirs_cents, stake_cents }) => [
          kind,
          ours_cents,
          theirs_cents,
          stake_cents,
        ]),
      ).toEqual([
        ['probable', 4200, null, 4200],
        ['far_off', 2500, 250_000, 2500],
        ['conflict', 16_500, 15_000, -1500],
        ['waiting', null, 900, -900],
        ['stated', 16_500, 15_600, -900],
      ])
      expect(rows[0]).toMatchObject({
        buyer: 'acme',
        delivery: of(0, 'acme'),
        session_uuid: uuidOf(0),
        path: 'leadloom',
        lead: { first_name: 'Ann0' },
      })
      expect(await store.settleSums({ sites: null })).toMatchObject({
        count: 5,
        cents: 10_000,
        to_book: 6700,
        to_take_back: 3300,
        kinds: { probable: { count: 1, cents: 4200 }, stated: { count: 1, cents: 900 } },
      })
    })

    test('is paged, and limited to a kind, a buyer, and sites', async () => {
      const { store, list } = await everyKind('pages')
      const first = await store.settleList({ limit: 3, sites: null })
      const second = await store.settleList({ limit: 3, sites: null, before: first.next! })
      expect([...first.rows, ...second.rows].map(({ kind }) => kind)).toEqual([
        'probable',
        'far_off',
        'conflict',
        'waiting',
        'stated',
      ])
      expect(second.next).toBeNull()
      expect((await list({ kind: 'far_off' })).map(({ external_id }) => external_id)).toEqual(['A-9'])
      expect(await list({ buyer: 'bolt' })).toEqual([])
      expect(await list({ sites: ['other'] })).toEqual([])
      // A return without a lead belongs to no site.
      expect(await list({ sites: ['leadloom'] })).toHaveLength(4)
      expect(await store.settleEntry(1, { sites: ['other'] })).toBeNull()
    })

    test('of one kind is paged from the newest, with no amount at stake if none is known', async () => {
      const { store } = await stage('pages of a kind')
      for (const n of [1, 2, 3])
        await store.sell({
          ...SALE,
          session_uuid: uuidOf(0),
          external_id: `U-${n}`,
          cents: 0,
          unreadable: '?',
        })
      const found = []
      for (let before: string | null | undefined; before !== null;) {
        const page = await store.settleList({
          limit: 1,
          sites: null,
          ...(before !== undefined && { before }),
        })
        found.push(...page.rows.map(({ external_id, stake_cents }) => [external_id, stake_cents]))
        before = page.next
      }
      expect(found).toEqual([
        ['U-3', 0],
        ['U-2', 0],
        ['U-1', 0],
      ])
      expect((await store.settleList({ limit: 3, sites: null })).next).toBeNull()
    })

    test('of a probable sale is booked once, and its delivery is accepted', async () => {
      const { store, of, lose, list } = await stage('book')
      await lose()
      const { entry } = (await list())[0]!
      expect(await store.bookDelivered({ entry, cents: 4000, ...BY })).toBe(true)
      expect(await store.bookDelivered({ entry, cents: 4000, ...BY })).toBe(false)
      expect(await store.delivery(of(0, 'acme'))).toMatchObject({ state: 'accepted', in_doubt: false })
      expect(await store.ledger({ path: null, from: AT, to: AT + 9999 })).toMatchObject([{ net_cents: 4000 }])
      expect(await list()).toEqual([])
      expect(await store.undoDismissal(entry, { sites: null })).toBe(false)
    })

    test('of a price far off counts toward caps with the booked amount', async () => {
      const { store, of, list } = await everyKind('place')
      const places = () => store.placesTaken('acme', 0)
      const before = await places()
      const { entry } = (await list({ kind: 'far_off' }))[0]!
      const decision = { entry, cents: 3000, note: { words: '', by: 'ann' }, at: BY.at }
      expect(await store.bookUnbooked(decision)).toMatchObject({ outcome: 'booked', cents: 3000 })
      // Until then it counted with the most that could have been booked.
      expect(await places()).toEqual({ leads: before.leads, cents: before.cents - 100_000 + 3000 })
      expect(await store.bookUnbooked(decision)).toMatchObject({ outcome: 'unknown' })
      expect(await places()).toEqual({ leads: before.leads, cents: before.cents - 100_000 + 3000 })
      expect(await store.delivery(of(1, 'acme'))).toMatchObject({ state: 'accepted' })
    })

    test('of a return doesn’t change caps', async () => {
      const { store, of, list } = await stage('place of a return')
      await store.beginAttempt(of(1, 'acme'), AT)
      const sale = { external_id: 'A-3', cents: 900 }
      const end = { state: 'accepted', message: 'Yes.', at: AT, due_at: null, sale } as const
      await store.endAttempt(of(1, 'acme'), 1, end)
      const { key } = (await store.delivery(of(1, 'acme')))!
      await store.returnSale({ source: 'acme', external_id: null, key, cents: 901, at: AT })
      const { entry, delivery } = (await list({ kind: 'conflict' }))[0]!
      expect(delivery).toBe(of(1, 'acme'))
      const decision = { entry, cents: 600, note: { words: '', by: 'ann' }, at: BY.at }
      expect(await store.bookUnbooked(decision)).toMatchObject({ outcome: 'booked', cents: -600 })
      expect(await store.placesTaken('acme', 0)).toEqual({ leads: 1, cents: 900 })
    })

    test('of a probable sale is dismissed only with its delivery', async () => {
      const { store, lose, list } = await stage('dismissed alone')
      await lose()
      const [{ entry } = { entry: 0 }] = await list()
      expect(await store.dismissUnbooked(entry)).toBe(false)
      expect(await list()).toHaveLength(1)
    })

    test('keeps the lead from a second buyer until it’s settled', async () => {
      const { store, of, lose, list } = await stage('exclusive')
      await lose()
      expect(await store.beginAttempt(of(0, 'bolt'), AT, { shares: 1 })).toBeNull()
      expect(await store.delivery(of(0, 'bolt'))).toMatchObject({ state: 'due', held: 'taken' })
      const { entry } = (await list())[0]!
      expect(await store.dismissEntry({ entry, ...BY })).toBe(true)
      expect(await store.delivery(of(0, 'acme'))).toMatchObject({ state: 'rejected', in_doubt: false })
      expect(await store.beginAttempt(of(0, 'bolt'), AT + 2000, { shares: 1 })).not.toBeNull()
      expect(await store.undoDismissal(entry, { sites: null })).toBe(false)
    })

    test('that was dismissed can be restored', async () => {
      const { store, list } = await everyKind('undo')
      const { entry } = (await list({ kind: 'far_off' }))[0]!
      expect(await store.dismissEntry({ entry, ...BY })).toBe(true)
      expect(await store.dismissEntry({ entry, ...BY })).toBe(false)
      expect(await list({ kind: 'far_off' })).toEqual([])
      expect(await store.undoDismissal(entry, { sites: ['other'] })).toBe(false)
      expect(await store.undoDismissal(entry, { sites: ['leadloom'] })).toBe(true)
      expect(await list({ kind: 'far_off' })).toMatchObject([{ entry, ours_cents: 2500 }])
    })

    test('that was booked can’t be restored like a dismissed entry', async () => {
      const { store, list } = await everyKind('booked, not dismissed')
      const { entry } = (await list({ kind: 'far_off' }))[0]!
      await store.bookUnbooked({ entry, cents: 3000, note: { words: '', by: 'ann' }, at: BY.at })
      expect(await store.undoDismissal(entry, { sites: null })).toBe(false)
      expect(await list({ kind: 'far_off' })).toEqual([])
    })

    test('is kept for 90 days after it’s dismissed', async () => {
      const { store, list } = await everyKind('kept for 90 days')
      const [far, conflict, waiting] = (await list()).slice(1, 4).map(({ entry }) => entry)
      await store.dismissEntry({ entry: far!, ...BY })
      await store.dismissEntry({ entry: conflict!, by: 'ann', at: BY.at + 90 * DAY_MS })
      expect(await store.undoDismissal(far!, { sites: null })).toBe(true)
      await store.dismissEntry({ entry: far!, ...BY })
      await store.dismissEntry({ entry: waiting!, by: 'ann', at: BY.at + 90 * DAY_MS + 1 })
      expect(await store.undoDismissal(far!, { sites: null })).toBe(false)
      expect(await store.undoDismissal(conflict!, { sites: null })).toBe(true)
    })

    test('that was booked can be undone for a while, and booked again at another amount', async () => {
      const { store, of, lose, list } = await stage('undo booking')
      await lose()
      const before = await list()
      const { entry } = before[0]!
      const total = async () => (await store.ledger({ path: null, from: AT, to: AT + 99_999 }))[0]
      await store.bookDelivered({ entry, cents: 4000, ...BY })
      const undo = { entry, by: 'bob', at: AT + 5000, sites: null }
      expect(await store.undoBooking({ ...undo, since: BY.at + 1 })).toEqual({
        outcome: 'unknown',
        reason: null,
      })
      expect(await store.undoBooking({ ...undo, since: BY.at, sites: ['other'] })).toMatchObject({
        outcome: 'unknown',
      })
      expect(await store.undoBooking({ ...undo, since: BY.at })).toEqual({ outcome: 'undone', reason: null })
      expect(await store.undoBooking({ ...undo, since: BY.at })).toMatchObject({ outcome: 'unknown' })
      // Its ID is our key from now on.
      expect(await list()).toEqual([{ ...before[0]!, external_id: before[0]!.key }])
      expect(await total()).toMatchObject({ sales: 0, net_cents: 0 })
      expect(await store.delivery(of(0, 'acme'))).toMatchObject({ state: 'dead', in_doubt: true })
      expect(await store.beginAttempt(of(0, 'bolt'), AT + 6000, { shares: 1 })).toBeNull()

      expect(await store.bookDelivered({ entry, cents: 3900, ...BY })).toBe(true)
      expect(await total()).toMatchObject({ sales: 1, gross_cents: 3900, net_cents: 3900 })
      expect(await store.undoBooking({ ...undo, since: BY.at })).toMatchObject({ outcome: 'undone' })
      expect(await total()).toMatchObject({ sales: 0, gross_cents: 0, net_cents: 0 })
      await store.bookDelivered({ entry, cents: 4000, ...BY })
      expect(await total()).toMatchObject({ sales: 1, net_cents: 4000 })
      expect(await store.delivery(of(0, 'acme'))).toMatchObject({ state: 'accepted', in_doubt: false })
      expect(await list()).toEqual([])
    })

    test('that was booked can’t be undone for a forgotten visitor, or after a later return', async () => {
      const { store, lose, list } = await stage('undo refused')
      await lose()
      const { entry, key } = (await list())[0]!
      await store.bookDelivered({ entry, cents: 4000, ...BY })
      const undo = { entry, by: 'bob', at: AT + 5000, since: AT, sites: null }
      await store.returnSale({ source: 'acme', external_id: key, key: null, cents: 100, at: AT + 2000 })
      expect(await store.undoBooking(undo)).toEqual({
        outcome: 'refused',
        reason: 'Reverse the returns and corrections of this sale first.',
      })
      const part = (await store.saleEntries({ source: 'acme', external_id: key! })).at(-1)!
      const note = { words: 'No.', by: 'bob' }
      await store.reverseEntry({ source: 'acme', external_id: key!, entry: part.entry, note, at: AT + 3000 })
      await store.forgetSession(uuidOf(0))
      expect(await store.undoBooking(undo)).toEqual({ outcome: 'refused', reason: null })
      expect(await store.ledger({ path: null, from: AT, to: AT + 9999 })).toMatchObject([{ net_cents: 4000 }])
    })

    test('that was booked can’t be undone for a visitor who withdrew the consent', async () => {
      const { store, of, lose, list } = await stage('undo after refusal')
      await lose()
      const { entry } = (await list())[0]!
      await store.bookDelivered({ entry, cents: 4000, ...BY })
      await store.appendStep(uuidOf(0), step({ id: uuidOf(200), at: AT + 2000 }), { consents: [REFUSAL] })
      const undo = { entry, by: 'bob', at: AT + 5000, since: AT, sites: null }
      expect(await store.undoBooking(undo)).toEqual({ outcome: 'refused', reason: null })
      expect(await store.delivery(of(0, 'acme'))).toMatchObject({ state: 'accepted', in_doubt: false })
    })

    test.each(['far_off', 'conflict', 'stated'] as const)(
      'of kind %s comes back if its booking is undone, with the ledger as before',
      async (kind) => {
        const { store, list } = await everyKind(`undo ${kind}`)
        const net = async () => (await store.ledger({ path: null, from: AT, to: AT + 9999 }))[0]!
        const [before, rows] = [await net(), await list()]
        const { entry, external_id } = rows.find((row) => row.kind === kind)!
        const decision = { entry, cents: 2400, note: { words: '', by: 'ann' }, at: BY.at }
        const book = (cents = 2400) =>
          kind === 'far_off'
            ? store.bookUnbooked({ ...decision, cents })
            : store.bookDifference({ ...decision, cents, isReturn: false })
        expect(await book()).toMatchObject({ outcome: 'booked' })
        expect(await book()).toMatchObject({ outcome: 'unknown' })
        const booked = { far_off: before.net_cents + 2400, conflict: 2400, stated: 2400 }[kind]
        expect(await net()).toMatchObject({ net_cents: booked })
        expect((await list()).some((row) => row.entry === entry)).toBe(false)
        const undo = { entry, by: 'bob', at: AT + 5000, since: AT, sites: null }
        expect(await store.undoBooking(undo)).toEqual({ outcome: 'undone', reason: null })
        expect([await net(), await list()]).toEqual([before, rows])
        expect(await book(2500)).toMatchObject({ outcome: 'booked', sale: { external_id, cents: 2500 } })
        expect(await store.undoBooking(undo)).toMatchObject({ outcome: 'undone' })
        expect(await net()).toEqual(before)
      },
    )

    test('of a statement is booked as a return of the difference to the sale', async () => {
      const { store, list } = await everyKind('returned by statement')
      const { entry } = (await list({ kind: 'stated' }))[0]!
      const decision = { entry, cents: 15_600, note: { words: '', by: 'ann' }, isReturn: true, at: BY.at }
      for (const cents of [16_500, 16_501])
        expect(await store.bookDifference({ ...decision, cents })).toMatchObject({
          outcome: 'refused',
          reason: 'The amount isn’t below what’s left of the sale, so there’s nothing to return.',
        })
      expect(await store.bookDifference(decision)).toMatchObject({ outcome: 'booked', cents: -900 })
      const [total] = await store.ledger({ path: null, from: AT, to: AT + 9999 })
      expect(total).toMatchObject({ gross_cents: 16_500, returned_cents: 900, net_cents: 15_600 })
      expect(await list({ kind: 'stated' })).toEqual([])
      await store.undoBooking({ entry, by: 'bob', at: AT + 5000, since: AT, sites: null })
      expect(await store.ledger({ path: null, from: AT, to: AT + 9999 })).toMatchObject([
        { net_cents: 16_500 },
      ])
    })

    test('delays the events of a sale while its booking can be undone', async () => {
      const { store, lose, list } = await stage('undo events')
      await lose()
      const { entry } = (await list())[0]!
      const told = {
        vendor: 'meta',
        account: '1',
        kind: 'sale',
        offer: 'mva',
        step: '',
        name: 'Purchase',
      } as const
      const eventsDueAt = AT + 20_000
      const due = (now: number) => store.duePixelEvents({ vendor: 'meta', account: '1' }, now, 9)
      await store.bookDelivered({ entry, cents: 4000, pixelEvents: [told], eventsDueAt, ...BY })
      expect(await due(eventsDueAt - 1)).toEqual([])
      await store.undoBooking({ entry, by: 'ann', at: AT + 5000, since: AT, sites: null })
      const [event] = await due(eventsDueAt)
      expect(await store.beginPixelEvent(event!, eventsDueAt)).toBeNull()
      expect(await due(eventsDueAt)).toEqual([])
      await store.bookDelivered({ entry, cents: 3000, pixelEvents: [told], eventsDueAt, ...BY })
      expect(await due(eventsDueAt)).toEqual([event])
      expect(await store.beginPixelEvent(event!, eventsDueAt)).toMatchObject({ cents: 3000 })
    })

    test('delays the events of a price far off as well', async () => {
      const { store, list } = await everyKind('undo events far off')
      const { entry } = (await list({ kind: 'far_off' }))[0]!
      const told = {
        vendor: 'meta',
        account: '1',
        kind: 'sale',
        offer: 'mva',
        step: '',
        name: 'Purchase',
      } as const
      const eventsDueAt = AT + 20_000
      const note = { words: '', by: 'ann' }
      await store.bookUnbooked({ entry, cents: 3000, note, at: BY.at, pixelEvents: [told], eventsDueAt })
      const due = (now: number) => store.duePixelEvents({ vendor: 'meta', account: '1' }, now, 9)
      expect(await due(eventsDueAt - 1)).toEqual([])
      expect(await due(eventsDueAt)).toHaveLength(1)
    })

    test('of a statement that names a lead by our key is booked under the ID of its sale', async () => {
      const { store, of, list } = await stage('statement by key')
      await store.beginAttempt(of(1, 'acme'), AT)
      const sale = { external_id: 'A-4', cents: 2000 }
      const end = { state: 'accepted', message: 'Yes.', at: AT, due_at: null, sale } as const
      await store.endAttempt(of(1, 'acme'), 1, end)
      const { key } = (await store.delivery(of(1, 'acme')))!
      const line = { external_id: null, key, ours_cents: 2000, theirs_cents: 1500, reason: 'Line 2.' }
      await store.keepStatedLines({ source: 'acme', lines: [line], at: AT })
      const { entry } = (await list({ kind: 'stated' }))[0]!
      const decision = { entry, cents: 1500, note: { words: '', by: 'ann' }, isReturn: false, at: BY.at }
      expect(await store.bookDifference(decision)).toMatchObject({
        outcome: 'booked',
        sale: { external_id: 'A-4', cents: 1500 },
      })
    })

    test('with an ID of another sold lead is booked under our key', async () => {
      const { store, of, list } = await stage('used twice')
      await store.sell({ ...SALE, session_uuid: uuidOf(0), external_id: 'A-1', cents: 1000 })
      await store.beginAttempt(of(1, 'acme'), AT)
      await store.endAttempt(of(1, 'acme'), 1, {
        state: 'accepted',
        message: 'Yes.',
        at: AT,
        due_at: null,
        sale: { external_id: 'A-1', cents: 2000 },
      })
      const [row] = await list()
      expect(row).toMatchObject({ kind: 'conflict', booked_cents: null, stake_cents: 2000 })
      expect(await store.placesTaken('acme', 0)).toEqual({ leads: 1, cents: 2000 })
      const book = () => store.bookDelivered({ entry: row!.entry, cents: 2001, ...BY })
      const net = () => store.ledger({ path: null, from: AT, to: AT + 9999 })
      expect(await book()).toBe(true)
      expect(await store.placesTaken('acme', 0)).toEqual({ leads: 1, cents: 2001 })
      const { key } = (await store.delivery(of(1, 'acme')))!
      expect(
        await store.judgeReturn({ source: 'acme', external_id: null, key, cents: null, at: AT }),
      ).toMatchObject({
        outcome: 'returned',
        sale: { external_id: key, cents: 2001 },
      })
      expect(await store.ledger({ path: null, from: AT, to: AT + 9999 })).toMatchObject([{ net_cents: 3001 }])
      expect(await list()).toEqual([])
      await store.undoBooking({ entry: row!.entry, by: 'ann', at: AT + 5000, since: AT, sites: null })
      expect(await net()).toMatchObject([{ net_cents: 1000, sales: 1 }])
      expect(await list()).toMatchObject([{ kind: 'conflict', booked_cents: null, stake_cents: 2000 }])
      await book()
      expect(await net()).toMatchObject([{ net_cents: 3001, sales: 2 }])
    })

    test('with an ID of another sold lead stays accepted when it’s dismissed', async () => {
      const { store, of, list } = await stage('used twice, dismissed')
      await store.sell({ ...SALE, session_uuid: uuidOf(0), external_id: 'A-1', cents: 1000 })
      await store.beginAttempt(of(1, 'acme'), AT)
      const sale = { external_id: 'A-1', cents: 2000 }
      const end = { state: 'accepted', message: 'Yes.', at: AT, due_at: null, sale } as const
      await store.endAttempt(of(1, 'acme'), 1, end)
      const { entry } = (await list())[0]!
      expect(await store.dismissEntry({ entry, ...BY })).toBe(true)
      expect(await store.delivery(of(1, 'acme'))).toMatchObject({ state: 'accepted', in_doubt: false })
      expect(await store.placesTaken('acme', 0)).toEqual({ leads: 1, cents: 2000 })
    })

    test('can be marked as asked, again, or not at all', async () => {
      const { store, lose, list } = await stage('asked')
      await lose()
      const { entry } = (await list())[0]!
      expect(await store.markAsked({ entry, ...BY, asked: true })).toBe(true)
      expect(await list()).toMatchObject([{ asked_at: BY.at, asked_by: 'ann' }])
      expect(await store.markAsked({ entry, ...BY, asked: false })).toBe(true)
      expect(await list()).toMatchObject([{ asked_at: null, asked_by: null }])
    })

    test('of a statement is kept once, and again after it’s settled', async () => {
      const { store, list } = await stage('statement')
      const line = { external_id: 'X-1', key: null, ours_cents: 0, theirs_cents: 700, reason: 'Line 2.' }
      const keep = () => store.keepStatedLines({ source: 'acme', lines: [line, line], at: AT })
      expect([await keep(), await keep()]).toEqual([1, 0])
      const { entry } = (await list())[0]!
      await store.dismissEntry({ entry, ...BY })
      expect(await keep()).toBe(1)
    })

    test('of a statement is kept for each different line', async () => {
      const { store, of } = await stage('statement lines')
      const keys = await Promise.all([0, 1].map(async (n) => (await store.delivery(of(n, 'acme')))!.key))
      await store.sell({ ...SALE, session_uuid: uuidOf(0), external_id: 'R-1', cents: 700 })
      await store.returnSale({ source: 'acme', external_id: 'R-1', key: null, cents: null, at: AT })
      const line = { external_id: 'X-1', key: null, ours_cents: 0, theirs_cents: 700, reason: 'Line 2.' }
      const lines = [
        line,
        { ...line, theirs_cents: 800 },
        { ...line, ours_cents: 100 },
        { ...line, external_id: 'R-1' },
        ...keys.map((key) => ({ ...line, external_id: null, key })),
      ]
      const keep = (source: string) => store.keepStatedLines({ source, lines, at: AT })
      expect([await keep('acme'), await keep('acme')]).toEqual([6, 0])
      // Another buyer has no lead under these keys, so its last two lines are alike.
      expect(await keep('zeta')).toBe(5)
    })
  })
}
