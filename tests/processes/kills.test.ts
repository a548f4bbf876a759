import { expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { killedWhileAnswering } from '../soak/kills.ts'
import { killedWhileAuctioning } from '../soak/auctions.ts'
import { killedWhileSelling } from '../soak/leads.ts'

/** Number of kills. `npm run soak kills` makes 200, `npm run soak leads` and `npm run soak auctions` 50. */
const KILLS = IN_FULL ? 3 : 1

test('a server that is killed while visitors answer has lost and doubled nothing that it acknowledged', async () => {
  const account = await killedWhileAnswering(KILLS)
  expect(account).toMatchObject({ lost: 0, doubled: 0, integrity: 'ok' })
  expect(account.acknowledged.steps).toBeGreaterThan(0)
})

test('a lead that was kept before a kill is delivered, accepted and sold once', async () => {
  const { posts, ...counts } = await killedWhileSelling(3)
  expect(counts).toEqual({ leads: 3, delivered: 3, accepted: 3, sold: 3 })
  expect(posts).toBeGreaterThanOrEqual(4)
})

test('no lead is sold beyond its shares or a buyer beyond its caps when a server is killed in auctions', async () => {
  const counts = await killedWhileAuctioning(3, 'SQLite')
  expect(counts).toMatchObject({ lost: 0, beyondShares: 0, beyondCaps: [], repeated: 0 })
  expect(counts).toMatchObject({ unreserved: 0, miscounted: 0 })
  expect(counts.leads).toBe(9)
  expect(counts.sold).toBeGreaterThan(0)
})
