import { describe, expect, test } from 'vitest'
import type { NewPayoutRule } from '../../../schemas/desk/payouts.ts'
import type { Postback } from '../../../schemas/outgoing/postback.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const words = { event: 'sale', status: 'approved' }
const MADE: Omit<Postback, 'ended_at'> = {
  name: 'tracker',
  aff_id: '86',
  offer: '',
  paid_only: false,
  settings: {
    url: 'https://tracker.example/?cid={click_id}',
    return_url: '',
    words: { sale: words, change: words, return: words },
    click_parameter: 'clickid',
    return_payout: 'zero',
  },
  local: false,
  made_by: 'ada',
  made_at: AT,
}
const SHARE: NewPayoutRule = {
  aff_id: '86',
  offer: '',
  event: 'sale',
  terms: { tiers: [{ from: 1, cents: 0, share_bp: 5000 }], caps: [] },
  hold_days: 0,
  claw_back: true,
}
const SENT = { state: 'sent', message: 'The receiver answered 200.', due_at: null } as const
const note = { words: '', by: 'ada' }
const named = { source: 'acme', external_id: 'A-1', key: null }

export function postbackContract(open: OpenStore): void {
  describe('a postback', () => {
    async function stage(place: string, ...postbacks: Partial<Postback>[]) {
      const store = await open(`postbacks-${place}`, { now: () => AT })
      await publish(store, 'leadloom', 1000)
      const origin = { ...session({}).origin, query: { clickid: 'first' } }
      await store.openSession(session({ at: AT, aff_id: '86', sub1: 'spring', origin }))
      for (const postback of postbacks)
        expect(await store.addPostback({ ...MADE, ...postback })).toBe('added')
      const sale = { session_uuid: uuidOf(0), offer: 'mva', source: 'acme', cents: 2000, returned: false }
      const sell = (external_id = 'A-1') => store.sell({ ...sale, external_id, at: AT })
      const due = () => store.duePostbacks('tracker', AT, 9)
      const listed = async () =>
        (await store.postbackMessages({ postback: null, limit: 99 })).map(
          ({ postback, kind, cents, state }) => `${postback} ${kind} ${cents} ${state}`,
        )
      return { store, sell, due, listed }
    }

    test('reports a sale once, and its return after it under the same transaction', async () => {
      const { store, sell, due } = await stage('order', {})
      expect(await store.addPostback(MADE)).toBe('known')
      await sell()
      await sell()
      await store.returnSale({ ...named, cents: null, at: AT })
      const [first, ...more] = await due()
      expect([more, await store.duePostbackNames(AT)]).toEqual([[], ['tracker']])
      const begun = await store.beginPostback(first!, AT)
      expect(begun).toMatchObject({
        attempt: 1,
        kind: 'sale',
        cents: 0,
        query: { clickid: 'first' },
        sub1: 'spring',
        postback: { name: 'tracker', settings: MADE.settings },
      })
      expect([await due(), await store.beginPostback(first!, AT)]).toEqual([[], null])
      await store.endPostbackMessage(first!, 1, SENT)
      const [second] = await due()
      const { kind, transaction } = (await store.beginPostback(second!, AT))!
      expect([kind, transaction]).toEqual(['return', begun!.transaction])
      await store.endPostbackMessage(second!, 1, SENT)
      expect(await store.replayPostback(first!, AT)).toBe(false)
      expect(await store.replayPostback(second!, AT)).toBe(true)
    })

    test('reports what its affiliate, offer and rules say, and changes of it only where it was reported', async () => {
      const { store, sell, listed } = await stage(
        'which',
        {},
        { name: 'paid', paid_only: true },
        { name: 'other', aff_id: '87' },
        { name: 'offer', offer: 'wc' },
        { name: 'changes', settings: { ...MADE.settings, words: { change: words } } },
      )
      await sell()
      await store.addPayoutRule(SHARE, { by: 'ada', at: AT })
      await sell('A-2')
      await store.returnSale({ ...named, external_id: 'A-2', cents: 500, at: AT })
      await store.returnSale({ ...named, cents: 500, at: AT })
      expect(await listed()).toEqual([
        'paid change 750 due',
        'tracker change 750 due',
        'paid sale 1000 due',
        'tracker sale 1000 due',
        'tracker sale 0 due',
      ])
    })

    test('of a sale that pays nothing reports that it was taken back, and that it counts again', async () => {
      const { store, sell, listed } = await stage('unpaid', {})
      const reverse = async (n: number) => {
        const { entry } = (await store.saleEntries(named)).toSorted((a, b) => a.entry - b.entry)[n]!
        await store.reverseEntry({ source: 'acme', external_id: 'A-1', entry, note, at: AT })
      }
      await sell()
      await store.returnSale({ ...named, cents: null, at: AT })
      await reverse(1)
      const reported = ['tracker change 0 due', 'tracker return 0 due', 'tracker sale 0 due']
      expect(await listed()).toEqual(reported)
      await reverse(0)
      expect(await listed()).toEqual(['tracker return 0 due', ...reported])
    })

    test('of a sale that pays reports each change of a cent, and the return of the last', async () => {
      const { store, sell, listed } = await stage('cents', {})
      await store.addPayoutRule(SHARE, { by: 'ada', at: AT })
      await sell()
      for (const cents of [2002, 2])
        await store.adjustSale({ source: 'acme', external_id: 'A-1', cents, note, at: AT })
      await store.returnSale({ ...named, cents: null, at: AT })
      expect(await listed()).toEqual([
        'tracker return 0 due',
        'tracker change 1 due',
        'tracker change 1001 due',
        'tracker sale 1000 due',
      ])
    })

    test('does not report a return that takes nothing from what its conversion pays', async () => {
      const settings = { ...MADE.settings, words: { lead: words, ...MADE.settings.words } }
      const { store, sell, listed } = await stage('kept', { settings })
      const terms = { tiers: [{ from: 1, cents: 1, share_bp: 0 }], caps: [] }
      await store.addPayoutRule({ ...SHARE, terms, claw_back: false }, { by: 'ada', at: AT })
      await store.appendStep(uuidOf(0), step({ id: uuidOf(100), at: AT }), {
        lead: { offer: 'mva', buyers: ['acme'], payload: {} },
      })
      await sell()
      await store.returnSale({ ...named, cents: null, at: AT })
      expect(await listed()).toEqual(['tracker sale 1 due', 'tracker lead 0 due'])
    })

    test('is taken up again after its process ended, and ends with its visitor or its own deletion', async () => {
      const { store, sell, due, listed } = await stage('ends', {})
      await sell()
      const [entry] = await due()
      await store.beginPostback(entry!, AT)
      expect([await store.resumePostbacks(AT, false), await store.resumePostbacks(AT, true)]).toEqual([0, 1])
      expect(await due()).toEqual([entry])
      await store.beginPostback(entry!, AT)
      await store.endPostbackMessage(entry!, 2, { ...SENT, state: 'dead' })
      await sell('A-2')
      expect(await store.endPostback('tracker', { by: 'ada', at: AT })).toBe(true)
      expect(await store.endPostback('tracker', { by: 'ada', at: AT })).toBe(false)
      await sell('A-3')
      expect(await store.replayPostback(entry!, AT)).toBe(false)
      expect(await listed()).toEqual(['tracker sale 0 suppressed', 'tracker sale 0 dead'])
    })
  })
}
