import { afterAll, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { MadeReportKey } from '../../schemas/people/reportKey.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { refused, running } from './running.ts'

/** Tests programs that read reports with a key. */

const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
let clock = Date.parse('2026-11-26T12:00Z')
const { send, store } = await running({ until: afterAll, env: { RATE_LIMIT: '0' }, now: () => clock })

type Headers = Record<string, string>
async function logIn(name: string, role: 'viewer' | 'admin'): Promise<Headers> {
  await store.saveOperator({ name, role, sites: null, password_hash, since: 0 })
  const payload = { name, password: 'secret' }
  const answer = await send({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
  return { ...ours, cookie: `${answer.cookies[0]!.name}=${answer.cookies[0]!.value}` }
}
const root = await logIn('root', 'admin')
const post = (url: string, payload: object, headers = root) =>
  send({ method: 'POST', url: `/api/reports/people/report-keys${url}`, payload, headers })
const make = async (name: string, expires_at: number | null = null, headers = root) =>
  (await post('', { name, sites: null, expires_at }, headers)).json<MadeReportKey>().key
const read = (key: string, url = '/api/reports/paths', method: 'GET' | 'POST' = 'GET') =>
  send({ method, url, headers: { authorization: `Bearer ${key}` } })
const codeOf = async (key: string) => (await read(key)).statusCode

test('a key can read every report and the sites, and nothing else', async () => {
  const key = await make('sheets')
  expect(await store.auditLog(1)).toMatchObject([
    { operator: 'root', act: 'make_report_key', about: 'sheets' },
  ])
  const query = '?path=small&from=0&to=1&start=0&end=1'
  const taken: string[] = []
  for (const name of Object.keys(CALLS) as CallName[]) {
    if (!name.includes(' /api/reports/') || CALLS[name].caller === 'anyone') continue
    const [method, url] = name.split(' ') as ['GET', string]
    const { statusCode } = await read(key, url + query, method)
    if (![401, 403].includes(statusCode)) taken.push(name)
  }
  const reports = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].caller === 'reader')
  expect(taken).toEqual(reports)
  expect(taken.every((name) => name.startsWith('GET /api/reports/'))).toBe(true)
  expect(taken.length).toBeGreaterThan(8)
  expect((await read(key, '/api/publish', 'POST')).statusCode).toBe(401)
})

test('an unknown, malformed, or revoked key is refused, even with a login', async () => {
  const key = await make('crm')
  expect(await codeOf(key)).toBe(200)
  for (const wrong of [`${key}x`, key.slice(0, -1), '', 'x'.repeat(50)]) expect(await codeOf(wrong)).toBe(401)
  const both = { ...root, authorization: `Bearer ${'x'.repeat(50)}` }
  expect((await send({ url: '/api/reports/paths', headers: both })).statusCode).toBe(401)
  const basic = { authorization: `Basic ${key}` }
  expect((await send({ url: '/api/reports/paths', headers: basic })).statusCode).toBe(401)
  expect((await post('/revoke', { name: 'crm' })).statusCode).toBe(204)
  expect(await store.auditLog(1)).toMatchObject([{ act: 'revoke_report_key', about: 'crm' }])
  expect(refused(await read(key))).toMatchObject({ code: 401, field: 'authorization' })
  expect(refused(await post('/revoke', { name: 'crm' }))).toMatchObject({ code: 404 })
  expect(refused(await post('', { name: 'crm', sites: null, expires_at: null }))).toMatchObject({
    code: 409,
    field: 'name',
  })
})

test('a key expires at its time, and can’t be created with one in the past', async () => {
  const key = await make('trial', clock + 1000)
  clock += 999
  expect(await codeOf(key)).toBe(200)
  clock += 1
  expect(await codeOf(key)).toBe(401)
  expect(refused(await post('', { name: 'late', sites: null, expires_at: clock }))).toMatchObject({
    code: 422,
  })
})

test('a key stops working when its creator is no longer an admin', async () => {
  const eve = await logIn('eve', 'admin')
  const key = await make('of-eve', null, eve)
  expect(await codeOf(key)).toBe(200)
  await store.changeRole('eve', 'manager', null)
  expect(await codeOf(key)).toBe(401)
  await store.changeRole('eve', 'admin', null)
  expect(await codeOf(key)).toBe(200)
  await store.revokeOperator('eve', clock)
  expect(await codeOf(key)).toBe(401)
})

test('the last use of a key is listed to the minute, and the key itself isn’t stored', async () => {
  const key = await make('watch')
  await read(key)
  const listed = async () => (await store.reportKeys()).find(({ name }) => name === 'watch')
  await expect.poll(async () => (await listed())?.seen_at).toBe(clock)
  expect(await store.reportKey(key)).toBeNull()
  const { body } = await send({ url: '/api/reports/people/report-keys', headers: root })
  expect(body).toContain('watch')
  expect(body).not.toContain(key)
})

test('each key has its own limit', async () => {
  const limited = await running({ store, now: () => clock })
  const [one, other] = [await make('busy'), await make('idle')]
  const ask = async (key: string) =>
    (await limited.send({ url: '/api/reports/paths', headers: { authorization: `Bearer ${key}` } }))
      .statusCode
  const codes: number[] = []
  for (let n = 0; n < 121; n++) codes.push(await ask(one))
  expect(codes.filter((code) => code === 200)).toHaveLength(120)
  expect([codes.at(-1), await ask(other)]).toEqual([429, 200])
})

test('the audit log has a key’s settings, and that it was revoked', async () => {
  const newest = async () => {
    const { data } = await store.auditPage({}, 1)
    return data[0]!.changes.map(({ field, before, after }) => `${field}: ${before} -> ${after}`)
  }
  const made = await post('', { name: 'audited', sites: ['small'], expires_at: null })
  expect(made.statusCode).toBe(201)
  expect(await newest()).toContain('sites: null -> small')
  await post('/revoke', { name: 'audited' })
  expect(await newest()).toContain('sites: small -> null')
  expect(JSON.stringify(await store.auditPage({}, 99))).not.toContain(made.json<MadeReportKey>().key)
})
