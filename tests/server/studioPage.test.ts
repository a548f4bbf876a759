import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Session } from '../../schemas/kernel/session.ts'
import type { DraftPageState } from '../../schemas/studio/page.ts'
import { openDraftPage } from '../../src/preview/openDraftPage.ts'
import { SLOW_4G } from '../../src/preview/slowLine.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import type { OpenDraftPage } from '../../src/server/studio/draftPage.ts'
import { draftPages, IDLE_MS } from '../../src/server/studio/draftPages.ts'
import { databaseFile } from '../../src/store/engines/sqlite/file/file.ts'
import { REFUSALS } from '../../src/server/kernel/callRefusals.ts'
import { leadloom } from '../cli/commandLine.ts'
import { BUILT } from './built.ts'
import { BROWSER, keys, refused, running, submission, wrapped } from './running.ts'

/** Tests of a draft's page beside its text, on a server where visitors are counted. */

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const around = mkdtempSync(join(tmpdir(), 'leadloom-page-'))
const folder = join(around, 'my-site')
await leadloom(['init', folder, '--name', 'My Site', '--kind', 'claims'])
const TEXT = readFileSync(join(folder, 'flow.json'), 'utf8')

const env = { RATE_LIMIT: '0' }
const { app, ctx, send, store, dataDir } = await running({
  until: afterAll,
  env,
  folders: BUILT,
  openDraftPage,
})
afterAll(() => rmSync(around, { recursive: true }))
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
const as: Record<string, Record<string, string>> = {}
for (const name of ['ada', 'bob', 'eve']) {
  await store.saveOperator({ name, role: 'author', sites: null, password_hash, since: 0 })
  as[name] = await loggedIn(name)
}
for (const path of ['my-site', 'other'])
  await publishFile(store, {
    file: join(folder, 'flow.json'),
    path,
    productName: 'Leadloom',
    now: Date.now(),
  })
let revision = 0

async function loggedIn(name: string) {
  const payload = { name, password: 'secret' }
  const answer = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
  return { ...ours, cookie: `${answer.cookies[0]!.name}=${answer.cookies[0]!.value}` }
}

const call = (who: string, name: string, payload: object, method: 'POST' | 'PATCH' = 'POST') =>
  send({ method, url: `/api/reports/studio/${name}`, payload, headers: as[who]! })
const ask = (who: string, seen = 0) =>
  send({ url: `/api/reports/studio/page?path=my-site&seen=${seen}`, headers: as[who]! })

/** State of the page once `isSo` is true. */
async function state(isSo: (state: DraftPageState) => boolean): Promise<DraftPageState> {
  for (let seen = 0; ;) {
    const answer = await ask('ada', seen)
    expect(answer.statusCode).toBe(200)
    const shown = answer.json<DraftPageState>()
    if (isSo(shown)) return shown
    seen = shown.seen
  }
}
const proved = () => state(({ proofs }) => proofs === 'done')

/** Makes the draft of a site again and opens its page. */
async function opened() {
  const { version } = (await store.live()).find(({ path }) => path === 'my-site')!
  const draft = await call('ada', 'draft', { path: 'my-site', version, revision })
  revision = draft.json<{ revision: number }>().revision
  expect((await call('ada', 'page', { path: 'my-site' })).statusCode).toBe(204)
}
async function save(text: string) {
  const saved = await call('ada', 'draft', { path: 'my-site', revision, text }, 'PATCH')
  revision = saved.json<{ revision: number }>().revision
}
async function visit(asked: object): Promise<string> {
  const begun = await call('ada', 'page/visit', { path: 'my-site', step: null, ...asked })
  return begun.json<{ address: string }>().address
}
/** Request of the frame: a page without an origin and without a cookie for the operator's path. */
const framed = (url: string, more: InjectOptions = {}) =>
  app.inject({
    url,
    ...more,
    headers: {
      host: 'localhost:3000',
      'user-agent': BROWSER,
      accept: 'text/html',
      ...more.headers,
    },
  })

/** Every row of the server's database, except those of drafts and logins. */
function rows(): Record<string, unknown[]> {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  const names = tables.map(({ name }) => String(name))
  const counted = names.filter((name) => !['drafts', 'login_sessions', 'audit'].includes(name))
  const found = counted.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()] as const)
  database.close()
  return Object.fromEntries(found)
}

test('a visit on the page changes nothing in the server’s store, and shows what would be sent and saved', async () => {
  await opened()
  const before = rows()
  await proved()
  const address = await visit({ by: 'jump', step: 'main/phone' })
  const page = await framed(address)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('data-step="main/phone"')
  const { session, base, api } = JSON.parse(/id="page">(.*?)<\/script>/.exec(page.body)![1]!) as {
    session: Session
    base: string
    api: string
  }
  // Addresses that scripts make begin with it.
  expect([base, api]).toEqual([address.replace(/\/my-site$/, ''), `${address.replace(/\/my-site$/, '')}/api`])
  expect(page.body).toContain('"may_track":false')
  const step = { offer_key: 'main', step_key: 'phone', answers: [] }
  const sent = wrapped('POST /api/sessions/step', submission(session, step), session.token)
  const url = `${base}/api/sessions/step`
  // Its own server judges it, as the real one has no such session.
  expect((await framed(url, { ...sent, url })).statusCode).toBe(422)
  const elsewhere = await send(wrapped('POST /api/sessions/track/visit', keys(session), session.token))
  expect(elsewhere.statusCode).toBe(404)

  await visit({ by: 'jump', step: 'end/thanks' })
  const { leads, consents } = await state(({ leads }) => leads.length > 0)
  expect(leads).toMatchObject([{ buyer: 'example_team', offer: 'main' }])
  expect(consents).toMatchObject([{ field: 'call_consent', decision: 'agreed' }])
  expect(rows()).toEqual(before)
})

test('the page has no origin and no cookies, and can reach only what’s below its own address', async () => {
  await opened()
  const address = await visit({ by: 'anew' })
  const base = address.replace(/\/my-site$/, '')
  expect(base).toMatch(/^\/studio\/page\/[\w-]{43}$/)
  const page = await framed(address, { headers: { cookie: 'visitor_my-site=of-a-real-visit' } })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/; sandbox allow-scripts allow-forms$/)
  const sources = policy.match(/https?:\S+/g)!.map((source) => source.replace(';', ''))
  expect(new Set(sources)).toEqual(new Set([`http://localhost:3000${base}/`, 'http://localhost:3000']))
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/-src [^;]*('self'|unsafe)/)
  expect(policy).toContain("frame-ancestors 'self' http://localhost:3000;")
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'access-control-allow-origin': 'null',
  })
  expect(page.headers['set-cookie']).toBeUndefined()

  const own = [...page.body.matchAll(/["'( ](\/(?:main|api|legal|webhook|studio)\/[^"' )]*)/g)].map(
    ([, url]) => url!,
  )
  expect(own.length).toBeGreaterThan(8)
  expect(own.filter((url) => url !== base && !url.startsWith(`${base}/`))).toEqual([])
  const files = own.filter((url) => /\.(js|css|json|svg|ico)$/.test(url))
  for (const url of files) expect([url, (await framed(url)).statusCode]).toEqual([url, 200])
  const scripts = await Promise.all(files.filter((url) => url.endsWith('.js')).map((url) => framed(url)))
  expect(scripts.map(({ body }) => /["'`]\/(main\/flows|legal)\//.exec(body)?.[0])).toEqual(
    scripts.map(() => undefined),
  )

  const asked = await framed(`${base}/api/sessions/step`, { method: 'OPTIONS' })
  expect(asked.statusCode).toBe(204)
  const window = await framed(address, { headers: { 'sec-fetch-dest': 'document' } })
  expect(window.statusCode).toBe(404)
})

test('the page and all its files are on the operators’ origin if there is one', async () => {
  const host = 'localhost:3001'
  const apart = { ...env, OPERATOR_PORT: '3001' }
  const server = await running({ env: apart, store, folders: BUILT, openDraftPage })
  const payload = { name: 'eve', password: 'secret' }
  const headers = { ...ours, host }
  const [cookie] = (await server.send({ method: 'POST', url: '/api/reports/login', payload, headers }))
    .cookies
  const post = (name: string, payload: object) =>
    server.send({
      method: 'POST',
      url: `/api/reports/studio/${name}`,
      payload,
      headers: { ...headers, cookie: `${cookie!.name}=${cookie!.value}` },
    })
  const { version } = (await store.live()).find(({ path }) => path === 'other')!
  expect((await post('draft', { path: 'other', version, revision: 0 })).statusCode).toBe(201)
  expect((await post('page', { path: 'other' })).statusCode).toBe(204)
  const visited = await post('page/visit', { path: 'other', step: null, by: 'anew' })
  const { address } = visited.json<{ address: string }>()
  const get = (url: string, host: string) =>
    server.app.inject({ url, headers: { host, 'user-agent': BROWSER, accept: 'text/html' } })
  const page = await get(address, host)
  expect(page.statusCode).toBe(200)
  const own = Array.from(page.body.matchAll(/["'( ](\/(?:main|studio)\/[^"' )]*)/g), ([, url]) => url!)
  const files = own.filter((url) => /\.(js|css|json|svg|ico)$/.test(url))
  expect(files.some((url) => url.includes('/main/flows/'))).toBe(true)
  for (const url of files) expect([url, (await get(url, host)).statusCode]).toEqual([url, 200])
  expect((await get(address, 'localhost:3000')).headers.location).toBe(`http://${host}${address}`)
})

test('saved changes show at the current step, and the last valid page stays after an error', async () => {
  await opened()
  await proved()
  await visit({ by: 'jump', step: 'main/phone' })
  const first = await state(() => true)
  await save(TEXT.replaceAll('What is your phone number?', 'Where can they call you?'))
  const changed = await state(({ edition }) => edition > first.edition)
  expect(changed).toMatchObject({ revision, isOutdated: false })
  const page = await framed(await visit({ by: 'keep', step: 'main/phone' }))
  expect(page.body).toContain('Where can they call you?')
  await save('{"half": ')
  const broken = await state(({ isOutdated }) => isOutdated)
  expect(broken.edition).toBe(changed.edition)
  expect((await framed(await visit({ by: 'keep' }))).body).toContain('Where can they call you?')

  // An operator who opens it now sees the last text that was valid JSON.
  await call('ada', 'page/close', { path: 'my-site' })
  await call('ada', 'page', { path: 'my-site' })
  expect((await state(() => true)).isOutdated).toBe(true)
  expect((await framed(await visit({ by: 'anew' }))).body).toContain('data-step="main/accident"')
  const refusal = await call('ada', 'page/visit', { path: 'my-site', by: 'jump', step: 'main/none' })
  expect(refused(refusal)).toMatchObject({ code: 404, detail: REFUSALS.noVisitTo })
})

test('the page loads late as on a slow phone, until its author starts another visit', async () => {
  await opened()
  const msOf = async (asked: object) => {
    const address = await visit({ by: 'anew', ...asked })
    const from = performance.now()
    const { statusCode, headers } = await framed(address)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    return performance.now() - from
  }
  const slow = await msOf({ network: 'slow' })
  expect(slow).toBeGreaterThan(SLOW_4G.latencyMs)
  expect(await msOf({})).toBeLessThan(slow)
})

test('a preview belongs only to its author, and ends with their login', async () => {
  await opened()
  const address = await visit({ by: 'anew' })
  for (const answer of [
    await ask('bob'),
    await call('bob', 'page/visit', { path: 'my-site', by: 'anew', step: null }),
  ])
    expect(refused(answer)).toMatchObject({ code: 404, detail: REFUSALS.pageClosed })
  await call('bob', 'page/close', { path: 'my-site' })
  expect((await framed(address)).statusCode).toBe(200)
  expect((await framed(address.replace(/.\/my-site$/, '_/my-site'))).statusCode).toBe(404)

  await send({ method: 'POST', url: '/api/reports/logout', headers: as['ada']! })
  expect((await framed(address)).statusCode).toBe(404)
  as['ada'] = await loggedIn('ada')
  expect((await ask('ada')).statusCode).toBe(404)
})

test('four previews can be open, one per login, and a fifth author learns whose they are', async () => {
  const closed: string[] = []
  const standIn: OpenDraftPage = async ({ path }) => ({
    write: async () => {},
    begin: async () => true,
    state: () => Promise.reject(new Error('It is not asked.')),
    answer: () => Promise.reject(new Error('It is not asked.')),
    close: async () => void closed.push(path),
  })
  const pages = draftPages({ ...ctx, openDraftPage: standIn })
  const [ada, bob, cal, dan, eve] = ['ada', 'bob', 'cal', 'dan', 'eve'].map((name) => ({
    login: name,
    operator: name,
  }))
  const draft = (await store.draft('my-site'))!
  await Promise.all([ada, bob, cal, dan].map((owner) => pages.open(owner!, draft)))
  await pages.open(ada!, draft)
  await expect(pages.open(eve!, draft)).rejects.toMatchObject({
    statusCode: 409,
    message: REFUSALS.pagesTaken(['ada', 'bob', 'cal', 'dan'], IDLE_MS / 60_000),
  })
  // Another draft replaces the author’s own.
  await pages.open(ada!, { ...draft, path: 'other' })
  expect(closed).toEqual(['my-site'])
  const asked = { path: 'my-site', by: 'anew', step: null } as const
  await expect(pages.begin(ada!, asked)).rejects.toMatchObject({ statusCode: 404 })

  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await pages.begin(bob!, asked)
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
  await pages.begin(bob!, asked)
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
  expect(closed).toEqual(['my-site'])
  await vi.advanceTimersByTimeAsync(1)
  expect(closed).toEqual(['my-site', 'my-site'])
  await pages.closeAll()
  expect(closed.sort()).toEqual(['my-site', 'my-site', 'my-site', 'my-site', 'other'])
})
