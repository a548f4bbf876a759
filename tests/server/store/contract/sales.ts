import { describe, expect, test } from 'vitest'
import type { Sale } from '../../../../src/server/store/records.ts'
import type { Store } from '../../../../src/server/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, uuidOf } from '../history.ts'

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
    test('the same conversion of the same partner is one sale; another partner may use the same id', async () => {
      const store = await openWithSession('sales-once')

      expect(await store.sell(sale({}))).toBe('new')
      expect(await store.sell(sale({ cents: 9999 }))).toBe('known')
      expect(await store.sell(sale({ source: 'another' }))).toBe('new')
      expect(await store.report('sale-by-offer', today)).toEqual([
        { offer_name: 'mva', total: 2, revenue: 2468 },
      ])
    })

    test('a return reverses the sale as it was kept, at its own time, once', async () => {
      const store = await openWithSession('sales-return')
      const returned = sale({ returned: true, at: NOON + DAY_MS, cents: 1, offer: 'wc' })
      await store.sell(sale({}))

      expect(await store.sell(returned)).toBe('new')
      expect(await store.sell(returned)).toBe('known')
      expect(await store.sell(sale({}))).toBe('known')
      expect(await store.report('sale-by-offer', today)).toEqual([
        { offer_name: 'mva', total: 1, revenue: 1234 },
      ])
      expect(await store.report('sale-by-offer', tomorrow)).toEqual([
        { offer_name: 'mva', total: -1, revenue: -1234 },
      ])
    })

    test('the return of a sale that was never told changes nothing', async () => {
      const store = await openWithSession('sales-none')

      expect(await store.sell(sale({ returned: true }))).toBe('no sale')
      expect(await store.report('sale-by-offer', today)).toEqual([])
    })

    test('the ledger tells what was sold, returned and is left, by source and offer, each at its own time', async () => {
      const store = await openWithSession('sales-ledger')
      await store.sell(sale({}))
      await store.sell(sale({ external_id: '2', cents: 66 }))
      await store.sell(sale({ external_id: '2', returned: true, at: NOON + DAY_MS }))
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

    test('a sale of nothing is a sale', async () => {
      const store = await openWithSession('sales-zero')
      await store.sell(sale({ cents: 0 }))

      expect(await store.report('sale-stats', today)).toMatchObject([{ max_sold: 1, max_revenue: 0 }])
      expect(await store.report('analytics-epr', today)).toMatchObject([{ visits: 0, revenue: 0, EPR: null }])
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
