import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FlowDocument } from '../../../schemas/flow/flow.ts'
import type { PublishedDraft } from '../../../schemas/studio/drafts.ts'
import { compileValidators } from '../../../src/server/publish/compileValidators.ts'
import { authorProcess } from '../../../src/server/studio/authorProcess.ts'
import { publishRequests } from '../../../src/server/studio/publishRequests.ts'
import { BUILT } from '../built.ts'
import { listHosts } from '../listHosts.ts'
import { loggedIn } from '../loggedIn.ts'
import { refused, running } from '../running.ts'
import { SMALL_FLOW } from '../smallFlow.ts'

/** Tests that flows load scripts only from hosts that an admin listed, if the flow itself names them. */

const HOST = 'www.clicks.example'
const TRACKED = structuredClone(SMALL_FLOW)
TRACKED.ui_config.entrypoint.tracking_scripts = {
  everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' },
  jornaya: { campaign_id: 'A1' },
}
const env = { RATE_LIMIT: '0', OPERATOR_HOST: 'localhost' }
const SITE = 'fixtures/sites/yardstick'

/** The server, with calls as an admin. */
async function asAdmin(more: Parameters<typeof running>[0] = {}) {
  const server = await running({ env, ...more })
  const headers = await loggedIn(server, { host: 'localhost' })
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.send({ method, url: `/api/reports/${url}`, headers, ...(payload && { payload }) })
  return { ...server, headers, ask }
}

const KEY = `leadloom_${'k'.repeat(43)}`

/** Result for a program that publishes the site with its key. */
async function byKey(
  { send, store }: Pick<Awaited<ReturnType<typeof running>>, 'send' | 'store'>,
  more: { live_at?: number } = {},
) {
  await store.addPublishKey(hash('sha256', KEY), { name: 'ci', path: 'claims', made_by: null, made_at: 1 })
  const payload = { path: 'claims', ...written(), ...more }
  const headers = { authorization: `Bearer ${KEY}` }
  return (await send({ method: 'POST', url: '/api/publish', payload, headers })).json<PublishedDraft>()
}

/** A site as an author writes it, with its own tracking domain. */
function written() {
  const flow = JSON.parse(readFileSync(`${SITE}/flow.json`, 'utf8')) as FlowDocument
  flow.ui_config.entrypoint.tracking_scripts = TRACKED.ui_config.entrypoint.tracking_scripts
  const names = readdirSync(SITE, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name !== 'flow.json' ? entry.name : [],
  )
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(`${SITE}/${name}`, 'base64')]))
  return { text: JSON.stringify(flow), files }
}

test('an admin adds and removes a host, and the audit log names the admin', async () => {
  const { ask, store } = await asAdmin()
  const list = async () => (await ask('GET', 'desk/script-hosts')).json()
  expect(await list()).toEqual({ data: [] })
  const added = await ask('POST', 'desk/script-hosts', { host: HOST })
  expect([added.statusCode, added.json()]).toEqual([
    201,
    { host: HOST, added_by: 'root', added_at: expect.any(Number) },
  ])
  expect(refused(await ask('POST', 'desk/script-hosts', { host: HOST }))).toMatchObject({
    code: 409,
    field: 'host',
  })
  expect(await list()).toEqual({ data: [added.json()] })
  expect((await ask('POST', 'desk/script-hosts/remove', { host: HOST })).statusCode).toBe(204)
  expect(refused(await ask('POST', 'desk/script-hosts/remove', { host: HOST }))).toMatchObject({ code: 404 })
  expect(await list()).toEqual({ data: [] })
  expect((await store.auditLog(2)).map(({ operator, act, about }) => [operator, act, about])).toEqual([
    ['root', 'remove_script_host', HOST],
    ['root', 'add_script_host', HOST],
  ])
})

test.each([
  'https://www.clicks.example',
  'www.clicks.example:8443',
  '*.clicks.example',
  'WWW.clicks.example',
  'localhost',
  '192.0.2.1',
])('%s can’t be listed as a host', async (host) => {
  const { ask, store } = await asAdmin()
  expect((await ask('POST', 'desk/script-hosts', { host })).statusCode).toBe(400)
  expect(await store.scriptHosts()).toEqual([])
})

test('a host that a live flow loads scripts from can’t be removed, and the flow is named', async () => {
  const { ask, store } = await asAdmin({ flow: TRACKED })
  await listHosts(store, TRACKED)
  const answer = refused(await ask('POST', 'desk/script-hosts/remove', { host: HOST }))
  expect(answer).toMatchObject({
    code: 409,
    field: 'host',
    detail: expect.stringContaining('/small (version 1)'),
  })
  expect(await store.scriptHosts()).toHaveLength(1)
})

test('a flow with an unlisted host can’t be published by a key or from a draft, and the error says where and what to do', async () => {
  const { ask, send, store } = await asAdmin()
  await store.addScriptHost({ host: 'www.other.example', added_by: 'root', added_at: 1 })
  const publish = () => byKey({ send, store })
  const problem = {
    code: 'script_host',
    weight: 'error',
    at: ['ui_config', 'entrypoint', 'tracking_scripts', 'everflow', 'tracking_domain'],
    message: expect.stringContaining(HOST),
    hint: expect.stringContaining(`add ${HOST} at /desk/hosts`),
  }
  expect(await publish()).toMatchObject({ version: null, problems: [problem] })
  expect(await store.paths()).toEqual(['small'])
  await listHosts(store, TRACKED)
  const { version, problems } = await publish()
  expect([version, problems]).toEqual([expect.any(Number), []])

  await ask('POST', 'studio/draft', { path: 'claims', version, revision: 0 })
  const found = async () =>
    (await ask('GET', 'studio/problems?path=claims')).json<{ problems: object[] }>().problems
  expect(await found()).toEqual([])
  await store.activate(1, { weight: 100, at: 2 })
  await store.removeScriptHost(HOST, { by: 'root', at: 3 })
  expect(await found()).toMatchObject([problem])
  const live = await store.live()
  const draft = await ask('POST', 'studio/publish', { path: 'claims', revision: 1 })
  expect(draft.json()).toMatchObject({ version: null, problems: [problem] })
  expect(await store.live()).toEqual(live)
})

test('a scheduled publish fails if its host is no longer on the list', async () => {
  let clock = Date.now()
  const { ctx, send, store } = await running({ env, now: () => clock })
  await listHosts(store, TRACKED)
  const live_at = clock + 60_000
  const planned = await byKey({ send, store }, { live_at })
  await store.removeScriptHost(HOST, { by: 'root', at: clock })
  clock = live_at
  const requests = publishRequests(ctx, authorProcess(store))
  const { id } = planned.request!
  await requests.publishPlanned(await requests.found(id))
  expect(await requests.found(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining(HOST) })
  expect(await store.paths()).toEqual(['small'])
})

test('a rollback to a flow with an unlisted host is refused, and nothing changes', async () => {
  const { ask, store } = await asAdmin()
  const validators = compileValidators(TRACKED)
  const version = await store.publish({
    path: 'small',
    flow: TRACKED,
    style: '',
    validators,
    icons: {},
    at: 1,
  })
  await store.activate(1, { weight: 100, at: 2 })
  const rollBack = () => ask('POST', 'studio/rollback', { path: 'small', version })
  expect(refused(await rollBack())).toMatchObject({ code: 409, detail: expect.stringContaining(HOST) })
  expect((await store.live()).map((share) => share.version)).toEqual([1])
  await listHosts(store, TRACKED)
  expect((await rollBack()).statusCode).toBe(200)
})

test('a page loads no script while a host of its flow isn’t listed', async () => {
  const { send, store } = await running({ flow: TRACKED, env, folders: BUILT })
  const page = async () => {
    const { headers, body } = await send({ url: '/small', headers: { host: 'claims.example' } })
    return [String(headers['content-security-policy']).includes(HOST), body.includes('"may_track":true')]
  }
  expect(await page()).toEqual([false, false])
  await listHosts(store, TRACKED)
  expect(await page()).toEqual([true, true])
})
