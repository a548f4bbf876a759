import { expect, test } from 'vitest'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import { KEY_FAILURES } from '../../src/server/limits/limits.ts'
import { refused, running } from './running.ts'

const env = { POSTBACK_KEYS: 'everflow:first-secret,retreaver:second-secret' }
const acme: Buyer = { format: 'json', url: 'https://buyer.example/leads', return_key: 'secret-of-acme' }
const buyers = new Map([['acme', acme]])

const HERE = '198.51.100.7'
/** Report of no sale; with a right key it gets as far as 400. */
const REPORT = { ref: 'x', id: 'C', amount: '1', status: 'approved' }

async function partners(more: Record<string, string> = {}) {
  let now = Date.UTC(2026, 10, 23)
  const { send } = await running({ env: { ...env, ...more }, buyers, now: () => now })
  const call = (path: string, query: object, remoteAddress = HERE) =>
    send({ url: `/webhook/${path}?${new URLSearchParams({ ...query })}`, remoteAddress })
  return {
    report: (key: string, from?: string) => call('conversions', { ...REPORT, key }, from),
    giveBack: (key: string, from?: string) => call('returns', { key, lead: 'nothing' }, from),
    later: (ms: number) => void (now += ms),
  }
}

test('after some wrong keys, a network is refused for seconds, and its keys aren’t checked', async () => {
  const { report, giveBack, later } = await partners()
  for (let n = 0; n < KEY_FAILURES.atOnce; n++)
    expect((await (n % 2 ? report : giveBack)(`guess ${n}`)).statusCode).toBe(401)
  for (const call of [report, giveBack]) {
    const answer = await call('one more')
    expect(refused(answer)).toMatchObject({ code: 429, field: 'key' })
    expect(answer.headers['retry-after']).toBe(String(KEY_FAILURES.pauseMs / 1000))
  }
  expect((await report('first-secret')).statusCode).toBe(429)
  expect((await report('first-secret', '198.51.100.8')).statusCode).toBe(400)
  later(KEY_FAILURES.pauseMs)
  expect((await report('still wrong')).statusCode).toBe(401)
  expect((await report('still wrong')).statusCode).toBe(429)
})

test('an hour of guessing from one network allows ten keys and one every six seconds', async () => {
  const { report, later } = await partners()
  let looked = 0
  for (let at = 0; at < 3_600_000; at += 2000) {
    if ((await report(`guess ${at}`)).statusCode === 401) looked += 1
    later(2000)
  }
  expect(looked).toBeLessThanOrEqual(10 + 600)
})

test('a valid key works once the pause is over, and from then on despite any number of wrong ones', async () => {
  const { report, giveBack, later } = await partners()
  for (let n = 0; n < 30; n++) await report('of last year')
  expect((await report('first-secret')).statusCode).toBe(429)
  later(KEY_FAILURES.pauseMs)
  expect((await report('first-secret')).statusCode).toBe(400)
  for (let n = 0; n < 30; n++) await giveBack('of last year')
  expect((await report('of last year')).statusCode).toBe(429)
  expect((await report('first-secret')).statusCode).toBe(400)
  expect((await report('second-secret')).statusCode).toBe(429)
})

test('the addresses of one IPv6 network share their tries', async () => {
  const { report } = await partners()
  for (let n = 0; n < KEY_FAILURES.atOnce; n++) await report('guess', `2001:db8::${n + 1}`)
  expect((await report('guess', '2001:db8::ff')).statusCode).toBe(429)
  expect((await report('guess', '2001:db8:0:1::1')).statusCode).toBe(401)
})

test('a factor of 0 on the limits slows no key', async () => {
  const { report } = await partners({ RATE_LIMIT: '0' })
  for (let n = 0; n < 30; n++) expect((await report('guess')).statusCode).toBe(401)
})
