import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewPayoutRule, PayoutLine } from '../../../schemas/desk/payouts.ts'
import type { Sale } from '../../../src/store/nouns/sales/saleTypes.ts'
import type { Store } from '../../../src/store/store.ts'
import { IN_FULL } from '../../inFull.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import {
  dateOf,
  expectedPayouts,
  type ExpectedPayout,
  type PastCause,
  type PastRule,
} from '../payoutOracle.ts'

const VISITS = 6
const AFFILIATES = ['86', '104']
const OFFERS = ['mva', 'wc']
const SOURCES = ['acme', 'best']
const affiliateOf = (visit: number) => AFFILIATES[visit % AFFILIATES.length]!
/** Days beside the ends of months and of summer time. */
const DAYS = [
  '2026-02-28',
  '2026-03-01',
  '2026-03-07',
  '2026-03-08',
  '2026-03-09',
  '2026-10-31',
  '2026-11-01',
  '2026-11-02',
]

const cents = fc.oneof(fc.integer({ min: 0, max: 9000 }), fc.constantFrom(1, 33, 101, 2501))
const at = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(4, 5, 6, 12, 27, 28), fc.constantFrom(-1, 0, 1))
  .map(([day, hour, ms]) => Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + ms)
/** Most rules are older than what happens, so that it pays. */
const ruleAt = fc.oneof({ weight: 4, arbitrary: fc.constant(Date.parse('2026-01-01T12:00:00Z')) }, at)
const visit = fc.nat(VISITS - 1)
const offer = fc.constantFrom(...OFFERS)
const sale = fc.nat(99)
const part: fc.Arbitrary<number | null> = fc.option(cents)
const tier = fc.record({ cents, share_bp: fc.constantFrom(0, 1, 333, 5000, 10_000) })
const rule = fc
  .record({
    aff_id: fc.constantFrom(...AFFILIATES),
    offer: fc.constantFrom('', 'mva'),
    event: fc.constantFrom('registration' as const, 'lead' as const, 'sale' as const, 'sale' as const),
    tiers: fc.array(tier, { minLength: 1, maxLength: 3 }),
    caps: fc.uniqueArray(
      fc.record({
        per: fc.constantFrom('day' as const, 'month' as const, 'total' as const),
        conversions: fc.option(fc.integer({ min: 1, max: 4 })),
        cents: fc.option(fc.integer({ min: 1, max: 6000 })),
      }),
      { maxLength: 2, selector: ({ per }) => per },
    ),
    hold_days: fc.constantFrom(0, 1, 30),
    claw_back: fc.boolean(),
  })
  .map(({ tiers, caps, ...words }): NewPayoutRule => ({
    ...words,
    offer: words.event === 'registration' ? '' : words.offer,
    terms: {
      tiers: tiers.map((one, i) => ({
        from: 1 + 2 * i,
        cents: one.cents,
        share_bp: words.event === 'sale' ? one.share_bp : 0,
      })),
      caps,
    },
  }))
const of = <const Do extends string, T extends Record<string, fc.Arbitrary<unknown>>>(act: Do, words: T) =>
  fc.record({ do: fc.constant(act), at, ...words }) as fc.Arbitrary<
    { do: Do; at: number } & { [K in keyof T]: T[K] extends fc.Arbitrary<infer V> ? V : never }
  >
const act = fc.oneof(
  { weight: 2, arbitrary: of('rule', { rule, at: ruleAt }) },
  { weight: 1, arbitrary: of('end', { sale }) },
  { weight: 1, arbitrary: of('register', { visit }) },
  { weight: 2, arbitrary: of('lead', { visit, offer }) },
  { weight: 6, arbitrary: of('sell', { visit, offer, cents }) },
  { weight: 6, arbitrary: of('return', { sale, part }) },
  { weight: 2, arbitrary: of('adjust', { sale, cents }) },
  { weight: 2, arbitrary: of('reverse', { sale, nth: fc.nat(3) }) },
  { weight: 1, arbitrary: of('statement', { sale }) },
)
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

/** Figures that were compared, for a run that tells. */
let compared = 0

/** Plays acts into a store one after another. Returns what happened, as the ledger of sales has it. */
async function playActs(store: Store, acts: readonly Act[]) {
  const rules: PastRule[] = []
  const causes: PastCause[] = []
  const sales: Sale[] = []
  const known = new Map<string, Set<number>>()
  const done = new Set<string>()
  const statements: { aff_id: string; to_day: string; statement: number }[] = []
  const note = { words: '', by: 'ada' }
  const idOf = (n: number) => ({ source: SOURCES[n % 2]!, external_id: `A-${n}` })
  /** Entries that the last act added to a sale, in the order of booking: a whole return comes after all parts. */
  const addEntries = async (n: number) => {
    const seen = known.get(String(n)) ?? new Set()
    known.set(String(n), seen)
    const rank = ({ ref }: { ref: string }) => (ref === '' ? 0 : ref === 'whole' ? 2 : 1)
    const added = (await store.saleEntries(idOf(n)))
      .filter(({ entry }) => !seen.has(entry))
      .sort((a, b) => rank(a) - rank(b) || a.entry - b.entry)
    const sold = sales[n]
    if (!sold) return
    const past = Number(sold.session_uuid.slice(-4))
    for (const entry of added) {
      seen.add(entry.entry)
      causes.push({
        event: 'sale',
        visit: past,
        aff_id: affiliateOf(past),
        offer: sold.offer,
        sale: String(n),
        at: entry.at,
        entry,
      })
    }
  }
  for (const [i, one] of acts.entries()) {
    if (one.do === 'rule') {
      const { aff_id, offer, event } = one.rule
      const before = rules.find(
        (rule) => rule.to === null && rule.aff_id === aff_id && rule.offer === offer && rule.event === event,
      )
      const added = await store.addPayoutRule(one.rule, {
        by: 'ada',
        at: one.at,
        ...(before && { replaces: before.rule }),
      })
      if (before) Object.assign(before, { to: Math.max(before.from, one.at), ended: causes.length })
      rules.push({
        ...one.rule,
        rule: (added as { rule: number }).rule,
        from: one.at,
        to: null,
        made: causes.length,
        ended: 0,
      })
    } else if (one.do === 'end') {
      const ended = rules[one.sale % Math.max(rules.length, 1)]
      const isEnded =
        ended !== undefined && (await store.endPayoutRule(ended.rule, { by: 'ada', at: one.at }))
      expect(isEnded).toBe(ended?.to === null)
      if (isEnded) Object.assign(ended!, { to: Math.max(ended!.from, one.at), ended: causes.length })
    } else if (one.do === 'register') {
      await store.track(uuidOf(one.visit), { kind: 'registration', at: one.at })
      if (done.has(`register ${one.visit}`)) continue
      done.add(`register ${one.visit}`)
      const words = { visit: one.visit, aff_id: affiliateOf(one.visit), at: one.at }
      causes.push({ event: 'registration', offer: '', sale: '', ...words })
    } else if (one.do === 'lead') {
      await store.appendStep(uuidOf(one.visit), step({ id: uuidOf(1000 + i), at: one.at }), {
        lead: { offer: one.offer, buyers: ['acme'], payload: { zip: String(i) } },
      })
      if (done.has(`lead ${one.visit} ${one.offer}`)) continue
      done.add(`lead ${one.visit} ${one.offer}`)
      const words = { visit: one.visit, aff_id: affiliateOf(one.visit), at: one.at }
      causes.push({ event: 'lead', offer: one.offer, sale: '', ...words })
    } else if (one.do === 'sell') {
      const n = sales.length
      const sold = {
        session_uuid: uuidOf(one.visit),
        offer: one.offer,
        ...idOf(n),
        cents: one.cents,
        returned: false,
        at: one.at,
      }
      sales.push(sold)
      expect(await store.sell(sold)).toBe('new')
      expect(await store.sell(sold)).toBe('known')
      await addEntries(n)
    } else if (one.do === 'return') {
      const n = one.sale % (sales.length + 2)
      const taken = { ...idOf(n), key: null, cents: one.part, at: one.at }
      await store.returnSale(taken)
      await store.returnSale(taken)
      await addEntries(n)
    } else if (one.do === 'adjust') {
      const n = one.sale % Math.max(sales.length, 1)
      await store.adjustSale({ ...idOf(n), cents: one.cents, note, at: one.at })
      await addEntries(n)
    } else if (one.do === 'reverse') {
      const n = one.sale % Math.max(sales.length, 1)
      const entries = await store.saleEntries(idOf(n))
      const entry = entries.at(-1 - (one.nth % Math.max(entries.length, 1)))?.entry
      if (entry !== undefined) await store.reverseEntry({ ...idOf(n), entry, note, at: one.at })
      await addEntries(n)
    } else {
      const [aff_id, to_day] = [AFFILIATES[one.sale % 2]!, dateOf(one.at)]
      const made = await store.makeStatement({ aff_id, from_day: to_day, to_day }, { by: 'ada', at: one.at })
      if (made) statements.push({ aff_id, to_day, ...made })
    }
  }
  return { rules, causes, statements }
}

function asExpected(line: PayoutLine): ExpectedPayout {
  const { aff_id, event, offer, session_uuid, cents, at, payable_at, is_first } = line
  expect(new Date(payable_at - 1).getUTCHours()).toBeGreaterThanOrEqual(3)
  expect([dateOf(payable_at), dateOf(payable_at - 1)]).not.toEqual([dateOf(payable_at), dateOf(payable_at)])
  const payable = dateOf(payable_at)
  const words = { aff_id, event, offer, visit: Number(session_uuid.slice(-4)), cents, at }
  return { ...words, payable, isFirst: is_first }
}

/** Payouts of any history of causes and rules against an oracle. */
export function payoutHistoryContract(open: OpenStore): void {
  describe('payouts', () => {
    test('of any history are what an oracle works out from its causes, and statements leave out nothing', async () => {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(act, { minLength: 60, maxLength: IN_FULL ? 400 : 120, size: 'max' }),
          async (acts) => {
            const store = await open(`payout-histories-${runs++}`)
            await publish(store, 'leadloom', 1000)
            for (let i = 0; i < VISITS; i++)
              await store.openSession(session({ uuid: uuidOf(i), aff_id: affiliateOf(i), at: 2000 }))
            const { rules, causes, statements } = await playActs(store, acts)
            const lines = (await store.payoutList({}, 100_000)).toReversed()
            const expected = expectedPayouts(causes, rules)
            expect(lines.map(asExpected)).toEqual(expected)
            compared += expected.length * 8

            const sums = new Map<string, number>()
            for (const { aff_id, cents } of expected) sums.set(aff_id, (sums.get(aff_id) ?? 0) + cents)
            const owed = (await store.affiliateBalances(Date.parse('2027-01-01'))).map(
              ({ aff_id, payable_cents, held_cents, open_cents, paid_cents }) =>
                [aff_id, payable_cents + held_cents + open_cents + paid_cents] as const,
            )
            expect(new Map(owed)).toEqual(sums)
            for (const { statement, aff_id, to_day } of statements) {
              const listed = lines.filter((line) => line.statement === statement)
              const made = (await store.payoutStatement(statement))!
              expect([made.entries, made.cents]).toEqual([
                listed.length,
                listed.reduce((all, { cents }) => all + cents, 0),
              ])
              for (const line of listed)
                expect([line.aff_id, dateOf(line.payable_at) <= to_day]).toEqual([aff_id, true])
              compared += 2 + 2 * listed.length
            }
            compared += sums.size
            await store.close()
          },
        ),
        { numRuns: IN_FULL ? 60 : 6, endOnFailure: !IN_FULL },
      )
      if (IN_FULL) process.stdout.write(`${compared} figures of payouts compared\n`)
    }, 600_000)
  })
}
