import { afterAll, describe, expect, test } from 'vitest'
import { cents } from '../../src/server/kernel/cents.ts'
import { refused, running } from './running.ts'

const env = { POSTBACK_KEYS: 'everflow:first-secret,retreaver:second-secret', MAX_SALE: '500.00' }
const { send, open, store } = await running({ env, until: afterAll })

/** A conversion of a new session, as a partner would report it. */
async function conversion(change: (good: Record<string, string>) => object = () => ({})) {
  const { uuid, click_ref } = await open({ query: { affid: uuidTail() } })
  const good = {
    key: 'first-secret',
    ref: `claim|${click_ref}|${uuid}|mail`,
    id: `C-${uuid}`,
    amount: '12.34',
    status: 'approved',
  }
  return { ...good, ...change(good) }
}
let affiliates = 0
const uuidTail = () => `affiliate ${++affiliates}`

const get = (query: object) =>
  send({ url: `/webhook/conversions?${new URLSearchParams(query as Record<string, string>)}` })
const post = (payload: object) => send({ method: 'POST', url: '/webhook/conversions', payload })
const postForm = (form: object) =>
  send({
    method: 'POST',
    url: '/webhook/conversions',
    payload: String(new URLSearchParams(form as Record<string, string>)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Sales and revenue of the affiliate that came last. */
async function earned() {
  const rows = await store.report('sale-by-affiliate', { path: 'small', from: 0, to: Date.now() })
  const row = rows.find(({ aff_id }) => aff_id === `affiliate ${affiliates}`)
  return row && { offer: row.offer_name, total: row.total, revenue: row.revenue }
}

test('a conversion counts for the click that its reference names', async () => {
  const first = await open({ query: { affid: uuidTail() } })
  const second = await open({ session_token: first.token, query: { affid: 'the second' } })
  expect(second.uuid).toBe(first.uuid)
  for (const { uuid, click_ref } of [first, second]) {
    const ref = `claim|${click_ref}|${uuid}|mail`
    await get({ key: 'first-secret', ref, id: click_ref, amount: '1.00', status: 'approved' })
  }
  expect(await earned()).toEqual({ offer: 'claim', total: 1, revenue: 100 })
})

describe.each([
  ['by GET', get],
  ['by POST as JSON', post],
  ['by POST as a form', postForm],
])('%s', (_name, report) => {
  test('a conversion above the limit is kept once for the operator and not booked', async () => {
    const sold = await conversion(() => ({ amount: '500.01' }))
    for (let time = 0; time < 2; time++) expect((await report(sold)).statusCode).toBe(204)
    expect(await earned()).toBeUndefined()
    const waiting = (await store.unbooked(100)).filter(({ external_id }) => external_id === sold.id)
    expect(waiting.map(({ cents, state }) => [cents, state])).toEqual([[50_001, 'far_off']])
    expect((await report({ ...(await conversion()), amount: '500.00' })).statusCode).toBe(204)
    expect(await earned()).toMatchObject({ revenue: 50_000 })
  })

  test('a conversion is booked as one sale, and its return as one return', async () => {
    const sold = await conversion()
    for (let time = 0; time < 2; time++) expect((await report(sold)).statusCode).toBe(204)
    expect(await earned()).toEqual({ offer: 'claim', total: 1, revenue: 1234 })
    for (let time = 0; time < 2; time++)
      expect((await report({ ...sold, status: 'returned' })).statusCode).toBe(204)
    expect(await earned()).toMatchObject({ revenue: 0 })
  })

  test.each([
    ['an unknown key', () => ({ key: 'guess' }), 401, 'key'],
    ['no reference', () => ({ ref: '' }), 400, 'ref'],
    ['a reference of three parts', ({ ref = '' }) => ({ ref: ref.replace(/\|mail$/, '') }), 400, 'ref'],
    ['a reference with a part too many', ({ ref = '' }) => ({ ref: `${ref}|x` }), 400, 'ref'],
    [
      'another reference',
      ({ ref = '' }) => ({ ref: ref.replace(/\|(.)/, (_, sign) => (sign === 'A' ? '|B' : '|A')) }),
      400,
      'ref',
    ],
    [
      "another session's uuid",
      ({ ref = '' }) => ({ ref: ref.replace(/(.)\|mail$/, (_, digit) => `${digit === '0' ? 1 : 0}|mail`) }),
      400,
      'ref',
    ],
    ['an unknown offer', ({ ref = '' }) => ({ ref: ref.replace('claim', 'toString') }), 400, 'ref'],
    ['an amount with a comma', () => ({ amount: '12,34' }), 400, 'amount'],
    ['an amount below zero', () => ({ amount: '-1' }), 400, 'amount'],
    ['a third decimal', () => ({ amount: '1.005' }), 400, 'amount'],
    ['an unknown status', () => ({ status: 'pending' }), 400, 'status'],
    ['no id', () => ({ id: '' }), 400, 'id'],
  ] satisfies [string, (good: Record<string, string>) => object, number, string][])(
    '%s is refused',
    async (_what, change, code, field) => {
      const changed = await conversion(change)
      expect(refused(await report(changed))).toMatchObject({ code, field })
      expect(await earned()).toBeUndefined()
    },
  )
})

test('a return that arrives before its sale is kept, and booked with it', async () => {
  const sold = await conversion()
  for (let time = 0; time < 2; time++)
    expect((await get({ ...sold, status: 'returned' })).statusCode).toBe(204)
  expect(await earned()).toBeUndefined()
  expect((await get(sold)).statusCode).toBe(204)
  expect(await earned()).toMatchObject({ revenue: 0 })
})

test.each([
  ['another amount', async () => ({ amount: '12.35' })],
  ['another session', async () => ({ ref: (await conversion()).ref })],
  ['another offer', async ({ ref }: { ref: string }) => ({ ref: ref.replace('claim', 'thanks') })],
  ['another amount, returned', async () => ({ amount: '12.35', status: 'returned' })],
])('the same ID with %s is a conflict, changes nothing, and is kept for the operator', async (_, change) => {
  const sold = await conversion()
  await get(sold)
  const before = await store.ledger({ path: null, from: 0, to: Date.now() })
  const changed = { ...sold, ...(await change(sold)) }
  for (let time = 0; time < 2; time++)
    expect(refused(await get(changed))).toMatchObject({ code: 409, field: 'id' })
  expect(await store.ledger({ path: null, from: 0, to: Date.now() })).toEqual(before)
  const kept = (await store.unbooked(99)).filter(({ external_id }) => external_id === sold.id)
  expect(kept).toMatchObject([{ state: 'conflict', source: 'everflow' }])
  expect((await get(sold)).statusCode).toBe(204)
})

test('two partners can use the same ID', async () => {
  const sold = await conversion()
  await get(sold)
  await get({ ...sold, key: 'second-secret', amount: '1' })
  expect(await earned()).toEqual({ offer: 'claim', total: 2, revenue: 1334 })
})

test('without partners in the settings, no report is accepted', async () => {
  const other = await running()
  const response = await other.send({
    method: 'POST',
    url: '/webhook/conversions',
    payload: await conversion(),
  })
  expect(refused(response)).toMatchObject({ code: 401, field: 'key' })
})

test('a HEAD of the webhook sells nothing', async () => {
  const sold = await conversion()
  const url = `/webhook/conversions?${new URLSearchParams(sold)}`
  expect((await send({ method: 'HEAD', url })).statusCode).toBe(405)
  expect(await earned()).toBeUndefined()
})

test.each([
  ['0', 0],
  ['7', 700],
  ['12.3', 1230],
  ['12.34', 1234],
  ['1.1', 110],
  ['8.95', 895],
  ['1234567.89', 123456789],
])('%s dollars are %i cents', (amount, expected) => {
  expect(cents(amount)).toBe(expected)
})
