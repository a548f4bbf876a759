import { hash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { MadeInvitation } from '../../schemas/people/people.ts'
import type { BegunSecondFactor, ConfirmedSecondFactor } from '../../schemas/people/secondFactor.ts'
import { codeAt, codeStep } from '../../src/server/operators/codes.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { refused, running } from './running.ts'

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
const STEP_MS = 30_000
/** Start of a time step. */
const START = Date.parse('2026-11-26T12:00Z')
let clock = START
const here = await running({ until: afterAll, now: () => clock })
const { send, store } = here

type Headers = Record<string, string>
const logInWith = (payload: object, at = here) =>
  at.send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
async function headersOf(answer: ReturnType<typeof logInWith>): Promise<Headers> {
  const [cookie] = (await answer).cookies
  return { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }
}
const post = (url: string, payload: object, headers: Headers, at = here) =>
  at.send({ method: 'POST', url: `/api/reports/${url}`, payload, headers })
const isIn = async (headers: Headers) => (await send({ url: '/api/reports/me', headers })).statusCode === 200
const acts = async (count: number) => (await store.auditLog(count)).map(({ act }) => act)

/** Creates a person for one test, with minutes that no other test used. */
async function somebody(name: string, role: 'viewer' | 'admin' = 'viewer') {
  clock += 3_600_000
  await store.saveOperator({ name, role, sites: null, password_hash, since: 0 })
  const logIn = (code?: string, at = here) =>
    logInWith({ name, password: 'secret', ...(code !== undefined && { code }) }, at)
  return { name, logIn, headers: await headersOf(logIn()) }
}

/** Turns two-factor authentication on with the current code. */
async function turnOn(headers: Headers) {
  const begun = (
    await post('account/second-factor/begin', { present: 'secret' }, headers)
  ).json<BegunSecondFactor>()
  const code = codeAt(begun.secret, clock)
  const confirmed = await post('account/second-factor/confirm', { code }, headers)
  const { recovery_codes } = confirmed.json<ConfirmedSecondFactor>()
  return { ...begun, code, recovery_codes }
}

test.each([
  [59_000, '287082'],
  [1_111_111_109_000, '081804'],
  [1_111_111_111_000, '050471'],
  [1_234_567_890_000, '005924'],
  [2_000_000_000_000, '279037'],
  [20_000_000_000_000, '353130'],
])('the code at %d ms is that of RFC 6238, appendix B: %s', (at, code) => {
  // Base32 of the ASCII text 12345678901234567890.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(codeAt(secret, at)).toBe(code)
  expect(codeStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)}`, at)).toBe(Math.floor(at / STEP_MS))
  const shifts = [-2, -1, 0, 1, 2].map((steps) => codeStep(secret, code, at + steps * STEP_MS) !== null)
  expect(shifts).toEqual([false, true, true, true, false])
})

test('a login asks for the code once it’s on, and accepts each code once', async () => {
  const { logIn, headers } = await somebody('ann')
  const other = await headersOf(logIn())
  expect(refused(await post('account/second-factor/begin', { present: 'guess' }, headers))).toMatchObject({
    code: 422,
    field: 'present',
  })
  const { secret, address, qr, code, recovery_codes } = await turnOn(headers)
  expect(address).toContain(`secret=${secret}`)
  expect(qr.path).toMatch(/^M4 4h1v1h-1z/)
  expect([secret.length, new Set(recovery_codes).size]).toEqual([32, 10])
  expect(await acts(1)).toEqual(['turn_on_code'])
  // Logins made without a code have ended.
  expect([await isIn(headers), await isIn(other)]).toEqual([true, false])

  expect(refused(await logIn())).toMatchObject({ code: 401, field: 'code' })
  const guessed = refused(await logInWith({ name: 'ann', password: 'guess', code }))
  expect(guessed.detail).toBe('Wrong name or password.')
  // Turning on two-factor authentication was the one use of this code.
  expect(refused(await logIn(code))).toMatchObject({ code: 401, field: 'code' })
  expect(await acts(1)).toEqual(['code_refused'])
  clock += STEP_MS
  const next = codeAt(secret, clock)
  const both = await Promise.all([logIn(next), logIn(next)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
  // A code of a step before the last used one isn't accepted either.
  clock += 2 * STEP_MS
  expect((await logIn(codeAt(secret, clock))).statusCode).toBe(200)
  expect((await logIn(codeAt(secret, clock - STEP_MS))).statusCode).toBe(401)
})

test('the stored data reveals neither the secret nor a recovery code', async () => {
  const { name, headers } = await somebody('kim')
  const { secret, recovery_codes } = await turnOn(headers)
  const { sealed } = (await store.secondFactor(name))!
  expect(Buffer.from(sealed, 'base64url').includes(secret)).toBe(false)
  const [first = ''] = recovery_codes
  expect(await store.useRecoveryCode(name, first)).toBe(false)
  expect(await store.useRecoveryCode(name, first.replaceAll('-', ''))).toBe(false)
})

test('a recovery code logs in once, however it’s typed, and only to its account', async () => {
  const { logIn, headers } = await somebody('bea')
  const other = await somebody('bob')
  const { recovery_codes } = await turnOn(headers)
  await turnOn(other.headers)
  const [first = '', second = ''] = recovery_codes
  expect((await other.logIn(first)).statusCode).toBe(401)
  expect((await logIn(` ${first.toUpperCase().replaceAll('-', ' ')} `)).statusCode).toBe(200)
  expect(await acts(2)).toEqual(['login', 'use_recovery_code'])
  expect((await logIn(first)).statusCode).toBe(401)
  const both = await Promise.all([logIn(second), logIn(second)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
  const state = await send({ url: '/api/reports/account/second-factor', headers })
  expect(state.json()).toEqual({ on_since: clock, codes_left: 8, is_required: false })
})

test('recovery codes have 120 random bits, and those of an earlier release still work', async () => {
  const { name, logIn, headers } = await somebody('dot')
  const { recovery_codes } = await turnOn(headers)
  for (const code of recovery_codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  const { sealed } = (await store.secondFactor(name))!
  await store.dropSecondFactor(name, '')
  await store.beginSecondFactor(name, sealed, clock)
  const codes = [hash('sha256', 'abcdefghijklmn23')]
  await store.confirmSecondFactor(name, { sealed, step: 0, at: clock, codes, kept: '' })
  expect((await logIn('abcd-efgh-ijkl-mn23')).statusCode).toBe(200)
  expect((await logIn('abcd-efgh-ijkl-mn23')).statusCode).toBe(401)
})

test('allows five wrong codes in 15 minutes, across all servers and networks', async () => {
  const { logIn, headers } = await somebody('cas')
  const beside = await running({ store, now: () => clock, env: { TRUST_PROXY: 'loopback' } })
  const { secret } = await turnOn(headers)
  clock += STEP_MS
  const away = (code: string) =>
    beside.send({
      method: 'POST',
      url: '/api/reports/login',
      payload: { name: 'cas', password: 'secret', code },
      headers: { ...ours, 'x-forwarded-for': '203.0.113.7' },
    })
  const codes: number[] = []
  for (let n = 0; n < 3; n++) codes.push((await logIn('000000')).statusCode)
  for (let n = 0; n < 3; n++) codes.push((await away('000000')).statusCode)
  expect(codes).toEqual([401, 401, 401, 401, 401, 429])
  expect((await logIn(codeAt(secret, clock))).statusCode).toBe(429)
  clock += 15 * 60_000
  expect((await logIn(codeAt(secret, clock))).statusCode).toBe(200)
})

test('recovery codes work while wrong codes are locked out, and have a stricter lock of their own', async () => {
  const { logIn, headers } = await somebody('joy')
  const { secret, recovery_codes } = await turnOn(headers)
  clock += STEP_MS
  for (let n = 0; n < 5; n++) await logIn('000000')
  expect((await logIn(codeAt(secret, clock))).statusCode).toBe(429)
  const [first, second, third] = recovery_codes
  expect((await logIn(first)).statusCode).toBe(200)
  const wrong = 'aaaa-bbbb-cccc-dddd'
  const codes: number[] = []
  for (let n = 0; n < 4; n++) codes.push((await logIn(wrong)).statusCode)
  expect(codes).toEqual([401, 401, 401, 429])
  expect((await logIn(second)).statusCode).toBe(429)
  clock += 15 * 60_000
  for (let n = 0; n < 3; n++) await logIn(wrong)
  expect((await logIn(third)).statusCode).toBe(429)
  expect((await logIn(codeAt(secret, clock))).statusCode).toBe(200)
  const refusedCodes = (await store.auditLog(10)).filter(
    ({ act, operator }) => act === 'code_refused' && operator === 'joy',
  )
  expect(refusedCodes.map(({ about }) => about)).toEqual([
    'from 127.0.0.1, 3 times',
    'from 127.0.0.1, 8 times',
  ])
})

test('turns off with the password and a code', async () => {
  const { logIn, headers } = await somebody('dan')
  const { secret, code } = await turnOn(headers)
  const off = (present: string, code: string) => post('account/second-factor/off', { present, code }, headers)
  clock += STEP_MS
  expect(refused(await off('guess', codeAt(secret, clock)))).toMatchObject({ code: 422, field: 'present' })
  expect(refused(await off('secret', code))).toMatchObject({ code: 422, field: 'code' })
  expect((await post('account/second-factor/begin', { present: 'secret' }, headers)).statusCode).toBe(409)
  expect((await off('secret', codeAt(secret, clock))).statusCode).toBe(204)
  expect([await acts(1), await isIn(headers)]).toEqual([['turn_off_code'], true])
  expect((await logIn()).statusCode).toBe(200)
  expect(refused(await off('secret', codeAt(secret, clock)))).toMatchObject({ code: 409 })
})

test('turns on only after a code of the newest secret', async () => {
  const { logIn, headers } = await somebody('eli')
  const begin = async () =>
    (await post('account/second-factor/begin', { present: 'secret' }, headers)).json<BegunSecondFactor>()
  const confirm = (code: string) => post('account/second-factor/confirm', { code }, headers)
  expect((await confirm('123456')).statusCode).toBe(409)
  const first = await begin()
  expect((await logIn()).statusCode).toBe(200)
  const second = await begin()
  expect(refused(await confirm(codeAt(first.secret, clock)))).toMatchObject({ code: 422, field: 'code' })
  expect((await confirm(codeAt(second.secret, clock))).statusCode).toBe(200)
  expect((await confirm(codeAt(second.secret, clock))).statusCode).toBe(409)
})

test('an admin turns it off for someone who lost their phone, and their sessions end', async () => {
  const { name, logIn, headers } = await somebody('fay')
  const root = await somebody('root', 'admin')
  await turnOn(headers)
  const reset = (by: Headers) => post('people/second-factor/reset', { name }, by)
  expect((await reset(headers)).statusCode).toBe(403)
  expect((await reset(root.headers)).statusCode).toBe(204)
  expect((await store.auditLog(1))[0]).toMatchObject({ operator: 'root', act: 'reset_code', about: 'fay' })
  expect(await isIn(headers)).toBe(false)
  expect((await logIn()).statusCode).toBe(200)
  expect(refused(await reset(root.headers))).toMatchObject({ code: 404, field: 'name' })
})

test('a link for a new password leaves two-factor authentication on', async () => {
  const { name, logIn, headers } = await somebody('lou')
  const { secret } = await turnOn(headers)
  const admin = await somebody('pam', 'admin')
  const made = await post('people/reset', { name, email: null }, admin.headers)
  const [, token] = made.json<MadeInvitation>().link!.split('#')
  const accepted = await post('invitation/accept', { token, password: 'blue doors open' }, ours)
  expect([accepted.statusCode, accepted.cookies]).toEqual([200, []])
  const again = (code?: string) =>
    logInWith({ name, password: 'blue doors open', ...(code !== undefined && { code }) })
  expect(refused(await again())).toMatchObject({ code: 401, field: 'code' })
  expect((await logIn(codeAt(secret, clock))).statusCode).toBe(401)
  expect((await again(codeAt(secret, clock))).statusCode).toBe(200)
})

test('operators can do nothing until it’s on, and can’t turn it off, if the server requires it', async () => {
  const { name, headers: before } = await somebody('gus')
  const env = { REQUIRE_SECOND_FACTOR: 'true' }
  const strict = await running({ store, env, now: () => clock })
  const answer = await logInWith({ name, password: 'secret' }, strict)
  expect(answer.json()).toEqual({ name, role: 'viewer', sites: null, needs_second_factor: true })
  const headers = await headersOf(Promise.resolve(answer))
  const paths = (of: Headers) => strict.send({ url: '/api/reports/paths', headers: of })
  // Applies to people who logged in before it was required, too.
  expect([(await paths(headers)).statusCode, (await paths(before)).statusCode]).toEqual([403, 403])
  const { secret } = (
    await post('account/second-factor/begin', { present: 'secret' }, headers, strict)
  ).json<BegunSecondFactor>()
  const code = codeAt(secret, clock)
  expect((await post('account/second-factor/confirm', { code }, headers, strict)).statusCode).toBe(200)
  expect((await paths(headers)).statusCode).toBe(200)
  const me = await strict.send({ url: '/api/reports/me', headers })
  expect(me.json()).toEqual({ name, role: 'viewer', sites: null })
  clock += STEP_MS
  const off = { present: 'secret', code: codeAt(secret, clock) }
  expect((await post('account/second-factor/off', off, headers, strict)).statusCode).toBe(409)
  const again = await logInWith({ name, password: 'secret', code: codeAt(secret, clock) }, strict)
  expect((await paths(await headersOf(Promise.resolve(again)))).statusCode).toBe(200)
})

test('a recovery code still works if the key that sealed the secret is lost', async () => {
  const { name, headers } = await somebody('hal')
  const { secret, recovery_codes } = await turnOn(headers)
  clock += STEP_MS
  await store.dropSecondFactor(name, '')
  const sealed = here.ctx.factorSeal.seal(secret, 'somebody else')
  await store.beginSecondFactor(name, sealed, clock)
  const { recoveryDigest } = await import('../../src/server/operators/codes.ts')
  await store.confirmSecondFactor(name, {
    sealed,
    step: 0,
    at: clock,
    codes: recovery_codes.map(recoveryDigest),
    kept: '',
  })
  const refusal = refused(await logInWith({ name, password: 'secret', code: codeAt(secret, clock) }))
  expect(refusal.detail).toContain('SECRETS_KEY')
  expect((await logInWith({ name, password: 'secret', code: recovery_codes[0] })).statusCode).toBe(200)
})

test('turning it on ends a login that’s in progress without a code', async () => {
  const { name, logIn, headers } = await somebody('ida')
  const before = store.secondFactor.bind(store)
  store.secondFactor = async (asked) => {
    store.secondFactor = before
    const found = await before(asked)
    await turnOn(headers)
    return found
  }
  const answer = await logIn()
  expect([answer.statusCode, answer.cookies]).toEqual([401, []])
  expect((await store.secondFactor(name))?.codes_left).toBe(10)
})

const DAY_MS = 86_400_000

test('roles that see personal data are reminded for a week from their first login, and then need it', async () => {
  clock += 3_600_000
  const [mia, vic] = ['mia', 'vic']
  for (const name of [mia, vic])
    await store.saveOperator({
      name,
      role: name === mia ? 'manager' : 'viewer',
      sites: null,
      password_hash,
      since: 0,
    })
  const first = clock
  const enter = async (name: string, at = here) => {
    const answer = await logInWith({ name, password: 'secret' }, at)
    const headers = await headersOf(Promise.resolve(answer))
    const paths = await at.send({ url: '/api/reports/paths', headers })
    const me = await at.send({ url: '/api/reports/me', headers })
    expect(me.json()).toEqual(answer.json())
    return { says: answer.json<object>(), code: paths.statusCode, headers }
  }
  const due = { second_factor_due: first + 7 * DAY_MS }
  expect(await enter(mia)).toMatchObject({ says: due, code: 200 })
  expect((await enter(vic)).says).toEqual({ name: vic, role: 'viewer', sites: null })
  clock = first + 7 * DAY_MS - 1
  const last = await enter(mia)
  expect(last).toMatchObject({ says: due, code: 200 })
  clock += 1
  // Applies to people who are already logged in, too.
  expect((await send({ url: '/api/reports/paths', headers: last.headers })).statusCode).toBe(403)
  expect(await enter(mia)).toMatchObject({ says: { needs_second_factor: true }, code: 403 })
  expect((await enter(vic)).code).toBe(200)
  // Another password or role doesn't give them more time.
  await store.changePassword(mia, { password_hash, at: clock, kept: '' })
  await store.changeRole(mia, 'admin', null)
  expect((await enter(mia)).code).toBe(403)

  const beside = (env: Record<string, string>) => running({ store, env, now: () => clock })
  expect((await enter(mia, await beside({ REQUIRE_SECOND_FACTOR: 'false' }))).says).toEqual({
    name: mia,
    role: 'admin',
    sites: null,
  })
  expect((await enter(mia, await beside({ SECOND_FACTOR_GRACE_DAYS: '8' }))).code).toBe(200)

  const { headers } = await enter(mia)
  const { secret } = await turnOn(headers)
  expect((await send({ url: '/api/reports/paths', headers })).statusCode).toBe(200)
  clock += STEP_MS
  const off = { present: 'secret', code: codeAt(secret, clock) }
  expect((await post('account/second-factor/off', off, headers)).statusCode).toBe(409)
})

test('the audit log says if two-factor authentication is on or off, and was before', async () => {
  const { headers, name } = await somebody('audited')
  const changes = async () => {
    const { data } = await store.auditPage({}, 1)
    return data[0]!.changes
  }
  const { secret } = await turnOn(headers)
  const on = { field: 'two_factor', before: 'off', after: 'on', secret: false }
  expect(await changes()).toEqual([on])
  clock += STEP_MS
  await post('account/second-factor/off', { present: 'secret', code: codeAt(secret, clock) }, headers)
  expect(await changes()).toEqual([{ ...on, before: 'on', after: 'off' }])
  await turnOn(headers)
  const root = await somebody('auditor', 'admin')
  await post('people/second-factor/reset', { name }, root.headers)
  expect(await changes()).toEqual([{ ...on, before: 'on', after: 'off' }])
})
