import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Patience } from '../../src/server/http/connections.ts'
import { running } from './running.ts'

const SHORT: Patience = { headersMs: 1000, requestMs: 1500, stalledMs: 2000, idleMs: 3000, checkMs: 50 }
const STATUS = /^HTTP\/1\.1 (\d+)/

/** A server that listens and has little patience. */
const { app, ctx } = await running({ patience: SHORT, until: afterAll })
app.get('/large', async () => 'x'.repeat(20_000_000))
const url = await app.listen({ host: '127.0.0.1', port: 0 })

function dial(bytes: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

/** Everything the server answers until it hangs up. */
function say(bytes: string): Promise<string> {
  return text(dial(bytes))
}

test.each([
  ['headers without end', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', 408, 'took too long'],
  ['nothing at all', '', 408, 'took too long'],
  [
    'a body without end',
    'POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    408,
    'took too long',
  ],
  ['no HTTP', 'HELO ann@example.com\r\n\r\n', 400, "This isn't an HTTP request"],
  ['headers too long', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'too long'],
])('%s gets a problem, and its connection is closed', async (_, bytes, status, says) => {
  const answer = await say(bytes)
  expect(STATUS.exec(answer)?.[1]).toBe(String(status))
  expect(answer).toContain('content-type: application/problem+json')
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
    status,
    detail: expect.stringContaining(says),
  })
  expect(answer).not.toContain('ann@')
  expect(await ctx.metrics.registry.getSingleMetricAsString('leadloom_unreadable_requests_total')).toContain(
    `{status="${status}"}`,
  )
})

test('a client that doesn’t read responses is disconnected, whatever else it sends, and others get theirs', async () => {
  const deaf = dial('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  // A hang-up while it writes is a reset.
  deaf.on('error', () => {})
  const hungUp = new Promise((resolve) => deaf.once('close', resolve))
  const dripping = setInterval(() => deaf.writable && deaf.write('\r\n'), 50)
  onTestFinished(() => clearInterval(dripping))
  expect(await say('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(/ 200 OK/)
  await hungUp
  expect(deaf.bytesRead).toBeLessThan(20_000_000)
})

test.each([
  ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n', 400],
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['no host, from before there were hosts', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
])('a request that names %s', async (_, bytes, status) => {
  const answer = await say(bytes)
  expect(STATUS.exec(answer)?.[1]).toBe(String(status))
  if (status === 400)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status, field: 'host' })
})
