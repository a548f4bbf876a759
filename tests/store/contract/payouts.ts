import { describe, expect, test } from 'vitest'
import type { NewPayoutRule, PayoutsAsked } from '../../../schemas/desk/payouts.ts'
import type { Sale } from '../../../src/store/nouns/sales/saleTypes.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const NOON = Date.parse('2026-10-30T12:00:00-04:00')
const DAY_MS = 86_400_000
const AFF = '86'
const BY = { by: 'ada', at: NOON - 20 * DAY_MS }
const RULE: NewPayoutRule = {
  aff_id: AFF,
  offer: '',
  event: 'sale',
  terms: { tiers: [{ from: 1, cents: 0, share_bp: 5000 }], caps: [] },
  hold_days: 0,
  claw_back: true,
}
const fixed = (cents: number) => [{ from: 1, cents, share_bp: 0 }]
const sale = (words: Partial<Sale> = {}): Sale => ({
  session_uuid: uuidOf(0),
  offer: 'mva',
  source: 'acme',
  external_id: 'A-1',
  cents: 2501,
  returned: false,
  at: NOON,
  ...words,
})
const named = { source: 'acme', external_id: 'A-1', key: null }
const note = { words: '', by: 'ada' }

export function payoutContract(open: OpenStore): void {
  async function stage(place: string, rules: Partial<NewPayoutRule>[], visits = 1): Promise<Store> {
    const store = await open(`payouts-${place}`, { now: () => NOON })
    await publish(store, 'leadloom', 1000)
    for (let i = 0; i < visits; i++)
      await store.openSession(session({ uuid: uuidOf(i), aff_id: AFF, sub1: 'spring', at: NOON - DAY_MS }))
    for (const rule of rules) await store.addPayoutRule({ ...RULE, ...rule }, BY)
    return store
  }
  const entriesOf = async (store: Store) =>
    (await store.payoutList({}, 1000)).toReversed().map(({ event, cents }) => `${event} ${cents}`)

  describe('a payout', () => {
    test('is a share of a sale’s remaining amount, and each change is a separate entry', async () => {
      const store = await stage('share', [{}])
      await store.sell(sale())
      await store.sell(sale())
      await store.returnSale({ ...named, cents: 1000, at: NOON + DAY_MS })
      await store.adjustSale({ source: 'acme', external_id: 'A-1', cents: 3000, note, at: NOON + DAY_MS })
      await store.returnSale({ ...named, cents: null, at: NOON + 2 * DAY_MS })
      expect(await entriesOf(store)).toEqual(['sale 1251', 'sale -500', 'sale 249', 'sale -1000'])
    })

    test('is kept after a return if it is not clawed back, but not after a reversal', async () => {
      const terms = { tiers: [{ from: 1, cents: 100, share_bp: 5000 }], caps: [] }
      const store = await stage('kept', [{ claw_back: false, terms }])
      await store.sell(sale({ cents: 2500 }))
      await store.returnSale({ ...named, cents: null, at: NOON + 1 })
      const entries = await store.saleEntries(named)
      expect(await entriesOf(store)).toEqual(['sale 1350'])
      for (const { entry } of entries.toReversed())
        await store.reverseEntry({ source: 'acme', external_id: 'A-1', entry, note, at: NOON + 2 })
      expect(await entriesOf(store)).toEqual(['sale 1350', 'sale -1350'])
    })

    test('of a lead is taken back with its only sale, but kept if it is not clawed back', async () => {
      const terms = { tiers: fixed(400), caps: [] }
      const store = await stage('kept-lead', [
        { event: 'lead', terms, claw_back: false, offer: 'mva' },
        { event: 'lead', terms },
      ])
      for (const [i, offer] of ['mva', 'wc'].entries()) {
        await store.appendStep(uuidOf(0), step({ id: uuidOf(100 + i), at: NOON }), {
          lead: { offer, buyers: ['acme'], payload: {} },
        })
        await store.sell(sale({ offer, external_id: offer }))
        await store.returnSale({ ...named, external_id: offer, cents: null, at: NOON })
      }
      expect(await entriesOf(store)).toEqual(['lead 400', 'lead 400', 'lead -400'])
    })

    test('is rounded to the nearest cent, half a cent up', async () => {
      const store = await stage('rounded', [
        { terms: { tiers: [{ from: 1, cents: 0, share_bp: 1 }], caps: [] } },
      ])
      for (const cents of [4999, 5000, 14_999]) await store.sell(sale({ external_id: `A-${cents}`, cents }))
      expect(await entriesOf(store)).toEqual(['sale 1', 'sale 1'])
    })

    test('is not booked for a write that is refused', async () => {
      const store = await stage('refused', [{}])
      const other = sale({ session_uuid: uuidOf(77), external_id: 'A-2' })
      const ids = ['A-1', 'A-3', 'A-4']
      const sold = ids.map((external_id) => store.sell(sale({ external_id })))
      const ended = await Promise.allSettled([
        ...sold,
        store.sell(other),
        store.sell(sale({ external_id: 'A-5' })),
      ])
      expect(ended.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(await entriesOf(store)).toEqual(Array(4).fill('sale 1251'))
    })

    test('follows a return that was reported before its sale', async () => {
      const store = await stage('before', [{ hold_days: 7 }])
      await store.returnSale({ ...named, cents: 501, at: NOON - 1 })
      await store.sell(sale())
      expect(await entriesOf(store)).toEqual(['sale 1251', 'sale -251'])
    })

    test('is due once for a registration, and once for a lead that a buyer can get', async () => {
      const store = await stage('events', [
        { event: 'registration', terms: { tiers: fixed(150), caps: [] } },
        { event: 'lead', terms: { tiers: fixed(400), caps: [] } },
      ])
      for (let i = 0; i < 2; i++) await store.track(uuidOf(0), { kind: 'registration', at: NOON })
      const lead = (buyers: string[], i: number) =>
        store.appendStep(uuidOf(0), step({ id: uuidOf(100 + i), at: NOON }), {
          lead: { offer: 'mva', buyers, payload: { zip: String(i) } },
        })
      await lead([], 0)
      expect(await entriesOf(store)).toEqual(['registration 150'])
      await lead(['acme', 'best'], 1)
      await lead(['acme'], 2)
      expect(await entriesOf(store)).toEqual(['registration 150', 'lead 400'])
      await store.sell(sale())
      await store.sell(sale({ source: 'best' }))
      await store.returnSale({ ...named, cents: null, at: NOON })
      expect(await entriesOf(store)).toHaveLength(2)
      await store.returnSale({ ...named, source: 'best', cents: null, at: NOON })
      expect(await entriesOf(store)).toEqual(['registration 150', 'lead 400', 'lead -400'])
    })

    test('goes by the rule of its offer before one for all, and by the rule that was in force then', async () => {
      const store = await stage('rules', [{}, { offer: 'mva', terms: { tiers: fixed(700), caps: [] } }])
      expect(await store.addPayoutRule({ ...RULE, offer: 'mva' }, BY)).toEqual({ overlaps: 2 })
      expect(await store.addPayoutRule(RULE, { ...BY, replaces: 2 })).toBeNull()
      await store.sell(sale())
      await store.addPayoutRule(
        { ...RULE, offer: 'mva', terms: { tiers: fixed(900), caps: [] } },
        { by: 'ada', at: NOON + 10, replaces: 2 },
      )
      await store.sell(sale({ external_id: 'A-2', at: NOON + 9 }))
      await store.sell(sale({ external_id: 'A-3', at: NOON + 10 }))
      await store.endPayoutRule(3, { by: 'ada', at: NOON + 20 })
      await store.sell(sale({ external_id: 'A-4', at: NOON + 20 }))
      await store.sell(sale({ external_id: 'A-5', offer: 'wc', at: NOON + 20 }))
      await store.returnSale({ ...named, cents: null, at: NOON + 30 })
      expect(await entriesOf(store)).toEqual([
        'sale 700',
        'sale 700',
        'sale 900',
        'sale 1251',
        'sale 1251',
        'sale -700',
      ])
    })

    test('rises with tiers that count from each month of New York, and stops at caps', async () => {
      const tiers = [
        { from: 1, cents: 100, share_bp: 0 },
        { from: 3, cents: 300, share_bp: 0 },
      ]
      const caps = [{ per: 'day' as const, conversions: 3, cents: null }]
      const store = await stage('tiers', [{ terms: { tiers, caps } }])
      const midnight = Date.parse('2026-11-01T00:00:00-04:00')
      const times = [-4, -3, -2, -1, 0, 1, 25 * 3_600_000]
      for (const [i, after] of times.entries())
        await store.sell(sale({ external_id: `A-${i}`, at: midnight + after }))
      expect(await entriesOf(store)).toEqual([
        'sale 100',
        'sale 100',
        'sale 300',
        'sale 100',
        'sale 100',
        'sale 300',
      ])
    })

    test('takes no more than is left of a cap on money, also when its sale grows', async () => {
      const caps = [{ per: 'total' as const, conversions: null, cents: 2000 }]
      const store = await stage('money', [{ terms: { ...RULE.terms, caps } }])
      await store.sell(sale({ cents: 2000 }))
      await store.returnSale({ ...named, cents: 2, at: NOON })
      await store.sell(sale({ external_id: 'A-2', cents: 4000 }))
      await store.returnSale({ ...named, cents: null, at: NOON })
      await store.adjustSale({ source: 'acme', external_id: 'A-2', cents: 9000, note, at: NOON })
      expect(await entriesOf(store)).toEqual(['sale 1000', 'sale -1', 'sale 1000', 'sale -999'])
    })

    test('rises with tiers alone, and stops at each cap of several', async () => {
      const tiers = [...fixed(100), { from: 2, cents: 300, share_bp: 0 }]
      const caps = [
        { per: 'day' as const, conversions: 2, cents: null },
        { per: 'month' as const, conversions: 9, cents: null },
      ]
      const store = await stage('tiers-alone', [
        { terms: { tiers, caps: [] } },
        { offer: 'wc', terms: { tiers: fixed(50), caps } },
      ])
      for (const offer of ['mva', 'wc'])
        for (const i of [0, 1, 2]) await store.sell(sale({ external_id: `${offer}-${i}`, offer }))
      expect(await entriesOf(store)).toEqual(['sale 100', 'sale 300', 'sale 300', 'sale 50', 'sale 50'])
    })

    test('above a cap does not count toward tiers', async () => {
      const tiers = [
        { from: 1, cents: 100, share_bp: 0 },
        { from: 4, cents: 300, share_bp: 0 },
      ]
      const caps = [{ per: 'day' as const, conversions: 2, cents: null }]
      const store = await stage('capped-tiers', [{ terms: { tiers, caps } }])
      const days = [0, 0, 0, 1, 1, 1, 2]
      for (const [i, day] of days.entries())
        await store.sell(sale({ external_id: `A-${i}`, cents: 9000, at: NOON - (9 - day) * DAY_MS }))
      expect(await entriesOf(store)).toEqual(['sale 100', 'sale 100', 'sale 100', 'sale 300', 'sale 300'])
    })

    test('grows within the cap of the day of its sale, not of the correction, and counts once', async () => {
      const terms = {
        tiers: [{ from: 1, cents: 0, share_bp: 10_000 }],
        caps: [
          { per: 'day' as const, conversions: null, cents: 1500 },
          { per: 'month' as const, conversions: 3, cents: null },
        ],
      }
      const store = await stage('growth', [{ terms }])
      await store.sell(sale({ cents: 1000 }))
      const later = NOON + DAY_MS
      await store.adjustSale({ source: 'acme', external_id: 'A-1', cents: 3000, note, at: later })
      await store.sell(sale({ external_id: 'A-2', cents: 1500 }))
      await store.sell(sale({ external_id: 'A-3', cents: 1500, at: later }))
      await store.sell(sale({ external_id: 'A-4', cents: 1500, at: later }))
      expect(await entriesOf(store)).toEqual(['sale 1000', 'sale 500', 'sale 1500'])
    })

    test('counts by New York day, and by the click of its sale', async () => {
      const store = await stage('totals', [{}])
      await store.sell(sale())
      await store.returnSale({ ...named, cents: 1001, at: NOON + DAY_MS })
      expect(await store.payoutList({ from: NOON + 1 }, 9)).toMatchObject([
        {
          aff_id: AFF,
          sub1: 'spring',
          path: 'leadloom',
          version: 1,
          offer: 'mva',
          source: 'acme',
          cents: -501,
        },
      ])
    })
  })

  describe('the ledger of payouts', () => {
    async function filled(place: string) {
      const store = await stage(place, [
        { hold_days: 2 },
        { event: 'registration', terms: { tiers: fixed(100), caps: [] } },
        { aff_id: '87', terms: { tiers: fixed(30), caps: [] } },
      ])
      await store.openSession(session({ uuid: uuidOf(1), aff_id: '87', at: NOON - DAY_MS }))
      await store.track(uuidOf(0), { kind: 'registration', at: NOON - 2 })
      await store.sell(sale({ cents: 2000, at: NOON }))
      await store.sell(sale({ session_uuid: uuidOf(1), external_id: 'A-2', offer: 'wc', at: NOON + 1 }))
      await store.returnSale({ ...named, cents: 500, at: NOON + 2 })
      return store
    }

    test('is read by affiliate, offer, event, statement, and time, in pages', async () => {
      const store = await filled('filters')
      const period = { aff_id: AFF, from_day: '2026-10-30', to_day: '2026-10-30' }
      expect(await store.makeStatement(period, BY)).toEqual({ statement: 1 })
      const read = async (asked: PayoutsAsked, limit = 9) =>
        (await store.payoutList(asked, limit)).map(({ entry }) => entry)
      expect(await read({})).toEqual([4, 3, 2, 1])
      expect(await read({ aff_id: '87' })).toEqual([3])
      expect(await read({ offer: 'mva' })).toEqual([4, 2])
      expect(await read({ event: 'registration' })).toEqual([1])
      expect(await read({ statement: 1 })).toEqual([1])
      expect(await read({ from: NOON, to: NOON + 1 })).toEqual([3, 2])
      expect(await read({ aff_id: AFF, offer: 'mva', event: 'sale', from: NOON + 1 })).toEqual([4])
      expect(await read({ before: '4' }, 2)).toEqual([3, 2])
      const lines = await store.payoutList({}, 9)
      expect(lines.map(({ is_first, statement }) => [is_first, statement])).toEqual([
        [false, null],
        [true, null],
        [true, null],
        [true, 1],
      ])
    })

    test('owes each affiliate what is payable, and holds what is not yet', async () => {
      const store = await filled('balances')
      const payable = Date.parse('2026-11-01T00:00:00-04:00')
      const owed = async (at: number) =>
        (await store.affiliateBalances(at)).map(({ aff_id, payable_cents, held_cents }) => [
          aff_id,
          payable_cents,
          held_cents,
        ])
      const other = ['87', 30, 0]
      expect(await owed(payable - 1)).toEqual([[AFF, 100, 750], other])
      expect(await owed(payable)).toEqual([[AFF, 850, 0], other])
      const period = { aff_id: AFF, from_day: '2026-10-30', to_day: '2026-11-01' }
      await store.makeStatement(period, BY)
      await store.sell(sale({ external_id: 'A-3', cents: 200 }))
      const balance = { aff_id: AFF, payable_cents: 100, held_cents: 0, open_cents: 850, paid_cents: 0 }
      expect((await store.affiliateBalances(payable))[0]).toEqual(balance)
      await store.approveStatement(1, BY)
      expect((await store.affiliateBalances(payable))[0]).toEqual(balance)
      await store.payStatement(1, 'T-1', BY)
      expect((await store.affiliateBalances(payable))[0]).toEqual({
        ...balance,
        open_cents: 0,
        paid_cents: 850,
      })
    })
  })

  describe('a rule', () => {
    test('is in force until it is ended, once, and not before it began', async () => {
      const store = await stage('ending', [{}])
      expect(await store.endPayoutRule(9, BY)).toBe(false)
      expect(await store.endPayoutRule(1, { by: 'eve', at: BY.at - 1 })).toBe(true)
      expect(await store.endPayoutRule(1, { by: 'bob', at: NOON })).toBe(false)
      await store.addPayoutRule(RULE, { ...BY, at: NOON })
      await store.addPayoutRule({ ...RULE, aff_id: '85' }, BY)
      await store.addPayoutRule({ ...RULE, hold_days: 1 }, { by: 'bob', at: NOON + 1, replaces: 2 })
      expect((await store.payoutRules()).map(({ rule, made, ended }) => ({ rule, made, ended }))).toEqual([
        { rule: 3, made: BY, ended: null },
        { rule: 4, made: { by: 'bob', at: NOON + 1 }, ended: null },
        { rule: 2, made: { ...BY, at: NOON }, ended: { by: 'bob', at: NOON + 1 } },
        { rule: 1, made: BY, ended: { by: 'eve', at: BY.at } },
      ])
      const audited = (await store.auditPage({}, 9)).data.map(({ act, operator, changes }) => [
        act,
        operator,
        changes,
      ])
      const change = (field: string, after: string | null, before: string | null = null) => ({
        field,
        before,
        after,
        secret: false,
      })
      const what = { event: 'sale', offer: '' }
      const made = (rule: number, hold: number) => [
        change(`rule ${rule}`, JSON.stringify({ ...what, ...RULE.terms })),
        change('hold_days', String(hold)),
        change('claw_back', 'true'),
      ]
      expect(audited).toEqual([
        ['make_payout_rule', 'bob', [change('replaces', '2'), ...made(4, 1)]],
        ['make_payout_rule', 'ada', made(3, 0)],
        ['make_payout_rule', 'ada', made(2, 0)],
        ['end_payout_rule', 'eve', [change('rule 1', null, JSON.stringify(what))]],
        ['make_payout_rule', 'ada', made(1, 0)],
      ])
    })
  })

  describe('a statement', () => {
    test('of nothing cannot be approved, but one of a cent can, and each step says by whom it was taken', async () => {
      const store = await stage('steps', [{}])
      for (const step of [store.approveStatement, store.discardStatement])
        expect(await step(1, BY)).toBe('unknown')
      expect(await store.payStatement(1, 'T-1', BY)).toBe('unknown')
      const period = { aff_id: AFF, from_day: '2026-10-30', to_day: '2026-10-30' }
      await store.sell(sale({ cents: 2000 }))
      await store.returnSale({ ...named, cents: null, at: NOON })
      await store.makeStatement(period, BY)
      expect(await store.approveStatement(1, BY)).toBe('negative')
      await store.sell(sale({ cents: 2, external_id: 'A-2' }))
      await store.makeStatement(period, BY)
      expect(await store.approveStatement(2, { by: 'bob', at: NOON })).toBe('done')
      expect(await store.approveStatement(2, BY)).toBe('state')
      expect(await store.payoutStatement(2)).toMatchObject({ approved: { by: 'bob', at: NOON }, paid: null })
      await store.payStatement(2, 'T-2', { by: 'eve', at: NOON + 1 })
      expect(await store.discardStatement(1, BY)).toBe('done')
      expect(await store.discardStatement(1, BY)).toBe('state')
      expect(await store.payoutStatements()).toEqual([
        {
          ...period,
          statement: 2,
          entries: 1,
          cents: 1,
          state: 'paid',
          reference: 'T-2',
          made: BY,
          approved: { by: 'bob', at: NOON },
          paid: { by: 'eve', at: NOON + 1 },
        },
      ])
      const change = (field: string, before: string | null, after: string) => ({
        field,
        before,
        after,
        secret: false,
      })
      expect((await store.auditPage({}, 3)).data.map(({ changes }) => changes)).toEqual([
        [change('state', 'draft', 'discarded'), change('cents', null, '0')],
        [change('state', 'approved', 'paid'), change('cents', null, '1'), change('reference', null, 'T-2')],
        [change('state', 'draft', 'approved'), change('cents', null, '1')],
      ])
    })

    test('sums its entries by what they pay for', async () => {
      const store = await stage('sums', [{}])
      for (const id of ['A-1', 'A-2', 'A-3']) await store.sell(sale({ external_id: id, cents: 2000 }))
      await store.sell(sale({ external_id: 'A-4', offer: 'wc', cents: 0 }))
      await store.sell(sale({ external_id: 'A-5', offer: 'wc', cents: 2 }))
      for (const id of ['A-1', 'A-2'])
        await store.returnSale({ ...named, external_id: id, cents: 500, at: NOON })
      await store.adjustSale({ source: 'acme', external_id: 'A-5', cents: 4, note, at: NOON })
      await store.makeStatement({ aff_id: AFF, from_day: '2026-10-30', to_day: '2026-10-30' }, BY)
      const words = { event: 'sale', path: 'leadloom', sub1: 'spring' }
      expect(await store.statementSums(1)).toEqual([
        { ...words, offer: 'mva', conversions: 3, taken_back: 2, cents: 2500 },
        { ...words, offer: 'wc', conversions: 1, taken_back: 0, cents: 2 },
      ])
    })

    test('has what became payable by its last day, once, and is approved before it is paid', async () => {
      const store = await stage('statement', [{ hold_days: 2 }])
      await store.sell(sale())
      await store.sell(sale({ external_id: 'A-2', at: NOON + DAY_MS }))
      await store.returnSale({ ...named, cents: 501, at: NOON + DAY_MS })
      const period = { aff_id: AFF, from_day: '2026-10-30', to_day: '2026-10-31' }
      expect(await store.makeStatement(period, BY)).toBeNull()
      expect(await store.makeStatement({ ...period, to_day: '2026-11-01' }, BY)).toEqual({ statement: 1 })
      expect(await store.payoutStatement(1)).toMatchObject({ entries: 2, cents: 1000, state: 'draft' })
      expect(await store.payStatement(1, 'T-1', BY)).toBe('state')
      expect(await store.approveStatement(1, BY)).toBe('done')
      expect(await store.payStatement(1, 'T-1', BY)).toBe('done')
      expect(await store.payStatement(1, 'T-1', BY)).toBe('state')
      expect(await store.discardStatement(1, BY)).toBe('state')
      await store.returnSale({ ...named, cents: null, at: NOON + 3 * DAY_MS })
      expect(await store.makeStatement({ ...period, to_day: '2026-11-02' }, BY)).toEqual({ statement: 2 })
      expect(await store.payoutStatement(2)).toMatchObject({ entries: 2, cents: 251 })
      expect(await store.makeStatement({ ...period, to_day: '2026-11-02' }, BY)).toBeNull()
      expect(await store.affiliateBalances(NOON)).toEqual([
        { aff_id: AFF, payable_cents: 0, held_cents: 0, open_cents: 251, paid_cents: 1000 },
      ])
      expect(await store.discardStatement(2, BY)).toBe('done')
      await store.returnSale({ ...named, external_id: 'A-2', cents: null, at: NOON + 3 * DAY_MS })
      expect(await store.makeStatement({ ...period, to_day: '2026-11-02' }, BY)).toEqual({ statement: 3 })
      expect(await store.payoutStatement(3)).toMatchObject({ entries: 3, cents: -1000 })
      expect(await store.approveStatement(3, BY)).toBe('negative')
    })
  })
}
