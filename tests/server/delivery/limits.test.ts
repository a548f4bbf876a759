import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import type { Fields } from '../../../src/flow/answers/fields.ts'
import { limitsOf, mostBooked } from '../../../src/server/delivery/limitsOf.ts'
import { AT, stage } from './stage.ts'
import { PATIENCE_MS } from '../../patience.ts'

const HOUR_MS = 3_600_000
/** A buyer in Chicago. The stage begins at noon on a Friday in New York, 11 a.m. in Chicago. */
const CHICAGO = { time_zone: 'America/Chicago', duplicate_window_days: 0 }

async function begun(buyer: Partial<Buyer>, leads = 1, payload?: Fields) {
  const staged = await stage({ ...CHICAGO, ...buyer }, [], leads, payload)
  const delivering = await staged.start()
  onTestFinished(() => delivering.stop())
  const { store, posts, clock, errors } = staged
  const states = async () =>
    (await store.deliveries({ state: null, limit: 50 })).map(({ state, held }) => held ?? state)
  return {
    ...staged,
    /** Waits until the deliveries have these states, in any order. */
    stand: async (expected: string[]) => {
      await vi.waitFor(
        async () => expect((await states()).toSorted()).toEqual(expected.toSorted()),
        PATIENCE_MS,
      )
      expect(posts).toHaveLength(expected.filter((state) => state === 'accepted').length)
      expect(errors).toEqual([])
    },
    at: (instant: number) => {
      clock.now = instant
      delivering.wake()
    },
  }
}

test('a buyer with a daily cap gets the rest after its midnight', async () => {
  const { stand, at, state } = await begun({ caps: [{ per: 'day', leads: 2 }] }, 5)
  await stand(['accepted', 'accepted', 'full', 'full', 'full'])
  expect((await state())?.last).toBe('Waits: the buyer reached its cap of 2 leads a day.')
  // An hour after midnight in New York is midnight in Chicago.
  const midnight = Date.parse('2026-11-21T00:00:00-06:00')
  for (let instant = AT + HOUR_MS; instant < midnight; instant += 4 * HOUR_MS) at(instant)
  at(midnight - 1)
  await stand(['accepted', 'accepted', 'full', 'full', 'full'])
  at(midnight)
  await stand(['accepted', 'accepted', 'accepted', 'accepted', 'full'])
})

test('a lead with a lost response yesterday counts toward today’s cap when it’s posted again', async () => {
  const caps: Buyer['caps'] = [{ per: 'day', leads: 1 }]
  const { store } = await stage({ ...CHICAGO, caps }, [], 2)
  const limits = limitsOf({ ...CHICAGO, caps, wait_hours: { full: 48 } })
  const [first, second] = (await store.dueDeliveries('acme', AT, 2)) as [number, number]
  const begin = async (delivery: number, at: number) =>
    (await store.beginAttempt(delivery, at, { duplicateWindowMs: 0, limits })) !== null
  const midnight = Date.parse('2026-11-21T00:00:00-06:00')
  expect(await begin(first, AT)).toBe(true)
  await store.resumeDeliveries(AT, true)
  expect(await begin(second, midnight)).toBe(true)
  expect(await begin(first, midnight)).toBe(false)
  expect(await store.delivery(first)).toMatchObject({ state: 'due', held: 'full' })
})

const ASKED_FIRST = { format: 'leadspedia', campaign_id: '7' } as const

test('a refused ping says nothing about an earlier post with a lost response', async () => {
  const caps: Buyer['caps'] = [{ per: 'day', leads: 1 }]
  const buyer = { ...CHICAGO, ...ASKED_FIRST, caps, timeout_s: 1, honors_key: true, wait_hours: { full: 0 } }
  const { manners, start, posts, store, clock } = await stage(buyer, ['state'], 2)
  manners.push('accept', 'stall', 'reject')
  const [first, second] = (await store.dueDeliveries('acme', AT, 2)) as [number, number]
  const delivering = await start()
  onTestFinished(() => delivering.stop())
  await vi.waitFor(async () => expect((await store.delivery(first))?.last).toMatch('1 seconds'), PATIENCE_MS)
  clock.now += HOUR_MS
  delivering.wake()
  await vi.waitFor(async () => expect((await store.delivery(first))?.state).toBe('dead'), PATIENCE_MS)
  expect(await store.delivery(second)).toMatchObject({ state: 'rejected', held: 'full' })
  expect(posts.map(({ manner }) => manner)).toEqual(['accept', 'stall', 'reject'])
})

test('a refused lead doesn’t count toward a cap', async () => {
  const caps: Buyer['caps'] = [{ per: 'day', leads: 1 }]
  const { manners, start, posts, store } = await stage({ ...CHICAGO, caps }, [], 3)
  manners.push('reject', 'reject')
  const delivering = await start()
  onTestFinished(() => delivering.stop())
  const accepted = async () => (await store.deliveries({ state: 'accepted', limit: 9 })).length
  await vi.waitFor(async () => expect(await accepted()).toBe(1), PATIENCE_MS)
  expect(posts.map(({ manner }) => manner)).toEqual(['reject', 'reject', 'accept'])
  expect(await store.deliveries({ state: 'rejected', limit: 9 })).toMatchObject([
    { held: null },
    { held: null },
  ])
})

test('a buyer gets leads only during its hours, and a lead that can’t wait for them ends', async () => {
  const hours: Buyer['hours'] = [{ days: ['fri', 'mon'], from: '13:00', to: '14:00' }]
  const { stand, at, state } = await begun({ hours })
  await stand(['closed'])
  expect(await state()).toMatchObject({
    state: 'due',
    last: 'Waits: the buyer is closed until 2026-11-20 13:00 (America/Chicago).',
  })
  at(AT + HOUR_MS)
  await stand(['closed'])
  at(AT + 2 * HOUR_MS)
  await stand(['accepted'])
})

test('a lead that would wait too long ends immediately, with the reason', async () => {
  const hours: Buyer['hours'] = [{ days: ['mon'], from: '09:00', to: '10:00' }]
  const { stand, state } = await begun({ hours, wait_hours: { closed: 48 } })
  await stand(['closed'])
  expect(await state()).toMatchObject({
    state: 'rejected',
    attempts: 0,
    last: 'Not sent: the buyer is closed until 2026-11-23 09:00 (America/Chicago).',
  })
})

test('a paused buyer gets nothing, and its leads end after its longest wait', async () => {
  const { stand, at, state } = await begun({ paused: true, wait_hours: { paused: 2 } })
  await stand(['paused'])
  at(AT + 1.5 * HOUR_MS)
  await vi.waitFor(async () => expect((await state())?.due_at).toBe(AT + 2 * HOUR_MS), PATIENCE_MS)
  at(AT + 2 * HOUR_MS)
  await vi.waitFor(async () => expect((await state())?.state).toBe('rejected'), PATIENCE_MS)
  expect((await state())?.last).toBe('Not sent: the buyer is paused.')
})

test('waiting leads are sent when the buyers file allows it at the next start', async () => {
  const { start, state, posts, buyer } = await stage({ ...CHICAGO, paused: true })
  const first = await start()
  await vi.waitFor(async () => expect((await state())?.held).toBe('paused'), PATIENCE_MS)
  await first.stop()
  buyer.paused = false
  const second = await start()
  onTestFinished(() => second.stop())
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  expect(posts).toHaveLength(1)
})

test('a bid above what a cap allows isn’t accepted', async () => {
  const caps: Buyer['caps'] = [{ per: 'month', dollars: '30.00' }]
  const leadspedia = { format: 'leadspedia', campaign_id: '7', price: '5.00', caps } as const
  const { start, store, posts } = await stage({ ...CHICAGO, ...leadspedia }, ['zip'], 2)
  const delivering = await start()
  onTestFinished(() => delivering.stop())
  await vi.waitFor(async () => {
    const all = await store.deliveries({ state: null, limit: 9 })
    expect(all.map(({ state, held }) => held ?? state).toSorted()).toEqual(['accepted', 'full'])
  }, PATIENCE_MS)
  // Each bids $25.00.
  expect(posts.filter(({ ping }) => ping)).toHaveLength(2)
  expect(posts.filter(({ ping }) => !ping)).toHaveLength(1)
})

/** Waits until `count` of three leads are sold and the others wait. Returns what the ledger has. */
async function booked({ store }: Awaited<ReturnType<typeof stage>>, count: number): Promise<number> {
  await vi.waitFor(
    async () => expect(await store.deliveries({ state: 'due', limit: 9 })).toHaveLength(3 - count),
    PATIENCE_MS,
  )
  await vi.waitFor(
    async () => expect(await store.deliveries({ state: 'accepted', limit: 9 })).toHaveLength(count),
    PATIENCE_MS,
  )
  const lines = await store.ledger({ path: null, from: AT, to: AT })
  return lines.reduce((sum, { net_cents }) => sum + net_cents, 0)
}

test.each<[string, Partial<Buyer>, number, number, string]>([
  [
    'that it was counted with, where it names more',
    { price: '15.00' },
    2,
    3000,
    "Accepted at $15.00. The buyer reported $25.00, but only $15.00 was reserved. $15.00 was booked. The other $10.00 wasn't.",
  ],
  [
    'that it names, where that is not above its highest',
    { price: '5.00', max_price: '28.00' },
    1,
    2500,
    'Accepted at $25.00.',
  ],
  [
    'that is its highest, where it names more',
    { max_price: '10.00' },
    3,
    3000,
    "Accepted at $10.00. The buyer reported $25.00, but only $10.00 was reserved. $10.00 was booked. The other $15.00 wasn't.",
  ],
])(
  'a buyer without pings and with a cap in dollars pays the price %s',
  async (_, price, count, cents, last) => {
    const caps: Buyer['caps'] = [{ per: 'month', dollars: '30.00' }]
    const staged = await stage({ ...CHICAGO, caps, ...price }, [], 3)
    const delivering = await staged.start()
    onTestFinished(() => delivering.stop())
    expect(await booked(staged, count)).toBe(cents)
    const sold = await staged.store.deliveries({ state: 'accepted', limit: 9 })
    expect(sold.map(({ last }) => last)).toEqual(Array(count).fill(last))
  },
)

test('a buyer whose ping has no price pays at most what counted toward its cap', async () => {
  const caps: Buyer['caps'] = [{ per: 'month', dollars: '30.00' }]
  const silent = createServer((request, response) => {
    const price = request.url === '/ping.do' ? {} : { price: '25.00' }
    response.end(JSON.stringify({ result: 'success', ping_id: 'p', lead_id: randomUUID(), ...price }))
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/post.do`
  const ping = { url: `http://127.0.0.1:${port}/ping.do`, fields: ['zip'] }
  const leadspedia = { format: 'leadspedia', campaign_id: '7', url, ping } as const
  const staged = await stage({ ...CHICAGO, ...leadspedia, caps, price: '15.00' }, [], 3)
  const delivering = await staged.start()
  onTestFinished(() => delivering.stop())
  expect(await booked(staged, 2)).toBe(3000)
})

test.each([
  ['1000.00', {}, 100_000],
  ['1000.01', {}, null],
  ['1000000.00', {}, null],
  ['1000000.00', { price: '25.00' }, null],
  ['2500.00', { price: '2500.00' }, 250_000],
  ['25000.00', { price: '2500.00' }, 2_500_000],
  ['25000.01', { price: '2500.00' }, null],
  ['250.01', { price: '25.00' }, null],
  ['300.00', { price: '25.00', max_price: '300.00' }, 30_000],
  ['$1,000.00', {}, 100_000],
])(
  'an acceptance that names %s, from a buyer with %j, is booked at %s cents or waits for the operator',
  async (named, buyer, cents) => {
    const staged = await stage(buyer, [], 1, undefined, named)
    const delivering = await staged.start()
    onTestFinished(() => delivering.stop())
    await expect.poll(async () => (await staged.state())?.state).toBe('accepted')
    const [line] = await staged.store.ledger({ path: null, from: AT, to: AT })
    const [waiting] = await staged.store.unbooked(10)
    expect([line?.gross_cents ?? null, waiting?.cents ?? null]).toEqual(
      cents === null ? [null, Math.round(Number(named) * 100)] : [cents, null],
    )
    if (cents !== null) return
    expect(waiting?.reason).toContain('above the limit')
    expect((await staged.store.delivery(1))?.last).toContain('above the limit')
  },
)

test.each(['-5.00', 'five', '25.00 USD', '1,5'])(
  'an acceptance that names %s, which isn’t an amount, waits for the operator instead of being booked at the list price',
  async (named) => {
    const staged = await stage({ price: '25.00' }, [], 1, undefined, named)
    const delivering = await staged.start()
    onTestFinished(() => delivering.stop())
    await expect.poll(async () => (await staged.state())?.state).toBe('accepted')
    expect(await staged.store.ledger({ path: null, from: AT, to: AT })).toEqual([])
    expect(await staged.store.unbooked(10)).toMatchObject([
      { state: 'far_off', cents: null, reason: expect.stringContaining(`The price is "${named}"`) },
    ])
    expect((await staged.store.delivery(1))?.last).toContain('waits under To settle')
  },
)

test('a buyer without a cap in dollars pays the price it names, up to its highest price if set', async () => {
  const free = await stage({ ...CHICAGO, price: '15.00' }, [], 3)
  const first = await free.start()
  onTestFinished(() => first.stop())
  expect(await booked(free, 3)).toBe(7500)
  const bounded = await stage({ ...CHICAGO, max_price: '20.00' }, [], 3)
  const second = await bounded.start()
  onTestFinished(() => second.stop())
  expect(await booked(bounded, 3)).toBe(6000)
})

const REPAIR = { field: 'repair', condition: 'eq', arg: 'roof' } as const
const ADULT = { field: 'age', condition: 'gte', arg: 18 } as const
const HURT = (condition: 'eq' | 'neq', arg: string): Rule => ({
  operator: 'and',
  conditions: [{ field: 'hurt', condition, arg }],
})
const TX = 'the buyer only takes leads from TX, OK.'

test.each<[string, Partial<Buyer>, Fields, string | null]>([
  ['of a state', { states: ['TX', 'OK'] }, { zip_code: '78701' }, null],
  ['of a state by its ZIP+4', { states: ['TX', 'OK'] }, { zip: '78701-1234' }, null],
  [
    'whose ZIP code is of another state than it says',
    { states: ['TX', 'OK'] },
    { zip: '10001', state: 'TX' },
    TX,
  ],
  ['of a state alone', { states: ['TX', 'OK'] }, { state: ' tx ' }, null],
  ['of another state', { states: ['TX', 'OK'] }, { state: 'NY' }, TX],
  ['of no known state', { states: ['TX', 'OK'] }, { zip: '00000' }, TX],
  ['that says nothing of a state', { states: ['TX', 'OK'] }, {}, TX],
  [
    'that the filters take',
    { filters: [{ operator: 'or', conditions: [REPAIR, ADULT] }] },
    { age: '18' },
    null,
  ],
  [
    'that the filters exclude',
    {
      filters: [
        { operator: 'or', conditions: [REPAIR] },
        { operator: 'and', conditions: [ADULT] },
      ],
    },
    { repair: 'roof', age: '17' },
    'the buyer only takes leads where age is at least 18.',
  ],
  [
    'whose checked options the filters take',
    { filters: [HURT('eq', 'back')] },
    { hurt: ['neck', 'back'] },
    null,
  ],
  [
    'whose checked options the filters exclude',
    { filters: [HURT('neq', 'back')] },
    { hurt: ['neck', 'back'] },
    'the buyer only takes leads where hurt is not "back".',
  ],
  [
    'whose checked options are compared as one text',
    { filters: [HURT('eq', 'neck,back')] },
    { hurt: ['neck', 'back'] },
    null,
  ],
  [
    'that was made when lists were one text',
    { filters: [HURT('eq', 'neck,back')] },
    { hurt: 'neck,back' },
    null,
  ],
])('a lead %s is sent, or never posted', async (_, wants, payload, why) => {
  const { stand, state } = await begun(wants, 1, payload)
  await stand([why === null ? 'accepted' : 'unwanted'])
  if (why !== null)
    expect(await state()).toMatchObject({ state: 'rejected', attempts: 0, last: `Not sent: ${why}` })
})

test.each<[string, Partial<Buyer>, number, object]>([
  ['the setting, and ten times the usual price', {}, 0, { mostCents: 100_000, mostTimesUsual: 10 }],
  ['the same for a price of nothing', { price: '0.00' }, 0, { mostCents: 100_000, mostTimesUsual: 10 }],
  ['the same whatever is bid', {}, 200_000, { mostCents: 100_000, mostTimesUsual: 10 }],
  ['ten times the list price', { price: '25.00' }, 0, { mostCents: 25_000 }],
  ['the highest price, if that is more', { price: '25.00', max_price: '400.00' }, 0, { mostCents: 40_000 }],
  [
    'ten times the list price, if that is more',
    { price: '25.00', max_price: '40.00' },
    0,
    { mostCents: 25_000 },
  ],
  ['the highest bid', { auction: { max_bid: '90.00' }, max_price: '40.00' }, 0, { mostCents: 9000 }],
  ['a bid that was taken', { max_price: '40.00' }, 50_000, { mostCents: 50_000 }],
  ['a bid up to the setting', { max_price: '40.00' }, 200_000, { mostCents: 100_000 }],
  ['no less than the highest price for a bid', { max_price: '2000.00' }, 150_000, { mostCents: 200_000 }],
])('the most that’s booked is %s', (_, buyer, bidCents, most) => {
  expect(mostBooked(buyer, 100_000, bidCents)).toEqual(most)
})
