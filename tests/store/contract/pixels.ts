import { describe, expect, test } from 'vitest'
import type { NewPixelEvent } from '../../../src/store/nouns/pixels/pixelTypes.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const ACCOUNT = { vendor: 'meta', account: '12345' }
const LEAD: NewPixelEvent = { ...ACCOUNT, name: 'Lead', kind: 'lead', offer: 'mva', step: '' }
const PURCHASE: NewPixelEvent = { ...LEAD, name: 'Purchase', kind: 'sale' }
const SENT = { state: 'sent', message: 'Taken.', due_at: null } as const
const SALE = {
  session_uuid: uuidOf(0),
  offer: 'mva',
  source: 'partner',
  external_id: 'A-1',
  cents: 1234,
  returned: false,
  at: AT,
}
const AGAIN = { aff_id: '86', sub1: '', sub2: '', sub3: '', page_url: '', referrer: '' }

export function pixelContract(open: OpenStore): void {
  describe('an event sent to a vendor', () => {
    async function stage(place: string) {
      const store = await open(`pixels ${place}`, { now: () => AT })
      await publish(store, 'leadloom', AT)
      await store.openSession(session({ at: AT }))
      let steps = 0
      const answer = (pixelEvents: NewPixelEvent[], pixelIds: Record<string, string> = {}, at = AT) =>
        store.appendStep(uuidOf(0), step({ id: uuidOf(100 + steps++), at }), { pixelEvents, pixelIds })
      const due = (now = AT) => store.duePixelEvents(ACCOUNT, now, 10)
      const last = async () => (await store.pixelEvents({ state: null, limit: 1 }))[0]
      return { store, answer, due, last }
    }

    test('is stored once with its step, and sent with the session’s data at that time', async () => {
      const { store, answer, due, last } = await stage('once')
      await answer([LEAD], { _fbp: 'fb.1.1.1' })
      await answer([LEAD], { _fbp: 'fb.1.1.2', _fbc: 'fb.1.1.click' }, AT + 5)
      const entries = await due()
      expect(entries).toHaveLength(1)
      expect(await store.duePixelEvents({ ...ACCOUNT, account: '54321' }, AT, 10)).toEqual([])
      expect(await store.beginPixelEvent(entries[0]!, AT)).toMatchObject({
        ...LEAD,
        attempt: 1,
        at: AT,
        sale: 0,
        cents: null,
        arrival: 0,
        ids: { _fbp: 'fb.1.1.2', _fbc: 'fb.1.1.click' },
        session: { uuid: uuidOf(0), ip: '192.0.2.7', steps: [{}, {}] },
      })
      expect([await due(), await store.beginPixelEvent(entries[0]!, AT)]).toEqual([[], null])
      await store.endPixelEvent(entries[0]!, 1, SENT)
      expect(await last()).toMatchObject({ state: 'sent', attempts: 1, due_at: null, last: 'Taken.' })
      await answer([LEAD])
      expect(await due()).toEqual([])
    })

    test('waits until it’s due again, and is released when its lease ends', async () => {
      const { store, answer, due, last } = await stage('again')
      await answer([LEAD])
      const [entry] = (await due()) as [number]
      await store.beginPixelEvent(entry, AT, 60_000)
      expect([await store.resumePixelEvents(AT, false), await store.resumePixelEvents(AT, true)]).toEqual([
        0, 1,
      ])
      await store.beginPixelEvent(entry, AT, 0)
      expect(await store.resumePixelEvents(AT, false)).toBe(1)
      expect(await last()).toMatchObject({
        attempts: 2,
        last: 'The process stopped before the response arrived.',
      })
      await store.beginPixelEvent(entry, AT, 60_000)
      // An older attempt can't change the state of a newer one, except to note that the event was received.
      await store.endPixelEvent(entry, 2, { state: 'refused', message: 'Late.', due_at: null })
      expect(await last()).toMatchObject({ state: 'due' })
      await store.endPixelEvent(entry, 3, { state: 'due', message: 'Later.', due_at: AT + 30_000 })
      expect([await due(), await due(AT + 30_000)]).toEqual([[], [entry]])
      expect(await store.beginPixelEvent(entry, AT)).toBeNull()
      await store.endPixelEvent(entry, 2, SENT)
      expect([await last(), await due(AT + 30_000)]).toMatchObject([{ state: 'sent' }, []])
      await expect(store.endPixelEvent(entry, 4, SENT)).rejects.toThrow('No attempt 4')
    })

    test.each(['refused', 'dead'] as const)('that is %s is counted and can be sent again', async (state) => {
      const { store, answer, due } = await stage(state)
      await answer([LEAD])
      const [entry] = (await due()) as [number]
      expect((await store.load()).pixelEvents).toEqual({ due: 1, refused: 0, dead: 0 })
      await store.beginPixelEvent(entry, AT)
      await store.endPixelEvent(entry, 1, { state, message: '', due_at: null })
      expect((await store.load()).pixelEvents).toEqual({ due: 0, refused: 0, dead: 0, [state]: 1 })
      expect(await store.replayPixelEvent(entry, AT)).toBe(true)
      expect(await due()).toEqual([entry])
      expect([await store.replayPixelEvent(entry, AT), await store.replayPixelEvent(99, AT)]).toEqual([
        false,
        false,
      ])
    })

    test('of a sale has the ledger’s amount and the sale’s click, and each sale has its own', async () => {
      const { store, due } = await stage('sales')
      await store.arrive(uuidOf(0), { ...AGAIN, query: { fbclid: 'B' }, arrival: 1, at: AT })
      await store.arrive(uuidOf(0), { ...AGAIN, query: { fbclid: 'C' }, arrival: 2, at: AT })
      const sale = { ...SALE, arrival: 1, pixelEvents: [PURCHASE] }
      expect([await store.sell(sale), await store.sell(sale)]).toEqual(['new', 'known'])
      await store.sell({ ...SALE, external_id: 'A-2', cents: 5, pixelEvents: [PURCHASE] })
      const entries = await due()
      const begun = await Promise.all(entries.map((entry) => store.beginPixelEvent(entry, AT)))
      expect(begun).toMatchObject([
        { cents: 1234, arrival: 1 },
        { cents: 5, arrival: 2 },
      ])
      expect(new Set(begun.map((attempt) => attempt!.sale)).size).toBe(2)
      expect(begun.map((attempt) => attempt!.session.clicks.map(({ query }) => query['fbclid']))).toEqual([
        ['B', 'C'],
        ['B', 'C'],
      ])
    })

    test('of a sale returned before it was sent isn’t sent', async () => {
      const { store, due, last } = await stage('returned')
      await store.sell({ ...SALE, pixelEvents: [PURCHASE] })
      await store.sell({ ...SALE, returned: true, pixelEvents: [PURCHASE] })
      const entries = await due()
      expect(entries).toHaveLength(1)
      expect(await store.beginPixelEvent(entries[0]!, AT)).toBeNull()
      expect(await last()).toMatchObject({ state: 'suppressed', last: 'Not sent: the sale was returned.' })
    })

    test('of a sale whose amount changed before it was sent has the remaining amount', async () => {
      const { store, due } = await stage('changed')
      const named = { source: 'partner', external_id: 'A-1' }
      const note = { words: '', by: 'ada' }
      await store.sell({ ...SALE, pixelEvents: [PURCHASE] })
      await store.returnSale({ ...named, key: null, cents: 200, at: AT })
      await store.adjustSale({ ...named, cents: 1000, note, at: AT })
      const entries = await due()
      expect(entries).toHaveLength(1)
      expect(await store.beginPixelEvent(entries[0]!, AT)).toMatchObject({ cents: 800 })
    })

    test('of a sale reversed before it was sent isn’t sent', async () => {
      const { store, due, last } = await stage('reversed')
      const named = { source: 'partner', external_id: 'A-1' }
      await store.sell({ ...SALE, pixelEvents: [PURCHASE] })
      const [sale] = await store.saleEntries(named)
      await store.reverseEntry({ ...named, entry: sale!.entry, note: { words: '', by: 'ada' }, at: AT })
      const entries = await due()
      expect(entries).toHaveLength(1)
      expect(await store.beginPixelEvent(entries[0]!, AT)).toBeNull()
      expect(await last()).toMatchObject({ state: 'suppressed' })
    })

    test.each([
      ['the session', { session_uuid: uuidOf(0), phone: null, email: null }],
      ['the email address', { session_uuid: null, phone: null, email: 'ANN@example.com' }],
      ['the phone number', { session_uuid: null, phone: '+1 (512) 555-2368', email: null }],
    ])('isn’t sent if %s opted out by then', async (who, optOut) => {
      const { store, due, last } = await stage(`opted out by ${who}`)
      const answers = ['ann@example.com', '512-555-2368'].map((raw_data, n) => ({
        question_key: 'who',
        answer_key: String(n),
        raw_data,
      }))
      await store.appendStep(uuidOf(0), step({ id: uuidOf(200), answers, at: AT }), { pixelEvents: [LEAD] })
      await store.optOut({ ...optOut, source: 'do_not_sell', at: AT })
      expect(await store.beginPixelEvent((await due())[0]!, AT)).toBeNull()
      expect(await last()).toMatchObject({ state: 'suppressed', last: 'Not sent: the visitor opted out.' })
      expect(await due()).toEqual([])
    })

    test('of a forgotten visitor is never sent, not even for a later sale', async () => {
      const { store, answer, due, last } = await stage('forgotten')
      await answer([LEAD, { ...LEAD, name: 'SubmitApplication' }], { _fbp: 'fb.1.1.1' })
      const [waiting, underWay] = (await due()) as [number, number]
      await store.beginPixelEvent(underWay, AT)
      await store.forgetSession(uuidOf(0))
      await store.endPixelEvent(underWay, 1, { state: 'due', message: 'Ann is busy.', due_at: AT })
      expect(await last()).toMatchObject({ state: 'suppressed', last: null })
      await store.sell({ ...SALE, pixelEvents: [PURCHASE] })
      expect(await due()).toEqual([])
      expect([await store.beginPixelEvent(waiting, AT), await store.replayPixelEvent(waiting, AT)]).toEqual([
        null,
        false,
      ])
      expect(await store.pixelEvents({ state: 'suppressed', limit: 9 })).toHaveLength(2)
    })
  })
}
