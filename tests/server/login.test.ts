import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import { CALLER_NEEDS } from '../../schemas/people/roles.ts'
import { firstOperator } from '../../src/server/operators/operators.ts'
import { hashPassword, verifyPassword } from '../../src/server/operators/passwords.ts'
import type { Store } from '../../src/store/store.ts'
import { refused, running } from './running.ts'

const OPERATOR = { name: 'ada', password: 'correct horse battery' }
/** Another admin, as the last one can't be revoked. */
const EVE = { name: 'eve', role: 'admin', sites: null, password_hash: '', since: 0 } as const
const env = { OPERATOR_NAME: OPERATOR.name, OPERATOR_PASSWORD: OPERATOR.password }
const { send, store, ctx } = await running({ env, until: afterAll })
await firstOperator(ctx)

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const login = (payload: object, headers: Record<string, string> = ours) =>
  send({ method: 'POST', url: '/api/reports/login', payload, headers })

async function loggedIn(): Promise<Record<string, string>> {
  const [cookie] = (await login(OPERATOR)).cookies
  return { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }
}

test('a login sets a cookie that scripts can’t read and other sites can’t send', async () => {
  const before = Date.now()
  const response = await login(OPERATOR)
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { name: 'ada', role: 'admin', sites: null },
  ])
  expect(response.cookies).toEqual([
    {
      name: 'leadloom_login_3000',
      value: expect.any(String),
      path: '/api/reports',
      httpOnly: true,
      sameSite: 'Strict',
      expires: expect.any(Date),
    },
  ])
  const lasts = response.cookies[0]!.expires!.getTime() - before
  expect(Math.round(lasts / 60_000)).toBe(12 * 60)
})

test('beyond localhost, the cookie is for HTTPS only, and an unencrypted login is refused', async () => {
  const headers = { ...ours, host: 'claims.example' }
  expect(refused(await login(OPERATOR, headers))).toMatchObject({ code: 403 })
  const behind = await running({ env: { ...env, TRUST_PROXY: 'loopback' } })
  await firstOperator(behind.ctx)
  const response = await behind.send({
    method: 'POST',
    url: '/api/reports/login',
    payload: OPERATOR,
    headers: { ...headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'claims.example' },
  })
  expect(response.cookies).toMatchObject([{ secure: true, httpOnly: true, sameSite: 'Strict' }])
})

test('every report, and who I am, need a login', async () => {
  const names = (Object.keys(CALLS) as CallName[]).filter((name) =>
    ['operator', 'reader', ...Object.keys(CALLER_NEEDS)].includes(CALLS[name].caller),
  )
  expect(names.length).toBeGreaterThanOrEqual(11)
  for (const name of names) {
    const [method, url] = name.split(' ') as ['GET', string]
    const query = '?path=small&from=0&to=1&start=0&end=1'
    expect(refused(await send({ method, url: url + query, headers: ours }))).toMatchObject({ code: 401 })
  }
})

test('a login lasts until the logout, which ends it for the cookie too', async () => {
  const headers = await loggedIn()
  const me = () => send({ url: '/api/reports/me', headers })
  expect((await me()).json()).toMatchObject({ name: 'ada', role: 'admin', sites: null })
  expect((await send({ method: 'POST', url: '/api/reports/logout', headers })).statusCode).toBe(204)
  const after = await me()
  expect(after.statusCode).toBe(401)
  expect(after.json()).not.toMatchObject({ type: 'urn:leadloom:idle' })
  expect((await store.auditLog(1))[0]).toMatchObject({ operator: 'ada', act: 'logout' })
})

test('a login changes the session ID, so a planted one is worthless', async () => {
  const first = await loggedIn()
  const again = await login(OPERATOR, first)
  expect(again.cookies[0]!.value).not.toBe(first['cookie']!.split('=')[1])
  expect((await send({ url: '/api/reports/me', headers: first })).statusCode).toBe(401)
})

test('the store never sees the ID in the cookie', async () => {
  const { cookie } = await loggedIn()
  const id = decodeURIComponent(cookie!.split('=')[1]!).split('.')[0]!
  expect(await store.loginSession(id)).toBeNull()
})

test.each([
  ['from a page of another site', { origin: 'https://evil.example', 'x-requested-with': 'leadloom' }, 403],
  ['without an origin and without our header', {}, 403],
  ['from our own page', { origin: 'http://localhost:3000' }, 200],
  ['by a tool that sets our header', { 'x-requested-with': 'leadloom' }, 200],
])('a POST %s is %i', async (_what, { ...headers }: Record<string, string>, status) => {
  expect((await login(OPERATOR, { host: 'localhost:3000', ...headers })).statusCode).toBe(status)
})

/** Tries to log in with a wrong password. */
const guess = async (
  { send }: Pick<Awaited<ReturnType<typeof running>>, 'send'>,
  remoteAddress: string,
  name: string,
) =>
  (
    await send({
      method: 'POST',
      url: '/api/reports/login',
      payload: { name, password: 'guess' },
      headers: ours,
      remoteAddress,
    })
  ).statusCode

test('ten wrong passwords for a name from one network block it for 15 minutes, and the owner can log in elsewhere', async () => {
  let now = Date.now()
  const one = await running({ env, now: () => now })
  await firstOperator(one.ctx)
  const right = (remoteAddress: string) =>
    one.send({ method: 'POST', url: '/api/reports/login', payload: OPERATOR, headers: ours, remoteAddress })
  for (let tries = 0; tries < 10; tries++) expect(await guess(one, '10.0.0.1', 'ada')).toBe(401)

  const refusedHere = await right('10.0.0.1')
  expect([refusedHere.statusCode, refusedHere.headers['retry-after']]).toEqual([429, '900'])
  expect((await right('10.0.0.2')).statusCode).toBe(200)
  now += 15 * 60_000
  expect((await right('10.0.0.1')).statusCode).toBe(200)
})

test('a restart doesn’t reset wrong passwords', async () => {
  const one = await running({ env })
  for (let tries = 0; tries < 10; tries++) await guess(one, '2001:db8:1:2::7', 'ada')
  const again = await running({ env, store: one.store })
  expect(await guess(again, '2001:db8:1:2::9', 'ada')).toBe(429)
  expect(await guess(again, '2001:db8:1:3::7', 'ada')).toBe(401)
})

test('an address can try twenty times a minute, whatever the names', async () => {
  const at = Date.now()
  const one = await running({ env, now: () => at })
  const codes: number[] = []
  while (codes.length < 21) codes.push(await guess(one, '10.0.0.1', `name ${codes.length}`))
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
})

test('a revoked account is logged out immediately and can’t log in again', async () => {
  const one = await running({ env })
  await firstOperator(one.ctx)
  const [cookie] = (
    await one.send({ method: 'POST', url: '/api/reports/login', payload: OPERATOR, headers: ours })
  ).cookies
  const me = () =>
    one.send({ url: '/api/reports/me', headers: { ...ours, cookie: `${cookie!.name}=${cookie!.value}` } })
  expect((await me()).statusCode).toBe(200)
  await one.store.saveOperator(EVE)
  await one.store.revokeOperator('ada', 1)
  expect((await me()).statusCode).toBe(401)
  expect(
    (await one.send({ method: 'POST', url: '/api/reports/login', payload: OPERATOR, headers: ours }))
      .statusCode,
  ).toBe(401)
})

test.each([
  [
    'revoked',
    async (store: Store) => {
      await store.saveOperator(EVE)
      await store.revokeOperator('ada', 1)
    },
  ],
  [
    'given another password',
    async (store: Store) => {
      const password_hash = await hashPassword('another password', randomBytes)
      await store.saveOperator({ name: 'ada', role: 'viewer', sites: null, password_hash, since: 1 })
    },
  ],
])('an operator who is %s while the password is checked isn’t logged in', async (_, change) => {
  const one = await running({ env })
  await firstOperator(one.ctx)
  // The account is read before the change, and the login is written after it.
  const before = one.store.operator.bind(one.store)
  one.store.operator = async (name) => {
    one.store.operator = before
    const account = await before(name)
    await change(one.store)
    return account
  }
  const answer = await one.send({
    method: 'POST',
    url: '/api/reports/login',
    payload: OPERATOR,
    headers: ours,
  })
  expect([refused(answer).code, answer.cookies]).toEqual([401, []])
})

test('refused logins are in the audit log with their network, but without the typed text of an unknown name', async () => {
  const one = await running({ env })
  await firstOperator(one.ctx)
  for (let n = 0; n < 3; n++) await guess(one, '10.0.0.1', 'ada')
  await guess(one, '2001:db8:1:2::7', 'my-password-by-mistake')
  await guess(one, '2001:db8:1:2::9', 'another')
  await one.send({ method: 'POST', url: '/api/reports/login', payload: OPERATOR, headers: ours })
  const log = await one.store.auditLog(10)
  expect(log.map(({ operator, act, about }) => [operator, act, about])).toEqual([
    ['ada', 'login', ''],
    ['', 'login_refused', 'unknown name, from 2001:db8:1:2, 2 times'],
    ['ada', 'login_refused', 'from 10.0.0.1, 3 times'],
  ])
})

test('a flood of refused logins leaves a hundred entries in the audit log, and one that counts the others', async () => {
  const at = Date.now()
  const one = await running({ env, now: () => at })
  for (let n = 0; n < 104; n++) await guess(one, `10.0.1.${n}`, 'nobody')
  const log = await one.store.auditLog(200)
  expect(log).toHaveLength(101)
  expect(log[0]).toMatchObject({ operator: '', about: 'other networks, 4 times' })
})

test('names that differ only by case log in to one account, and share its tries', async () => {
  const at = Date.now()
  const one = await running({ env, now: () => at })
  await firstOperator(one.ctx)
  const logIn = (name: string) =>
    one.send({ method: 'POST', url: '/api/reports/login', payload: { ...OPERATOR, name }, headers: ours })
  const answer = await logIn('ADA')
  expect([answer.statusCode, answer.json<{ name: string }>().name]).toEqual([200, 'ada'])
  for (let n = 0; n < 10; n++) expect(await guess(one, '127.0.0.1', n % 2 ? 'Ada' : 'aDa')).toBe(401)
  expect((await logIn('ADA')).statusCode).toBe(429)
})

/** A server with a clock that the test sets, with a login, and a call that shows if the login is still valid after some minutes. */
async function idling(minutes: Record<string, string> = {}) {
  let now = Date.now()
  const one = await running({ env: { ...env, ...minutes }, now: () => now })
  await firstOperator(one.ctx)
  const answer = await one.send({
    method: 'POST',
    url: '/api/reports/login',
    payload: OPERATOR,
    headers: ours,
  })
  const [cookie] = answer.cookies
  const headers = { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }
  const after = async (minutes: number, more: Record<string, string> = {}) => {
    now += minutes * 60_000
    const answer = await one.send({ url: '/api/reports/me', headers: { ...headers, ...more } })
    // The time of use is saved beside the answer.
    await one.store.ready()
    return answer
  }
  return { ...one, after, headers }
}

test('a login that isn’t used for two hours ends, and says so', async () => {
  const { after, store } = await idling()
  expect((await after(119)).statusCode).toBe(200)
  expect((await after(119)).statusCode).toBe(200)
  const ended = await after(120)
  expect(ended.json()).toMatchObject({
    status: 401,
    type: 'urn:leadloom:idle',
    detail: 'You were logged out after 2 hours without activity. Log in again.',
  })
  // Another call doesn't bring it back.
  expect((await after(0)).json()).toMatchObject({ type: 'urn:leadloom:idle' })
  const [login] = await store.loginSessions(Date.now())
  expect(JSON.parse((await store.loginSession(login!.id))!.data)).toMatchObject({ operator: 'ada' })
})

test('a login ends after twelve hours of use', async () => {
  const own = await running({ env })
  await firstOperator(own.ctx)
  await own.send({ method: 'POST', url: '/api/reports/login', payload: OPERATOR, headers: ours })
  const openAfter = async (minutes: number) =>
    (await own.store.loginSessions(Date.now() + minutes * 60_000)).length
  expect([await openAfter(12 * 60 - 1), await openAfter(12 * 60 + 1)]).toEqual([1, 0])
})

test('calls that a page makes by itself don’t extend a login', async () => {
  const { after } = await idling()
  const unattended = { 'x-unattended': 'true' }
  expect((await after(60, unattended)).statusCode).toBe(200)
  expect((await after(59, unattended)).statusCode).toBe(200)
  expect((await after(1, unattended)).statusCode).toBe(401)
})

test('a setting limits a login without use, and an ended one isn’t listed', async () => {
  const { after, send, headers } = await idling({ LOGIN_IDLE_MINUTES: '5' })
  expect((await after(4)).statusCode).toBe(200)
  expect((await after(5)).json<{ detail: string }>().detail).toContain('after 5 minutes without activity')
  const again = await send({ method: 'POST', url: '/api/reports/login', payload: OPERATOR, headers: ours })
  const [cookie] = again.cookies
  const fresh = { ...headers, cookie: `${cookie!.name}=${cookie!.value}` }
  const logins = await send({ url: '/api/reports/account/logins', headers: fresh })
  expect(logins.json<{ data: unknown[] }>().data).toHaveLength(1)
})

test('the first operator is created once, with a random password if none is set', async () => {
  const { ctx } = await running()
  const made = await firstOperator(ctx)
  expect(made).toEqual({ name: 'operator', password: expect.stringMatching(/^[\w-]{20}$/) })
  expect(await firstOperator(ctx)).toBeNull()
  const kept = await ctx.store.operator('operator')
  expect(await verifyPassword(made!.password!, kept!.password_hash)).toBe(true)
})

test.each(['too short', 'password1234', 'leadloom-2026', 'Small-Small-2026'])(
  'the first operator isn’t created with the password %j of the settings',
  async (password) => {
    const { ctx, store } = await running({ env: { OPERATOR_PASSWORD: password } })
    await expect(firstOperator(ctx)).rejects.toThrow(/^OPERATOR_PASSWORD: /)
    expect(await store.operatorCount()).toBe(0)
  },
)

test('a password of the settings isn’t passed on', async () => {
  const { ctx } = await running({ env })
  expect(await firstOperator(ctx)).toEqual({ name: OPERATOR.name, password: null })
  const kept = await ctx.store.operator(OPERATOR.name)
  expect(await verifyPassword(OPERATOR.password, kept!.password_hash)).toBe(true)
})

test('a password is stored as argon2id with its own salt', async () => {
  const [one, two] = [await hashPassword('secret', randomBytes), await hashPassword('secret', randomBytes)]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
  expect([await verifyPassword('secret', one), await verifyPassword('Secret', one)]).toEqual([true, false])
  expect(await verifyPassword('', null)).toBe(false)
})

test('a report covers the requested range, and a reversed one is refused', async () => {
  const headers = await loggedIn()
  const get = async (url: string) => send({ url: `/api/reports/${url}`, headers })
  expect((await get('paths')).json()).toEqual({ data: ['small'] })
  expect((await get('visits-by-affiliate?path=small&from=0&to=1')).json()).toEqual({ data: [] })
  const backwards = 'From must be before To.'
  expect(refused(await get('sale-stats?path=small&from=2&to=1'))).toMatchObject({
    code: 400,
    field: 'from',
    detail: backwards,
  })
  expect(refused(await get('analytics-epr?start=2&end=1'))).toMatchObject({
    code: 400,
    field: 'start',
    detail: backwards,
  })
  expect(refused(await get('sale-stats?from=1&to=2'))).toMatchObject({ code: 400, field: 'path' })
  expect(refused(await get('sale-stats?path=small&from=x&to=2'))).toMatchObject({ code: 400, field: 'from' })
  expect(refused(await get('nothing?path=small'))).toMatchObject({ code: 404 })
})
