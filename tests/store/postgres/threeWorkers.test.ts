import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { leadMailer } from '../../../src/server/delivery/mailLead.ts'
import { deliver } from '../../../src/server/startDelivery.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { openBuyer } from './countingBuyer.ts'
import { databaseOf } from './database.ts'
import { PATIENCE_MS } from '../../patience.ts'

/** Tests of workers that share a database, as processes on several machines do, with a buyer who counts. */

const LEASE_MS = 1000
const AT = Date.parse('2026-11-20T12:00:00-05:00')

async function stage(
  place: string,
  { leads, answerMs, parallel }: { leads: number; answerMs: number; parallel?: number },
) {
  const url = await databaseOf(place)
  const stores = await Promise.all([0, 1, 2].map(() => openPostgres({ url })))
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const [store] = stores
  await publish(store!, 'leadloom', AT)
  for (let i = 0; i < leads; i++) {
    await store!.openSession(session({ uuid: uuidOf(i), at: AT }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: { phone: `51255523${10 + i}` } }
    await store!.appendStep(uuidOf(i), step({ id: uuidOf(100 + i), at: AT }), { lead })
  }
  const buyer = await openBuyer(() => sleep(answerMs))
  onTestFinished(() => buyer.close())
  const acme: Buyer = {
    format: 'json',
    url: buyer.url,
    local: true,
    timeout_s: 20,
    honors_key: true,
    ...(parallel && { parallel }),
  }
  const errors: unknown[] = []
  const start = async (on: Store) => {
    const delivering = await deliver({
      mailLead: leadMailer({ smtpUrl: null, mailFrom: null }).send,
      store: on,
      buyers: new Map([['acme', acme]]),
      now: () => AT,
      auctionMs: 500,
      maxSaleCents: 100_000,
      random: () => 1,
      onError: (error) => errors.push(error),
      onAttempt: () => {},
    })
    onTestFinished(() => delivering.stop())
    return delivering
  }
  const accepted = async () => (await store!.deliveries({ state: 'accepted', limit: 100 })).length
  return { stores, store: store!, buyer, start, accepted, errors }
}

test.each([undefined, 3])(
  'post each lead once, and no more at once than a buyer takes: %s',
  async (parallel) => {
    const { stores, store, buyer, start, accepted, errors } = await stage(`three workers, ${parallel}`, {
      leads: 40,
      answerMs: 100,
      ...(parallel && { parallel }),
    })
    await Promise.all(stores.map(start))
    await vi.waitFor(async () => expect(await accepted()).toBe(40), PATIENCE_MS)
    expect(buyer.keys).toHaveLength(40)
    expect(new Set(buyer.keys).size).toBe(40)
    expect(buyer.most()).toBeLessThanOrEqual(parallel ?? 8)
    expect(await store.ledger({ path: null, from: AT, to: AT })).toMatchObject([{ sales: 40 }])
    expect(errors).toEqual([])
  },
)

test('don’t touch deliveries in progress elsewhere when they start', async () => {
  const { stores, buyer, start, accepted } = await stage('a later start', {
    leads: 8,
    answerMs: 1500,
  })
  await start(stores[0]!)
  await vi.waitFor(() => expect(buyer.keys).toHaveLength(8), PATIENCE_MS)
  await start(stores[1]!)
  await vi.waitFor(async () => expect(await accepted()).toBe(8), PATIENCE_MS)
  expect(new Set(buyer.keys).size).toBe(8)
  expect(buyer.keys).toHaveLength(8)
})

test('post another’s unfinished leads again under the same key when it dies', async () => {
  const { stores, store, buyer, start, accepted } = await stage('a dead worker', {
    leads: 1,
    answerMs: 10,
  })
  // It took the lead up and is never heard from again.
  const [delivery] = await stores[1]!.dueDeliveries('acme', AT, 1)
  const leasedAt = performance.now()
  const taken = await stores[1]!.beginAttempt(delivery!, AT, { leaseMs: LEASE_MS })
  await start(stores[0]!)
  await vi.waitFor(() => expect(buyer.keys).toHaveLength(1), { timeout: PATIENCE_MS, interval: 10 })
  expect(performance.now() - leasedAt).toBeGreaterThanOrEqual(LEASE_MS)
  await vi.waitFor(async () => expect(await accepted()).toBe(1), PATIENCE_MS)
  expect(buyer.keys).toEqual([taken!.key])
  expect(await store.delivery(delivery!)).toMatchObject({ attempts: 2 })
})
