import { afterAll, expect, test } from 'vitest'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import type { Store } from '../../src/store/store.ts'
import { refused, running } from './running.ts'
import { PRESENT, softAuthenticator } from './softAuthenticator.ts'

const ORIGIN = 'https://ops.example'
const ours = {
  'x-requested-with': 'leadloom',
  host: 'ops.example',
  'x-forwarded-proto': 'https',
}
let now = Date.UTC(2026, 10, 27)
const env = { PUBLIC_URL: ORIGIN, TRUST_PROXY: 'loopback', RATE_LIMIT: '0' }
const server = await running({ env, now: () => now, until: afterAll })
const { store } = server
const password_hash = await hashPassword('correct horse battery', (bytes) => Buffer.alloc(bytes, 1))
const account = { role: 'admin', sites: null, password_hash, since: 0 } as const
const SOMEWHERE = { origin: ORIGIN, rpId: 'ops.example' }

type Send = Awaited<ReturnType<typeof running>>['send']
/** Calls with this cookie. */
const as =
  (cookie: string, send: Send = server.send) =>
  (url: string, payload?: object | null, headers: Record<string, string> = {}) =>
    send({
      ...(payload && { payload }),
      method: payload === undefined ? 'GET' : 'POST',
      url: `/api/reports${url}`,
      headers: { ...ours, ...(cookie && { cookie }), ...headers },
    })
const anyone = as('')
const cookieOf = (answer: Awaited<ReturnType<typeof anyone>>) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function person(name: string, of: Store = store, send: Send = server.send) {
  await of.saveOperator({ ...account, name })
  return as(cookieOf(await as('', send)('/login', { name, password: 'correct horse battery' })), send)
}

async function challengeOf(call: ReturnType<typeof as>, url: string) {
  return (await call(url, null)).json<{ options: { challenge: string; user?: { id: string } } }>().options
}

/** A person with a passkey, and a way to log in with it. */
async function withPasskey(name: string) {
  const call = await person(name)
  const key = softAuthenticator(SOMEWHERE)
  const { challenge, user } = await challengeOf(call, '/account/passkeys/begin')
  const added = await call('/account/passkeys', { label: 'Laptop', ...key.create(challenge) })
  expect(added.statusCode).toBe(201)
  const login = async (how: Parameters<typeof key.get>[2] = {}, handle = user!.id) =>
    anyone(
      '/login/passkey',
      key.get((await challengeOf(anyone, '/login/passkey/begin')).challenge, handle, how),
    )
  return { call, key, login, handle: user!.id }
}

test('an operator adds a passkey, logs in with it as with two factors, and removes it', async () => {
  expect((await anyone('/login/ways')).json()).toEqual({ passkey_origin: null, provider: null })
  const { call, key, login } = await withPasskey('ada')
  expect((await anyone('/login/ways')).json()).toEqual({ passkey_origin: ORIGIN, provider: null })
  const inside = await login()
  expect([inside.statusCode, inside.json()]).toEqual([200, { name: 'ada', role: 'admin', sites: null }])
  expect(inside.cookies).toMatchObject([{ httpOnly: true, secure: true, sameSite: 'Strict' }])
  const other = as(cookieOf(inside))
  expect((await other('/me')).statusCode).toBe(200)
  const [session] = (await store.loginSessions(now)).filter(({ operator }) => operator === 'ada').slice(-1)
  expect(session).toBeDefined()
  const listed = (await call('/account/passkeys')).json()
  expect(listed).toEqual({
    origin: ORIGIN,
    data: [{ id: key.id, label: 'Laptop', made_at: now, used_at: now }],
  })
  expect((await call('/account/passkeys/remove', { id: key.id })).statusCode).toBe(204)
  // Logins made elsewhere have ended; the one that removed the passkey stays.
  expect([(await other('/me')).statusCode, (await call('/me')).statusCode]).toEqual([401, 200])
  expect(refused(await login())).toMatchObject({ code: 401 })
  const acts = (await store.auditLog(20)).filter(({ operator }) => operator === 'ada')
  expect(acts.map(({ act, about }) => [act, about]).slice(0, 3)).toEqual([
    ['remove_passkey', 'Laptop'],
    ['login', 'passkey Laptop'],
    ['add_passkey', 'Laptop'],
  ])
})

test('a passkey login needs no code if two-factor authentication is required', async () => {
  const strict = await running({
    env: { ...env, REQUIRE_SECOND_FACTOR: 'true' },
    now: () => now,
    store,
  })
  const { key, handle } = await withPasskey('fay')
  const { challenge } = await challengeOf(as('', strict.send), '/login/passkey/begin')
  const answer = await as('', strict.send)('/login/passkey', key.get(challenge, handle))
  expect(answer.json()).toEqual({ name: 'fay', role: 'admin', sites: null })
  expect((await as(cookieOf(answer), strict.send)('/paths')).statusCode).toBe(200)
})

test.each([
  ['at another origin', { from: 'https://evil.example' }],
  ['for another host', { party: 'evil.example' }],
  ['without a check of the person', { flags: PRESENT }],
  ['without anybody there', { flags: 0 }],
  ['as something else', { type: 'webauthn.create' }],
])('a login signed %s is refused and recorded in the audit log', async (what, how) => {
  const name = `bea-${what.replaceAll(' ', '-')}`
  const { login } = await withPasskey(name)
  expect(refused(await login(how))).toMatchObject({ code: 401 })
  expect((await store.auditLog(1))[0]).toMatchObject({
    operator: name,
    act: 'passkey_refused',
    about: 'Laptop',
  })
  expect((await login()).statusCode).toBe(200)
})

test.each([
  ['at another origin', { from: 'https://evil.example' }],
  ['for another host', { party: 'evil.example' }],
  ['without a check of the person', { flags: PRESENT }],
  ['as something else', { type: 'webauthn.get' }],
])('a passkey created %s isn’t added', async (what, how) => {
  const call = await person(`cy-${what.replaceAll(' ', '-')}`)
  const { challenge } = await challengeOf(call, '/account/passkeys/begin')
  const made = softAuthenticator(SOMEWHERE).create(challenge, how)
  expect(refused(await call('/account/passkeys', { label: 'x', ...made }))).toMatchObject({ code: 422 })
})

test('a challenge is answered once, within five minutes, by the login that asked for it', async () => {
  const { key, login, handle } = await withPasskey('dan')
  const { challenge } = await challengeOf(anyone, '/login/passkey/begin')
  const answers = await Promise.all([1, 2, 3].map(() => anyone('/login/passkey', key.get(challenge, handle))))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  // Another server on the same store knows that the challenge was used.
  const beside = await running({ env, now: () => now, store })
  const again = await as('', beside.send)('/login/passkey', key.get(challenge, handle))
  expect(again.statusCode).toBe(401)

  const late = await challengeOf(anyone, '/login/passkey/begin')
  now += 5 * 60_000
  expect((await anyone('/login/passkey', key.get(late.challenge, handle))).statusCode).toBe(401)
  expect((await login()).statusCode).toBe(200)

  const eve = await person('eve')
  const dan = await person('dan2')
  const asked = await challengeOf(dan, '/account/passkeys/begin')
  const stolen = softAuthenticator(SOMEWHERE).create(asked.challenge)
  expect((await eve('/account/passkeys', { label: 'x', ...stolen })).statusCode).toBe(422)
  const forLogin = await challengeOf(anyone, '/login/passkey/begin')
  const other = softAuthenticator(SOMEWHERE).create(forLogin.challenge)
  expect((await eve('/account/passkeys', { label: 'x', ...other })).statusCode).toBe(422)
  const made = softAuthenticator(SOMEWHERE).create(Buffer.alloc(54).toString('base64url'))
  expect((await eve('/account/passkeys', { label: 'x', ...made })).statusCode).toBe(422)
})

test('a copied passkey, whose counter doesn’t grow, is refused', async () => {
  const { login } = await withPasskey('flo')
  expect((await login({ counter: 5 })).statusCode).toBe(200)
  for (const counter of [5, 4, 0]) expect((await login({ counter })).statusCode).toBe(401)
  expect((await login({ counter: 6 })).statusCode).toBe(200)
})

test('a passkey logs in only to its own account', async () => {
  const { login, key } = await withPasskey('gus')
  const hal = await withPasskey('hal')
  expect((await login({}, hal.handle)).statusCode).toBe(401)
  const { challenge } = await challengeOf(anyone, '/login/passkey/begin')
  const forged = { ...hal.key.get(challenge, hal.handle), id: key.id }
  expect((await anyone('/login/passkey', forged)).statusCode).toBe(401)
  expect((await hal.call('/account/passkeys/remove', { id: key.id })).statusCode).toBe(404)
  const asked = await challengeOf(hal.call, '/account/passkeys/begin')
  const taken = await hal.call('/account/passkeys', { label: 'x', ...key.create(asked.challenge) })
  expect(refused(taken)).toMatchObject({ code: 409 })
  expect((await login()).statusCode).toBe(200)
})

test('a revoked account has no passkey', async () => {
  const { login } = await withPasskey('ida')
  await store.revokeOperator('ida', now)
  expect((await login()).statusCode).toBe(401)
  await store.saveOperator({ ...account, name: 'ida' })
  expect((await login()).statusCode).toBe(401)
})

test('an account revoked while the passkey is checked isn’t logged in', async () => {
  const { login } = await withPasskey('jo')
  const usePasskey = store.usePasskey.bind(store)
  store.usePasskey = async (...used) => {
    const isUsed = await usePasskey(...used)
    await store.revokeOperator('jo', now)
    return isUsed
  }
  const answer = await login().finally(() => (store.usePasskey = usePasskey))
  expect(answer.statusCode).toBe(401)
  expect((await store.loginSessions(now)).filter(({ operator }) => operator === 'jo')).toEqual([])
})

test('an account has ten passkeys at most', async () => {
  const call = await person('kim')
  const add = async () => {
    const { challenge } = await challengeOf(call, '/account/passkeys/begin')
    return call('/account/passkeys', {
      label: 'Key',
      ...softAuthenticator(SOMEWHERE).create(challenge),
    })
  }
  for (let n = 0; n < 10; n++) expect((await add()).statusCode).toBe(201)
  expect(refused(await call('/account/passkeys/begin', null))).toMatchObject({ code: 409 })
})

test('an account from a provider has no passkeys, because it logs in there', async () => {
  const call = await person('lea')
  await store.enterByProvider({
    issuer: 'https://id.example',
    subject: '1',
    name: 'mo',
    role: 'viewer',
    sites: null,
    password_hash,
    at: now,
  })
  const mo = as(cookieOf(await anyone('/login', { name: 'mo', password: 'correct horse battery' })))
  expect(refused(await mo('/account/passkeys/begin', null))).toMatchObject({ code: 409 })
  expect((await call('/account/passkeys/begin', null)).statusCode).toBe(200)
})

test.each([
  ['https://127.0.0.1:8443', null],
  ['https://[::1]:8443', null],
  ['http://ops.example', null],
  ['https://ops.example', 'https://ops.example'],
  ['http://localhost:4000', 'http://localhost:4000'],
])('passkeys of a server at %s work at %s', async (PUBLIC_URL, origin) => {
  const one = await running({ env: { ...env, PUBLIC_URL }, now: () => now, store })
  await withPasskey(`ned-${PUBLIC_URL.replace(/\W+/g, '-')}`)
  // The host that the request names makes no difference.
  const headers = { host: 'localhost' }
  const ways = await as('', one.send)('/login/ways', undefined, headers)
  expect(ways.json()).toEqual({ passkey_origin: origin, provider: null })
  const begun = await as('', one.send)('/login/passkey/begin', null, headers)
  expect(begun.statusCode).toBe(origin === null ? 409 : 200)
})
