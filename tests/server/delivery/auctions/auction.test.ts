import { expect, test, vi } from 'vitest'
import { auctionStage, bids, REFUSED, sold } from './auctionStage.ts'
import { PATIENCE_MS } from '../../../patience.ts'

const posts = (calls: readonly string[]) => calls.filter((call) => call.startsWith('post'))

test('the highest bid gets the lead, and the others say that another bid won', async () => {
  const { start, until, calls, net, bodies } = await auctionStage({
    acme: { bid: bids('12.00') },
    bolt: { bid: bids('30.00') },
    core: { bid: bids('29.99') },
    dent: { bid: REFUSED },
  })
  await start()
  await until({
    acme: { state: 'taken', auction: 'lost', cents: 1200, said: 'Another bid won.' },
    bolt: { state: 'accepted', auction: 'won', cents: 3000, said: 'Its bid won. Accepted at $30.00.' },
    core: { state: 'taken', auction: 'lost', cents: 2999 },
    dent: { state: 'rejected', auction: 'none', cents: null, said: 'Ping: Outside the area we serve' },
  })
  expect(calls.toSorted()).toEqual(['ping acme', 'ping bolt', 'ping core', 'ping dent', 'post bolt'])
  expect(await net()).toEqual([3000])
  // A ping doesn't identify the person.
  expect(bodies.filter((body) => body.includes('Ann'))).toHaveLength(1)
  expect(bodies.filter((body) => body.includes('555'))).toHaveLength(1)
})

test('if the winner refuses, the next bid gets the lead', async () => {
  const { start, until, calls, net } = await auctionStage({
    acme: { bid: bids('12.00') },
    bolt: { bid: bids('30.00'), post: REFUSED },
    core: { bid: bids('20.00') },
  })
  await start()
  await until({
    acme: { state: 'taken' },
    bolt: {
      state: 'rejected',
      auction: 'won',
      cents: 3000,
      said: 'Its bid won. Outside the area we serve',
    },
    core: { state: 'accepted' },
  })
  expect(posts(calls)).toEqual(['post bolt', 'post core'])
  expect(await net()).toEqual([2000])
})

/** A buyer that recognizes a lead that it has, so it's posted again. */
const AGAIN = { timeout_s: 1, honors_key: true }

test('a winner with a lost response keeps the lead until it’s settled', async () => {
  const { start, until, calls, clock } = await auctionStage({
    acme: { bid: bids('12.00') },
    bolt: { bid: bids('30.00'), post: 'silence', buyer: AGAIN },
  })
  const delivering = await start()
  await until({ acme: { state: 'taken', auction: 'lost' }, bolt: { state: 'due', auction: 'won' } })
  // It is asked again and doesn't answer either, so it may have the lead all the same.
  clock.now += 60_000
  delivering.wake()
  await vi.waitFor(() => expect(posts(calls)).toHaveLength(2), PATIENCE_MS)
  await until({ acme: { state: 'taken' }, bolt: { state: 'due' } })
  expect(posts(calls)).toEqual(['post bolt', 'post bolt'])
})

test('it stays in doubt who has the lead after an unanswered ping', async () => {
  let pings = 0
  const { start, until, calls, clock } = await auctionStage({
    acme: { bid: bids('12.00') },
    bolt: { bid: () => (pings++ === 0 ? bids('30.00') : 'busy'), post: 'silence', buyer: AGAIN },
  })
  const delivering = await start()
  await until({ acme: { state: 'taken', auction: 'lost' }, bolt: { state: 'due', auction: 'won' } })
  clock.now += 60_000
  delivering.wake()
  await until({ acme: { state: 'taken' }, bolt: { state: 'due', auction: 'none' } })
  clock.now += 3_600_000
  delivering.wake()
  await vi.waitFor(() => expect(pings).toBeGreaterThan(2), PATIENCE_MS)
  await until({ acme: { state: 'taken' }, bolt: { state: 'due', auction: 'none' } })
  expect(posts(calls)).toEqual(['post bolt'])
})

test.each([1, 2, 3])('a lead is sold to %i of four willing buyers', async (shares) => {
  const buyer = { shares }
  const { start, until, calls } = await auctionStage({
    acme: { bid: bids('12.00'), buyer },
    bolt: { bid: bids('30.00'), buyer },
    core: { bid: bids('20.00'), buyer },
    dent: { bid: bids('25.00'), buyer },
  })
  await start()
  const order = ['bolt', 'dent', 'core', 'acme']
  await until(
    Object.fromEntries(order.map((name, i) => [name, { state: i < shares ? 'accepted' : 'taken' }])),
  )
  expect(posts(calls).toSorted()).toEqual(
    order
      .slice(0, shares)
      .map((name) => `post ${name}`)
      .toSorted(),
  )
})

const LIES: [string, unknown, string, string, (number | null)?][] = [
  ['no number', bids('a lot'), 'dead', "Ping: the buyer wants the lead, but its bid isn't a price."],
  ['negative', bids(-5), 'dead', "Ping: the buyer wants the lead, but its bid isn't a price."],
  ['a list', bids([99]), 'dead', "Ping: the buyer wants the lead, but its bid isn't a price."],
  ['none', bids(undefined), 'dead', "Ping: the buyer wants the lead, but its bid isn't a price."],
  ['absurd', bids(1e21), 'dead', "Ping: the buyer wants the lead, but its bid isn't a price."],
  [
    'above its own limit',
    bids('50.01'),
    'dead',
    "Ping: the bid is above the buyer's maximum of $50.00, so it was ignored.",
    5001,
  ],
  ['below what is asked', bids('4.99'), 'rejected', 'Ping: the bid is below the minimum of $5.00.', 499],
  ['nothing', bids(0), 'rejected', 'Ping: the bid is below the minimum of $5.00.', 0],
]

test.each(LIES)('a bid that is %s doesn’t count, and is noted', async (_, bid, state, said, cents = null) => {
  const { start, until, calls } = await auctionStage({
    acme: { bid: bids('2.00') },
    liar: { bid, buyer: { auction: { min_bid: '5.00', max_bid: '50.00' } } },
  })
  await start()
  await until({ acme: { state: 'accepted' }, liar: { state, auction: 'none', cents, said } })
  expect(posts(calls)).toEqual(['post acme'])
})

test.each(['5.00', '50.00'])('a bid of $%s, at a bound, counts', async (price) => {
  const { start, until } = await auctionStage({
    acme: { bid: bids(price), buyer: { auction: { min_bid: '5.00', max_bid: '50.00' } } },
  })
  await start()
  await until({ acme: { state: 'accepted', auction: 'won' } })
})

test('a bid of zero doesn’t count if there’s no minimum', async () => {
  const { start, until } = await auctionStage({ acme: { bid: bids('0.00') } })
  await start()
  await until({ acme: { state: 'rejected', auction: 'none' } })
})

test('a buyer that doesn’t bid in time is out, and the others don’t wait for it', async () => {
  const { start, until, calls } = await auctionStage(
    { acme: { bid: bids('12.00') }, slow: { bid: 'silence', buyer: { timeout_s: 60 } } },
    1,
    { auctionMs: 1500 },
  )
  const beganMs = performance.now()
  await start()
  await vi.waitFor(() => expect(posts(calls)).toEqual(['post acme']), PATIENCE_MS)
  expect(performance.now() - beganMs).toBeLessThan(30_000)
  await until({
    acme: { state: 'accepted' },
    slow: { state: 'due', auction: 'none', said: 'Ping: no bid within 1.5 seconds.' },
  })
})

test('equal bids go by priority, then to the buyer that has waited longest for a lead', async () => {
  const { start, until, calls, add } = await auctionStage({
    acme: { bid: bids('12.00'), buyer: { priority: 60 } },
    bolt: { bid: bids('12.00') },
    core: { bid: bids('12.00') },
  })
  const delivering = await start()
  await until({ bolt: { state: 'accepted' } })
  for (let lead = 1; lead < 4; lead++) {
    await add(lead)
    delivering.wake()
    await until({ acme: { state: 'taken' } }, lead)
  }
  expect(posts(calls)).toHaveLength(4)
  expect(posts(calls).slice(0, 2).toSorted()).toEqual(['post bolt', 'post core'])
  expect(posts(calls)).not.toContain('post acme')
})

test('buyers without bids come before and after the auction by their priority', async () => {
  const direct = (priority: number) => ({
    bid: REFUSED,
    post: REFUSED,
    buyer: { auction: undefined, ping: undefined, priority } as never,
  })
  const { start, until, calls } = await auctionStage({
    early: direct(10),
    late: { ...direct(90), post: sold('3.00') },
    acme: { bid: bids('12.00'), post: REFUSED },
    bolt: { bid: bids('10.00'), post: REFUSED },
  })
  await start()
  await until({ late: { state: 'accepted' }, acme: { state: 'rejected' }, bolt: { state: 'rejected' } })
  expect(posts(calls)).toEqual(['post early', 'post acme', 'post bolt', 'post late'])
})

test('a price above the bid is noted, and the bid is booked', async () => {
  const { start, until, net } = await auctionStage({ acme: { bid: bids('12.00'), post: sold('90.00') } })
  await start()
  await until({
    acme: {
      state: 'accepted',
      said: "Its bid won. Accepted at $12.00. The buyer reported $90.00, but only $12.00 was reserved. $12.00 was booked. The other $78.00 wasn't.",
    },
  })
  expect(await net()).toEqual([1200])
})

test('a price below the bid is booked and noted', async () => {
  const { start, until, net } = await auctionStage({ acme: { bid: bids('12.00'), post: sold('9.00') } })
  await start()
  await until({
    acme: { said: "Its bid won. Accepted at $9.00. That's less than its bid of $12.00." },
  })
  expect(await net()).toEqual([900])
})

test('a bid whose post got a lost response is booked, even if the next bid is lower', async () => {
  let pings = 0
  let posted = 0
  const { start, until, clock, net } = await auctionStage({
    acme: {
      bid: () => bids(pings++ === 0 ? '30.00' : '12.00'),
      post: () => (posted++ === 0 ? 'silence' : sold('30.00')),
      buyer: AGAIN,
    },
  })
  const delivering = await start()
  const said = 'Its bid won. No response within 1 seconds.'
  await until({ acme: { state: 'due', auction: 'won', cents: 3000, said } })
  clock.now += 60_000
  delivering.wake()
  await until({ acme: { state: 'accepted', auction: 'won', cents: 1200 } })
  expect(await net()).toEqual([3000])
})

test('bids never exceed a cap in dollars, even if acceptances name more', async () => {
  const caps = [{ per: 'month' as const, dollars: '30.00' }]
  const { start, net, store } = await auctionStage(
    { acme: { bid: bids('12.00'), post: () => sold('29.00'), buyer: { caps } } },
    6,
  )
  await start()
  await vi.waitFor(async () => {
    const all = await store.deliveries({ state: null, limit: 9 })
    expect(all.map(({ state, held }) => held ?? state).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'accepted'),
      ...Array.from({ length: 4 }, () => 'full'),
    ])
  }, PATIENCE_MS)
  expect(await net()).toEqual([2400])
})

test('if a bid exceeds the rest of a cap, the next one gets the lead', async () => {
  const caps = [{ per: 'day' as const, dollars: '20.00' }]
  const { start, until } = await auctionStage({
    acme: { bid: bids('12.00') },
    bolt: { bid: bids('20.01'), buyer: { caps } },
  })
  await start()
  await until({
    acme: { state: 'accepted' },
    bolt: { state: 'full', auction: 'lost', said: 'Its bid is more than its caps allow.' },
  })
})
