import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { networkOf } from '../../src/server/limits/callerNetwork.ts'
import { firstOperator } from '../../src/server/operators/operators.ts'
import { running } from '../server/running.ts'
import { rowsOf } from './rows.ts'

const ADA = { name: 'ada', password: 'correct horse battery' }
const env = { OPERATOR_NAME: ADA.name, OPERATOR_PASSWORD: ADA.password }
const HOST = { host: 'localhost:3000' }
const OURS = { ...HOST, 'x-requested-with': 'leadloom' }

const unlimited = await running({ env: { ...env, RATE_LIMIT: '0' }, until: afterAll })
await firstOperator(unlimited.ctx)

type Server = Pick<typeof unlimited, 'send'>
const login = ({ send }: Server, payload: object, more: object = {}) =>
  send({ method: 'POST', url: '/api/reports/login', payload, headers: OURS, ...more })

test('simultaneous guesses are limited as those one after another', async () => {
  const limited = await running({ env })
  await firstOperator(limited.ctx)
  const guesses = Array.from({ length: 20 }, () => login(limited, { ...ADA, password: 'guess' }))
  const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 401)).toHaveLength(10)
  expect(codes.filter((code) => code === 429)).toHaveLength(10)
  expect((await login(limited, ADA)).statusCode).toBe(429)
})

test('a forged X-Forwarded-For doesn’t change a guesser’s network', async () => {
  const limited = await running({ env })
  await firstOperator(limited.ctx)
  const guess = (n: number) => ({
    ...OURS,
    'x-forwarded-for': `198.51.100.${n}`,
    forwarded: `for=198.51.100.${n}`,
  })
  const codes: number[] = []
  for (let n = 0; n < 12; n++)
    codes.push((await login(limited, { ...ADA, password: 'guess' }, { headers: guess(n) })).statusCode)
  expect(codes.filter((code) => code === 401)).toHaveLength(10)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::ffff:1:2', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:0:1::', '2001:db8:0:1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', 'unnamed'],
])('the network of %s is %s, however it’s shortened', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

/** Share of pairs in which the first is slower: a half if nothing tells them apart, 1 or 0 if everything does. */
function slower(some: number[], others: number[]): number {
  const pairs = some.flatMap((one) => others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return pairs.reduce((sum: number, pair) => sum + pair, 0) / pairs.length
}

test('the time of a refusal doesn’t reveal if a name is known', async () => {
  const timed = async (name: string) => {
    const began = performance.now()
    const { statusCode, body } = await login(unlimited, { name, password: 'wrong' })
    return { ms: performance.now() - began, answer: `${statusCode} ${body}` }
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 20; round++) {
    // In turns, so that a busy machine is as busy for both.
    const [one, other] = [await timed(ADA.name), await timed(`nobody ${round}`)]
    expect(other.answer).toBe(one.answer)
    known.push(one.ms)
    unknown.push(other.ms)
  }
  // By chance alone it is outside these limits once in 5,000 runs.
  expect(slower(known, unknown)).toBeGreaterThan(0.15)
  expect(slower(known, unknown)).toBeLessThan(0.85)
})

describe('a page of another site, whose reader is logged in,', () => {
  const FORM = 'application/x-www-form-urlencoded'
  test.each<[string, Record<string, string>]>([
    ['by script', { origin: 'https://evil.example', 'content-type': 'application/json' }],
    ['by a plain form', { origin: 'https://evil.example', 'content-type': FORM }],
    ['by a form of plain text', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
    ['from a sandbox', { origin: 'null', 'content-type': FORM }],
    ['from a host that ours is part of', { origin: 'https://localhost:3000.evil.example' }],
    ['from another port', { origin: 'http://localhost:3001' }],
    ['with our address before an @', { origin: 'http://localhost:3000@evil.example' }],
    ['without an origin and without the header', {}],
  ])('%s can’t log anyone in or out', async (_how, headers) => {
    const [cookie] = (await login(unlimited, ADA)).cookies
    const mine = { cookie: `${cookie!.name}=${cookie!.value}` }
    const before = rowsOf(unlimited.dataDir)
    for (const url of ['/api/reports/logout', '/api/reports/login']) {
      const payload = headers['content-type'] === FORM ? 'name=ada&password=x' : JSON.stringify(ADA)
      const { statusCode } = await unlimited.send({
        method: 'POST',
        url,
        payload,
        headers: { ...HOST, ...mine, ...headers },
      })
      expect(statusCode).toBe(403)
    }
    expect(rowsOf(unlimited.dataDir)).toEqual(before)
    expect((await unlimited.send({ url: '/api/reports/me', headers: { ...OURS, ...mine } })).statusCode).toBe(
      200,
    )
  })
})

test('a login cookie that’s changed, cut, unsigned, or of another server is invalid', async () => {
  const [cookie] = (await login(unlimited, ADA)).cookies
  const [id = '', signature = ''] = cookie!.value.split('.')
  const values = [
    id,
    `${id}.`,
    `${id}x.${signature}`,
    `${id}.${signature.slice(1)}`,
    `.${signature}`,
    '',
    '.',
    'x'.repeat(4000),
  ]
  for (const value of values) {
    const headers = { ...OURS, cookie: `leadloom_login_3000=${encodeURIComponent(value)}` }
    expect((await unlimited.send({ url: '/api/reports/me', headers })).statusCode).toBe(401)
  }
})

test('the next page after a login can’t be set from outside', async () => {
  for (const url of [
    '/stats?next=https://evil.example',
    '/stats//evil.example',
    '/stats/%2f%2fevil.example',
  ]) {
    const { statusCode, headers } = await unlimited.send({ url })
    expect([statusCode, headers['location'], headers['refresh']]).toEqual([200, undefined, undefined])
  }
})

test('a login with an absolute address, as from proxies, is treated like one with a path', async () => {
  const whole = await running({ env })
  await firstOperator(whole.ctx)
  const { port } = new URL(await whole.app.listen({ host: '127.0.0.1', port: 0 }))
  const sent = request({
    port,
    method: 'POST',
    path: 'http://localhost:3000/api/reports/login',
    headers: { ...OURS, 'content-type': 'application/json' },
  })
  sent.end(JSON.stringify(ADA))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([
    200,
    [expect.stringMatching(/^leadloom_login_3000=/)],
  ])
  response.resume()
})

test.each(['/api/%72eports/login', '/%61pi/reports/login', '//api/reports/login'])(
  '%s doesn’t reach the login',
  async (url) => {
    const { app } = unlimited
    const response = await app.inject({ method: 'POST', url, payload: ADA, headers: OURS })
    expect([response.statusCode, response.cookies]).toEqual([404, []])
  },
)
