import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { BuyerList, KnownBuyer, TestedBuyer } from '../../../schemas/desk/buyers.ts'
import type { ProblemDetails } from '../../../schemas/author/problem.ts'
import { openLocalBuyer, type Arrived } from '../../../src/cli/kernel/localBuyer.ts'
import { hiding } from '../../../src/server/buyers/hideSecrets.ts'
import { keptBuyers } from '../../../src/server/buyers/keptBuyers.ts'
import { startDelivery } from '../../../src/server/startDelivery.ts'
import { newYorkDay } from '../../../src/time/newYorkDay.ts'
import { running, submission, wrapped } from '../running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from '../smallFlow.ts'
import { askAs } from './askAs.ts'

/** Tests buyers as an operator's browser changes them. */

const OF_FILE = {
  format: 'json',
  url: 'https://file.example/leads',
  return_key: 'return-key-of-file',
} as const
const server = await running({
  flow: SELLING_FLOW,
  buyers: new Map([['filed', OF_FILE]]),
  until: afterAll,
  env: { RATE_LIMIT: '0', LOCAL_TARGETS: 'allow' },
})
const { ctx, store, dataDir, send, open } = server
const manager = await askAs(server, 'manager')
const analyst = await askAs(server, 'analyst')

const PLAIN = {
  format: 'json',
  url: 'https://buyer.example/leads',
  headers: { authorization: 'Bearer s3cret-1' },
}
const save = (buyer: string, revision: number, document: object) =>
  manager.post('buyers', { buyer, revision, document })
const saved = async (...change: Parameters<typeof save>) => {
  const answer = await save(...change)
  expect([answer.statusCode, answer.body]).toMatchObject([200, expect.anything()])
  return answer.json<KnownBuyer>()
}
const refused = async (...change: Parameters<typeof save>) => (await save(...change)).json<ProblemDetails>()

test('a saved buyer is used immediately, and no response, file, or log has its secrets', async () => {
  const line = await saved('acme', 0, PLAIN)
  expect(line).toMatchObject({ origin: 'store', revision: 1, saved_by: 'one-manager', problem: null })
  expect(line.document).toEqual({ ...PLAIN, headers: { authorization: '' } })
  expect(ctx.buyers.get('acme')).toEqual(PLAIN)
  const listed = (await analyst.get('buyers')).json<{ data: KnownBuyer[] }>().data
  expect(listed.map(({ buyer, origin }) => [buyer, origin])).toEqual([
    ['acme', 'store'],
    ['filed', 'file'],
  ])
  // Nothing was sent to it yet; its day ends at midnight of its time zone.
  const { used } = (await analyst.get('buyers')).json<BuyerList>().data[0]!
  expect(used).toMatchObject({ hour: { leads: 0, cents: 0 }, month: { leads: 0, cents: 0 } })
  expect(newYorkDay(used.day.resets_at)).toBe(used.day.resets_at)
  expect(JSON.stringify(listed)).not.toMatch(/s3cret|return-key-of-file/)
  expect(JSON.stringify(await store.auditLog(99))).not.toContain('s3cret')
  for (const file of readdirSync(dataDir))
    expect([file, readFileSync(join(dataDir, file)).includes('s3cret-1')]).toEqual([file, false])
})

test('an empty secret keeps its value, a new one replaces it, and a missing one is deleted', async () => {
  await saved('kept', 0, { ...PLAIN, return_key: 'return-key-of-kept' })
  await saved('kept', 1, {
    ...PLAIN,
    price: '5',
    headers: { authorization: '' },
    return_key: 'another-return-key',
  })
  expect(ctx.buyers.get('kept')).toEqual({ ...PLAIN, price: '5', return_key: 'another-return-key' })
  await saved('kept', 2, { ...PLAIN, headers: { authorization: '' } })
  expect(ctx.buyers.get('kept')).toEqual(PLAIN)
})

test('a buyer with a new host needs its secrets entered again', async () => {
  await saved('moved', 0, PLAIN)
  const elsewhere = { ...PLAIN, url: 'https://thief.example/leads' }
  expect(await refused('moved', 1, { ...elsewhere, headers: { authorization: '' } })).toMatchObject({
    status: 422,
    errors: [{ field: 'headers/authorization', message: expect.stringMatching(/^Enter this secret again/) }],
  })
  await saved('moved', 1, elsewhere)
})

test.each<[string, object, string, RegExp]>([
  ['an unknown member', { ...PLAIN, pirce: '1' }, 'pirce', /isn't a known key/],
  ['no address', { format: 'json' }, '', /^The buyer needs url/],
  ['an address in the open', { ...PLAIN, url: 'http://buyer.example' }, 'url', /unencrypted/],
  ['a local buyer elsewhere', { ...PLAIN, local: true }, 'url', /on this machine/],
  [
    'a secret that was never entered',
    { ...PLAIN, headers: { 'x-key': '' } },
    'headers/x-key',
    /None is saved/,
  ],
  ['no campaign', { ...PLAIN, format: 'leadspedia' }, 'campaign_id', /no campaign ID/],
  [
    'the return key of another buyer',
    { ...PLAIN, return_key: 'return-key-of-file' },
    'return_key',
    /another buyer/,
  ],
])('refuses %s with its place, without its value', async (_name, document, field, message) => {
  const answer = await refused('wrong', 0, document)
  expect(answer).toMatchObject({ status: 422, errors: [{ field, message: expect.stringMatching(message) }] })
  expect(JSON.stringify(answer)).not.toMatch(/s3cret|return-key-of-file/)
  expect(await store.buyer('wrong')).toBeNull()
})

test('the second of two saves of one revision learns who saved first and when, and a buyer from the file stays', async () => {
  await saved('two', 0, PLAIN)
  await saved('two', 1, { ...PLAIN, price: '1' })
  for (const late of [await refused('two', 1, PLAIN), await refused('two', 0, PLAIN)])
    expect(late).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^one-manager saved a newer version on \w{3} \d\d, 20/),
    })
  expect(ctx.buyers.get('two')).toMatchObject({ price: '1' })
  expect(await refused('two', 9, PLAIN)).toMatchObject({ status: 409 })
  expect(await refused('none', 1, PLAIN)).toMatchObject({ status: 404 })
  expect(await refused('filed', 0, PLAIN)).toMatchObject({
    status: 409,
    detail: expect.stringContaining('set up in a file on the server'),
  })
  const remove = (buyer: string, revision: number) => manager.post('buyers/remove', { buyer, revision })
  expect((await remove('two', 1)).statusCode).toBe(409)
  expect((await remove('two', 2)).statusCode).toBe(204)
  expect([ctx.buyers.has('two'), (await remove('two', 2)).statusCode]).toEqual([false, 404])
})

test('another process picks up a change, reports secrets it can’t decrypt, and prefers the file', async () => {
  const others = { store, now: Date.now, ofFile: new Map() }
  const same = await keptBuyers({ ...others, settings: { secretsKeys: [], localTargets: true } })
  expect(await same.refresh()).toBe(false)
  await saved('far', 0, PLAIN)
  expect([same.inUse.has('far'), await same.refresh(), same.inUse.get('far')]).toEqual([false, true, PLAIN])
  const filed = await keptBuyers({
    ...others,
    settings: { secretsKeys: [], localTargets: true },
    ofFile: new Map([['far', OF_FILE]]),
  })
  expect(filed.inUse.get('far')).toEqual(OF_FILE)
  expect(filed.all().filter(({ buyer }) => buyer === 'far')).toMatchObject([
    { origin: 'file', problem: null },
    { origin: 'store', problem: expect.stringContaining('A file on the server') },
  ])
  const keyed = await keptBuyers({
    ...others,
    settings: { secretsKeys: ['k'.repeat(32)], localTargets: true },
  })
  expect(keyed.inUse.get('far')).toEqual(PLAIN)
  const document = { ...PLAIN, headers: { authorization: '' } }
  await keyed.save({ buyer: 'far', revision: 1, document, by: 'ada' })
  await same.refresh()
  expect([same.inUse.has('far'), keyed.inUse.get('far')]).toEqual([false, PLAIN])
  expect(same.all().find(({ buyer }) => buyer === 'far')).toMatchObject({
    problem: expect.stringContaining('SECRETS_KEY'),
  })
})

test('a waiting lead is sent once its buyer is saved, and can be returned with the buyer’s return key', async () => {
  const posts: Arrived[] = []
  const local = await openLocalBuyer({
    port: 0,
    price: '41.50',
    mannerOf: () => 'accept',
    onPost: (post) => posts.push(post),
  })
  onTestFinished(() => local.close())
  // The buyer that the flow names.
  const line = ctx.keptBuyers.all().find(({ buyer }) => buyer === 'acme')
  if (line) await manager.post('buyers/remove', { buyer: 'acme', revision: line.revision })
  const delivering = await startDelivery(ctx, server.app.log)
  onTestFinished(() => delivering.stop())
  const session = await open()
  for (const step of [HURT, WHERE, MAIL])
    await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
  expect(await store.deliveries({ state: 'due', limit: 9 })).toHaveLength(1)
  await saved('acme', 0, {
    format: 'json',
    url: `${local.url}/json`,
    local: true,
    return_key: 'return-key-of-acme',
  })
  await vi.waitFor(
    async () => expect(await store.deliveries({ state: 'accepted', limit: 9 })).toHaveLength(1),
    5000,
  )
  const key = (await store.deliveries({ state: 'accepted', limit: 1 }))[0]!.key
  const lines = (await analyst.get('buyers')).json<BuyerList>().data
  const todayOf = (key: string) => lines.find(({ buyer }) => buyer === key)?.today
  expect(todayOf('acme')).toEqual({ leads: 1, accepted: 1, net_cents: 4150 })
  expect(todayOf('filed')).toEqual({ leads: 0, accepted: 0, net_cents: 0 })
  const takeBack = (secret: string) =>
    send({ url: `/webhook/returns?${new URLSearchParams({ key: secret, lead: key })}` })
  expect((await takeBack('return-key-of-kept')).statusCode).toBe(401)
  expect((await takeBack('return-key-of-acme')).statusCode).toBe(204)
})

test('a test shows its request and response without secrets, goes to the test address, and counts nothing', async () => {
  const posts: Arrived[] = []
  const local = await openLocalBuyer({
    port: 0,
    price: '41.50',
    mannerOf: () => 'accept',
    onPost: (post) => posts.push(post),
  })
  onTestFinished(() => local.close())
  const suppliers = { default: { id: '2001', key: 's3cret+key/1' } }
  const headers = { authorization: 'Bearer s3cret-2' }
  const document = {
    format: 'leadprosper',
    url: `${local.url}/leadprosper`,
    local: true,
    campaign_id: '7',
    suppliers,
    headers,
    fields: { zip_code: 'zip', injury: 'injury_kind' },
  }
  const before = await store.deliveries({ state: null, limit: 99 })
  const tried = await manager.post('buyers/test', { buyer: 'tried', change: { revision: 0, document } })
  expect(tried.json<TestedBuyer>().exchanges).toMatchObject([
    { status: 200, understood: 'accepted', cents: 4150, url: document.url },
  ])
  expect(posts.map(({ members }) => members)).toMatchObject([
    { lp_action: 'test', lp_key: 's3cret+key/1', zip_code: '10001', injury: 'test' },
  ])
  expect(tried.body).toContain('•••')
  expect(tried.body).not.toContain('s3cret')
  expect(await store.deliveries({ state: null, limit: 99 })).toEqual(before)
  expect([ctx.buyers.has('tried'), (await store.auditLog(1))[0]]).toMatchObject([
    false,
    { act: 'test_buyer', about: `tried at ${new URL(local.url).host}` },
  ])
})

test('a test isn’t sent if the buyer would take it for a lead, to a private address, or with secrets to another host', async () => {
  const test = (document: object, revision = 0, buyer = 'untried') =>
    manager.post('buyers/test', { buyer, change: { revision, document } })
  expect((await test(PLAIN)).json<ProblemDetails>()).toMatchObject({
    status: 422,
    errors: [{ field: 'test_url' }],
  })
  const inside = { ...PLAIN, test_url: 'https://10.0.0.1/test' }
  expect((await test(inside)).json<TestedBuyer>().exchanges).toMatchObject([
    { status: null, understood: 'failed', url: inside.test_url },
  ])
  await saved('guarded', 0, PLAIN)
  const away = { ...PLAIN, headers: { authorization: '' }, test_url: 'https://thief.example/test' }
  expect((await test(away, 1, 'guarded')).json<ProblemDetails>()).toMatchObject({
    status: 422,
    errors: [{ field: 'headers/authorization' }],
  })
  expect((await test(PLAIN, 0, 'guarded')).statusCode).toBe(409)
  expect((await manager.post('buyers/test', { buyer: 'nobody' })).statusCode).toBe(404)
})

test('a buyer’s secrets are hidden in any format', () => {
  const hide = hiding(['a b"c', 'a b'])
  const form = new URLSearchParams({ key: 'a b"c' }).toString()
  expect([JSON.stringify({ key: 'a b"c' }), form, `q=${encodeURIComponent('a b"c')}`].map(hide)).toEqual([
    '{"key":"•••"}',
    'key=•••',
    'q=•••',
  ])
})

test('a test reaches this machine only for a local buyer, and shows no secret that the buyer sends back', async () => {
  let asked = 0
  const echo = createServer((request, response) => {
    asked++
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => response.end(JSON.stringify({ result: 'rejected', reason: `no to ${body}` })))
  })
  let reached = 0
  echo.on('connection', () => reached++)
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void echo.close())
  const { port } = echo.address() as AddressInfo
  const test = (document: object) =>
    manager.post('buyers/test', { buyer: 'echo', change: { revision: 0, document } })
  await test({ ...PLAIN, test_url: `https://127.0.0.1:${port}/test` })
  expect(reached).toBe(0)
  const local = {
    format: 'leadspedia',
    url: `http://127.0.0.1:${port}/`,
    local: true,
    campaign_id: '7',
    campaign_key: 's3cret 3/+',
  }
  const { body } = await test(local)
  expect(asked).toBe(1)
  expect(body).toContain('lp_campaign_key=•••')
  expect(body).not.toContain('s3cret')
})

test('a buyer whose format can’t mark tests isn’t pinged in a test, because pings go to its own address', async () => {
  const document = {
    format: 'leadconduit',
    url: 'https://10.0.0.1/submit',
    ping: { url: 'https://10.0.0.1/ping', fields: ['zip'] },
    test_url: 'https://10.0.0.1/test',
  }
  const answer = await manager.post('buyers/test', { buyer: 'conduit', change: { revision: 0, document } })
  expect(answer.json<TestedBuyer>().exchanges.map(({ url }) => url)).toEqual([document.test_url])
})

test('no local buyer is tested, saved or used if the server doesn’t allow local targets', async () => {
  let reached = 0
  const inside = createServer().on('connection', () => reached++)
  await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void inside.close())
  const url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`
  const document = { format: 'json', url, local: true }
  const closed = await running()
  const { post } = await askAs(closed, 'manager')
  const change = { revision: 0, document }
  for (const answer of [
    await post('buyers/test', { buyer: 'inside', change }),
    await post('buyers', { buyer: 'inside', ...change }),
  ])
    expect(answer.json<ProblemDetails>()).toMatchObject({
      status: 422,
      errors: [
        { field: 'local', message: expect.stringContaining('Ask the person who runs the server') as string },
      ],
    })
  expect(closed.ctx.buyers.size).toBe(0)
  const open = { store: closed.store, now: Date.now, ofFile: new Map() }
  const allowing = await keptBuyers({ ...open, settings: { secretsKeys: [], localTargets: true } })
  await allowing.save({ buyer: 'inside', ...change, by: 'ada' })
  await closed.ctx.keptBuyers.refresh()
  expect([allowing.inUse.has('inside'), closed.ctx.buyers.has('inside')]).toEqual([true, false])
  expect((await post('buyers/test', { buyer: 'inside' })).statusCode).toBe(404)
  expect(reached).toBe(0)
})
