import { describe, expect, test } from 'vitest'
import type { NewPayoutRule } from '../../../schemas/desk/payouts.ts'
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
      await store.sell(sale())
      await store.returnSale({ ...named, cents: null, at: NOON + 1 })
      const entries = await store.saleEntries(named)
      expect(await entriesOf(store)).toEqual(['sale 1351'])
      for (const { entry } of entries.toReversed())
        await store.reverseEntry({ source: 'acme', external_id: 'A-1', entry, note, at: NOON + 2 })
      expect(await entriesOf(store)).toEqual(['sale 1351', 'sale -1351'])
    })

    test('of a lead is kept after the return of its sale if it is not clawed back', async () => {
      const terms = { tiers: fixed(400), caps: [] }
      const store = await stage('kept-lead', [{ event: 'lead', terms, claw_back: false }])
      await store.appendStep(uuidOf(0), step({ id: uuidOf(100), at: NOON }), {
        lead: { offer: 'mva', buyers: ['acme'], payload: {} },
      })
      await store.sell(sale())
      await store.returnSale({ ...named, cents: null, at: NOON })
      expect(await entriesOf(store)).toEqual(['lead 400'])
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
      await store.sell(sale({ external_id: 'A-2', cents: 4000 }))
      await store.returnSale({ ...named, cents: null, at: NOON })
      await store.adjustSale({ source: 'acme', external_id: 'A-2', cents: 9000, note, at: NOON })
      expect(await entriesOf(store)).toEqual(['sale 1000', 'sale 1000', 'sale -1000'])
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
        await store.sell(sale({ external_id: `A-${i}`, at: NOON - (9 - day) * DAY_MS }))
      expect(await entriesOf(store)).toEqual(['sale 100', 'sale 100', 'sale 100', 'sale 300', 'sale 300'])
    })

    test('grows within the cap of the day of its sale, not of the correction', async () => {
      const terms = {
        tiers: [{ from: 1, cents: 0, share_bp: 10_000 }],
        caps: [{ per: 'day' as const, conversions: null, cents: 1500 }],
      }
      const store = await stage('growth', [{ terms }])
      await store.sell(sale({ cents: 1000 }))
      const later = NOON + DAY_MS
      await store.adjustSale({ source: 'acme', external_id: 'A-1', cents: 3000, note, at: later })
      await store.sell(sale({ external_id: 'A-2', cents: 1500, at: later }))
      await store.sell(sale({ external_id: 'A-3', cents: 1500, at: later }))
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

  describe('a statement', () => {
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
