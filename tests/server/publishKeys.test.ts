import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeKey } from '../../schemas/studio/publishKey.ts'
import { FILE_BYTES, FLOW_BYTES, type PublishedDraft } from '../../schemas/studio/drafts.ts'
import { besides, remembering } from '../../src/author/document/checkFiles.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { refused, running } from './running.ts'

/** Tests programs that publish with a key. */

const FILE = 'fixtures/sites/yardstick/flow.json'
const TEXT = readFileSync(FILE, 'utf8')
const read = new Map<string, Buffer>()
expect(problemsOf(TEXT, remembering(besides(FILE), read))).toEqual([])
const FILES = Object.fromEntries([...read].map(([name, bytes]) => [name, bytes.toString('base64')]))

const { send, store, dataDir } = await running({ until: afterAll, env: { RATE_LIMIT: '0' } })
const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const as: Record<string, typeof ours & { cookie: string }> = {}

beforeAll(async () => {
  const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
  for (const [name, role] of [
    ['ada', 'author'],
    ['bob', 'author'],
    ['cy', 'author'],
  ] as const) {
    await store.saveOperator({ name, role, sites: null, password_hash, since: 0 })
    const payload = { name, password: 'secret' }
    const answer = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
    as[name] = { ...ours, cookie: `${answer.cookies[0]!.name}=${answer.cookies[0]!.value}` }
  }
})

const studio = (who: string, call: string, payload: object) =>
  send({ method: 'POST', url: `/api/reports/studio/keys${call}`, payload, headers: as[who]! })
const keyOf = async (name: string, path: string | null = null, who = 'ada') =>
  (await studio(who, '', { name, path })).json<MadeKey>().key
const publish = (key: string | null, payload: object = {}) =>
  send({
    method: 'POST',
    url: '/api/publish',
    payload: { path: 'keyed', text: TEXT, files: FILES, ...payload },
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  })
const isLive = async (path: string) => (await store.live()).some((share) => share.path === path)

describe('a key', () => {
  test('publishes a whole site, and the audit log says whose key it was', async () => {
    const made = await studio('ada', '', { name: 'ci', path: null })
    expect(made.json()).toMatchObject({
      key: expect.stringMatching(/^leadloom_[\w-]{43}$/),
      made: { name: 'ci', path: null, made_by: 'ada', revoked_at: null },
    })
    const { version, problems, live } = (await publish(made.json<MadeKey>().key)).json<PublishedDraft>()
    expect([problems, live]).toEqual([[], [{ version, weight: 100 }]])
    const kept = await store.version(version!)
    expect([kept?.path, Object.keys(kept?.icons ?? {}).length > 0]).toEqual(['keyed', true])
    expect((await store.versionSource(version!))?.text).toBe(TEXT)
    expect((await store.auditLog(2)).map(({ operator, act, about }) => [operator, act, about])).toEqual([
      ['ada, key ci', 'publish', `keyed version ${version}`],
      ['ada', 'make_key', 'ci for every site'],
    ])
    expect((await store.auditPage({}, 2)).data.map(({ changes }) => changes)).toEqual([
      [{ field: 'version', before: null, after: String(version), secret: false }],
      [{ field: 'sites', before: null, after: 'all', secret: false }],
    ])
  })

  test('is stored only as its hash', async () => {
    const key = await keyOf('hashed')
    const database = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
    const rows = JSON.stringify(database.prepare('SELECT * FROM publish_keys').all())
    database.close()
    expect(rows).toContain('hashed')
    expect(rows).not.toContain(key)
    const listed = await send({ url: '/api/reports/studio/keys', headers: as['ada']! })
    expect(listed.body).toContain('hashed')
    expect(listed.body).not.toContain(key.slice(-20))
  })

  test('for one site can’t publish another', async () => {
    const key = await keyOf('of one', 'mine').catch(() => '')
    expect(key).toBeUndefined()
    const right = await keyOf('of-one', 'mine')
    expect(refused(await publish(right, { path: 'other' }))).toMatchObject({
      code: 403,
      detail: 'This key can only publish /mine.',
    })
    expect(await isLive('other')).toBe(false)
    expect((await publish(right, { path: 'mine' })).statusCode).toBe(200)
    expect(await isLive('mine')).toBe(true)
  })

  test('ends when it’s revoked, or when its creator loses access', async () => {
    const revoked = await keyOf('revoked')
    expect((await studio('bob', '/revoke', { name: 'revoked' })).statusCode).toBe(204)
    expect(refused(await studio('bob', '/revoke', { name: 'revoked' }))).toMatchObject({ code: 404 })
    const [ofBob, ofCy] = [await keyOf('of-bob', null, 'bob'), await keyOf('of-cy', null, 'cy')]
    await store.revokeOperator('bob', 5)
    await store.saveOperator({ name: 'cy', role: 'viewer', sites: null, password_hash: '', since: 0 })
    for (const key of [revoked, ofBob, ofCy, null, 'leadloom_', `leadloom_${'a'.repeat(43)}`])
      expect(refused(await publish(key, { path: 'late' }))).toMatchObject({ code: 401 })
    expect(await isLive('late')).toBe(false)
  })

  test('with a name that was used before is refused', async () => {
    await keyOf('once')
    expect(refused(await studio('ada', '', { name: 'once', path: 'a' }))).toMatchObject({ code: 409 })
  })
})

describe('publishing with a key', () => {
  test('is refused with the problems of an invalid flow, and nothing changes', async () => {
    const key = await keyOf('broken')
    const text = TEXT.replace('"widget": "', '"widget": "x')
    const { version, problems } = (await publish(key, { path: 'broken', text })).json<PublishedDraft>()
    expect(version).toBeNull()
    expect(problems[0]).toMatchObject({ weight: 'error', line: expect.any(Number) })
    expect(await isLive('broken')).toBe(false)
  })

  test('is limited in size, and can’t use the server’s own addresses', async () => {
    const key = await keyOf('bounds')
    const large = Buffer.alloc(FILE_BYTES + 1).toString('base64')
    expect(refused(await publish(key, { files: { 'a.png': large } }))).toMatchObject({ code: 413 })
    const long = 'é'.repeat(FLOW_BYTES / 2 + 1)
    expect(refused(await publish(key, { text: long }))).toMatchObject({ code: 413, field: 'text' })
    expect(refused(await publish(key, { files: { '../a.png': 'AA==' } }))).toMatchObject({ code: 400 })
    expect(refused(await publish(key, { path: 'stats' }))).toMatchObject({
      code: 409,
      detail: 'The server uses "stats" itself. Choose another path.',
    })
  })

  test('shares new visitors with live versions, and leaves each a share', async () => {
    const key = await keyOf('weights')
    await publish(key, { path: 'shared' })
    const text = TEXT.replace('What happened?', 'What came to pass?')
    const { live } = (await publish(key, { path: 'shared', text, weight: 30 })).json<PublishedDraft>()
    expect(live.map(({ weight }) => weight).sort((a, b) => a - b)).toEqual([30, 70])
    const third = TEXT.replace('What happened?', 'And then?')
    expect(refused(await publish(key, { path: 'shared', text: third, weight: 99 }))).toMatchObject({
      code: 409,
    })
  })
})
