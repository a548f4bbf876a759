import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { publish, session, uuidOf } from '../history.ts'
import { expectPaidOnce, payForSales, sellUntilKilled } from '../soldUntilKilled.ts'
import { databaseOf, openOnPostgres } from './database.ts'

/** Tests payouts that several servers book on one database. */

const AFFILIATES = ['86', '104']
const SERVERS = 3
const VISITS = 60

test('servers that share a database pay up to a cap exactly, and tiers by each number once', async () => {
  const url = await databaseOf('payouts of several servers')
  const stores = await Promise.all(Array.from({ length: SERVERS }, () => openPostgres({ url })))
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const store = stores[0]!
  const at = Date.parse('2026-11-20T12:00:00-05:00')
  await publish(store, 'leadloom', 1000)
  const tiers = [1, 11, 21].map((from) => ({ from, cents: 100 * from, share_bp: 0 }))
  for (const aff_id of AFFILIATES)
    for (const event of ['registration', 'sale'] as const) {
      const terms = { tiers, caps: [{ per: 'day' as const, conversions: 25, cents: null }] }
      const rule = { aff_id, offer: '', event, terms, hold_days: 0, claw_back: true }
      await store.addPayoutRule(rule, { by: 'ada', at: 3000 })
    }
  for (let i = 0; i < VISITS; i++)
    await store.openSession(session({ uuid: uuidOf(i), aff_id: AFFILIATES[i % 2]!, at: 2000 }))
  await Promise.all(
    Array.from({ length: VISITS }, async (_, i) => {
      const [own, other] = [stores[i % SERVERS]!, stores[(i + 1) % SERVERS]!]
      const sale = { session_uuid: uuidOf(i), offer: 'mva', source: `buyer ${i}`, external_id: 'A' }
      await Promise.all([
        own.track(uuidOf(i), { kind: 'registration', at }),
        other.track(uuidOf(i), { kind: 'registration', at }),
        own.sell({ ...sale, cents: 1, returned: false, at }),
        other.sell({ ...sale, cents: 1, returned: false, at }),
      ])
    }),
  )
  const lines = await store.payoutList({}, 1000)
  const paid = Map.groupBy(lines, ({ aff_id, event }) => `${aff_id} ${event}`)
  expect(paid.size).toBe(4)
  const expected = [...Array(10).fill(100), ...Array(10).fill(1100), ...Array(5).fill(2100)] as number[]
  for (const one of paid.values())
    expect(one.map(({ cents }) => cents).sort((a, b) => a - b)).toEqual(expected)
})

test.each([{ isCapped: false }, { isCapped: true }])(
  'servers that are killed while they sell pay every sale once: %o',
  async ({ isCapped }) => {
    const place = `payouts killed ${isCapped}`
    const store = await openOnPostgres(place)
    await payForSales(store, { isCapped })
    const url = await databaseOf(place)
    const acknowledged = await Promise.all(['A', 'B'].map((prefix) => sellUntilKilled(url, prefix)))
    await expectPaidOnce(store, { acknowledged: acknowledged[0]! + acknowledged[1]!, isCapped })
  },
)
