import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { DraftCompany } from '../../schemas/studio/comments.ts'
import type { Located } from '../../schemas/author/problem.ts'
import {
  FLOW_BYTES,
  type Draft,
  type DraftFiles,
  type DraftProblems,
  type StudioSite,
} from '../../schemas/studio/drafts.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { publishFile } from '../../src/server/publish/publish.ts'
import { REFUSALS } from '../../src/server/kernel/callRefusals.ts'
import { refused, running } from './running.ts'
import { SMALL_FLOW } from './smallFlow.ts'

/** Tests sites that are written on a running server. */

const SITE = 'fixtures/sites/leadloom'
const TEXT = readFileSync(join(SITE, 'flow.json'), 'utf8')
const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }

const { send, store, open } = await running({ until: afterAll, env: { RATE_LIMIT: '0' } })
const around = mkdtempSync(join(tmpdir(), 'leadloom-studio-'))
afterAll(() => rmSync(around, { recursive: true }))
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
for (const [name, role] of [
  ['ada', 'author'],
  ['bob', 'author'],
  ['root', 'admin'],
  ['vi', 'viewer'],
] as const)
  await store.saveOperator({ name, role, sites: null, password_hash, since: 0 })
const as = Object.fromEntries(
  await Promise.all(
    ['ada', 'bob', 'root', 'vi'].map(async (name) => {
      const payload = { name, password: 'secret' }
      const answer = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
      const [cookie] = answer.cookies
      return [name, { ...ours, cookie: `${cookie!.name}=${cookie!.value}` }] as const
    }),
  ),
)

/** Publishes the demo site on its own path. */
async function published(path: string): Promise<number> {
  const folder = join(around, path)
  cpSync(SITE, folder, { recursive: true })
  const file = join(folder, 'flow.json')
  const { version } = await publishFile(store, { file, path, productName: 'Leadloom', now: Date.now() })
  return version!
}

const get = (who: string, call: string, path: string) =>
  send({ url: `/api/reports/studio/${call}?path=${path}`, headers: as[who]! })
const call = (who: string, method: 'POST' | 'PATCH', name: string, payload: object) =>
  send({ method, url: `/api/reports/studio/${name}`, payload, headers: as[who]! })
const draftOf = async (path: string) => (await get('ada', 'draft', path)).json<Draft>()

/** A live site with its draft at revision 1. */
async function drafted(path: string): Promise<number> {
  const version = await published(path)
  expect((await call('ada', 'POST', 'draft', { path, version, revision: 0 })).statusCode).toBe(201)
  return version
}

describe('access', () => {
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].caller === 'author')

  test.each(names)('%s is refused for strangers, viewers, and other sites’ pages', async (name) => {
    const [method, url] = name.split(' ') as ['GET', string]
    const payload = method === 'GET' ? {} : { payload: {} }
    expect(refused(await send({ method, url, headers: ours, ...payload }))).toMatchObject({ code: 401 })
    expect(refused(await send({ method, url, headers: as['vi']!, ...payload }))).toMatchObject({ code: 403 })
    const elsewhere = { ...as['ada']!, origin: 'https://evil.example' }
    const answer = await send({ method, url, headers: elsewhere, ...payload })
    if (method !== 'GET')
      expect(refused(answer)).toMatchObject({ code: 403, detail: expect.stringMatching('site') })
  })

  test('authors and admins see the sites, their versions, and what is live', async () => {
    const version = await drafted('listed')
    for (const who of ['ada', 'root']) {
      const { data } = (await send({ url: '/api/reports/studio/sites', headers: as[who]! })).json<{
        data: StudioSite[]
      }>()
      expect(data.find(({ path }) => path === 'listed')).toMatchObject({
        live: [{ version, weight: 100 }],
        versions: [{ version }],
        draft: { revision: 1, based_on: version, saved_by: 'ada' },
      })
    }
  })
})

describe('a draft', () => {
  test('has its author’s text and files', async () => {
    await drafted('made')
    const draft = await draftOf('made')
    expect([draft.text, draft.good]).toEqual([TEXT, null])
    expect(draft.files.map(({ name }) => name)).toContain('leadloom.css')
    const url = '/api/reports/studio/file?path=made&name=leadloom.css'
    const { content } = (await send({ url, headers: as['ada']! })).json<{ content: string }>()
    expect(Buffer.from(content, 'base64')).toEqual(readFileSync(join(SITE, 'leadloom.css')))
    expect(refused(await send({ url: `${url}s`, headers: as['ada']! }))).toMatchObject({ code: 404 })
    const { revision, data } = (await get('ada', 'files', 'made')).json<DraftFiles>()
    expect([revision, data.map(({ name }) => name)]).toEqual([1, draft.files.map(({ name }) => name)])
    for (const { name, bytes } of data) expect(bytes).toBe(readFileSync(join(SITE, name)).length)
  })

  test('is created from what visitors get if the author’s text wasn’t kept', async () => {
    const [line] = (await store.live()).filter(({ path }) => path === 'small')
    const made = await call('ada', 'POST', 'draft', { path: 'small', version: line!.version, revision: 0 })
    expect(made.statusCode).toBe(201)
    expect(JSON.parse((await draftOf('small')).text)).toEqual(SMALL_FLOW)
  })

  test('is saved as typed, even if it’s invalid, next to the last valid text', async () => {
    await drafted('broken')
    const save = (revision: number, text: string) =>
      call('ada', 'PATCH', 'draft', { path: 'broken', revision, text })
    expect((await save(1, '{"half": ')).json()).toMatchObject({ revision: 2 })
    expect(await draftOf('broken')).toMatchObject({ text: '{"half": ', good: TEXT })
    const { revision, problems } = (await get('ada', 'problems', 'broken')).json<{
      revision: number
      problems: Located[]
    }>()
    expect([revision, problems]).toMatchObject([2, [{ code: 'not_json', line: 1, weight: 'error' }]])
    expect((await call('ada', 'POST', 'publish', { path: 'broken', revision: 2 })).json()).toMatchObject({
      version: null,
      problems: [{ code: 'not_json' }],
    })
  })

  test('isn’t overwritten: saving from an older revision is refused, and says who saved and when', async () => {
    const version = await drafted('both')
    expect((await call('bob', 'PATCH', 'draft', { path: 'both', revision: 1, text: '{}' })).statusCode).toBe(
      200,
    )
    const late = [
      await call('ada', 'PATCH', 'draft', { path: 'both', revision: 1, text: '[]' }),
      await call('ada', 'POST', 'draft', { path: 'both', revision: 1, version }),
      await call('ada', 'POST', 'publish', { path: 'both', revision: 1 }),
    ]
    for (const answer of late)
      expect(refused(answer)).toMatchObject({
        code: 409,
        field: 'revision',
        detail: expect.stringMatching(/^bob saved a newer version on \w{3} \d\d, 20\d\d, \d\d:\d\d E[SD]T/),
      })
    expect(await draftOf('both')).toMatchObject({ revision: 2, text: '{}', saved_by: 'bob' })
  })

  test('is bounded: a flow of more than 5 MB and a file of more than 8 MB are refused', async () => {
    await drafted('large')
    const save = (more: object) => call('ada', 'PATCH', 'draft', { path: 'large', revision: 1, ...more })
    // It would fit in letters, but not in bytes.
    for (const text of ['é'.repeat(FLOW_BYTES / 2 + 1), ' '.repeat(FLOW_BYTES + 1)])
      expect(refused(await save({ text }))).toMatchObject({
        code: 413,
        field: 'text',
        detail: 'The flow is 5.01 MB. The limit is 5 MB. Remove something, or move pictures into files.',
      })
    const content = Buffer.alloc(8 * 1024 * 1024 + 1).toString('base64')
    expect(refused(await save({ files: { 'a.jpg': content } })).code).toBe(413)
    expect(refused(await save({ files: { '../a.jpg': '' } })).code).toBe(400)
    expect(await draftOf('large')).toMatchObject({ revision: 1 })
    expect((await save({ text: ' '.repeat(FLOW_BYTES) })).statusCode).toBe(200)
  })

  test('can gain and lose files, and has the same problems as when publishing', async () => {
    await drafted('files')
    const files = { 'leadloom.css': null, 'note.txt': Buffer.from('hello').toString('base64') }
    const saved = (await call('ada', 'PATCH', 'draft', { path: 'files', revision: 1, files })).json<Draft>()
    const names = saved.files.map(({ name }) => name)
    expect([names.includes('leadloom.css'), names.includes('note.txt')]).toEqual([false, true])
    const { problems } = (await get('ada', 'problems', 'files')).json<{ problems: Located[] }>()
    expect(problems).toContainEqual(expect.objectContaining({ code: 'style_missing', weight: 'error' }))
  })

  test('of an unknown site or version is refused', async () => {
    const version = await drafted('own')
    for (const answer of [
      await get('ada', 'draft', 'nowhere'),
      await call('ada', 'POST', 'draft', { path: 'nowhere', version, revision: 0 }),
      await call('ada', 'POST', 'rollback', { path: 'nowhere', version }),
      await call('ada', 'POST', 'draft', { path: 'own', version: 9999, revision: 1 }),
    ])
      expect(refused(answer).code).toBe(404)
  })
})

test('lists its steps with their lines and rules, unless the flow has an error', async () => {
  await drafted('steps')
  const read = async () => (await get('ada', 'problems', 'steps')).json<DraftProblems>()
  const { steps } = await read()
  const roof = steps!.find(({ id }) => id === 'open_home_pros_solar/roof')!
  expect(roof).toMatchObject({ isHidden: false, rule: expect.stringMatching('^electric_bill is answered') })
  expect(
    TEXT.split('\n')
      .slice(roof.line - 1, roof.line + 1)
      .join(),
  ).toContain('"roof"')
  const text = TEXT.replace('"offer_order"', '"offer_ordr"')
  await call('ada', 'PATCH', 'draft', { path: 'steps', revision: 1, text })
  expect(await read()).toMatchObject({ revision: 2, steps: null })
})

test('a draft at an address the server uses itself isn’t published, because no one could see it', async () => {
  await drafted('studio')
  const refusal = await call('ada', 'POST', 'publish', { path: 'studio', revision: 1 })
  expect(refused(refusal)).toMatchObject({ code: 409, detail: REFUSALS.ownAddress('studio') })
})

test('an author changes a text, compares, publishes, and rolls back; the audit log says who did it', async () => {
  const first = await drafted('whole')
  const { ui_config } = JSON.parse(TEXT) as { ui_config: { title: string } }
  const text = TEXT.replaceAll(JSON.stringify(ui_config.title), '"Another {{product}}"')
  expect(text).not.toBe(TEXT)
  await call('bob', 'PATCH', 'draft', { path: 'whole', revision: 1, text })
  // The live version is known within a second.
  await expect
    .poll(async () => (await get('bob', 'difference', 'whole')).json<unknown>())
    .toMatchObject({
      revision: 2,
      version: first,
      changes: expect.arrayContaining([
        expect.objectContaining({ kind: 'changed', after: '"Another Leadloom"' }),
      ]) as unknown,
      effects: { other_way: 0 },
      files: [],
      problems: [],
    })
  const { version, live } = (
    await call('bob', 'POST', 'publish', { path: 'whole', revision: 2, leads_wait: true })
  ).json<{
    version: number
    live: object[]
  }>()
  expect(live).toEqual([{ version, weight: 100 }])
  expect(await open({ path: 'whole' })).toMatchObject({ version })
  expect(await store.versionSource(version)).toMatchObject({ text })

  expect((await call('ada', 'POST', 'rollback', { path: 'whole', version: first })).json()).toEqual({
    live: [{ version: first, weight: 100 }],
  })
  expect(await open({ path: 'whole' })).toMatchObject({ version: first })
  const acts = (await store.auditLog(50)).filter(({ about }) => about.startsWith('whole'))
  expect(acts.map(({ operator, act, about }) => [operator, act, about])).toEqual([
    ['ada', 'roll_back', `whole to version ${first}`],
    ['bob', 'publish', `whole version ${version}`],
    ['bob', 'save_draft', 'whole'],
    ['ada', 'make_draft', `whole of version ${first}`],
  ])
})

test('a deleted draft is restored, and a site that was taken down is not shown until it is rolled back', async () => {
  const version = await drafted('gone')
  const remove = (revision: number) => call('bob', 'POST', 'draft/remove', { path: 'gone', revision })
  expect(refused(await remove(2)).code).toBe(409)
  expect((await remove(1)).statusCode).toBe(204)
  expect(refused(await get('ada', 'draft', 'gone')).code).toBe(404)
  expect((await call('ada', 'POST', 'draft/restore', { path: 'gone' })).statusCode).toBe(204)
  expect(refused(await call('ada', 'POST', 'draft/restore', { path: 'gone' })).code).toBe(404)
  expect(await draftOf('gone')).toMatchObject({ text: TEXT, revision: 3 })

  expect((await call('ada', 'POST', 'take-down', { path: 'gone' })).statusCode).toBe(204)
  expect(refused(await call('ada', 'POST', 'take-down', { path: 'gone' }))).toMatchObject({ code: 409 })
  expect((await send({ url: '/api/path-config?path=gone' })).statusCode).toBe(404)
  await call('ada', 'POST', 'rollback', { path: 'gone', version })
  expect(await open({ path: 'gone' })).toMatchObject({ version })
  const acts = (await store.auditLog(50)).filter(({ about }) => about.startsWith('gone'))
  expect(acts.map(({ operator, act }) => [operator, act])).toEqual([
    ['ada', 'roll_back'],
    ['ada', 'take_down'],
    ['ada', 'restore_draft'],
    ['bob', 'remove_draft'],
    ['ada', 'make_draft'],
  ])
})

test('authors see who else has a draft open, and comment on it', async () => {
  await drafted('talked')
  const present = async (who: string) =>
    (await call(who, 'POST', 'present', { path: 'talked' })).json<DraftCompany>()
  expect(await present('ada')).toEqual({ editors: [], comments: [] })
  const place = { path: 'talked', step: 'open_home_pros_solar/roof', element: 'roof_type' }
  const made = await call('bob', 'POST', 'comments', { ...place, text: 'Say tile, too.' })
  expect(made.json()).toMatchObject({ made_by: 'bob', text: 'Say tile, too.', resolved_at: null })
  expect(refused(await call('bob', 'POST', 'comments', { ...place, text: '  ' })).code).toBe(400)
  const { id } = made.json<{ id: string }>()
  expect(await present('bob')).toMatchObject({ editors: ['ada'], comments: [{ id, element: 'roof_type' }] })
  const listed = async () =>
    (await get('ada', 'sites', 'talked'))
      .json<{ data: StudioSite[] }>()
      .data.find(({ path }) => path === 'talked')
  expect(await listed()).toMatchObject({ editors: ['ada', 'bob'], comments: 1 })
  const settle = (resolved: boolean) =>
    call('ada', 'POST', 'comments/resolve', { path: 'talked', id, resolved })
  expect([(await settle(true)).statusCode, (await settle(true)).statusCode]).toEqual([204, 404])
  expect(await listed()).toMatchObject({ comments: 0 })
  expect((await settle(false)).statusCode).toBe(204)
  const acts = (await store.auditLog(50)).filter(({ about }) => about.startsWith('talked'))
  expect(acts.map(({ operator, act }) => [operator, act])).toEqual([
    ['ada', 'reopen_comment'],
    ['ada', 'resolve_comment'],
    ['bob', 'comment'],
    ['ada', 'make_draft'],
  ])
})
