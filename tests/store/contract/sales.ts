import { describe, expect, test } from 'vitest'
import type { Sale } from '../../../src/store/nouns/sales/saleTypes.ts'
import type { SaleNames } from '../../../src/store/nouns/sales/statedSales.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const DAY_MS = 86_400_000
const today = { path: 'leadloom', from: NOON, to: NOON }
const tomorrow = { path: 'leadloom', from: NOON + DAY_MS, to: NOON + DAY_MS }

export function saleContract(open: OpenStore): void {
  const openWithSession = async (place: string): Promise<Store> => {
    const store = await open(place)
    await publish(store, 'leadloom', 1000)
    await store.openSession(session({}))
    return store
  }

  describe('sales', () => {
    test('the same conversion of the same partner is one sale, and another partner can use the same ID', async () => {
      const store = await openWithSession('sales-once')

      expect(await store.sell(sale({}))).toBe('new')
      expect(await store.sell(sale({ at: NOON + 5 }))).toBe('known')
      expect(await store.sell(sale({ source: 'another' }))).toBe('new')
      expect(await store.report('sale-by-offer', today)).toEqual([
        { offer_name: 'mva', total: 2, gross: 2468, returned: 0, revenue: 2468 },
      ])
    })

    test('a return reverses the stored sale once, at its own time', async () => {
      const store = await openWithSession('sales-return')
      const returned = sale({ returned: true, at: NOON + DAY_MS })
      await store.sell(sale({}))

      expect(await store.sell(returned)).toBe('new')
      expect(await store.sell(returned)).toBe('known')
      expect(await store.sell(sale({}))).toBe('known')
      expect(await store.report('sale-by-offer', today)).toEqual([
        { offer_name: 'mva', total: 1, gross: 1234, returned: 0, revenue: 1234 },
      ])
      expect(await store.report('sale-by-offer', tomorrow)).toEqual([
        { offer_name: 'mva', total: -1, gross: 0, returned: 1234, revenue: -1234 },
      ])
    })

    test('a sale and its return count for the click it names, or else for the newest', async () => {
      const store = await openWithSession('sales-clicks')
      const { uuid } = session({})
      const click = { query: { affid: '104' }, page_url: '', referrer: '', at: NOON }
      await store.arrive(uuid, { ...click, aff_id: '104', sub1: '', sub2: '', sub3: '', arrival: 1 })
      await store.sell(sale({ external_id: 'first', arrival: 0 }))
      await store.sell(sale({ external_id: 'newest' }))
      await store.arrive(uuid, { ...click, aff_id: '99', sub1: '', sub2: '', sub3: '', arrival: 2 })
      await store.sell(sale({ external_id: 'newest', returned: true, at: NOON + DAY_MS }))

      const rows = async (range: typeof today) =>
        (await store.report('sale-by-affiliate', range)).map(({ aff_id, total }) => [aff_id, total])
      expect(await rows(today)).toEqual([
        ['104', 1],
        ['86', 1],
      ])
      expect(await rows(tomorrow)).toEqual([['104', -1]])
      const { rows: behind } = await store.drilldown('sales', { ...today, aff_id: '86' })
      expect(behind).toMatchObject([{ external_id: 'first' }])
    })

    test('a lead’s sale counts for the click that was newest when it was due, whatever comes before it’s bought', async () => {
      const store = await openWithSession('sales-lead-clicks')
      const { uuid } = session({})
      const arrive = (aff_id: string, arrival: number) =>
        store.arrive(uuid, {
          query: { affid: aff_id },
          page_url: '',
          referrer: '',
          at: NOON,
          aff_id,
          sub1: '',
          sub2: '',
          sub3: '',
          arrival,
        })
      await arrive('104', 1)
      await store.appendStep(uuid, step({ at: NOON }), {
        lead: { offer: 'mva', buyers: ['acme'], payload: {} },
      })
      await arrive('99', 2)
      const [delivery] = await store.dueDeliveries('acme', NOON, 1)
      expect(await store.beginAttempt(delivery!, NOON)).toMatchObject({ aff_id: '104' })
      const end = { state: 'accepted', message: '', at: NOON, due_at: null } as const
      await store.endAttempt(delivery!, 1, { ...end, sale: { external_id: 'A-1', cents: 900 } })
      expect(await store.report('sale-by-affiliate', today)).toMatchObject([{ aff_id: '104', revenue: 900 }])
    })

    test.each([
      ['offer', { offer: 'wc' }, 'the offer is wc instead of mva'],
      ['session', { session_uuid: uuidOf(1) }, `the session is ${uuidOf(1)} instead of ${uuidOf(0)}`],
    ])(
      'the same ID with another %s changes nothing and is kept once for the operator',
      async (name, other, words) => {
        const store = await openWithSession(`sales-conflict-${name}`)
        await store.openSession(session({ uuid: uuidOf(1) }))
        await store.sell(sale({}))
        for (const returned of [false, true, false, true])
          expect(await store.sell(sale({ ...other, returned }))).toBe('conflict')

        const about = { state: 'conflict', source: 'partner', external_id: '1', key: null, ...other }
        const reason = `It differs from what’s saved with this ID: ${words}.`
        expect(await store.unbooked(10)).toMatchObject([
          { ...about, returned: true, reason },
          { ...about, returned: false, reason },
        ])
        expect((await store.load()).unbooked).toEqual({ waiting: 0, conflict: 2, probable: 0, stated: 0 })
        expect(await store.ledger({ ...today, path: null })).toMatchObject([{ sales: 1, net_cents: 1234 }])
      },
    )

    test('the same ID with another amount is kept for the operator, as is a return of more than is left', async () => {
      const store = await openWithSession('sales-conflict-amount')
      await store.sell(sale({}))
      for (const returned of [false, true, false, true])
        expect(await store.sell(sale({ cents: 9999, returned }))).toBe('conflict')
      const about = { state: 'conflict', source: 'partner', external_id: '1', cents: 9999 }
      expect(await store.unbooked(10)).toMatchObject([
        { ...about, returned: true, reason: '$99.99 is more than the $12.34 left of this sale.' },
        {
          ...about,
          returned: false,
          reason: 'It differs from what’s saved with this ID: the amount is $99.99 instead of $12.34.',
        },
      ])
      expect(await store.ledger({ ...today, path: null })).toMatchObject([{ sales: 1, net_cents: 1234 }])
    })

    test('a return that arrives before its sale waits, and is booked in the sale’s transaction', async () => {
      const store = await openWithSession('sales-waiting')
      const returned = sale({ returned: true })
      expect([await store.sell(returned), await store.sell(returned)]).toEqual(['waits', 'waits'])
      expect(await store.sell({ ...returned, cents: 1 })).toBe('waits')
      expect(await store.ledger({ ...today, path: null })).toEqual([])
      expect(await store.unbooked(10)).toMatchObject([
        { state: 'waiting', cents: 1 },
        { state: 'waiting', cents: 1234 },
      ])

      expect(await store.sell(sale({}))).toBe('new')
      expect(await store.ledger({ ...today, path: null })).toMatchObject([
        { sales: 1, returns: 1, net_cents: 0 },
      ])
      expect(await store.sell(returned)).toBe('known')
      expect(await store.unbooked(10)).toMatchObject([{ state: 'conflict' }])
      expect(await store.dismissUnbooked((await store.unbooked(1))[0]!.entry)).toBe(true)
      expect([await store.unbooked(1), await store.dismissUnbooked(1)]).toEqual([[], false])
    })

    test('waiting returns contradict each other only under one ID of one partner', async () => {
      const store = await openWithSession('sales-waiting-alike')
      await store.openSession(session({ uuid: uuidOf(1) }))
      const back = (words: Partial<Sale>) => store.sell(sale({ returned: true, ...words }))
      const other = { session_uuid: uuidOf(1) }
      expect(await back({})).toBe('waits')
      expect(await back({ ...other, source: 'another' })).toBe('waits')
      expect(await back({ ...other, external_id: '2' })).toBe('waits')
      expect(await back(other)).toBe('conflict')
    })

    test('a waiting return reverses its part, or is left to the operator if it’s more than the sale', async () => {
      const store = await openWithSession('sales-waiting-other')
      await store.sell(sale({ returned: true, cents: 1 }))
      await store.sell(sale({ returned: true, cents: 1235 }))
      expect(await store.sell(sale({}))).toBe('new')
      expect(await store.ledger({ ...today, path: null })).toMatchObject([
        { returns: 0, returned_cents: 1, net_cents: 1233 },
      ])
      expect(await store.unbooked(9)).toMatchObject([
        { state: 'conflict', reason: '$12.35 is more than the $12.33 left of this sale.' },
      ])
    })

    describe('a buyer’s return of a lead', () => {
      const stage = async (place: string) => {
        const store = await openWithSession(place)
        const lead = { offer: 'mva', buyers: ['acme'], payload: {} }
        await store.appendStep(uuidOf(0), step({ id: uuidOf(7), at: NOON }), { lead })
        const [delivery] = await store.dueDeliveries('acme', NOON, 1)
        const { key } = (await store.delivery(delivery!))!
        const bought = async () => {
          await store.beginAttempt(delivery!, NOON)
          const sold = { external_id: 'A-1', cents: 2500 }
          const end = { state: 'accepted', message: 'Yes.', at: NOON, due_at: null, sale: sold } as const
          await store.endAttempt(delivery!, 1, end)
        }
        const returned = (words: object) =>
          store.returnSale({
            source: 'acme',
            external_id: null,
            key: null,
            cents: null,
            at: NOON + DAY_MS,
            ...words,
          })
        return { store, key, bought, returned }
      }
      const back = { returns: 1, returned_cents: 2500, sales: 0 }

      test.each(['its own id', 'our key', 'both'])('reverses the sale once, by %s', async (by) => {
        const { store, key, bought, returned } = await stage(`returns-${by}`)
        await bought()
        const named = { ...(by !== 'our key' && { external_id: 'A-1' }), ...(by !== 'its own id' && { key }) }
        expect(
          await store.judgeReturn({
            source: 'acme',
            external_id: null,
            key: null,
            cents: null,
            at: NOON,
            ...named,
          }),
        ).toMatchObject({ outcome: 'returned', sale: { cents: 2500, offer: 'mva' } })
        expect(await store.ledger({ ...tomorrow, path: null })).toEqual([])
        const note = { reason: 'fraud', words: 'Ann said so.', by: 'ada' } as const
        expect(await returned({ ...named, note })).toMatchObject({
          outcome: 'returned',
          sale: { external_id: 'A-1' },
        })
        expect((await store.returnList({})).data).toMatchObject([
          { external_id: 'A-1', reason: 'fraud', words: 'Ann said so.', booked_by: 'ada' },
        ])
        expect(await returned({ ...named, cents: 2500 })).toMatchObject({ outcome: 'known' })
        expect(await store.ledger({ ...tomorrow, path: null })).toMatchObject([back])
      })

      test.each(['its own id', 'our key'])('waits for a later sale, by %s', async (by) => {
        const { store, key, bought, returned } = await stage(`returns-early-${by}`)
        const named = by === 'our key' ? { key } : { external_id: 'A-1' }
        expect(await returned(named)).toMatchObject({ outcome: 'waits' })
        expect(await store.unbooked(9)).toMatchObject([{ state: 'waiting', source: 'acme', returned: true }])
        await bought()
        expect(await store.ledger({ ...today, path: null })).toMatchObject([
          { sales: 1, returns: 1, net_cents: 0 },
        ])
        expect([await store.unbooked(9), (await returned(named)).outcome]).toEqual([[], 'known'])
      })

      test.each(['its own id', 'our key'])(
        'keeps its reason and author while it waits, by %s',
        async (by) => {
          const { store, key, bought, returned } = await stage(`returns-noted-${by}`)
          const named = by === 'our key' ? { key } : { external_id: 'A-1' }
          const note = { reason: 'fraud', words: 'Ann said so.', by: 'ada' } as const
          await returned({ ...named, note })
          await bought()
          expect((await store.returnList({})).data).toMatchObject([
            { external_id: 'A-1', reason: 'fraud', words: 'Ann said so.', booked_by: 'ada', cents: 2500 },
          ])
        },
      )

      test('that waits twice keeps whichever note it has', async () => {
        const { store, key, bought, returned } = await stage('returns-noted-twice')
        await returned({ external_id: 'A-1' })
        await returned({ key, note: { reason: 'file', words: '', by: 'ada' } })
        await bought()
        expect((await store.returnList({})).data).toMatchObject([{ reason: 'file', booked_by: 'ada' }])
      })

      test('that already waits says since when, and keeps the first note', async () => {
        const { store, bought, returned } = await stage('returns-waits-already')
        const first = { external_id: 'A-1', note: { reason: 'file', words: '', by: 'ada' } }
        const since = 'A return of it has been waiting since 2026-11-02.'
        const once = await returned({ ...first, at: Date.parse('2026-11-02T12:00:00-05:00') })
        expect(once.reason).toBe('Its sale isn’t known yet, so the return waits for it.')
        for (const more of [{}, { cents: 2500 }, { note: { ...first.note, by: 'bob' } }])
          expect(await returned({ ...first, ...more })).toMatchObject({ outcome: 'waits', reason: since })
        await bought()
        expect((await store.returnList({})).data).toMatchObject([{ reason: 'file', booked_by: 'ada' }])
      })

      test('that waits without a note gets that of a later report', async () => {
        const { store, bought, returned } = await stage('returns-noted-later')
        await returned({ external_id: 'A-1' })
        const note = { reason: 'file', words: '', by: 'ada' } as const
        for (const by of ['ada', 'bob']) await returned({ external_id: 'A-1', note: { ...note, by } })
        expect(await store.unbooked(9)).toHaveLength(1)
        await bought()
        expect((await store.returnList({})).data).toMatchObject([{ reason: 'file', booked_by: 'ada' }])
      })

      test('that waits by our key loses its note with a forgotten visitor', async () => {
        const { store, key, returned } = await stage('returns-noted-forgotten')
        await returned({ key, note: { reason: 'fraud', words: 'Ann said so.', by: 'ada' } })
        await store.beginAttempt(1, NOON)
        await store.forgetSession(uuidOf(0))
        const sold = { external_id: 'A-1', cents: 2500 }
        const end = { state: 'accepted', message: '', at: NOON, due_at: null, sale: sold } as const
        await store.endAttempt(1, 1, end)
        expect((await store.returnList({})).data).toMatchObject([{ reason: 'fraud', words: '' }])
      })

      test('that waits twice, by its ID and by our key, reverses the sale once', async () => {
        const { store, key, bought, returned } = await stage('returns-waits-twice')
        expect(await returned({ external_id: 'A-1' })).toMatchObject({ outcome: 'waits' })
        expect(await returned({ key })).toMatchObject({ outcome: 'waits' })
        await bought()
        expect(await store.ledger({ ...today, path: null })).toMatchObject([
          { sales: 1, returns: 1, net_cents: 0 },
        ])
        expect(await store.unbooked(9)).toEqual([])
      })

      test('waits for each lead that our key names', async () => {
        const { store, key, bought, returned } = await stage('returns-two-keys')
        const lead = { offer: 'wc', buyers: ['acme'], payload: {} }
        await store.appendStep(uuidOf(0), step({ id: uuidOf(8), at: NOON }), { lead })
        const other = (await store.deliveries({ state: 'due', limit: 2 })).find(({ offer }) => offer === 'wc')
        for (const one of [other!.key, key, key])
          expect(await returned({ key: one })).toMatchObject({ outcome: 'waits' })
        expect(await store.unbooked(9)).toHaveLength(2)
        await bought()
        expect(await store.ledger({ ...today, path: null })).toMatchObject([{ sales: 1, returns: 1 }])
        expect(await store.unbooked(9)).toMatchObject([{ state: 'waiting', key: other!.key }])
      })

      test('is a conflict if its ID and our key name two leads, before or after the sale', async () => {
        const { store, key, bought, returned } = await stage('returns-two-leads')
        const lead = { offer: 'wc', buyers: ['acme'], payload: {} }
        await store.appendStep(uuidOf(0), step({ id: uuidOf(8), at: NOON }), { lead })
        const other = (await store.deliveries({ state: 'due', limit: 2 })).find(({ offer }) => offer === 'wc')
        expect(await returned({ external_id: 'A-1', key: other!.key })).toMatchObject({ outcome: 'waits' })
        expect(await returned({ external_id: 'A-8', key })).toMatchObject({ outcome: 'waits' })
        await bought()
        expect(await returned({ external_id: 'A-9', key })).toMatchObject({ outcome: 'conflict' })
        expect((await store.unbooked(9)).map(({ state, external_id }) => [state, external_id])).toEqual([
          ['conflict', 'A-9'],
          ['conflict', 'A-8'],
          ['conflict', 'A-1'],
        ])
        expect(await store.ledger({ ...today, path: null })).toMatchObject([{ sales: 1, returns: 0 }])
      })

      test('is refused if it contradicts the sale, or names no lead of that buyer', async () => {
        const { store, key, bought, returned } = await stage('returns-refused')
        await bought()
        expect(await returned({ external_id: 'A-1', cents: 2501 })).toMatchObject({ outcome: 'conflict' })
        expect(await returned({ key: 'guess' })).toMatchObject({ outcome: 'unknown' })
        expect(await returned({ key, source: 'bolt' })).toMatchObject({ outcome: 'unknown' })
        expect(await store.unbooked(9)).toHaveLength(1)
        expect(await store.ledger({ ...tomorrow, path: null })).toEqual([])
      })
    })

    test('the ledger lists sales, returns, and what’s left, by source and offer, each at its own time', async () => {
      const store = await openWithSession('sales-ledger')
      await store.sell(sale({}))
      await store.sell(sale({ external_id: '2', cents: 66 }))
      await store.sell(sale({ external_id: '2', cents: 66, returned: true, at: NOON + DAY_MS }))
      await store.sell(sale({ source: 'another', offer: 'wc', cents: 1 }))

      const line = { path: 'leadloom', source: 'partner', offer: 'mva' }
      const wc = { path: 'leadloom', source: 'another', offer: 'wc' }
      const none = { sales: 0, gross_cents: 0, returns: 0, returned_cents: 0 }
      expect(await store.ledger({ ...today, path: null })).toEqual([
        { ...wc, ...none, sales: 1, gross_cents: 1, net_cents: 1 },
        { ...line, ...none, sales: 2, gross_cents: 1300, net_cents: 1300 },
      ])
      expect(await store.ledger(tomorrow)).toEqual([
        { ...line, ...none, returns: 1, returned_cents: 66, net_cents: -66 },
      ])
      expect(await store.ledger({ ...tomorrow, from: NOON })).toMatchObject([
        { net_cents: 1 },
        { sales: 2, gross_cents: 1300, returns: 1, returned_cents: 66, net_cents: 1234 },
      ])
      expect(await store.ledger({ ...today, path: 'another' })).toEqual([])
    })

    test('a sale of $0.00 is a sale', async () => {
      const store = await openWithSession('sales-zero')
      await store.sell(sale({ cents: 0 }))

      expect(await store.report('sale-stats', today)).toMatchObject([{ max_sold: 1, max_revenue: 0 }])
      expect(await store.report('analytics-epr', today)).toMatchObject([{ visits: 0, revenue: 0, EPR: null }])
    })

    test('a line of a buyer’s statement matches this buyer’s sale by ID, else by key, else by person', async () => {
      const store = await openWithSession('sales-stated')
      const { uuid } = session({})
      // Another buyer's sale and return under the same ID.
      await store.openSession(session({ uuid: uuidOf(1) }))
      const other = { source: 'another', external_id: 'A-1', session_uuid: uuidOf(1) }
      await store.sell(sale({ ...other, at: NOON }))
      await store.sell(sale({ ...other, at: NOON, returned: true }))
      const lead = {
        offer: 'mva',
        buyers: ['acme'],
        payload: { phone: '(512) 555-0101' },
        contacts: [{ kind: 'phone' as const, text: '(512) 555-0101' }],
      }
      await store.appendStep(uuid, step({ id: uuid, at: NOON }), { lead })
      await store.beginAttempt(1, NOON)
      const sold = { external_id: 'A-1', cents: 2500 }
      await store.endAttempt(1, 1, { state: 'accepted', message: '', at: NOON + 1, due_at: null, sale: sold })
      await store.sell(sale({ source: 'acme', external_id: 'A-2', at: NOON + 2 }))
      await store.sell(sale({ source: 'another', external_id: 'A-3', at: NOON + 3 }))
      await store.sell(sale({ source: 'acme', external_id: 'A-2', at: NOON + DAY_MS, returned: true }))
      const [{ key } = { key: '' }] = await store.deliveries({ state: null, limit: 1 })
      const names = (of: Partial<SaleNames>) => ({ id: null, key: null, phone: null, ...of })
      const found = async (of: Partial<SaleNames>, source = 'acme') => {
        const [sales = null] = await store.statedSales(source, [names(of)])
        return sales && [sales.by, ...sales.sales.map(({ external_id }) => external_id)]
      }

      const first = { external_id: 'A-1', key, offer: 'mva', at: NOON + 1, cents: 2500, changes: [] }
      expect(await store.statedSales('acme', [names({ id: 'A-1' }), names({ id: 'none' })])).toMatchObject([
        { by: 'id', sales: [first] },
        null,
      ])
      for (const [phone, isOtherPhone] of [
        ['5125550101', false],
        ['2125559999', true],
      ] as const)
        expect(await store.statedSales('acme', [names({ id: 'A-1', phone })])).toMatchObject([
          { by: 'id', isOtherPhone },
        ])
      expect(await found({ id: 'none', key, phone: '5125550101' })).toEqual(['key', 'A-1'])
      expect(await found({ id: 'none', phone: '+1 512 555 0101' })).toEqual(['phone', 'A-1'])
      expect(await found({ id: 'A-2', key })).toEqual(['id', 'A-2'])
      expect(await found({ id: 'A-3' })).toBeNull()
      expect(await found({ key, phone: '5125550101' }, 'another')).toBeNull()
      expect(await found({})).toBeNull()

      const range = { source: 'acme', from: NOON, to: NOON + DAY_MS }
      const pageOne = await store.bookedEntries({ ...range, after: null, limit: 2 })
      expect(pageOne).toMatchObject([
        { ...first, booked_at: NOON + 1 },
        {
          external_id: 'A-2',
          key: null,
          changes: [{ kind: 'return', cents: -1234, at: NOON + DAY_MS }],
          booked_at: NOON + 2,
        },
      ])
      const pageTwo = await store.bookedEntries({ ...range, after: pageOne[1]!, limit: 2 })
      expect(pageTwo).toMatchObject([{ external_id: 'A-2', at: NOON + 2, booked_at: NOON + DAY_MS }])
      const none = { ...range, to: NOON, after: null, limit: 2 }
      expect(await store.bookedEntries(none)).toEqual([])

      // A sale that was returned is still one sale.
      await store.sell(
        sale({ source: 'acme', external_id: 'A-1', cents: 2500, at: NOON + DAY_MS, returned: true }),
      )
      expect(await found({ id: 'none', phone: '+1 512 555 0101' })).toEqual(['phone', 'A-1'])
    })
  })
}

function sale(words: Partial<Sale>): Sale {
  return {
    session_uuid: uuidOf(0),
    offer: 'mva',
    source: 'partner',
    external_id: '1',
    cents: 1234,
    returned: false,
    at: NOON,
    ...words,
  }
}
