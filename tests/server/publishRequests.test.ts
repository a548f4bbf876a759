import { readFileSync } from 'node:fs'
import { expect, test, afterAll } from 'vitest'
import type { Draft, PublishedDraft, StudioSite } from '../../schemas/studio/drafts.ts'
import type { MadeKey } from '../../schemas/studio/publishKey.ts'
import type { PublishRequest } from '../../schemas/studio/publishRequest.ts'
import { besides, remembering } from '../../src/author/document/checkFiles.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { startPublishingPlanned } from '../../src/server/jobs/publishPlanned.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { authorProcess } from '../../src/server/studio/authorProcess.ts'
import { versionMaker } from '../../src/server/studio/versionMaker.ts'
import { publishRequests } from '../../src/server/studio/publishRequests.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { refused, running } from './running.ts'

/** Tests of publish requests that wait for a second person or for their time. */

const FILE = 'fixtures/sites/yardstick/flow.json'
const TEXT = readFileSync(FILE, 'utf8')
const read = new Map<string, Buffer>()
expect(problemsOf(TEXT, remembering(besides(FILE), read))).toEqual([])
const FILES = Object.fromEntries([...read].map(([name, bytes]) => [name, bytes.toString('base64')]))
const HOUR_MS = 3_600_000

let clock = Date.parse('2026-11-25T12:00Z')
const { send, store, ctx } = await running({
  until: afterAll,
  now: () => clock,
  env: { LOGIN_IDLE_MINUTES: '720', RATE_LIMIT: '0', APPROVAL_SITES: 'asked,debt' },
})
const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
const as: Record<string, Record<string, string>> = {}
for (const [name, role] of [
  ['ada', 'author'],
  ['bob', 'author'],
  ['cy', 'author'],
  ['vi', 'viewer'],
] as const) {
  await store.saveOperator({ name, role, sites: null, password_hash, since: 0 })
  const payload = { name, password: 'secret' }
  const answer = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
  as[name] = { ...ours, cookie: `${answer.cookies[0]!.name}=${answer.cookies[0]!.value}` }
}
const post = (who: string, call: string, payload: object) =>
  send({ method: 'POST', url: `/api/reports/studio/${call}`, payload, headers: as[who]! })
const get = (who: string, call: string) => send({ url: `/api/reports/studio/${call}`, headers: as[who]! })
const made = (await post('ada', 'keys', { name: 'ci', path: null })).json<MadeKey>()
const byKey = async (path: string, more: object = {}, key = made.key) =>
  send({
    method: 'POST',
    url: '/api/publish',
    payload: { path, text: TEXT, files: FILES, ...more },
    headers: { authorization: `Bearer ${key}` },
  })
const requestOf = async (path: string, more: object = {}) =>
  (await byKey(path, more)).json<PublishedDraft>().request!
const siteOf = async (path: string) =>
  (await get('ada', 'sites')).json<{ data: StudioSite[] }>().data.find((site) => site.path === path)
const stateOf = async (request: PublishRequest) => (await store.publishRequest(request.id))?.state
const isLive = async (path: string) => (await store.live()).some((share) => share.path === path)
const requests = publishRequests(ctx, authorProcess(store))
/** Runs the job until nothing is due. */
async function work() {
  const failed: unknown[] = []
  const error = (entry: unknown) => void failed.push(entry)
  const job = startPublishingPlanned(ctx, { warn: () => {}, error })
  await expect.poll(() => requests.due()).toEqual([])
  await job.stop()
  expect(failed).toEqual([])
}

test('a publish that needs approval waits until someone else approves it', async () => {
  const { version, request } = (await byKey('asked')).json<PublishedDraft>()
  expect([version, request]).toMatchObject([
    null,
    { path: 'asked', state: 'waiting', asked_by: 'ada, key ci', maker: 'ada', live_at: null, weight: 100 },
  ])
  const { id } = request!
  expect(await isLive('asked')).toBe(false)
  expect(refused(await post('ada', 'requests/approve', { id }))).toMatchObject({
    code: 403,
    detail: "You can't approve your own request. Ask someone else.",
  })
  expect(refused(await post('vi', 'requests/approve', { id }))).toMatchObject({ code: 403 })
  expect(await isLive('asked')).toBe(false)
  const seen = await get('bob', `requests/difference?id=${id}`)
  expect(seen.json()).toMatchObject({ version: null, text: TEXT, problems: [] })
  const approved = (await post('bob', 'requests/approve', { id })).json<PublishedDraft>()
  expect(approved).toMatchObject({ live: [{ version: approved.version, weight: 100 }], request: null })
  expect(refused(await post('bob', 'requests/approve', { id }))).toMatchObject({
    code: 409,
    detail: "This request is no longer pending. It's published.",
  })
  expect((await store.auditLog(3)).map(({ operator, act }) => [operator, act])).toEqual([
    ['ada, key ci', 'publish'],
    ['bob', 'approve_publish'],
    ['ada, key ci', 'ask_publish'],
  ])
  // Work on the live version continues in /studio, where its author's own name counts.
  const draft = { path: 'asked', version: approved.version, revision: 0 }
  expect((await post('bob', 'draft', draft)).statusCode).toBe(201)
  const { revision } = (await get('bob', 'draft?path=asked')).json<Draft>()
  expect((await get('bob', 'difference?path=asked')).json()).toMatchObject({ needs_approval: true })
  const again = (await post('bob', 'publish', { path: 'asked', revision })).json<PublishedDraft>().request!
  expect(again).toMatchObject({ state: 'waiting', asked_by: 'bob', maker: 'bob' })
  expect(refused(await post('bob', 'requests/approve', { id: again.id }))).toMatchObject({ code: 403 })
  expect(await siteOf('asked')).toMatchObject({ request: { id: again.id } })
  expect((await post('bob', 'requests/end', { id: again.id })).statusCode).toBe(204)
  expect(await stateOf(again)).toBe('withdrawn')
  expect(await siteOf('asked')).toMatchObject({ request: null })
})

test('a site has at most one pending publish, and rejecting it can give a reason', async () => {
  const request = await requestOf('debt')
  expect(refused(await byKey('debt'))).toMatchObject({
    code: 409,
    detail: 'ada, key ci already asked to publish /debt. Approve or withdraw that request first.',
  })
  const reason = 'The consent names the wrong company.'
  expect((await post('bob', 'requests/end', { id: request.id, reason })).statusCode).toBe(204)
  const { data } = (await get('ada', 'requests?path=debt')).json<{ data: PublishRequest[] }>()
  expect(data).toEqual([{ ...request, state: 'refused', decided_by: 'bob', decided_at: clock, reason }])
  expect(refused(await post('bob', 'requests/approve', { id: request.id }))).toMatchObject({ code: 409 })
  expect(await isLive('debt')).toBe(false)
})

test('a scheduled publish goes live at its time, and not before', async () => {
  const live_at = clock + HOUR_MS
  const request = await requestOf('timed', { live_at })
  expect(request).toMatchObject({ state: 'planned', live_at })
  clock = live_at - 1
  await work()
  expect([await isLive('timed'), await stateOf(request)]).toEqual([false, 'planned'])
  clock = live_at
  await work()
  expect([await isLive('timed'), await stateOf(request)]).toEqual([true, 'published'])
  expect((await store.auditLog(1))[0]).toMatchObject({ operator: 'ada, key ci', act: 'publish' })
})

test('a scheduled publish that needs approval waits for both', async () => {
  const early = await requestOf('asked', { live_at: clock + HOUR_MS })
  clock += HOUR_MS
  await work()
  expect(await stateOf(early)).toBe('waiting')
  const before = await store.live()
  expect((await post('cy', 'requests/approve', { id: early.id })).json()).toMatchObject({ request: null })
  expect(await stateOf(early)).toBe('published')
  const text = TEXT.replace('What happened?', 'What came to pass?')
  const late = await requestOf('asked', { text, live_at: clock + HOUR_MS })
  const approved = await post('cy', 'requests/approve', { id: late.id })
  expect(approved.json()).toMatchObject({ version: null, request: { state: 'planned', decided_by: 'cy' } })
  expect(await store.live()).toEqual(before)
  clock += HOUR_MS
  await work()
  expect(await stateOf(late)).toBe('published')
})

test('a time in the past, or more than a year away, is refused', async () => {
  for (const live_at of [clock, clock - 1, clock + 400 * 24 * HOUR_MS])
    expect(refused(await byKey('outside', { live_at }))).toMatchObject({ code: 400, field: 'live_at' })
  expect(await siteOf('outside')).toBeUndefined()
})

test('a scheduled publish fails if its author can no longer publish, unless someone else approved it', async () => {
  // Their login is hours old, and making a key asks for confirmation again.
  await send({
    method: 'POST',
    url: '/api/reports/confirm',
    payload: { present: 'secret' },
    headers: as['cy']!,
  })
  const key = (await post('cy', 'keys', { name: 'of-cy', path: null })).json<MadeKey>().key
  const live_at = clock + HOUR_MS
  const alone = (await byKey('alone', { live_at }, key)).json<PublishedDraft>().request!
  const seconded = (await byKey('debt', { live_at }, key)).json<PublishedDraft>().request!
  await post('bob', 'requests/approve', { id: seconded.id })
  await store.revokeOperator('cy', clock)
  clock = live_at
  await work()
  expect(await store.publishRequest(alone.id)).toMatchObject({
    state: 'failed',
    reason: 'cy, key of-cy can no longer publish.',
    decided_by: null,
  })
  expect([await isLive('alone'), await isLive('debt')]).toEqual([false, true])
})

test('a scheduled publish that no longer leaves enough share fails and says so', async () => {
  for (const [index, weight] of [100, 50, 50].entries())
    await byKey('full', { text: TEXT.replace('What happened?', `What happened ${index}?`), weight })
  const text = TEXT.replace('What happened?', 'Then?')
  const request = await requestOf('full', { text, weight: 97, live_at: clock + HOUR_MS })
  await byKey('full', { text: TEXT.replace('What happened?', 'And then?'), weight: 20 })
  clock += HOUR_MS
  await work()
  expect(await store.publishRequest(request.id)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('97% leaves too little'),
  })
})

test('APPROVAL_SITES names paths, or all', () => {
  const needs = (APPROVAL_SITES: string) =>
    versionMaker({ ...ctx, settings: parseSettings({ APPROVAL_SITES }) }, authorProcess(store)).needsApproval
  expect([needs('*')('any'), needs('')('any'), needs('a,b')('b'), needs('a,b')('c')]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(() => parseSettings({ APPROVAL_SITES: 'claims, debt' })).toThrow(
    "APPROVAL_SITES: ' debt' isn't a site's path. List paths like claims,debt, or use * for all.",
  )
})
