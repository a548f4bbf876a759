import { expect, test } from 'vitest'
import { openBuckets, type Buckets } from '../../src/server/limits/buckets.ts'
import { networkOf } from '../../src/server/limits/callerNetwork.ts'
import { refused, running } from './running.ts'

const BUCKET = { name: 'one', fullMs: 10_000 }

function clock() {
  let at = Date.UTC(2026, 10, 23)
  return { now: () => at, later: (ms: number) => void (at += ms) }
}

/** Number of times that 1,000 ms can be taken at this instant. */
function takeAll(buckets: Buckets, bucket = BUCKET): number {
  for (let taken = 0; ; taken++) {
    if (buckets.missing(bucket, 1000) > 0) return taken
    buckets.take(bucket, 1000)
  }
}

test('a bucket gives what it has, then what was refilled, and never has more than its size', () => {
  const { now, later } = clock()
  const buckets = openBuckets(now)
  expect(takeAll(buckets)).toBe(10)
  expect(buckets.missing(BUCKET, 1000)).toBe(1000)
  later(2500)
  expect(takeAll(buckets)).toBe(2)
  expect(buckets.missing(BUCKET, 1000)).toBe(500)
  expect(buckets.toFull(BUCKET)).toBe(9500)
  later(1_000_000)
  expect(takeAll(buckets)).toBe(10)
  buckets.take(BUCKET, -3000)
  expect(takeAll(buckets)).toBe(3)
  buckets.take(BUCKET, -90_000)
  expect(takeAll(buckets)).toBe(10)
  expect(takeAll(buckets, { ...BUCKET, name: 'another' })).toBe(10)
})

test('a clock set back closes a bucket for at most the time it takes to fill', () => {
  const { now, later } = clock()
  const buckets = openBuckets(now)
  takeAll(buckets)
  later(-3_600_000)
  expect(buckets.missing(BUCKET, 1000)).toBe(1000)
  later(2000)
  expect(takeAll(buckets)).toBe(2)
})

test('processes that share a store together allow as much as one', async () => {
  const { store } = await running()
  const { now, later } = clock()
  const [first, second] = [openBuckets(now), openBuckets(now)]
  const tell = async () => {
    for (const buckets of [first, second, first]) await buckets.share(store)
  }
  for (let n = 0; n < 6; n++) first.take(BUCKET, 1000)
  second.take(BUCKET, 1000)
  await tell()
  expect([takeAll(first), takeAll(second)]).toEqual([3, 3])
  // Both gave away time at the same instant, which is made up for.
  await tell()
  later(3000)
  expect([takeAll(first), takeAll(second)]).toEqual([0, 0])
  later(1000)
  expect(takeAll(first)).toBe(1)
  await tell()
  expect(takeAll(second)).toBe(0)
  later(10_000)
  await tell()
  expect(takeAll(second)).toBe(10)
})

test('other processes can use what one gives back', async () => {
  const { store } = await running()
  const { now } = clock()
  const [first, second] = [openBuckets(now), openBuckets(now)]
  first.take(BUCKET, 10_000)
  await first.share(store)
  first.take(BUCKET, -4000)
  await first.share(store)
  second.take(BUCKET, 1000)
  await second.share(store)
  expect(takeAll(second)).toBe(3)
})

test('the store gets no names, and no amounts too small to matter', async () => {
  const told: { key: string; costMs: number }[][] = []
  const buckets = openBuckets(Date.now)
  const store = {
    takeFromBuckets: async (taken: { key: string; costMs: number }[]) => {
      told.push(taken)
      return taken.map(() => 0)
    },
  }
  buckets.take({ name: 'keys 198.51.100.7', fullMs: 10_000 }, 199)
  await buckets.share(store)
  expect(told).toEqual([])
  buckets.take({ name: 'keys 198.51.100.7', fullMs: 10_000 }, 1)
  await buckets.share(store)
  await buckets.share(store)
  expect(told).toEqual([[{ key: expect.stringMatching(/^[0-9a-f]{64}$/) as string, costMs: 200 }]])
})

test('use during a store failure is reported later', async () => {
  const { store } = await running()
  const buckets = openBuckets(Date.now)
  buckets.take(BUCKET, 5000)
  const broken = { takeFromBuckets: () => Promise.reject(new Error('out of reach')) }
  await expect(buckets.share(broken)).rejects.toThrow('out of reach')
  await buckets.share(store)
  const other = openBuckets(Date.now)
  other.take(BUCKET, 1000)
  await other.share(store)
  expect(other.toFull(BUCKET)).toBeGreaterThan(5000)
})

test('a call over its limit is refused, with the time to retry', async () => {
  const { now, later } = clock()
  const { send } = await running({ now })
  const ask = () =>
    send({ method: 'POST', url: '/legal/small/privacy-policy', remoteAddress: '198.51.100.9' })
  const codes: number[] = []
  for (let n = 0; n < 30; n++) codes.push((await ask()).statusCode)
  expect(codes).not.toContain(429)
  const answer = await ask()
  expect(refused(answer)).toMatchObject({ code: 429 })
  expect(answer.headers['retry-after']).toBe('2')
  later(2000)
  expect((await ask()).statusCode).not.toBe(429)
  expect((await ask()).statusCode).toBe(429)
  expect(networkOf('198.51.100.9')).not.toBe(networkOf('198.51.100.10'))
})
