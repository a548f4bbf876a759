import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sale } from '../../../src/store/nouns/sales/saleTypes.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const DAY_MS = 86_400_000
const ever = { path: 'leadloom', from: 0, to: NOON + 99 * DAY_MS }
const sale: Sale = {
  session_uuid: uuidOf(0),
  offer: 'mva',
  source: 'acme',
  external_id: 'A-1',
  cents: 2500,
  returned: false,
  at: NOON,
}
const named = { source: 'acme', external_id: 'A-1' }
const note = { words: 'Ann said so.', by: 'ada' }
const later = { note, at: NOON + DAY_MS }

/** Partial returns, corrections, reversals, and sales that wait for an operator. */
export function ledgerContract(open: OpenStore): void {
  const openWithSale = async (place: string, ...sales: Partial<Sale>[]): Promise<Store> => {
    const store = await open(`ledger-${place}`)
    await publish(store, 'leadloom', 1000)
    await store.openSession(session({}))
    for (const one of sales) await store.sell({ ...sale, ...one })
    return store
  }
  const sums = async (store: Store) => {
    const [line] = await store.ledger({ ...ever, path: null })
    const { sales, gross_cents, returns, returned_cents, net_cents } = line!
    return [sales, gross_cents, returns, returned_cents, net_cents]
  }
  const returned = (store: Store, words: object) =>
    store.returnSale({ ...named, key: null, cents: null, at: NOON + DAY_MS, ...words })
  const entriesOf = async (store: Store) =>
    (await store.drilldown('sales', ever)).rows.map(({ sold, revenue }) => [sold, revenue])

  describe('entries of a sale', () => {
    test('a part is returned once, another part is another return, and the last one ends the sale', async () => {
      const store = await openWithSale('parts', {})
      for (const outcome of ['returned', 'known'])
        expect(await returned(store, { cents: 1000 })).toMatchObject({ outcome })
      expect(await sums(store)).toEqual([1, 2500, 0, 1000, 1500])
      // Receivers of webhooks keep these numbers.
      expect((await store.saleEntries(named)).at(-1)!.entry).toBe(1_000_000_000_001)
      expect(await returned(store, { cents: 500 })).toMatchObject({ outcome: 'returned', cents: 500 })
      expect(await returned(store, { cents: 1001 })).toMatchObject({
        outcome: 'conflict',
        reason: '$10.01 is more than the $10.00 left of this sale.',
      })
      expect(await returned(store, {})).toMatchObject({ outcome: 'returned', cents: 1000 })
      expect(await sums(store)).toEqual([1, 2500, 1, 2500, 0])
      expect(await returned(store, {})).toMatchObject({ outcome: 'known' })
      expect(await returned(store, { cents: 2500 })).toMatchObject({ outcome: 'known' })
      expect(await returned(store, { cents: 1 })).toMatchObject({ outcome: 'conflict' })
      expect(await entriesOf(store)).toEqual([
        [0, -500],
        [0, -1000],
        [-1, -1000],
        [1, 2500],
      ])
    })

    test('a preview of several returns of a sale says what booking them in turn would', async () => {
      const store = await openWithSale('preview', {})
      const of = (words: object) => ({ ...named, key: null, cents: null, at: NOON + DAY_MS, ...words })
      const reports = [{ cents: 1000, return_id: 'R-1' }, { cents: 1501 }, { cents: 500 }, {}, {}].map(of)
      const judged = await store.judgeReturns(reports)
      expect(judged.map(({ outcome, cents }) => [outcome, cents])).toEqual([
        ['returned', 1000],
        ['conflict', 0],
        ['returned', 500],
        ['returned', 1000],
        ['known', 0],
      ])
      expect(await sums(store)).toEqual([1, 2500, 0, 0, 2500])
      const booked = []
      for (const report of reports) booked.push(await store.returnSale(report))
      expect(booked).toEqual(judged)
    })

    test('a part that’s returned on a later day is in that day’s reports', async () => {
      const store = await openWithSale('part of a day', {})
      await returned(store, { cents: 1000 })
      const day = Date.parse('2026-11-21T00:00:00-05:00')
      const range = { ...ever, from: day, to: day + DAY_MS }
      expect(await store.report('analytics-epr', range)).toMatchObject([{ visits: 0, revenue: -1000 }])
    })

    test('two returns of one amount are distinguished by their IDs', async () => {
      const store = await openWithSale('ids', {})
      for (const [return_id, outcome] of [
        ['R-1', 'returned'],
        ['R-1', 'known'],
        ['R-2', 'returned'],
      ])
        expect(await returned(store, { cents: 1000, return_id })).toMatchObject({ outcome })
      expect(await returned(store, { cents: 500, return_id: 'R-1' })).toMatchObject({
        outcome: 'conflict',
        reason: 'Return R-1 was booked with $10.00, not $5.00.',
      })
      expect(await returned(store, { cents: 1000 })).toMatchObject({ outcome: 'known' })
      expect(await returned(store, { return_id: 'R-1' })).toMatchObject({ outcome: 'known' })
      expect(await sums(store)).toEqual([1, 2500, 0, 2000, 500])
      expect(await returned(store, { return_id: 'R-3' })).toMatchObject({ outcome: 'returned', cents: 500 })
      expect(await returned(store, { cents: 2500, return_id: 'R-4' })).toMatchObject({ outcome: 'known' })
    })

    test('a return whose ID was booked with another amount is booked only by an operator', async () => {
      const store = await openWithSale('taken id', {})
      for (const cents of [1000, 500]) await returned(store, { cents, return_id: 'R-1' })
      const [{ entry } = { entry: 0 }] = await store.unbooked(1)
      expect(await store.bookUnbooked({ entry, cents: 500, ...later })).toMatchObject({
        outcome: 'booked',
        cents: -500,
      })
      expect(await sums(store)).toEqual([1, 2500, 0, 1500, 1000])
    })

    test('a return with an ID may be one that came without, so an operator decides', async () => {
      const store = await openWithSale('twin', {})
      await returned(store, { cents: 1000 })
      const reason = 'A return of $10.00 without an ID was booked before, and may be the same one.'
      expect(await returned(store, { cents: 1000, return_id: 'R-1' })).toMatchObject({
        outcome: 'conflict',
        reason,
      })
      const [report] = await store.unbooked(1)
      expect(report).toMatchObject({ returned: true, cents: 1000, reason })
      const decision = { entry: report!.entry, cents: 1000, ...later }
      expect(await store.bookUnbooked(decision)).toMatchObject({ outcome: 'booked', cents: -1000 })
      expect(await store.unbooked(1)).toEqual([])
      expect(await returned(store, { cents: 1000, return_id: 'R-1' })).toMatchObject({ outcome: 'known' })
      expect(await sums(store)).toEqual([1, 2500, 0, 2000, 500])
    })

    test('are listed oldest first, also for their lead, if the final return came after a part', async () => {
      const store = await open('ledger-oldest first')
      await publish(store, 'leadloom', 1000)
      await store.openSession(session({}))
      await store.appendStep(uuidOf(0), step({ at: NOON }), {
        lead: { offer: 'mva', buyers: ['acme'], payload: {} },
      })
      const ofLead = async () => (await store.leadDeliveries(uuidOf(0)))[0]!
      const { delivery } = await ofLead()
      await store.beginAttempt(delivery, NOON)
      const { external_id, cents } = sale
      const bought = { state: 'accepted', message: '', at: NOON, due_at: null } as const
      await store.endAttempt(delivery, 1, { ...bought, sale: { external_id, cents } })
      await returned(store, { cents: 1000 })
      await returned(store, { at: NOON + 2 * DAY_MS })
      const [part, rest] = [-1000, -1500]
      expect((await store.saleEntries(named)).map((one) => one.cents)).toEqual([cents, part, rest])
      expect((await ofLead()).entries.map((one) => one.cents)).toEqual([cents, part, rest])
    })

    test('a return by hand is new even if another has its amount, but not if the sale changed in the meantime', async () => {
      const store = await openWithSale('hand', {})
      const byHand = (leftSeen: number) => returned(store, { cents: 500, leftSeen })
      expect(await byHand(2500)).toMatchObject({ outcome: 'returned' })
      expect(await byHand(2500)).toMatchObject({
        outcome: 'conflict',
        reason: 'This sale changed since you opened it: $20.00 is left. Check the amount and try again.',
      })
      expect(await byHand(2000)).toMatchObject({ outcome: 'returned' })
      expect(await sums(store)).toEqual([1, 2500, 0, 1000, 1500])
      expect(await store.unbooked(1)).toEqual([])
    })

    test('the amount can be corrected up and down, to no less than was returned, and the sale itself stays', async () => {
      const store = await openWithSale('corrected', {})
      const correct = (cents: number) => store.adjustSale({ ...named, cents, ...later })
      expect(await correct(3000)).toMatchObject({ outcome: 'booked', cents: 500, sale: { left: 3000 } })
      expect(await correct(3000)).toMatchObject({ outcome: 'known', cents: 0 })
      await returned(store, { cents: 1000 })
      expect(await correct(999)).toMatchObject({
        outcome: 'refused',
        reason: "$10.00 of this sale was returned, so its amount can't be lower than that.",
      })
      expect(await correct(1000)).toMatchObject({ outcome: 'booked', cents: -2000, sale: { left: 0 } })
      expect(await sums(store)).toEqual([1, 1000, 0, 1000, 0])
      expect(await store.sell(sale)).toBe('known')
      expect(await entriesOf(store)).toContainEqual([1, 2500])
      expect(await store.adjustSale({ ...named, external_id: 'none', cents: 1, ...later })).toMatchObject({
        outcome: 'unknown',
      })
      await returned(store, {})
      expect(await correct(3000)).toMatchObject({ outcome: 'refused' })
    })

    test.each([
      ['a sale', async () => {}, [0, 0, 0, 0, 0]],
      ['a whole return', (store: Store) => returned(store, {}), [1, 2500, 0, 0, 2500]],
      ['a part', (store: Store) => returned(store, { cents: 1000 }), [1, 2500, 0, 0, 2500]],
      [
        'a correction',
        (store: Store) => store.adjustSale({ ...named, cents: 3000, ...later }),
        [1, 2500, 0, 0, 2500],
      ],
    ])('%s is reversed by an opposite entry, once', async (name, act, after) => {
      const store = await openWithSale(`reversed-${name}`, {})
      await act(store)
      const { rows } = await store.drilldown('sales', ever)
      const entries = await store.saleEntries(named)
      const { entry } = name === 'a sale' ? entries[0]! : entries.at(-1)!
      const reverse = () => store.reverseEntry({ ...named, entry, ...later })
      expect(await reverse()).toMatchObject({ outcome: 'booked' })
      expect(await sums(store)).toEqual(after)
      expect(await reverse()).toMatchObject({ outcome: 'known' })
      expect((await store.drilldown('sales', ever)).rows).toHaveLength(rows.length + 1)
      // Its reversal is an entry too, so a mistaken one is reversed as well.
      const { entry: reversal } = (await store.saleEntries(named)).at(-1)!
      expect(await store.reverseEntry({ ...named, entry: reversal, ...later })).toMatchObject({
        outcome: 'booked',
      })
      expect(await store.saleEntries(named)).toMatchObject([
        { note: null },
        ...Array.from({ length: rows.length - 1 }, () => ({})),
        { reverses: entry, note: { reason: 'reversal', ...note } },
        { reverses: reversal, note: { reason: 'reversal', ...note } },
      ])
    })

    test('a sale is reversed after its returns and corrections, and repeating a reversed return doesn’t book it again', async () => {
      const store = await openWithSale('order', {})
      await returned(store, { cents: 1000 })
      const [first, part] = await store.saleEntries(named)
      const reverse = (entry: number) => store.reverseEntry({ ...named, entry, ...later })
      expect(await reverse(first!.entry)).toMatchObject({
        outcome: 'refused',
        reason: 'Reverse the returns and corrections of this sale first.',
      })
      await reverse(part!.entry)
      expect(await returned(store, { cents: 1000 })).toMatchObject({ outcome: 'known' })
      expect(await reverse(first!.entry)).toMatchObject({ outcome: 'booked', sale: { left: 0 } })
      expect(await reverse(99)).toMatchObject({ outcome: 'refused' })
      expect(await returned(store, {})).toMatchObject({ outcome: 'known' })
      expect(await store.reverseEntry({ ...named, external_id: 'none', entry: 1, ...later })).toMatchObject({
        outcome: 'unknown',
      })
    })

    test('a return of nothing changes nothing, before the sale is returned and after it', async () => {
      const store = await openWithSale('nothing', {})
      expect(await returned(store, { cents: 0 })).toMatchObject({
        outcome: 'conflict',
        reason: 'A return of $0.00 changes nothing.',
      })
      await returned(store, {})
      for (const words of [{ cents: 0 }, { cents: 0, leftSeen: 0 }])
        expect(await returned(store, words)).toMatchObject({ outcome: 'conflict' })
      expect(await sums(store)).toEqual([1, 2500, 1, 2500, 0])
    })

    test('a whole return without an ID matches any ID once nothing is left', async () => {
      const store = await openWithSale('whole twin', {})
      await returned(store, {})
      expect(await returned(store, { cents: 2500, return_id: 'R-1' })).toMatchObject({ outcome: 'known' })
    })

    test('a reversed whole return is booked again by hand, but not by repeating it', async () => {
      const store = await openWithSale('whole again', {})
      await returned(store, {})
      const { entry } = (await store.saleEntries(named)).at(-1)!
      await store.reverseEntry({ ...named, entry, ...later })
      expect(await returned(store, {})).toMatchObject({ outcome: 'known' })
      expect(await returned(store, { leftSeen: 2500 })).toMatchObject({ outcome: 'returned', cents: 2500 })
      expect(await sums(store)).toEqual([1, 2500, 1, 2500, 0])
    })

    test('an amount can be corrected to an earlier one', async () => {
      const store = await openWithSale('back and forth', {})
      for (const cents of [3000, 2000, 3000])
        expect(await store.adjustSale({ ...named, cents, ...later })).toMatchObject({ outcome: 'booked' })
      expect(await sums(store)).toEqual([1, 3000, 0, 0, 3000])
    })

    test('a correction can’t be reversed if that would leave less than nothing, or something of a returned sale', async () => {
      for (const [cents, back, reason] of [
        [3000, 2800, '$5.00 is more than the $2.00 left of this sale.'],
        [2000, null, 'Nothing is left of this sale. Reverse its return first.'],
      ] as const) {
        const store = await openWithSale(`corrected, returned ${cents}`, {})
        await store.adjustSale({ ...named, cents, ...later })
        const { entry } = (await store.saleEntries(named)).at(-1)!
        await returned(store, { cents: back })
        const before = await sums(store)
        const reversed = await store.reverseEntry({ ...named, entry, ...later })
        expect(reversed).toMatchObject({ outcome: 'refused', reason })
        expect(await sums(store)).toEqual(before)
      }
    })

    test('reversing a reversal restores the number of sales', async () => {
      const store = await openWithSale('reversal reversed', {}, { external_id: 'A-0', cents: 0 })
      const of = async (external_id: string, ref: string) => {
        const entries = await store.saleEntries({ ...named, external_id })
        const found = entries.find((one) => one.ref === ref || `${one.reverses}` === ref)!
        await store.reverseEntry({ ...named, external_id, entry: found.entry, ...later })
        const now = await store.saleEntries({ ...named, external_id })
        return [
          found.entry,
          now.reduce((sum, { sold }) => sum + sold, 0),
          now.reduce((sum, { cents }) => sum + cents, 0),
        ] as const
      }
      await returned(store, {})
      const [whole, ...restored] = await of('A-1', 'whole')
      expect(restored).toEqual([1, 2500])
      expect((await of('A-1', `${whole}`)).slice(1)).toEqual([0, 0])
      // A sale of nothing counts again, too.
      await returned(store, { external_id: 'A-0' })
      expect((await of('A-0', 'whole')).slice(1)).toEqual([1, 0])
    })

    test('a part that’s returned again may be all that’s left', async () => {
      const store = await openWithSale('last part', {})
      await returned(store, { cents: 1000, return_id: 'R-1' })
      const [, part] = await store.saleEntries(named)
      const reverse = (entry: number) => store.reverseEntry({ ...named, entry, ...later })
      await reverse(part!.entry)
      await reverse((await store.saleEntries(named)).at(-1)!.entry)
      // The entry that took it back has no ID of its own, and is no twin.
      expect(await returned(store, { cents: 1000, return_id: 'R-2' })).toMatchObject({ outcome: 'returned' })
      const second = (await store.saleEntries(named)).at(-1)!
      await reverse(second.entry)
      const back = (await store.saleEntries(named)).at(-1)!
      await returned(store, { cents: 1500, return_id: 'R-3' })
      expect(await sums(store)).toEqual([1, 2500, 1, 2500, 0])
      expect(await reverse(back.entry)).toMatchObject({ outcome: 'refused' })
    })

    test('a sale can’t be reversed while a correction is in force whose reversal was reversed', async () => {
      const store = await openWithSale('in force', {})
      await store.adjustSale({ ...named, cents: 3000, ...later })
      const reverseLast = async () => {
        const { entry } = (await store.saleEntries(named)).at(-1)!
        return store.reverseEntry({ ...named, entry, ...later })
      }
      for (let time = 0; time < 2; time++) expect(await reverseLast()).toMatchObject({ outcome: 'booked' })
      const [{ entry } = { entry: 0 }] = await store.saleEntries(named)
      expect(await store.reverseEntry({ ...named, entry, ...later })).toMatchObject({
        outcome: 'refused',
        reason: 'Reverse the returns and corrections of this sale first.',
      })
      expect(await sums(store)).toEqual([1, 3000, 0, 0, 3000])
    })

    test('reports with another source, offer, session, or return ID are kept separately, and others once', async () => {
      const store = await openWithSale('kept apart', {})
      await store.openSession(session({ uuid: uuidOf(1) }))
      for (let time = 0; time < 2; time++) {
        for (const return_id of ['R-1', 'R-2'])
          await returned(store, { external_id: 'none', cents: 500, return_id })
        for (const offer of ['wc', 'ssdi'])
          for (const n of [0, 1]) await store.sell({ ...sale, offer, session_uuid: uuidOf(n), cents: 2500 })
      }
      await returned(store, { source: 'another', external_id: 'none', cents: 500, return_id: 'R-1' })
      expect(await store.unbooked(9)).toHaveLength(7)
    })

    test('no sequence of entries goes below zero, and reports, ledger, and entries agree to the cent', async () => {
      const store = await openWithSale('random')
      let sales = 0
      const act = fc.oneof(
        fc.record({ do: fc.constant('return' as const), cents: fc.option(fc.integer({ min: 0, max: 30 })) }),
        fc.record({ do: fc.constant('adjust' as const), cents: fc.integer({ min: 0, max: 30 }) }),
        fc.record({ do: fc.constant('reverse' as const), cents: fc.nat(8) }),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 20 }),
          fc.array(act, { maxLength: 8 }),
          async (cents, acts) => {
            const one = { source: 'acme', external_id: `R-${sales++}` }
            await store.sell({ ...sale, ...one, cents })
            for (const { do: what, cents } of acts) {
              const entries = await store.saleEntries(one)
              const before = entries.reduce((sum, entry) => sum + entry.cents, 0)
              const booked =
                what === 'return'
                  ? -(await store.returnSale({ ...one, key: null, cents, at: NOON })).cents
                  : what === 'adjust'
                    ? (await store.adjustSale({ ...one, cents: cents!, ...later })).cents
                    : (await store.reverseEntry({ ...one, entry: entries[cents!]?.entry ?? 0, ...later }))
                        .cents
              const now = await store.saleEntries(one)
              const left = now.reduce((sum, entry) => sum + entry.cents, 0)
              const count = now.reduce((sum, entry) => sum + entry.sold, 0)
              expect(left).toBe(before + booked)
              expect(left).toBeGreaterThanOrEqual(0)
              expect([0, 1]).toContain(count)
              if (count === 0) expect(left).toBe(0)
            }
          },
        ),
        {
          numRuns: 60,
          examples: [
            [
              0,
              [
                { do: 'reverse', cents: 0 },
                { do: 'reverse', cents: 1 },
                { do: 'adjust', cents: 1 },
                { do: 'reverse', cents: 2 },
              ],
            ],
          ],
        },
      )
      const [line] = await store.ledger({ ...ever, path: null })
      const { rows } = await store.drilldown('sales', { ...ever, limit: 10_000 })
      const net = rows.reduce((sum, { revenue }) => sum + revenue, 0)
      const count = rows.reduce((sum, { sold }) => sum + sold, 0)
      expect(line).toMatchObject({ net_cents: net })
      expect(line!.gross_cents - line!.returned_cents).toBe(net)
      expect(line!.sales - line!.returns).toBe(count)
      const expected = [{ offer_name: 'mva', total: count, revenue: net }]
      expect(await store.report('sale-by-offer', ever)).toMatchObject(expected)
      // A range that cuts days is read from the entries themselves.
      const cut = { ...ever, from: NOON - 1, to: NOON + DAY_MS + 1 }
      expect(await store.report('sale-by-offer', cut)).toMatchObject(expected)
    })
  })

  describe('an implausible price', () => {
    test.each([
      [
        'too high',
        { cents: 100_001, mostCents: 100_000 },
        'too_high',
        "above the limit of $1000.00, so it wasn't booked.",
      ],
      ['unreadable', { unreadable: '-5.00' }, 'unreadable', `The price is "-5.00", which isn't an amount`],
      ['negative', { cents: -500 }, 'unreadable', 'below zero'],
    ])('that is %s waits until an operator books it at an amount', async (name, words, outcome, reason) => {
      const store = await openWithSale(`price-${name}`)
      expect(await store.sell({ ...sale, ...words })).toBe(outcome)
      expect(await store.ledger({ ...ever, path: null })).toEqual([])
      const [report] = await store.unbooked(1)
      expect(report).toMatchObject({ state: 'far_off', returned: false, ...named })
      expect(report!.reason).toContain(reason)
      expect(report!.cents).toBe(outcome === 'unreadable' ? null : (words as { cents: number }).cents)
      // Its return waits for it.
      expect(await returned(store, { cents: 500 })).toMatchObject({ outcome: 'waits' })
      const decision = { entry: report!.entry, cents: 2000, ...later }
      expect(await store.bookUnbooked(decision)).toMatchObject({ outcome: 'booked', sale: { left: 1500 } })
      expect(await sums(store)).toEqual([1, 2000, 0, 500, 1500])
      expect(await store.bookUnbooked(decision)).toMatchObject({ outcome: 'unknown' })
      expect(await store.unbooked(1)).toEqual([])
      expect(await store.saleEntries(named)).toMatchObject([
        { at: NOON, note: { reason: 'settled', ...note } },
        { cents: -500 },
      ])
    })

    test('a sale whose ID is in the ledger is corrected instead of booked twice', async () => {
      const store = await openWithSale('booked-twice', {}, { cents: 3000 })
      const [{ entry } = { entry: 0 }] = await store.unbooked(1)
      expect(await store.bookUnbooked({ entry, cents: 3000, ...later })).toMatchObject({
        outcome: 'refused',
        reason: 'Sale A-1 of $25.00 is in the ledger. Correct its amount instead.',
      })
      expect(await store.unbooked(1)).toHaveLength(1)
      expect(await sums(store)).toEqual([1, 2500, 0, 0, 2500])
    })

    test('the usual price is the median of the newest 50 sales of this source with an amount', async () => {
      const store = await openWithSale('median')
      let n = 0
      const sell = (cents: number, words: Partial<Sale> = {}) =>
        store.sell({ ...sale, external_id: `M-${n}`, cents, at: NOON + n++, ...words })
      for (let k = 0; k < 60; k++) await sell(100)
      for (let k = 0; k < 39; k++) await sell(k > 2 && k < 28 ? 200 : 5000)
      for (let k = 0; k < 11; k++) await sell(9000)
      for (let k = 0; k < 5; k++) await sell(0)
      for (let k = 0; k < 5; k++) await sell(300, { source: 'another' })
      expect(await sell(50_001, { mostTimesUsual: 10 })).toBe('too_high')
      expect(await store.unbooked(1)).toMatchObject([{ ours_cents: 5000 }])
      expect(await sell(50_000, { mostTimesUsual: 10 })).toBe('new')
    })

    test('the limit is ten times the usual price, once there are enough sales to know it', async () => {
      const store = await openWithSale('usual')
      const bounds = { mostCents: 100_000, mostTimesUsual: 10 }
      const sell = (n: number, cents: number) =>
        store.sell({ ...sale, external_id: `U-${n}`, cents, at: NOON + n, ...bounds })
      for (let n = 0; n < 9; n++) await sell(n, 2500)
      expect(await sell(9, 90_000)).toBe('new')
      expect(await sell(10, 25_001)).toBe('too_high')
      expect((await store.unbooked(1))[0]!.reason).toBe(
        "The price of $250.01 is above the limit of $250.00, 10 times the usual $25.00, so it wasn't booked.",
      )
      // The middle one of an odd number of sales.
      expect([await sell(11, 25_000), await sell(12, 25_000)]).toEqual(['new', 'new'])
    })

    test('it counts for the click that it was reported for', async () => {
      const store = await openWithSale('click')
      const click = { query: {}, page_url: '', referrer: '', at: NOON, sub1: '', sub2: '', sub3: '' }
      await store.arrive(uuidOf(0), { ...click, aff_id: '104', arrival: 1 })
      await store.sell({ ...sale, arrival: 0, cents: 5, mostCents: 4 })
      await store.bookUnbooked({ entry: (await store.unbooked(1))[0]!.entry, cents: 5, ...later })
      expect(await store.report('sale-by-affiliate', ever)).toMatchObject([{ aff_id: '86', revenue: 5 }])
    })
  })
}
