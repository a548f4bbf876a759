import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { Call } from '../../schemas/kernel/call.ts'
import type { BegunSecondFactor, ConfirmedSecondFactor } from '../../schemas/people/secondFactor.ts'
import { codeAt } from '../../src/server/operators/codes.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { refused, running } from './running.ts'

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
const MINUTE_MS = 60_000
let clock = Date.parse('2026-11-27T12:00Z')
const { send, store } = await running({ until: afterAll, now: () => clock })
for (const name of ['root', 'eve', 'vi'])
  await store.saveOperator({
    name,
    role: name === 'vi' ? 'viewer' : 'admin',
    sites: null,
    password_hash,
    since: 0,
  })

type Headers = Record<string, string>
async function logIn(name: string, code?: string): Promise<Headers> {
  const payload = { name, password: 'secret', ...(code !== undefined && { code }) }
  const [cookie] = (await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })).cookies
  return { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }
}
const post = (url: string, payload: object, headers: Headers) =>
  send({ method: 'POST', url: `/api/reports/${url}`, payload, headers })
const isAsked = async (headers: Headers) =>
  (await post('people/reset', { name: 'vi', email: null }, headers)).statusCode === 403

/** Gives each test its own tries. */
beforeEach(() => {
  clock += 60 * MINUTE_MS
})

type Marked = { [N in CallName]: (typeof CALLS)[N] extends { confirm: true } ? N : never }[CallName]

const UUID = '0198c9a4-0000-7000-8000-000000000000'
/** Request for each marked call, and its status if no confirmation is needed. */
const SENT: Record<Marked, { payload?: object; query?: string; status: number }> = {
  'POST /api/reports/people/invite': {
    payload: { name: 'new', role: 'admin', sites: null, email: null },
    status: 201,
  },
  'POST /api/reports/people/reset': { payload: { name: 'vi', email: null }, status: 201 },
  'POST /api/reports/people/role': { payload: { name: 'vi', role: 'viewer', sites: null }, status: 204 },
  'POST /api/reports/people/second-factor/reset': { payload: { name: 'vi' }, status: 404 },
  'POST /api/reports/people/report-keys': {
    payload: { name: 'crm', sites: null, expires_at: null },
    status: 201,
  },
  'POST /api/reports/account/passkeys/begin': { status: 200 },
  'POST /api/reports/account/passkeys/remove': { payload: { id: 'none' }, status: 404 },
  'POST /api/reports/studio/keys': { payload: { name: 'ci', path: null }, status: 201 },
  'GET /api/reports/desk/lead/proof': { query: `?uuid=${UUID}`, status: 404 },
  'GET /api/reports/desk/lead/proof.pdf': { query: `?uuid=${UUID}`, status: 404 },
  'POST /api/reports/desk/leads/csv/persons': { payload: {}, status: 200 },
  'POST /api/reports/desk/opt-outs/csv': { payload: {}, status: 200 },
  'POST /api/reports/desk/returns/csv/persons': { payload: {}, status: 200 },
  'POST /api/reports/desk/buyers': { payload: { buyer: 'acme', revision: 0, document: {} }, status: 422 },
  'POST /api/reports/desk/webhooks': {
    payload: { name: 'crm', url: 'https://crm.example/in', kinds: ['lead'], persons: true },
    status: 201,
  },
  'POST /api/reports/desk/postbacks': {
    payload: {
      name: 'voluum',
      aff_id: '86',
      offer: '',
      paid_only: true,
      settings: {
        url: 'https://tracker.example/postback?cid={click_id}',
        return_url: '',
        words: { sale: { event: 'sale', status: 'approved' } },
        click_parameter: 'click_id',
        return_payout: 'zero',
      },
    },
    status: 201,
  },
  'POST /api/reports/desk/law/off': {
    payload: { rule: 'us-wa-hours', reason: 'No calls there.' },
    status: 201,
  },
  'POST /api/reports/desk/script-hosts': { payload: { host: 'www.clicks.example' }, status: 201 },
}

describe.each(Object.entries(SENT))('%s', (name, { payload, query = '', status }) => {
  const [method, url] = name.split(' ') as ['POST', string]
  const ask = (headers: Headers) =>
    send({ method, url: `${url}${query}`, headers, ...(payload && { payload }) })

  test('asks to confirm the operator’s identity after 15 minutes, and continues only after that', async () => {
    const headers = await logIn('root')
    const audited = await store.auditLog(1)
    clock += 15 * MINUTE_MS
    const asked = await ask(headers)
    expect(asked.json()).toMatchObject({
      status: 403,
      type: 'urn:leadloom:confirm',
      detail: 'Confirm that it’s you, then try again.',
      confirm_by: ['password'],
    })
    expect(await store.auditLog(1)).toEqual(audited)
    expect((await post('confirm', { present: 'secret' }, headers)).statusCode).toBe(204)
    expect((await ask(headers)).statusCode).toBe(status)
  })
})

test('a login doesn’t have to confirm for 15 minutes, and again for 15 minutes after confirming', async () => {
  const headers = await logIn('root')
  clock += 15 * MINUTE_MS - 1
  expect(await isAsked(headers)).toBe(false)
  clock += 1
  expect(await isAsked(headers)).toBe(true)
  await post('confirm', { present: 'secret' }, headers)
  clock += 15 * MINUTE_MS - 1
  expect(await isAsked(headers)).toBe(false)
  clock += 1
  expect(await isAsked(headers)).toBe(true)
  expect((await store.auditLog(50)).find(({ act }) => act === 'confirm')).toMatchObject({
    operator: 'root',
    about: 'password',
  })
})

test('confirming in one login doesn’t count for another of the same account', async () => {
  const [here, there] = [await logIn('root'), await logIn('root')]
  clock += 15 * MINUTE_MS
  await post('confirm', { present: 'secret' }, here)
  expect([await isAsked(here), await isAsked(there)]).toEqual([false, true])
})

test('wrong passwords count with those at the login, are in the audit log, and reveal nothing', async () => {
  const headers = await logIn('root')
  clock += 15 * MINUTE_MS
  const codes: number[] = []
  for (let n = 0; n < 11; n++) codes.push((await post('confirm', { present: 'guess' }, headers)).statusCode)
  expect(codes).toEqual([...Array<number>(10).fill(422), 429])
  expect(await isAsked(headers)).toBe(true)
  expect((await store.auditLog(1))[0]).toMatchObject({
    operator: 'root',
    act: 'login_refused',
    about: 'from 127.0.0.1, 10 times',
  })
  expect((await post('login', { name: 'root', password: 'secret' }, ours)).statusCode).toBe(429)
})

test('a code confirms the operator’s identity, once, if two-factor authentication is on', async () => {
  const before = await logIn('eve')
  expect(refused(await post('confirm', { code: '123456' }, before))).toMatchObject({
    code: 409,
    field: 'code',
  })
  const begin = await post('account/second-factor/begin', { present: 'secret' }, before)
  const { secret } = begin.json<BegunSecondFactor>()
  const code = codeAt(secret, clock)
  const on = await post('account/second-factor/confirm', { code }, before)
  const [recovery] = on.json<ConfirmedSecondFactor>().recovery_codes
  clock += MINUTE_MS
  const headers = await logIn('eve', codeAt(secret, clock))
  clock += 15 * MINUTE_MS
  const asked = await post('people/reset', { name: 'vi', email: null }, headers)
  expect(asked.json()).toMatchObject({ confirm_by: ['code', 'password'] })
  expect(refused(await post('confirm', { code: '000000' }, headers))).toMatchObject({
    code: 422,
    field: 'code',
  })
  expect(await isAsked(headers)).toBe(true)
  const now = codeAt(secret, clock)
  expect((await post('confirm', { code: now }, headers)).statusCode).toBe(204)
  expect(await isAsked(headers)).toBe(false)
  clock += 15 * MINUTE_MS
  expect((await post('confirm', { code: now }, headers)).statusCode).toBe(422)
  expect((await post('confirm', { code: recovery }, headers)).statusCode).toBe(204)
  expect(await isAsked(headers)).toBe(false)
})

test('a role that may not call is refused without a confirmation', async () => {
  const headers = await logIn('vi')
  clock += 15 * MINUTE_MS
  const answer = await post('people/reset', { name: 'vi', email: null }, headers)
  expect(answer.json()).toMatchObject({ status: 403, type: 'about:blank' })
})

test('each call that gives access or exports personal data is marked, and asks only logged-in operators', () => {
  const marked = Object.entries<Call>(CALLS).filter(([, { confirm }]) => confirm)
  expect(marked.map(([name]) => name).toSorted()).toEqual(Object.keys(SENT).toSorted())
  const callers = new Set(marked.map(([, { caller }]) => caller))
  expect([...callers].toSorted()).toEqual(['admin', 'author', 'manager', 'operator'])
})
