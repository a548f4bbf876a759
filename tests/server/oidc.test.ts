import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { CLIENT, localProvider, type Somebody } from './localProvider.ts'
import { running } from './running.ts'

const ORIGIN = 'http://localhost:3000'
const CALLBACK = `${ORIGIN}/api/reports/oidc/callback`
const provider = await localProvider(CALLBACK)
provider.start()
afterAll(() => provider.end())
let now = Date.now()
const env = {
  PUBLIC_URL: ORIGIN,
  RATE_LIMIT: '0',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Local ID',
  OIDC_ROLES: 'it=admin,sales=manager:small+claims,sales-debt=manager:debt,all-sales=manager,look=viewer',
}
const server = await running({ env, now: () => now, until: afterAll })
const { store } = server
const password_hash = await hashPassword('correct horse battery', (bytes) => Buffer.alloc(bytes, 1))

beforeAll(() => store.saveOperator({ name: 'ada', role: 'admin', sites: null, password_hash, since: 0 }))

type Inject = typeof server.app
const ours = { host: 'localhost:3000', 'x-requested-with': 'leadloom' }
const get = (url: string, headers: Record<string, string> = {}, app: Inject = server.app) =>
  app.inject({ url, headers: { ...ours, ...headers } })
type Answer = Awaited<ReturnType<typeof get>>
const locationOf = ({ headers }: Answer) => String(headers.location)
const cookieOf = ({ cookies }: Answer) =>
  cookies.flatMap(({ name, value }) => (value === '' ? [] : `${name}=${value}`)).join('; ')

/** Address to which the provider leads back, found by following `address` as a new browser does. */
async function through(address: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let url = address; ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`${answer.status} at ${url}: ${await answer.text()}`)
    url = new URL(next, url).href
    if (url.startsWith(CALLBACK)) return url.slice(ORIGIN.length)
  }
}

/** A login up to the address the provider leads back to. */
async function begin(somebody: Somebody | null, to = '/desk/leads?q=a', app: Inject = server.app) {
  provider.nowIs(somebody)
  const begun = await get(`/api/reports/oidc/login?to=${encodeURIComponent(to)}`, {}, app)
  return { begun, cookie: cookieOf(begun), back: await through(locationOf(begun)) }
}

async function logIn(somebody: Somebody | null, app: Inject = server.app): Promise<Answer> {
  const { cookie, back } = await begin(somebody, undefined, app)
  return get(back, { cookie }, app)
}

const cleo = { sub: 's-cleo', preferred_username: 'cleo', roles: ['sales', 'staff'] }

test('a person with a role is logged in, and their account is created with it', async () => {
  const { begun, cookie, back } = await begin(cleo)
  expect(begun.cookies).toMatchObject([
    {
      name: 'leadloom_provider_login',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/api/reports/oidc',
      maxAge: 600,
    },
  ])
  const asked = new URL(locationOf(begun)).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/.{40}/),
    nonce: expect.stringMatching(/.{40}/),
  })
  const answer = await get(back, { cookie })
  expect([answer.statusCode, locationOf(answer)]).toEqual([302, '/desk/leads?q=a'])
  expect(answer.cookies).toMatchObject([
    { name: 'leadloom_provider_login', value: '' },
    { httpOnly: true, sameSite: 'Strict', path: '/api/reports' },
  ])
  const inside = cookieOf(answer)
  const me = { name: 'cleo', role: 'manager', sites: ['small', 'claims'] }
  expect((await get('/api/reports/me', { cookie: inside })).json()).toEqual(me)
  const acts = (await store.auditLog(2)).map(({ operator, act, about }) => [operator, act, about])
  expect(acts).toEqual([
    ['cleo', 'login', 'Local ID'],
    ['cleo', 'join_by_provider', 'manager for /small, /claims'],
  ])
  // A logout ends the login.
  await server.app.inject({
    method: 'POST',
    url: '/api/reports/logout',
    headers: { ...ours, cookie: inside },
  })
  expect((await get('/api/reports/me', { cookie: inside })).statusCode).toBe(401)
})

test('the role follows the claim at every login, and a change ends earlier logins', async () => {
  const di = { sub: 's-di', preferred_username: 'di', roles: 'look' }
  const first = cookieOf(await logIn(di))
  const again = cookieOf(await logIn(di))
  expect((await get('/api/reports/me', { cookie: first })).statusCode).toBe(200)
  await logIn({ ...di, roles: ['sales', 'sales-debt'] })
  expect(await store.operator('di')).toMatchObject({ role: 'manager', sites: ['small', 'claims', 'debt'] })
  for (const cookie of [first, again]) expect((await get('/api/reports/me', { cookie })).statusCode).toBe(401)
  expect((await store.auditLog(2)).map(({ act, about }) => [act, about])).toEqual([
    ['login', 'Local ID'],
    ['change_role', 'di to manager for /small, /claims, /debt'],
  ])
  await logIn({ ...di, roles: ['sales', 'all-sales'] })
  expect(await store.operator('di')).toMatchObject({ role: 'manager', sites: null })
  await logIn({ ...di, roles: ['look', 'it'] })
  expect(await store.operator('di')).toMatchObject({ role: 'admin', sites: null })
})

test.each<[string, Somebody | null, string, string]>([
  ['no role', { sub: 'x1', preferred_username: 'eve', roles: ['staff'] }, 'no_role', 'eve: no role'],
  ['no claim of roles', { sub: 'x2', preferred_username: 'eve' }, 'no_role', 'eve: no role'],
  [
    'a claim of another kind',
    { sub: 'x3', preferred_username: 'eve', roles: { it: 1 } },
    'no_role',
    'eve: no role',
  ],
  [
    'the name of an account',
    { sub: 'x4', preferred_username: 'ada', roles: 'it' },
    'name_taken',
    'ada: name taken',
  ],
  [
    'that name in capitals',
    { sub: 'x5', preferred_username: 'ADA', roles: 'it' },
    'name_taken',
    'ADA: name taken',
  ],
])('a person with %s is refused', async (_what, somebody, why, about) => {
  const answer = await logIn(somebody)
  expect(locationOf(answer)).toBe(`/desk/leads?q=a#login=${why}`)
  expect(cookieOf(answer)).toBe('')
  expect((await store.auditLog(1))[0]).toMatchObject({ act: 'provider_refused', about })
  expect(await store.operator('eve')).toBeNull()
  expect(await store.operator('ada')).toMatchObject({ role: 'admin', password_hash })
})

test('canceling at the provider shows a message', async () => {
  expect(locationOf(await logIn(null))).toBe('/desk/leads?q=a#login=denied')
})

test('an account revoked here stays revoked, whatever the provider says', async () => {
  const fay = { sub: 's-fay', preferred_username: 'fay', roles: 'look' }
  await logIn(fay)
  await store.revokeOperator('fay', now)
  expect(locationOf(await logIn(fay))).toBe('/desk/leads?q=a#login=revoked')
})

test('an account revoked during the login isn’t logged in', async () => {
  const gus = { sub: 's-gus', preferred_username: 'gus', roles: 'look' }
  await logIn(gus)
  const saveLoginSession = store.saveLoginSession.bind(store)
  store.saveLoginSession = async (...saved) => {
    await store.revokeOperator('gus', now)
    return saveLoginSession(...saved)
  }
  const answer = await logIn(gus).finally(() => (store.saveLoginSession = saveLoginSession))
  expect(locationOf(answer)).toBe('/desk/leads?q=a#login=revoked')
  expect((await store.loginSessions(now)).filter(({ operator }) => operator === 'gus')).toEqual([])
})

test('an account from the provider has no known password', async () => {
  const login = await server.send({
    method: 'POST',
    url: '/api/reports/login',
    payload: { name: 'cleo', password: ' ' },
    headers: ours,
  })
  expect(login.statusCode).toBe(401)
})

test('the return from the provider works once, in the browser that began it, within ten minutes', async () => {
  const { cookie, back } = await begin(cleo)
  const expired = '/stats#login=expired'
  expect(locationOf(await get(back))).toBe(expired)
  const other = await begin(cleo)
  const crossed = await get(back, { cookie: other.cookie })
  expect(locationOf(crossed)).toBe('/desk/leads?q=a#login=failed')
  const forged = await get(back, { cookie: `${cookie.slice(0, -4)}AAAA` })
  expect(locationOf(forged)).toBe(expired)
  expect(locationOf(await get(back, { cookie }))).toBe('/desk/leads?q=a')
  expect(locationOf(await get(back, { cookie }))).toBe('/desk/leads?q=a#login=expired')

  const altered = await begin(cleo)
  const otherState = altered.back.replace(/state=[^&]+/, 'state=another')
  expect(locationOf(await get(otherState, { cookie: altered.cookie }))).toBe('/desk/leads?q=a#login=failed')

  const late = await begin(cleo)
  now += 10 * 60_000
  expect(locationOf(await get(late.back, { cookie: late.cookie }))).toBe('/desk/leads?q=a#login=expired')
})

test.each([
  '//evil.example',
  'https://evil.example',
  '/desk/../evil',
  '/\\evil.example',
  '/deskx',
  '/api/reports/me',
  '/desk\n',
])('a login never redirects elsewhere, such as %j', async (to) => {
  const { cookie, back } = await begin(cleo, to)
  const led = locationOf(await get(back, { cookie }))
  expect(['/stats', '/desk/../evil']).toContain(led)
})

test('a login begins at the server’s public address', async () => {
  const elsewhere = await get('/api/reports/oidc/login?to=/desk', { host: '127.0.0.1:3000' })
  expect(locationOf(elsewhere)).toBe(`${ORIGIN}/api/reports/oidc/login?to=%2Fdesk&again=`)
  expect(elsewhere.cookies).toEqual([])
})

test('two factors at the provider are required if the settings say so', async () => {
  const strict = await running({
    env: { ...env, OIDC_ACR: 'two', REQUIRE_SECOND_FACTOR: 'true' },
    now: () => now,
    store,
  })
  const hal = { sub: 's-hal', preferred_username: 'hal', roles: 'look' }
  const weak = await logIn({ ...hal, acr: 'one' }, strict.app)
  expect(locationOf(weak)).toBe('/desk/leads?q=a#login=weak')
  const strong = await logIn({ ...hal, acr: 'two' }, strict.app)
  expect(locationOf(strong)).toBe('/desk/leads?q=a')
  expect((await get('/api/reports/paths', { cookie: cookieOf(strong) }, strict.app)).statusCode).toBe(200)
})

test('waiting for an unreachable or silent provider ends within seconds, and passwords keep working', async () => {
  const gone = await localProvider(CALLBACK)
  await gone.end()
  const away = await running({ env: { ...env, OIDC_ISSUER: gone.issuer }, now: () => now, store })
  const unreachable = await get('/api/reports/oidc/login?to=/desk', {}, away.app)
  expect(locationOf(unreachable)).toBe('/desk#login=away')

  const { cookie, back } = await begin(cleo)
  const beside = await running({ env, now: () => now, store })
  provider.silence(true)
  const begun = performance.now()
  const [silent, late] = await Promise.all([
    get('/api/reports/oidc/login?to=/desk', {}, beside.app),
    get(back, { cookie }),
  ])
  provider.silence(false)
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect([locationOf(silent), locationOf(late)]).toEqual(['/desk#login=away', '/desk/leads?q=a#login=away'])
  // The provider is used again once it is back.
  expect(locationOf(await get('/api/reports/oidc/login?to=/desk', {}, beside.app))).toContain(provider.issuer)
  const payload = { name: 'ada', password: 'correct horse battery' }
  const login = await away.send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
  expect(login.statusCode).toBe(200)
})

test('a server without a provider has no addresses and no login button for one', async () => {
  const without = await running({ env: { PUBLIC_URL: ORIGIN }, now: () => now, store })
  expect((await get('/api/reports/oidc/login', {}, without.app)).statusCode).toBe(404)
  expect((await get('/api/reports/login/ways', {}, without.app)).json()).toMatchObject({ provider: null })
  expect((await get('/api/reports/login/ways')).json()).toMatchObject({ provider: 'Local ID' })
})

test.each([
  ['OIDC_ISSUER', 'http://id.example'],
  ['OIDC_ISSUER', 'https://user:secret@id.example'],
  ['OIDC_ISSUER', 'https://id.example/?tenant=1'],
  ['OIDC_ROLES', 'it=boss'],
  ['OIDC_ROLES', 'it=admin:claims'],
  ['OIDC_ROLES', 'it=viewer:'],
  ['OIDC_ROLES', 'it=viewer:*'],
  ['OIDC_ROLES', 'it'],
])('%s isn’t %s', (name, value) => {
  expect(() => parseSettings({ ...env, [name]: value })).toThrow(name)
})

test('an issuer needs a client', () => {
  expect(() => parseSettings({ OIDC_ISSUER: 'https://id.example' })).toThrow('OIDC_CLIENT_ID')
})
