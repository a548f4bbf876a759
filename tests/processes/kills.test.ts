import { expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { killedWhileAnswering } from '../soak/kills.ts'
import { killedWhileAuctioning } from '../soak/auctions.ts'
import { killedWhileSelling } from '../soak/leads.ts'

/** Number of kills. `npm run soak kills` makes 200, `npm run soak leads` and `npm run soak auctions` 50. */
const KILLS = IN_FULL ? 3 : 1

test('a server killed while visitors answer loses and doubles nothing that it acknowledged', async () => {
  const account = await killedWhileAnswering(KILLS)
  expect(account).toMatchObject({ lost: 0, doubled: 0, integrity: 'ok' })
  expect(account.acknowledged.steps).toBeGreaterThan(0)
})

test('a lead saved before a kill is delivered, accepted, and sold once', async () => {
  const { posts, ...counts } = await killedWhileSelling(3)
  expect(counts).toEqual({ leads: 3, delivered: 3, accepted: 3, sold: 3 })
  expect(posts).toBeGreaterThanOrEqual(4)
})

test('a server killed in auctions sells no lead beyond its shares and no buyer beyond its caps', async () => {
  const counts = await killedWhileAuctioning(3, 'SQLite')
  expect(counts).toMatchObject({ lost: 0, beyondShares: 0, beyondCaps: [], repeated: 0 })
  expect(counts).toMatchObject({ unreserved: 0, miscounted: 0 })
  expect(counts.leads).toBe(9)
  expect(counts.sold).toBeGreaterThan(0)
})
