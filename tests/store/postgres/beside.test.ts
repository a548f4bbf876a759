import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { uuidOf } from '../history.ts'
import {
  AT,
  buyerLock,
  deadlocks,
  END,
  leadLock,
  LEADS,
  LIMITS,
  saleOf,
  stage,
  waiting,
} from './besideStage.ts'

/** Tests that several servers deliver and sell at once. Work on one buyer or one lead takes turns; all other work continues in parallel. */

test('a server delayed at one buyer leaves the other buyers to other servers', async () => {
  const { store, other, asking, due } = await stage('held up', { buyers: ['acme', 'bolt'], leads: 4 })
  const [[first, second, third], bolt] = [await due('acme'), await due('bolt')]
  await store.beginAttempt(first!, AT)
  await asking.query('BEGIN')
  await asking.query("SELECT * FROM buyer_places WHERE buyer = 'acme' FOR UPDATE")
  const ended: string[] = []
  const held = store.beginAttempt(second!, AT).then(() => ended.push('held up'))
  await waiting(asking)
  const turn = other.beginAttempt(third!, AT).then(() => ended.push('its turn'))
  const attempt = await other.beginAttempt(bolt[3]!, AT)
  await other.endAttempt(bolt[3]!, attempt!.attempt, {
    ...END,
    state: 'accepted',
    sale: { external_id: 'B-1', cents: 500 },
  })
  await other.sell(saleOf('P-1'))
  expect(ended).toEqual([])
  await asking.query('COMMIT')
  await Promise.all([held, turn])
  expect(ended).toEqual(['held up', 'its turn'])
})

test('a server delayed at one lead leaves the other leads to other servers', async () => {
  const { store, other, asking, due } = await stage('one lead', {
    buyers: ['acme', 'bolt', 'core'],
    leads: 2,
  })
  const [acme, bolt, core] = [await due('acme'), await due('bolt'), await due('core')]
  await asking.query('BEGIN')
  await asking.query('SELECT * FROM outbox WHERE delivery = $1 FOR UPDATE', [acme[0]])
  const ended: string[] = []
  const held = store.beginAttempt(acme[0]!, AT, { shares: 1 }).then(() => ended.push('held up'))
  await waiting(asking)
  const turn = other
    .beginAttempt(bolt[0]!, AT, { shares: 1 })
    .then((attempt) => ended.push(attempt ? 'begun' : 'its turn: none'))
  expect(await other.beginAttempt(core[1]!, AT, { shares: 1 })).toMatchObject({ attempt: 1 })
  expect(ended).toEqual([])
  await asking.query('COMMIT')
  await Promise.all([held, turn])
  expect(ended).toEqual(['held up', 'its turn: none'])
})

test('a store that closes while another server has its buyer first finishes its work', async () => {
  const { other, asking, due } = await stage('closing', { buyers: ['acme'], leads: 2 })
  const [first, second] = await due('acme')
  await asking.query('BEGIN')
  await asking.query(buyerLock('acme'))
  const attempts = Promise.all([other.beginAttempt(first!, AT), other.beginAttempt(second!, AT)])
  const closed = other.close()
  // It has been tried by then, and is waiting for the lock.
  await waiting(asking)
  await asking.query('COMMIT')
  expect(await attempts).toMatchObject([{ attempt: 1 }, { attempt: 1 }])
  await closed
})

test('an attempt, an auction, and a sale wait for all of their leads and buyers', async () => {
  const { store, asking, due } = await stage('each', { buyers: ['acme', 'bolt'], leads: 4 })
  const [acme, bolt] = [await due('acme'), await due('bolt')]
  const auction = (n: number) =>
    store.beginAuction(
      [acme[n]!, bolt[n]!].map((delivery) => ({ delivery, bounds: {} })),
      AT,
    )
  const turns: [lock: string, act: () => Promise<unknown>][] = [
    [buyerLock('acme'), () => store.beginAttempt(acme[0]!, AT)],
    [leadLock(`delivery = ${acme[1]}`), () => store.beginAttempt(acme[1]!, AT)],
    [buyerLock('bolt'), () => auction(2)],
    [leadLock(`delivery = ${acme[3]}`), () => auction(3)],
    [buyerLock('partner'), () => store.sell(saleOf('P-1'))],
    [leadLock(`uuid = '${saleOf('').session_uuid}'`), () => store.sell(saleOf('P-2'))],
  ]
  for (const [lock, act] of turns) {
    await asking.query('BEGIN')
    await asking.query(lock)
    const done = act()
    await waiting(asking)
    await asking.query('COMMIT')
    expect(await done).toBeTruthy()
  }
})

test('a lock on everything waits for sales, and sales wait for it', async () => {
  const { store, other, asking, due } = await stage('everything', { buyers: ['acme', 'bolt'], leads: 2 })
  const [acme, bolt] = [await due('acme'), await due('bolt')]
  await asking.query('BEGIN')
  await asking.query('SELECT * FROM outbox WHERE delivery = $1 FOR UPDATE', [acme[0]])
  const ended: string[] = []
  const selling = store.beginAttempt(acme[0]!, AT).then(() => ended.push('sells'))
  await waiting(asking)
  const whole = other.optOut({ session_uuid: uuidOf(1), phone: null, email: null, source: 'web', at: AT })
  const opted = whole.then(() => ended.push('opts out'))
  await waiting(asking, 2)
  const after = store.beginAttempt(bolt[1]!, AT).then((attempt) => ended.push(attempt ? 'sold' : 'not sold'))
  await asking.query('COMMIT')
  await Promise.all([selling, opted, after])
  expect(ended.toSorted()).toEqual(['not sold', 'opts out', 'sells'])
  expect((await store.delivery(bolt[1]!))!.state).toBe('suppressed')
})

test('one buyer never exceeds its parallel leads or caps while others are sold to', async () => {
  const { stores, due } = await stage('caps', { buyers: ['acme', 'bolt'] })
  const limits = { ...LIMITS, caps: [{ per: 'month' as const, leads: LEADS / 2, cents: 100 * (LEADS / 3) }] }
  const atOnce = { now: 0, most: 0 }
  const bought: Record<string, number> = { acme: 0, bolt: 0 }
  const sell = async (store: Store, buyer: string, bounds: object) => {
    for (const delivery of await due(buyer)) {
      const attempt = await store.beginAttempt(delivery, AT, { cents: 100, ...bounds })
      if (!attempt) continue
      if (buyer === 'acme') atOnce.most = Math.max(atOnce.most, ++atOnce.now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (buyer === 'acme') atOnce.now--
      bought[buyer]!++
      const sale = { external_id: `${delivery}`, cents: 100 }
      await store.endAttempt(delivery, attempt.attempt, { ...END, state: 'accepted', sale })
    }
  }
  for (let round = 0; round < 20 && bought['acme']! < LEADS / 3; round++)
    await Promise.all(
      stores.flatMap((store) => [
        sell(store, 'acme', { limits, atOnce: 2 }),
        sell(store, 'acme', { limits, atOnce: 2 }),
        sell(store, 'bolt', {}),
      ]),
    )
  expect(bought).toEqual({ acme: LEADS / 3, bolt: LEADS })
  expect(atOnce.most).toBeLessThanOrEqual(2)
})

test('an exclusive lead goes to one of its buyers, whichever servers handle it', async () => {
  const { stores, due } = await stage('shares', { buyers: ['acme', 'bolt', 'core'] })
  const byBuyer = await Promise.all(['acme', 'bolt', 'core'].map(due))
  const begun = await Promise.all(
    byBuyer.flatMap((deliveries, i) =>
      deliveries.map((delivery) => stores[i]!.beginAttempt(delivery, AT, { shares: 1 })),
    ),
  )
  const sessions = begun.flatMap((attempt) => attempt?.session_uuid ?? [])
  expect(sessions).toHaveLength(LEADS)
  expect(new Set(sessions).size).toBe(LEADS)
})

test('a person is sold to a buyer once, whichever servers handle their leads', async () => {
  const { stores, due } = await stage('person', { buyers: ['acme'], person: (n) => n % 4 })
  const begun = await Promise.all(
    (await due('acme')).map((delivery, i) => stores[i % 3]!.beginAttempt(delivery, AT)),
  )
  expect(begun.filter(Boolean)).toHaveLength(4)
})

test('a sale reported to two servers at once is booked once', async () => {
  const { store, other, due } = await stage('sale', { buyers: ['acme'] })
  const attempts = await Promise.all(
    (await due('acme')).map(async (delivery) => ({ delivery, ...(await store.beginAttempt(delivery, AT))! })),
  )
  const told = await Promise.all(
    attempts.flatMap(({ delivery, attempt, session_uuid, key: external_id }) => [
      store.endAttempt(delivery, attempt, { ...END, state: 'accepted', sale: { external_id, cents: 100 } }),
      other.sell({ ...saleOf(external_id), session_uuid, source: 'acme' }),
    ]),
  )
  expect(told.filter((answer) => answer === 'new' || answer === 'known')).toHaveLength(LEADS)
  const [line] = await store.ledger({ path: null, from: 0, to: AT })
  expect(line).toMatchObject({ source: 'acme', sales: LEADS, gross_cents: 100 * LEADS })
})

test('auctions of the same buyers, whatever their order, never deadlock', async () => {
  const buyers = ['acme', 'bolt', 'core', 'dune', 'echo']
  const { stores, asking, due } = await stage('auctions', { buyers })
  const byBuyer = await Promise.all(buyers.map(due))
  const begun = await Promise.all(
    Array.from({ length: LEADS }, (_, n) => {
      const asked = byBuyer.map((deliveries) => ({ delivery: deliveries[n]!, bounds: { atOnce: 1000 } }))
      return stores[n % 3]!.beginAuction(n % 2 === 0 ? asked : asked.toReversed(), AT)
    }),
  )
  expect(begun.flat()).toHaveLength(LEADS * buyers.length)
  expect(await deadlocks(asking)).toBe(0)
})
