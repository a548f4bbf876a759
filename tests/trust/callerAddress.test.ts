import fastify from 'fastify'
import { expect, test } from 'vitest'
import { firstOperator } from '../../src/server/operators/operators.ts'
import { addressIn, spellCaller } from '../../src/server/http/callerAddress.ts'
import { running, wrapped } from '../server/running.ts'

const ADA = { name: 'ada', password: 'correct horse battery' }
const PROXIED = {
  TRUST_PROXY: 'loopback,10.0.0.0/8',
  OPERATOR_NAME: ADA.name,
  OPERATOR_PASSWORD: ADA.password,
}

test.each([
  ['198.51.100.4', '198.51.100.4'],
  ['198.51.100.4:50211', '198.51.100.4'],
  [' 198.51.100.4 ', '198.51.100.4'],
  ['2001:DB8:0:0::5', '2001:db8::5'],
  ['[2001:db8::5]', '2001:db8::5'],
  ['[2001:db8::5]:8443', '2001:db8::5'],
  ['::ffff:198.51.100.4', '198.51.100.4'],
  ['[::ffff:c633:6404]:443', '198.51.100.4'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['unknown', null],
  ['_hidden', null],
  ['_SEVKISEK:8080', null],
  ['', null],
  ['0x7f.1', null],
  ['127.1', null],
  ['0177.0.0.1', null],
  ['256.1.1.1', null],
  ['198.51.100.4:port', null],
  ['198.51.100.4:1:2', null],
  ['[198.51.100', null],
  ['claims.example', null],
  ["1.2.3.4' OR 1", null],
])('the address in %j is %j', (text, address) => {
  expect(addressIn(text)).toBe(address)
})

test.each([
  ['198.51.100.4:50211', '198.51.100.4'],
  ['[2001:db8::5]:8443', '2001:db8::5'],
  ['::ffff:198.51.100.4', '198.51.100.4'],
  ['fe80::1%eth0', 'fe80::1'],
  ['198.51.100.4:50211, 10.0.0.2:4433', '198.51.100.4'],
  ['192.0.2.66, 198.51.100.4:1', '198.51.100.4'],
  // Entries before one that names no address can't be trusted.
  ['192.0.2.66, unknown', ''],
  ['unknown', ''],
  ['_hidden', ''],
  ['unknown, 10.0.0.2', ''],
  ['unknown, 198.51.100.4', '198.51.100.4'],
])('X-Forwarded-For: %s from a trusted proxy is kept as %j', async (forwarded, address) => {
  const { send, store, settings } = await running({ env: PROXIED })
  const headers = { 'x-forwarded-for': forwarded }
  expect((await send({ url: '/api/ip', headers })).json()).toEqual({ ip: address })
  expect((await send({ url: '/api/trace', headers })).body).toBe(`ip=${address}\n`)
  const arrival = { path: 'small', page_url: 'https://claims.example/', referrer: '', query: {} }
  const call = wrapped('POST /api/sessions', arrival, settings.siteKey)
  const { uuid } = (await send({ ...call, headers: { ...call.headers, ...headers } })).json<{
    uuid: string
  }>()
  expect((await store.session(uuid))!.ip).toBe(address)
})

test('an IPv4 address mapped to IPv6 is read as IPv4', async () => {
  const { send } = await running()
  expect((await send({ url: '/api/ip', remoteAddress: '::ffff:198.51.100.4' })).json()).toEqual({
    ip: '198.51.100.4',
  })
})

test('the header is ignored without a trusted proxy', async () => {
  const { send } = await running()
  const headers = { 'x-forwarded-for': '198.51.100.4:50211' }
  expect((await send({ url: '/api/ip', headers })).json()).toEqual({ ip: '127.0.0.1' })
})

test.each([
  ['ports that change', (n: number) => `198.51.100.4:${50_000 + n}`],
  ['spellings that change', (n: number) => `[2001:db8::${n.toString(16)}]:${50_000 + n}`],
  ['obfuscated names that change', (n: number) => `_caller${n}`],
])('40 wrong passwords from one network with %s end in 429', async (_what, from) => {
  const server = await running({ env: PROXIED })
  await firstOperator(server.ctx)
  const codes: number[] = []
  for (let n = 0; n < 40; n++) {
    const { statusCode } = await server.send({
      method: 'POST',
      url: '/api/reports/login',
      payload: { ...ADA, password: `guess ${n}` },
      headers: { host: 'localhost:3000', 'x-requested-with': 'leadloom', 'x-forwarded-for': from(n) },
    })
    codes.push(statusCode)
  }
  expect(codes.slice(0, 10)).toEqual(Array<number>(10).fill(401))
  expect(new Set(codes.slice(10))).toEqual(new Set([429]))
})

test('a caller that a trusted proxy doesn’t name is logged once, without its value', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = fastify({ logger: { level: 'warn', stream }, trustProxy: ['loopback'] })
  app.addHook('onRequest', spellCaller())
  app.get('/', async ({ ip }) => ip)
  const asked = async (from: string) =>
    (await app.inject({ url: '/', headers: { 'x-forwarded-for': from } })).body
  expect(await asked('198.51.100.4')).toBe('198.51.100.4')
  expect(await asked('2001:DB8::5')).toBe('2001:db8::5')
  expect(lines).toEqual([])
  for (const from of ['_hidden', 'unknown', '_hidden']) expect(await asked(from)).toBe('')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain("doesn't send the visitor's IP address")
  expect(lines[0]).not.toContain('_hidden')
})
