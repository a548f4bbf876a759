import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sentBytes, SLOW_4G, slowLine } from '../../src/preview/slowLine.ts'

/** A line with a stopped clock, and how long each caller waits. */
function waits(start = 0) {
  const slept: number[] = []
  const clock = { now: start }
  const line = slowLine({ now: () => clock.now, sleep: async (ms) => void slept.push(Math.round(ms)) })
  return { clock, slept, line }
}

test('delays a response by the latency and its bytes, and a request by its own', async () => {
  const { clock, slept, line } = waits(1_000_000)
  await line({ up: 0, down: 0 })
  clock.now += 10_000
  await line({ up: 0, down: 184_320 })
  clock.now += 10_000
  await line({ up: 8437.5, down: 0 })
  expect(slept).toEqual([563, 1563, 663])
})

test('parallel requests share the line and wait for the latency once', async () => {
  const { slept, line } = waits()
  await Promise.all([1, 2, 3].map(() => line({ up: 0, down: 100 * SLOW_4G.downBytesPerMs })))
  expect(slept).toEqual([663, 763, 863])
})

test('counts compressed bytes of text, and all bytes of a picture', () => {
  const rawPayload = Buffer.from('a { color: red }\n'.repeat(1000))
  const sent = (type: string) => sentBytes({ headers: { 'content-type': type }, rawPayload })
  expect(sent('text/css; charset=utf-8')).toBeLessThan(200)
  expect(sent('application/javascript')).toBeLessThan(200)
  expect(sent('image/svg+xml')).toBeLessThan(200)
  expect(sent('image/avif')).toBe(rawPayload.length)
  const noise = randomBytes(5000)
  expect(sentBytes({ headers: {}, rawPayload: noise })).toBe(5000)
})
