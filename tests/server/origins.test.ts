import { hash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CALLS } from '../../schemas/api.ts'
import type { Flow, FlowDocument } from '../../schemas/flow/flow.ts'
import { loginCookie } from '../../src/server/operators/loginSessions.ts'
import { listenForOperators } from '../../src/server/origins/listenForOperators.ts'
import { sideOf } from '../../src/server/origins/side.ts'
import { whyUnsafe } from '../../src/server/origins/whyUnsafe.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { publishNewSites } from '../../src/server/publish/publishNewSites.ts'
import { REFUSALS } from '../../src/server/kernel/callRefusals.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { leadloom } from '../cli/commandLine.ts'
import { BUILT } from './built.ts'
import { freePort } from './freePort.ts'
import { refused, running } from './running.ts'
import { loggedIn } from './loggedIn.ts'
import { SMALL_FLOW } from './smallFlow.ts'

/** Tests that operators and the scripts of sites have different origins. */

const OPERATORS = { OPERATOR_HOST: 'ops.example,ops2.example', PUBLIC_URL: 'https://claims.example' }
const settings = (env: Record<string, string>) => parseSettings({ DATA_DIR: 'nowhere', ...env })

test.each([
  [{}, 'claims.example', 3000, 'both'],
  [OPERATORS, 'claims.example', 3000, 'sites'],
  [OPERATORS, 'ops.example', 3000, 'operators'],
  [OPERATORS, 'OPS2.example', 3000, 'operators'],
  [OPERATORS, 'ops.example.evil.example', 3000, 'sites'],
  [{ OPERATOR_PORT: '3001' }, 'localhost', 3000, 'sites'],
  [{ OPERATOR_PORT: '3001' }, 'localhost', 3001, 'operators'],
  [{ OPERATOR_PORT: '3001' }, 'localhost', undefined, 'sites'],
])('with %j, a request to %s:%s belongs to %s', (env, hostname, port, side) => {
  expect(sideOf({ hostname, port }, settings(env))).toBe(side)
})

describe('with separate origins', () => {
  const on = async (host: string) => {
    const { app } = await running({ env: OPERATORS })
    return (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
      app.inject({ method, url, headers: { host } })
  }

  test.each(['/stats', '/stats?path=small&from=1', '/desk/leads', '/studio/small', '/%73tats'])(
    '%s on a site redirects to the operators’ origin, with its query',
    async (url) => {
      const { statusCode, headers } = await (await on('claims.example'))(url)
      expect([statusCode, headers.location]).toEqual([302, `https://ops.example${url}`])
    },
  )

  test('operators’ pages redirect for HEAD and GET, and accept no form on a site', async () => {
    const ask = await on('claims.example')
    const { statusCode, headers } = await ask('/desk', 'HEAD')
    expect([statusCode, headers.location]).toEqual([302, 'https://ops.example/desk'])
    expect((await ask('/desk', 'POST')).statusCode).toBe(404)
  })

  test('the keys that verify proofs are on the sites’ origin, where anyone can read them', async () => {
    const ask = await on('claims.example')
    const { statusCode, body } = await ask('/.well-known/leadloom-proof-keys.json')
    expect([statusCode, JSON.parse(body)]).toEqual([200, { keys: [] }])
  })

  test('a redirect never leaves the operators’ origin', async () => {
    const ask = await on('claims.example')
    for (const url of [
      '//evil.example/stats',
      '/stats/..//evil.example',
      '/stats@evil.example',
      '/\\evil.example/stats',
    ]) {
      const { location } = (await ask(url)).headers
      if (location !== undefined) expect(new URL(location).origin).toBe('https://ops.example')
    }
  })

  test('operators’ calls aren’t found on a site', async () => {
    const { app } = await running({ env: OPERATORS })
    const calls = Object.keys(CALLS).filter((name) => name.includes(' /api/reports/'))
    expect(calls.length).toBeGreaterThan(50)
    for (const name of calls) {
      const [method, url] = name.split(' ') as ['GET', string]
      const found = await app.inject({ method, url, headers: { host: 'claims.example' } })
      expect([name, found.statusCode]).toEqual([name, 404])
    }
  })

  test('the sites’ pages aren’t found on it', async () => {
    const ask = await on('ops.example')
    for (const url of [
      '/small',
      '/legal/small/privacy-policy',
      '/main/flows/1.json',
      '/embed.js',
      '/api/path-config?path=small',
      '/robots.txt',
    ])
      expect([url, (await ask(url)).statusCode]).toEqual([url, 404])
    for (const url of ['/api/sessions', '/api/sessions/step', '/webhook/conversions', '/small'])
      expect([url, (await ask(url, 'POST')).statusCode]).toEqual([url, 404])
    expect((await ask('/')).headers.location).toBe('/stats')
    for (const url of ['/stats', '/desk', '/studio', '/healthz', '/readyz', '/api/openapi.json'])
      expect([url, (await ask(url)).statusCode]).toEqual([url, 200])
  })
})

describe('with a separate port', () => {
  /** Status of an answer on a connection to this address and port, whatever host the request names. */
  const statusAt = async (at: string, port: number, { path, host }: { path: string; host: string }) => {
    const call = request({ host: at, port, path, headers: { host }, agent: false }).end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }

  test('the port of the connection decides, and operators’ port is only for this machine', async () => {
    const operators = await freePort()
    const { app, ctx } = await running({ env: { OPERATOR_PORT: String(operators) } })
    await listenForOperators(app, ctx, { port: operators, stopMs: 0 })
    const sites = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    for (const host of [`localhost:${sites}`, `localhost:${operators}`]) {
      expect(await statusAt('127.0.0.1', sites, { path: '/stats', host })).toBe(302)
      expect(await statusAt('127.0.0.1', sites, { path: '/api/reports/me', host })).toBe(404)
      expect(await statusAt('127.0.0.1', operators, { path: '/stats', host })).toBe(200)
      expect(await statusAt('127.0.0.1', operators, { path: '/api/reports/me', host })).toBe(401)
    }
    const elsewhere = statusAt('127.0.0.2', operators, { path: '/stats', host: 'localhost' })
    await expect(elsewhere).rejects.toThrow()
  })
})

const SITE = 'fixtures/sites/yardstick'
const KEY = `leadloom_${'k'.repeat(43)}`
const BEARER = { authorization: `Bearer ${KEY}` }
const TRACKED = structuredClone(SMALL_FLOW)
TRACKED.ui_config.entrypoint.tracking_scripts = { jornaya: { campaign_id: 'A1' } }

describe('on a shared origin', () => {
  test('operators are locked out while a live flow loads a third-party script, and learn what to do', async () => {
    const { send, app, store, ctx } = await running({ flow: TRACKED })
    const page = await app.inject({ url: '/stats' })
    expect([page.statusCode, page.body]).toEqual([403, expect.stringContaining('OPERATOR_PORT=3001')])
    const call = await send({ url: '/api/reports/me' })
    expect(refused(call)).toMatchObject({
      code: 403,
      detail: expect.stringContaining('create.lidstatic.com'),
    })
    expect((await send({ url: '/api/path-config?path=small' })).statusCode).toBe(200)
    expect(await ctx.scripts.mayLoad(TRACKED)).toBe(true)
    await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1 })
    ctx.versions.forgetLive()
    expect((await app.inject({ url: '/stats' })).statusCode).toBe(200)
    expect(await ctx.scripts.mayLoad(TRACKED)).toBe(false)
  })

  test('SHARED_ORIGIN=accept lets them in nevertheless', async () => {
    const { app, ctx } = await running({ flow: TRACKED, env: { SHARED_ORIGIN: 'accept' } })
    expect((await app.inject({ url: '/stats' })).statusCode).toBe(200)
    expect(await ctx.scripts.mayLoad(TRACKED)).toBe(true)
  })

  test('a live flow of any path counts, however few visitors get it', async () => {
    const { app, store, ctx } = await running()
    const publish = async (path: string, flow: Flow, weight: number) => {
      await store.publish({ path, flow, style: '', validators: '', icons: {}, at: 1 }, weight)
      ctx.versions.forgetLive()
    }
    await publish('zoo', SMALL_FLOW, 100)
    expect((await app.inject({ url: '/stats' })).statusCode).toBe(200)
    await publish('zoo', TRACKED, 1)
    expect(await ctx.scripts.live()).toEqual(['create.lidstatic.com'])
    expect((await app.inject({ url: '/stats' })).statusCode).toBe(403)
  })

  test('a visit on an earlier version loads its scripts only on an origin without operators', async () => {
    for (const env of [{ SHARED_ORIGIN: 'accept' }, OPERATORS]) {
      const { ctx } = await running({ env })
      expect(await ctx.scripts.live()).toEqual([])
      expect(await ctx.scripts.mayLoad(TRACKED)).toBe(true)
    }
  })

  test('a flow without such scripts can go live', () => {
    expect(whyUnsafe(SMALL_FLOW, settings({}))).toBeNull()
  })
})

describe('a call of an operator', () => {
  test.each([
    ['GET', { 'sec-fetch-site': 'cross-site' }, 403],
    ['GET', { 'sec-fetch-site': 'same-site' }, 403],
    ['GET', { 'sec-fetch-site': 'same-origin' }, 200],
    ['GET', { 'sec-fetch-site': 'none' }, 200],
    ['GET', { origin: 'http://localhost:3001' }, 403],
    ['GET', { origin: 'null' }, 403],
    ['GET', {}, 200],
    ['GET', { 'x-requested-with': '' }, 200],
    ['POST', {}, 204],
    ['POST', { 'x-requested-with': '' }, 403],
    ['POST', { 'sec-fetch-site': 'same-site' }, 403],
    ['POST', { origin: 'http://localhost:3001' }, 403],
    ['POST', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }, 204],
  ] as const)('by %s with %j is answered %s', async (method, sent, status) => {
    const { send, store } = await running()
    const headers = { ...(await loggedIn({ send, store })), ...sent }
    const url = method === 'GET' ? '/api/reports/me' : '/api/reports/logout'
    const answer = await send({ method, url, headers })
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(answer.headers['cache-control']).toBe('no-store')
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test('that reads with an expired login cookie can come from another site, as no one', async () => {
    const { send, store } = await running()
    const headers = await loggedIn({ send, store })
    await send({ method: 'POST', url: '/api/reports/logout', headers })
    const sent = { ...headers, 'sec-fetch-site': 'cross-site' }
    expect((await send({ url: '/api/reports/me', headers: sent })).statusCode).toBe(401)
    expect((await send({ url: '/api/reports/login/ways', headers: sent })).statusCode).toBe(200)
  })

  test.each<[Record<string, string>, Record<string, string>, boolean]>([
    [OPERATORS, { host: 'ops.example', origin: 'https://claims.example' }, true],
    [OPERATORS, { host: 'ops2.example', origin: 'https://ops.example' }, false],
    [{ PUBLIC_URL: 'https://claims.example' }, { host: 'inner', origin: 'https://claims.example' }, false],
    [{ PUBLIC_URL: 'https://claims.example' }, { host: 'inner', origin: 'https://x.example' }, true],
    [{}, { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, true],
  ])('that logs in with %j and %j is from another site: %j', async (env, headers, isOther) => {
    const { send } = await running({ env })
    const payload = { name: 'root', password: 'secret' }
    const ours = { 'x-requested-with': 'leadloom', ...headers }
    const login = refused(await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours }))
    expect([login.code >= 401, login.detail === REFUSALS.otherSite]).toEqual([true, isOther])
  })
})

test.each([
  [{}, 'leadloom_login_3000', '/api/reports'],
  [{ PORT: '8080' }, 'leadloom_login_8080', '/api/reports'],
  [{ OPERATOR_PORT: '3001', SHARED_ORIGIN: 'accept' }, 'leadloom_login_3001', '/api/reports'],
  [{ PUBLIC_URL: 'http://localhost:3000', PORT: '8080' }, 'leadloom_login_3000', '/api/reports'],
  [{ PUBLIC_URL: 'http://localhost', PORT: '8080' }, 'leadloom_login_80', '/api/reports'],
  [{ PUBLIC_URL: 'https://localhost' }, '__Host-leadloom_login', '/'],
])('with %j, the login cookie is %s, for %s', async (env, name, path) => {
  const { send, store } = await running({ env: { ...env } })
  const ours = 'OPERATOR_PORT' in env ? { host: 'localhost:3001' } : {}
  const headers = await loggedIn({ send, store }, ours)
  expect(headers.cookie).toMatch(RegExp(`^${name}=`))
  const logout = await send({ method: 'POST', url: '/api/reports/logout', headers })
  expect(logout.headers['set-cookie']).toContain(`${name}=; `)
  expect(logout.headers['set-cookie']).toContain(`Path=${path};`)
})

test('servers on free ports share a cookie name if they share a database', () => {
  const nameOf = (DATA_DIR: string, DATABASE_URL: string) =>
    loginCookie(settings({ PORT: '0', DATA_DIR, DATABASE_URL })).name
  const name = nameOf('one', 'postgres://db.example/leads')
  expect(nameOf('other', 'postgres://db.example/leads')).toBe(name)
  expect(nameOf('one', 'postgres://db.example/others')).not.toBe(name)
})

test('two servers on free ports have different cookie names', async () => {
  const nameOn = async () => {
    const server = await running({ env: { PORT: '0' } })
    return (await loggedIn(server)).cookie.split('=')[0]!
  }
  const [one, other] = [await nameOn(), await nameOn()]
  expect(one).toMatch(/^leadloom_login_[0-9a-f]{8}$/)
  expect(other).not.toBe(one)
})

test.each([
  ['OPERATOR_HOST', { OPERATOR_HOST: 'https://ops.example' }],
  ['OPERATOR_HOST', { OPERATOR_HOST: 'ops.example:3000' }],
  ['OPERATOR_HOST', { OPERATOR_HOST: 'Claims.example', PUBLIC_URL: 'https://claims.example' }],
  ['OPERATOR_PORT', { OPERATOR_PORT: '0' }],
  ['OPERATOR_PORT', { OPERATOR_PORT: '3000' }],
  ['SHARED_ORIGIN', { SHARED_ORIGIN: 'yes' }],
])('%s is refused for %j', (name, env) => {
  expect(() => settings(env as unknown as Record<string, string>)).toThrow(name)
})

describe('publishing a flow that loads scripts from elsewhere', () => {
  const refusal = {
    code: 409,
    detail: expect.stringMatching(/create\.lidstatic\.com.*OPERATOR_HOST=.*OPERATOR_PORT=3001/),
  }
  const authored = async (env: Record<string, string>) => {
    const server = await running({ env: { RATE_LIMIT: '0', ...env } })
    const host = 'OPERATOR_HOST' in env ? 'localhost' : 'localhost:3000'
    return { ...server, headers: await loggedIn(server, { host }) }
  }
  const tracked = async ({ store }: Pick<Awaited<ReturnType<typeof running>>, 'store'>) => {
    const validators = compileValidators(TRACKED)
    const old = await store.publish({ path: 'small', flow: TRACKED, style: '', validators, icons: {}, at: 1 })
    await store.activate(1, { weight: 100, at: 2 })
    return old
  }

  test('is refused in a rollback on a shared origin, and nothing changes', async () => {
    const { send, store, headers } = await authored({})
    const payload = { path: 'small', version: await tracked({ store }) }
    const answer = await send({ method: 'POST', url: '/api/reports/studio/rollback', payload, headers })
    expect(refused(answer)).toMatchObject({ ...refusal, field: 'version' })
    expect((await store.live()).map(({ version }) => version)).toEqual([1])
  })

  test.each([{ OPERATOR_HOST: 'localhost' }, { SHARED_ORIGIN: 'accept' }])(
    'works in a rollback with %j',
    async (env) => {
      const { send, store, headers } = await authored(env as unknown as Record<string, string>)
      const version = await tracked({ store })
      const payload = { path: 'small', version }
      const answer = await send({ method: 'POST', url: '/api/reports/studio/rollback', payload, headers })
      expect(answer.json()).toEqual({ live: [{ version, weight: 100 }] })
    },
  )

  const written = (name: string) => {
    const flow = JSON.parse(readFileSync(`${SITE}/flow.json`, 'utf8')) as FlowDocument
    flow.ui_config.entrypoint.tracking_scripts = { jornaya: { campaign_id: name } }
    return JSON.stringify(flow)
  }
  const files = () =>
    Object.fromEntries(
      readdirSync(SITE, { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'flow.json')
        .map(({ name }) => [name, readFileSync(`${SITE}/${name}`, 'base64')]),
    )

  test('is refused for a key, immediately or scheduled', async () => {
    const { send, store } = await authored({})
    await store.addPublishKey(hash('sha256', KEY), { name: 'ci', path: 'claims', made_by: null, made_at: 1 })
    for (const more of [{}, { live_at: Date.now() + 60_000 }]) {
      const payload = { path: 'claims', text: written('A1'), files: files(), ...more }
      const answer = await send({ method: 'POST', url: '/api/publish', payload, headers: BEARER })
      expect(refused(answer)).toMatchObject(refusal)
    }
    expect(await store.paths()).toEqual(['small'])
  })

  test('is refused on the command line, and works with OPERATOR_PORT', async () => {
    const { dataDir, store } = await running()
    const folder = mkdtempSync(join(tmpdir(), 'leadloom-tracked-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(SITE, folder, { recursive: true })
    writeFileSync(join(folder, 'flow.json'), written('A1'))
    const publish = (env: Record<string, string>) =>
      leadloom(['publish', folder, '--path', 'claims'], { env: { DATA_DIR: dataDir, ...env }, now: Date.now })
    const { code, err } = await publish({})
    expect([code, err]).toEqual([1, refusal.detail])
    expect(await store.paths()).toEqual(['small'])
    expect((await publish({ OPERATOR_PORT: '3001' })).code).toBe(0)
    const [live] = (await store.live()).filter(({ path }) => path === 'claims')
    const rollback = await leadloom(['rollback', 'claims', '--to', String(live!.version)], {
      env: { DATA_DIR: dataDir },
      now: Date.now,
    })
    expect([rollback.code, rollback.err]).toEqual([1, refusal.detail])
  })

  test('stops a start that would do so', async () => {
    const { store } = await running()
    const sites = mkdtempSync(join(tmpdir(), 'leadloom-sites-'))
    onTestFinished(() => rmSync(sites, { recursive: true }))
    cpSync(SITE, join(sites, 'claims'), { recursive: true })
    writeFileSync(join(sites, 'claims', 'flow.json'), written('A1'))
    const refuses = (flow: Flow) => whyUnsafe(flow, settings({}))
    const given = { productName: 'Leadloom', now: 1, onWarning: () => {}, refuses }
    await expect(publishNewSites(store, sites, given)).rejects.toThrow('create.lidstatic.com')
    expect(await store.paths()).toEqual(['small'])
  })
})

test('pages declare which features they don’t use, and who can embed them', async () => {
  const { app } = await running({ folders: BUILT })
  const headersOf = async (url: string) => (await app.inject({ url })).headers
  for (const url of ['/small', '/legal/small/privacy-policy'])
    expect(await headersOf(url)).toMatchObject({
      'permissions-policy': expect.stringMatching(/camera=\(\), .*microphone=\(\), .*usb=\(\)$/),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
  for (const url of ['/stats', '/desk', '/studio'])
    expect(await headersOf(url)).toMatchObject({
      'permissions-policy': expect.stringMatching(/camera=\(\), .*microphone=\(\), .*usb=\(\)$/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  expect(await headersOf('/api/reports/me')).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' })
})
