import { once } from 'node:events'
import { connect } from 'node:net'
import { createDeflate } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { startServer, type Serving } from '../journeys/serving.ts'
import { sealed } from '../server/running.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { watchGrowth } from './growth.ts'

/** A whole server in its own process, attacked with what strangers can send. Needs the built app: `npm run build`. */

let server: Serving
beforeAll(async () => {
  server = await startServer({ RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
}, 120_000)
afterAll(() => server.end())

const MEGABYTE = 1024 * 1024

test('hostile requests to every route cause no server error, and memory stays bounded', async () => {
  const { statuses, failures, growthBytes } = await fuzz(server, { count: IN_FULL ? 4000 : 1800, seed: 1 })
  expect(failures).toEqual([])
  expect(growthBytes).toBeLessThan(250 * MEGABYTE)
  // Requests also reach the code behind the first checks.
  for (const status of [200, 201, 204, 400, 401, 403, 404, 413, 415, 422])
    expect(statuses[status]).toBeGreaterThan(0)
}, 300_000)

test.each([10, 100, 1000])(
  'a body that inflates to %i times its size gets 413 and takes no memory',
  async (times) => {
    const bomb = await deflated(times)
    const send = async () => {
      const { payload, headers } = sealed('POST /api/sessions', bomb, 'leadloom')
      const response = await fetch(`${server.url}/api/sessions`, {
        method: 'POST',
        headers: { ...(headers as Record<string, string>), 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      })
      await response.body?.cancel()
      return response.status
    }
    for (let warming = 0; warming < 5; warming++) expect(await send()).toBe(413)
    const growth = watchGrowth(server)
    expect(await send()).toBe(413)
    expect(growth()).toBeLessThan(20 * MEGABYTE)
  },
  120_000,
)

/** Up to 120 kB, in base64, of a stream that inflates to `times` its size: random bytes don't compress, zeros do. */
async function deflated(times: number): Promise<string> {
  const deflate = createDeflate()
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  for (let written = 0; written < 120_000 * times; written += PART_BYTES) {
    const part = Buffer.alloc(PART_BYTES)
    if (times < 1000) randomBytes(PART_BYTES / times).copy(part)
    if (!deflate.write(part)) await once(deflate, 'drain')
  }
  deflate.end()
  await once(deflate, 'end')
  return Buffer.concat(parts).toString('base64')
}

const PART_BYTES = 100_000

test.each([
  ['no HTTP', 'HELO mail.example\r\n\r\n'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  [
    'two lengths',
    'POST /api/sessions HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nabcde',
  ],
  [
    'a length and chunks',
    'POST /api/sessions HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'chunks of another spelling',
    'POST /api/sessions HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a chunk of no size',
    'POST /api/sessions HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n',
  ],
  ['a length below zero', 'POST /api/sessions HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n'],
  ['a header over two lines', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: a\r\n b\r\n\r\n'],
  ['a bare line feed', 'GET /healthz HTTP/1.1\nhost: a\nx: y\n\n'],
  ['a space before the colon', 'GET /healthz HTTP/1.1\r\nhost : a\r\n\r\n'],
  ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n'],
  ['headers of 20 kB', `GET /healthz HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['an address of 20 kB', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
])('%s is refused with 4xx and the connection is closed', async (_what, bytes) => {
  const answer = await raw(bytes)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer.match(/^HTTP\//gm)).toHaveLength(1)
})

/** Everything that comes back until the server closes the connection. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString('latin1'))).on('error', () => {})
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return answer
}

test('the server is as ready afterwards as before', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${server.url}/yardstick`)).status).toBe(200)
})
