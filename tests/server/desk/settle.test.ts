import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { SettleList, SettleStory } from '../../../schemas/desk/settle.ts'
import { refused, running } from '../running.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { askAs } from './askAs.ts'

/** Tests money in doubt as an operator's browser settles it. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
let now = NOON
const server = await running({ flow: SELLING_FLOW, now: () => now, until: afterAll })
const { store, open } = server
const manager = await askAs(server, 'manager')
const analyst = await askAs(server, 'analyst')

const EMAIL = 'ann.smith@example.com'

/** A lead that is posted to acme. */
async function sentLead() {
  const { uuid } = await open()
  const step = { ...HURT, id: randomUUID(), time_on_step: 1, execute_actions: [], page_url: '', at: now }
  const payload = { email: EMAIL, first_name: 'Ann', last_name: 'Smith' }
  await store.appendStep(uuid, step, {
    lead: {
      offer: 'claim',
      buyers: ['acme'],
      payload,
      contacts: [{ kind: 'email', text: `${uuid}@x.example` }],
    },
  })
  const [delivery = 0] = (await store.dueDeliveries('acme', now, 50)).slice(-1)
  await store.beginAttempt(delivery, now)
  return { uuid, delivery }
}

/** A lead whose answer from acme was lost; the buyer's words repeat the email address. */
async function lostLead(expectedCents: number) {
  const { uuid, delivery } = await sentLead()
  const message = `No clear answer: {"lead":"${EMAIL}"}`
  await store.endAttempt(delivery, 1, {
    state: 'dead',
    message,
    at: now,
    due_at: null,
    isUnsure: true,
    expectedCents,
  })
  return uuid
}

const list = async (who = manager) => (await who.post('settle', {})).json<SettleList>()
const entryOf = async (uuid: string) =>
  (await list()).data.find(({ session_uuid }) => session_uuid === uuid)!.entry
const story = async (entry: number, who = manager) =>
  (await who.get(`settle/entry?entry=${entry}`)).json<SettleStory>()
const net = async () => (await store.ledger({ path: null, from: 0, to: now * 2 }))[0]?.net_cents ?? 0
const acts = async () => (await store.auditLog(9)).map(({ act, about }) => `${act} ${about}`)

test('a sale in doubt is booked at the chosen amount, and so is its lead', async () => {
  const uuid = await lostLead(4200)
  const entry = await entryOf(uuid)
  expect(await story(entry)).toMatchObject({ entry: { kind: 'probable', stake_cents: 4200 }, booked: [] })
  const { statusCode } = await manager.post('settle/book', { entry, cents: 4000 })
  expect([statusCode, await net()]).toEqual([204, 4000])
  expect(await store.deliveries({ state: 'accepted', limit: 9 })).toMatchObject([{ session_uuid: uuid }])
  expect((await list()).sums).toMatchObject({ count: 0, cents: 0 })
  expect(refused(await manager.post('settle/book', { entry, cents: 4000 }))).toMatchObject({ code: 404 })
  expect((await acts())[0]).toMatch(/^settle_book acme .*: probable, \$40\.00$/)
})

test('a booking can be undone by a reversal for a few seconds, but not later', async () => {
  const entry = await entryOf(await lostLead(3000))
  const before = await net()
  await manager.post('settle/book', { entry, cents: 3000 })
  now += 20_000
  expect((await manager.post('settle/undo', { entry })).statusCode).toBe(204)
  expect([await net(), (await list()).sums.count]).toEqual([before, 1])
  expect((await acts())[0]).toMatch(/^settle_undo acme /)
  await manager.post('settle/book', { entry, cents: 2900 })
  now += 20_001
  expect(refused(await manager.post('settle/undo', { entry }))).toMatchObject({
    code: 409,
    detail: "This can't be undone anymore. Reverse the booking on the page of its lead instead.",
  })
  expect(await net()).toBe(before + 2900)
})

test('a buyer is marked as asked, with who asked, and the mark is removed', async () => {
  const entry = await entryOf(await lostLead(1000))
  expect((await manager.post('settle/ask', { entry, asked: true })).statusCode).toBe(204)
  expect((await story(entry)).entry).toMatchObject({ asked_at: now, asked_by: 'one-manager' })
  expect((await acts())[0]).toMatch(/^settle_ask acme /)
  await manager.post('settle/ask', { entry, asked: false })
  expect((await story(entry)).entry).toMatchObject({ asked_at: null, asked_by: null })
})

test('names, and lead data repeated by buyers, are masked for a role without access to personal data', async () => {
  const entry = await entryOf(await lostLead(500))
  const open = await story(entry)
  expect(open.entry.name).toBe('Ann Smith')
  expect(JSON.stringify(open)).toContain(EMAIL)
  const [page, masked] = [await list(analyst), await story(entry, analyst)]
  expect(masked.entry).toMatchObject({ entry, stake_cents: 500 })
  for (const answer of [page, masked]) expect(JSON.stringify(answer)).not.toMatch(/smith|ann\.|example\.com/i)
  expect(open.question).not.toMatch(/smith|example\.com/i)
  expect((await analyst.post('settle/book', { entry, cents: 1 })).statusCode).toBe(403)
})

test('lines of a statement are stored once, corrected, or returned', async () => {
  const { uuid } = await open()
  for (const [external_id, cents] of [
    ['S-1', 2500],
    ['S-2', 2500],
  ] as const)
    await store.sell({
      session_uuid: uuid,
      offer: 'claim',
      source: 'acme',
      external_id,
      cents,
      returned: false,
      at: now,
    })
  const line = (external_id: string) => ({
    external_id,
    key: null,
    ours_cents: 2500,
    theirs_cents: 1500,
    reason: 'line 2. It differs.',
  })
  const asked = { buyer: 'acme', file: 'november.csv', lines: [line('S-1'), line('S-2')] }
  const keep = async () => (await manager.post('settle/statement', asked)).json<{ kept: number }>()
  expect([await keep(), await keep()]).toEqual([{ kept: 2 }, { kept: 0 }])
  expect((await acts())[1]).toBe('settle_statement acme november.csv: 2 of 2 lines, $20.00')
  expect(refused(await manager.post('settle/statement', { ...asked, buyer: 'nobody' }))).toMatchObject({
    code: 422,
  })
  const stated = (await list()).data.filter(({ kind }) => kind === 'stated')
  expect(stated.map(({ reason }) => reason)).toEqual(Array(2).fill('november.csv: line 2. It differs.'))
  const before = (await store.ledger({ path: null, from: 0, to: now * 2 }))[0]!
  for (const { entry, external_id } of stated) {
    const as_return = external_id === 'S-2'
    expect((await manager.post('settle/book', { entry, cents: 1500, as_return })).statusCode).toBe(204)
  }
  expect((await store.ledger({ path: null, from: 0, to: now * 2 }))[0]).toMatchObject({
    gross_cents: before.gross_cents - 1000,
    returned_cents: before.returned_cents + 1000,
    net_cents: before.net_cents - 2000,
  })
})

/** A lead that acme bought under this ID. */
async function boughtLead(external_id: string, cents: number) {
  const { uuid, delivery } = await sentLead()
  const sale = { external_id, cents, mostCents: 100_000, expectedCents: 2500 }
  await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at: now, due_at: null, sale })
  return { uuid, delivery }
}

test('each kind of money in doubt is booked in its own way, or refused with the ledger’s reason', async () => {
  const booked = async (kind: string, cents: number) => {
    const before = await net()
    const { entry } = (await list()).data.find((row) => row.kind === kind && row.external_id === 'K-1')!
    const answer = await manager.post('settle/book', { entry, cents })
    return answer.statusCode === 204 ? (await net()) - before : refused(answer).detail
  }
  const far = await boughtLead('K-1', 250_000)
  expect(await booked('far_off', 2500)).toBe(2500)
  const sale = { session_uuid: far.uuid, offer: 'claim', source: 'acme', external_id: 'K-1', at: now }
  await store.sell({ ...sale, cents: 2600, returned: false })
  expect(await booked('conflict', 2600)).toBe(100)
  // The report was wrong: the amount stays.
  await store.sell({ ...sale, cents: 2700, returned: false })
  expect(await booked('conflict', 2600)).toBe(0)
  const other = await boughtLead('K-1', 2000)
  expect(await booked('conflict', 2100)).toBe(2100)
  const { key } = (await store.delivery(other.delivery))!
  expect(await store.saleEntries({ source: 'acme', external_id: key })).toMatchObject([{ cents: 2100 }])
  await store.sell({ ...sale, cents: 9900, returned: true })
  expect(await booked('conflict', 9900)).toBe('$99.00 is more than the $26.00 left of this sale.')
  expect(await booked('conflict', 600)).toBe(-600)
  const partners = { ...sale, source: 'partner', returned: false }
  await store.sell({ ...partners, cents: 700 })
  await store.sell({ ...partners, cents: 700, session_uuid: other.uuid })
  expect(await booked('conflict', 700)).toBe(
    'Sale K-1 of $7.00 is in the ledger. Correct its amount instead.',
  )
})

test('a dismissed entry can be restored, and both are in the audit log without an amount’s sign', async () => {
  const sale = { offer: 'claim', source: 'acme', external_id: 'D-1', at: now }
  const { uuid } = await open()
  await store.sell({ ...sale, session_uuid: uuid, cents: 2500, returned: false })
  await store.sell({ ...sale, session_uuid: uuid, cents: 9900, returned: true })
  const found = async () => (await list()).data.find(({ external_id }) => external_id === 'D-1')
  const { entry, stake_cents } = (await found())!
  expect(stake_cents).toBe(-9900)
  expect((await manager.post('settle/dismiss', { entry })).statusCode).toBe(204)
  expect([await found(), (await acts())[0]]).toEqual([undefined, 'settle_dismiss acme D-1: conflict, $99.00'])
  expect(refused(await manager.post('settle/dismiss', { entry }))).toMatchObject({ code: 404 })
  expect((await manager.post('settle/undo', { entry })).statusCode).toBe(204)
  expect([(await found())?.entry, (await acts())[0]]).toEqual([
    entry,
    'settle_undo acme D-1: conflict, $99.00',
  ])
  await manager.post('settle/ask', { entry, asked: true })
  expect((await acts())[0]).toBe('settle_ask acme D-1: conflict, $99.00')
  await manager.post('settle/ask', { entry, asked: false })
  expect((await acts())[0]).toBe('settle_ask acme D-1: conflict, $99.00')
  expect((await acts())[1]).not.toContain('settle_ask')
  expect((await analyst.post('settle/dismiss', { entry })).statusCode).toBe(403)
})

test('sends a settled sale to vendors once its booking can no longer be undone', async () => {
  const account = '123456789012345'
  const flow = structuredClone(SELLING_FLOW)
  const meta = { pixel_id: account, events: [{ on: 'sale' as const, name: 'Purchase' }] }
  flow.ui_config.entrypoint.tracking_scripts = { meta }
  const pixels = { meta: { [account]: { access_token: 'a-secret-of-the-pixel' } } }
  const env = { SHARED_ORIGIN: 'accept' }
  const selling = await running({ flow, pixels, env, now: () => NOON })
  const who = await askAs(selling, 'manager')
  const { uuid } = await selling.open()
  const sale = { session_uuid: uuid, offer: 'claim', source: 'acme', external_id: 'V-1', returned: false }
  await selling.store.sell({ ...sale, cents: 250_000, mostCents: 100_000, at: NOON })
  const [{ entry } = { entry: 0 }] = (await who.post('settle', {})).json<SettleList>().data
  expect((await who.post('settle/book', { entry, cents: 2500 })).statusCode).toBe(204)
  const due = (at: number) => selling.store.duePixelEvents({ vendor: 'meta', account }, at, 9)
  expect([(await due(NOON + 19_999)).length, (await due(NOON + 20_000)).length]).toEqual([0, 1])
})
