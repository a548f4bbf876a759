import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Webhook } from '../../schemas/outgoing/webhook.ts'
import { endWebhook, makeWebhook } from '../../src/server/webhooks/madeWebhook.ts'
import { messageOf, signatureOf, signingKey } from '../../src/server/webhooks/message.ts'
import { postTo, startWebhooks } from '../../src/server/webhooks/startWebhooks.ts'
import { openVendor } from './pixels/vendor.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from './smallFlow.ts'

const AT = Date.parse('2026-11-20T17:00:00.123Z')

/** A server whose visitor became a lead and was sold, with a receiver on this machine. */
async function stage(webhook: Partial<Webhook> = {}) {
  const clock = { ms: AT }
  const receiver = await openVendor(() => ({ status: 204 }))
  const server = await running({
    flow: SELLING_FLOW,
    now: () => clock.ms,
    env: { LOCAL_TARGETS: 'allow' },
  })
  const { store, ctx, app, send, open } = server
  const made = await makeWebhook(server, {
    name: 'crm',
    url: `${receiver.url}/hooks?team=1`,
    kinds: ['lead', 'sale', 'return'],
    persons: false,
    local: true,
    made_by: 'ada',
    made_at: AT,
    ...webhook,
  })
  if ('refused' in made) throw new Error(made.sentence)
  const session = await open({ query: { affid: '86', sub1: 'spring' } })
  for (const step of [HURT, WHERE, MAIL]) {
    const sent = await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
    expect(sent.statusCode, sent.body).toBe(204)
  }
  const sale = { session_uuid: session.uuid, offer: 'claim', source: 'acme', external_id: 'A-1', cents: 1234 }
  await store.sell({ ...sale, returned: false, at: clock.ms })
  const start = async () => {
    const sending = await startWebhooks(ctx, app.log)
    onTestFinished(() => sending.stop())
    return sending
  }
  const types = () => receiver.asked.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()
  const log = async () => {
    const messages = await store.webhookMessages({ webhook: null, state: null, limit: 9 })
    return messages.map(({ kind, state, attempts, last }) => ({ kind, state, attempts, last })).reverse()
  }
  return { ...server, clock, receiver, key: made.key, session, start, types, log }
}

test('signs like the example of Standard Webhooks', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  }
  expect(signatureOf(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('gives every receiver its own key, even one recreated with its old name or on another database', () => {
  const crm = { name: 'crm', made_at: AT }
  expect(signingKey('secret', crm)).toBe(signingKey('secret', { ...crm }))
  const others = [
    signingKey('secret', { ...crm, name: 'books' }),
    signingKey('secret', { ...crm, made_at: AT + 1 }),
    signingKey('other', crm),
  ]
  expect(new Set([signingKey('secret', crm), ...others]).size).toBe(4)
})

test('gives each event its own ID, even if two have the same number', () => {
  const happened = {
    kind: 'lead' as const,
    at: AT,
    session_uuid: '3f2b1c9e-6a4d-4c1e-9b7a-0d5e8f6a7b21',
    offer: 'claim',
    version: 1,
    path: 'small',
    aff_id: '86',
    sub1: '',
    lead: null,
    source: null,
    external_id: null,
    cents: null,
  }
  const idOf = (changed: object, entry = 1, now = AT) =>
    messageOf({ entry, happened: { ...happened, ...changed } }, 'whsec_AAAA', now).headers['webhook-id']
  expect(idOf({}, 1, AT + 60_000)).toBe(idOf({}))
  const session_uuid = '00000000-0000-4000-8000-000000000000'
  const others = [{ at: AT + 1 }, { session_uuid }, { offer: 'other' }, { kind: 'sale' }].map((one) =>
    idOf(one),
  )
  expect(new Set([idOf({}), idOf({}, 2), ...others]).size).toBe(6)
  // The body has the time of the event, and the headers the time of sending, in whole seconds.
  const { headers, body } = messageOf({ entry: 1, happened }, 'whsec_AAAA', AT + 60_800)
  expect(JSON.parse(body)).toMatchObject({ timestamp: new Date(AT).toISOString() })
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(AT / 1000) + 60))
})

test('sends a lead, its sale, and its return, once each and signed, without the visitor’s answers', async () => {
  const { store, start, types, receiver, key, session, log } = await stage()
  await start()
  await expect.poll(types).toEqual(['lead.created', 'sale.created'])
  await store.returnSale({ source: 'acme', external_id: 'A-1', key: null, cents: null, at: AT })
  await expect.poll(types).toEqual(['lead.created', 'sale.created', 'sale.returned'])
  for (const { method, path, headers, body } of receiver.asked) {
    expect([method, path, headers['content-type']]).toEqual(['POST', '/hooks?team=1', 'application/json'])
    const id = String(headers['webhook-id'])
    const timestamp = Math.floor(AT / 1000)
    expect([id, headers['webhook-timestamp']]).toEqual([
      expect.stringMatching(/^msg_\w{32}$/),
      String(timestamp),
    ])
    const bytes = Buffer.from(key.replace('whsec_', ''), 'base64')
    expect(bytes).toHaveLength(32)
    const signature = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    expect(body).not.toContain('example.com')
  }
  const data = {
    session_uuid: session.uuid,
    path: 'small',
    version: 1,
    offer: 'claim',
    aff_id: '86',
    sub1: 'spring',
  }
  const sold = { ...data, buyer: 'acme', external_id: 'A-1', currency: 'USD' }
  const timestamp = new Date(AT).toISOString()
  const bodies = receiver.asked.map(({ body }) => JSON.parse(body) as { type: string })
  expect(bodies.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
    { type: 'lead.created', timestamp, data },
    { type: 'sale.created', timestamp, data: { ...sold, cents: 1234 } },
    { type: 'sale.returned', timestamp, data: { ...sold, cents: -1234 } },
  ])
  expect(new Set(receiver.asked.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  const taken = { state: 'sent', attempts: 1, last: 'The receiver answered 204.' }
  await expect.poll(log).toEqual(['lead', 'sale', 'return'].map((kind) => ({ kind, ...taken })))
})

test('sends a partial return, a correction, and a reversal, each with the change in amount', async () => {
  const { store, start, types, receiver } = await stage({ kinds: ['sale', 'return'] })
  const sale = { source: 'acme', external_id: 'A-1' }
  const note = { words: 'Agreed.', by: 'ada' }
  await store.returnSale({ ...sale, key: null, cents: 200, at: AT })
  await store.adjustSale({ ...sale, cents: 1000, note, at: AT })
  const part = (await store.saleEntries(sale)).find(({ kind }) => kind === 'return')!
  await store.reverseEntry({ ...sale, entry: part.entry, note, at: AT })
  await start()
  await expect.poll(types).toEqual(['sale.adjusted', 'sale.created', 'sale.returned', 'sale.reversed'])
  const told = receiver.asked.map(({ body }) => JSON.parse(body) as { type: string; data: { cents: number } })
  expect(Object.fromEntries(told.map(({ type, data }) => [type, data]))).toEqual({
    'sale.created': expect.objectContaining({ cents: 1234, path: 'small', external_id: 'A-1' }),
    'sale.returned': expect.objectContaining({ cents: -200, path: 'small', external_id: 'A-1' }),
    'sale.adjusted': expect.objectContaining({ cents: -234, path: 'small', external_id: 'A-1' }),
    'sale.reversed': expect.objectContaining({ cents: 200, path: 'small', external_id: 'A-1' }),
  })
  expect(told.reduce((sum, { data }) => sum + data.cents, 0)).toBe(1000)
  expect(JSON.stringify(told)).not.toContain('Agreed')
})

test('sends the visitor’s answers if the webhook includes them', async () => {
  const { start, receiver } = await stage({ kinds: ['lead'], persons: true })
  await start()
  await expect.poll(() => receiver.asked.length).toBe(1)
  expect(JSON.parse(receiver.asked[0]!.body)).toMatchObject({
    type: 'lead.created',
    data: { lead: { email: 'ann@example.com', affid: '86' } },
  })
})

test.each([
  ['answers 500', { status: 500 }, 'The receiver answered 500.'],
  ['answers with a choice', { status: 300 }, 'The receiver answered 300.'],
  ['answers with another address', { status: 302 }, 'The receiver answered 302.'],
  ['is gone', { status: 410 }, 'The receiver answered 410.'],
  ['breaks off', 'break', 'The post failed: ECONNRESET.'],
] as const)('sends it again under the same id when the receiver %s', async (_how, answer, sentence) => {
  const { start, receiver, log, clock } = await stage({ kinds: ['lead'] })
  receiver.answers.push(answer)
  const sending = await start()
  await expect.poll(log).toEqual([{ kind: 'lead', state: 'due', attempts: 1, last: sentence }])
  clock.ms += 60_000
  sending.wake()
  await expect.poll(log).toMatchObject([{ state: 'sent', attempts: 2 }])
  const [first, second] = receiver.asked.map(({ headers }) => headers)
  expect(second!['webhook-id']).toBe(first!['webhook-id'])
  expect(Number(second!['webhook-timestamp']) - Number(first!['webhook-timestamp'])).toBe(60)
})

test('gives up after sixteen attempts, and sends a message again on request', async () => {
  const { start, receiver, log, clock, store, ctx } = await stage({ kinds: ['lead'] })
  for (let attempt = 0; attempt < 16; attempt++) receiver.answers.push({ status: 503 })
  const sending = await start()
  for (let attempt = 1; attempt < 16; attempt++) {
    const dueAgain = async () => {
      const [message] = await store.webhookMessages({ webhook: null, state: 'due', limit: 1 })
      return message!.attempts === attempt && message!.due_at! > clock.ms ? message!.due_at : null
    }
    await expect.poll(dueAgain).not.toBeNull()
    clock.ms = (await dueAgain())!
    sending.wake()
  }
  const state = 'The receiver answered 503. Given up after 16 attempts.'
  await expect.poll(log).toMatchObject([{ state: 'dead', last: state }])
  await expect
    .poll(() => ctx.metrics.registry.metrics())
    .toContain('leadloom_webhook_attempts_total{webhook="crm",state="dead"} 1')
  const [dead] = await store.webhookMessages({ webhook: 'crm', state: 'dead', limit: 1 })
  await store.replayWebhookMessage(dead!.entry, clock.ms)
  sending.wake()
  await expect.poll(log).toMatchObject([{ state: 'sent', attempts: 17 }])
})

test('sends a message again if its process ended while sending', async () => {
  const { store, start, types } = await stage({ kinds: ['lead'] })
  const [entry = 0] = await store.dueWebhookMessages('crm', AT, 9)
  await store.beginWebhookMessage(entry, AT)
  expect(await store.dueWebhookMessages('crm', AT, 9)).toEqual([])
  await start()
  await expect.poll(types).toEqual(['lead.created'])
})

test('records no result of a message interrupted by a stop, and sends it again at the next start', async () => {
  const { start, receiver, log } = await stage({ kinds: ['lead'] })
  receiver.answers.push('hang')
  const sending = await start()
  await expect.poll(() => receiver.asked.length).toBe(1)
  await sending.stop()
  expect(await log()).toEqual([{ kind: 'lead', state: 'due', attempts: 1, last: null }])
  await start()
  await expect.poll(log).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('looks only for messages of webhooks that haven’t ended', async () => {
  const { store, settings, ctx, app } = await stage()
  const before = { name: 'before', url: 'https://crm.example', persons: false, local: false }
  await makeWebhook({ store, settings }, { ...before, kinds: ['lead'], made_by: 'ada', made_at: AT })
  await endWebhook(store, 'before', { at: AT, operator: 'ada' })
  const asked: string[] = []
  const dueWebhookMessages: typeof store.dueWebhookMessages = (name, ...rest) => {
    asked.push(name)
    return store.dueWebhookMessages(name, ...rest)
  }
  const sending = await startWebhooks({ ...ctx, store: { ...store, dueWebhookMessages } }, app.log)
  onTestFinished(() => sending.stop())
  await expect.poll(() => asked).toContain('crm')
  expect(asked).not.toContain('before')
})

test('sends nothing to a private network, or to this machine unless the webhook is local', async () => {
  const { start, receiver, log } = await stage({
    kinds: ['lead'],
    local: false,
    url: 'https://127.0.0.1/hooks',
  })
  await start()
  await expect.poll(async () => (await log())[0]?.attempts).toBe(1)
  await expect.poll(log).toMatchObject([{ state: 'due', last: expect.stringMatching(/^The post failed/) }])
  expect(receiver.asked).toEqual([])
})

test.each([
  ['crm.example/hooks', "isn't a complete web address"],
  ['ftp://crm.example/hooks', "isn't a complete web address"],
  ['http://crm.example/hooks', 'Use an https:// address'],
  ['https://ada:secret@crm.example/hooks', 'Remove the username and password'],
  ['https://ada@crm.example/hooks', 'Remove the username and password'],
  ['https://:secret@crm.example/hooks', 'Remove the username and password'],
])('creates no webhook for %s', async (url, sentence) => {
  const server = await running()
  const { store } = server
  const wanted = { name: 'crm', url, kinds: ['lead' as const], persons: false, local: false }
  const made = await makeWebhook(server, { ...wanted, made_by: 'ada', made_at: AT })
  expect(made).toMatchObject({ refused: 'url', sentence: expect.stringContaining(sentence) as string })
  expect(await store.webhooks()).toEqual([])
})

test('the audit log names who created and deleted a webhook, and a name is used once', async () => {
  const server = await stage()
  const { store } = server
  const again = {
    name: 'crm',
    url: 'https://crm.example',
    kinds: ['lead' as const],
    persons: true,
    local: false,
  }
  expect(await makeWebhook(server, { ...again, made_by: 'bo', made_at: AT })).toMatchObject({
    refused: 'name',
  })
  expect(await endWebhook(store, 'crm', { at: AT + 1, operator: 'bo' })).toBe(true)
  expect(await endWebhook(store, 'crm', { at: AT + 2, operator: 'bo' })).toBe(false)
  expect(await store.auditLog(9)).toEqual([
    { at: AT + 1, operator: 'bo', act: 'end_webhook', about: 'crm' },
    { at: AT, operator: 'ada', act: 'make_webhook', about: 'crm' },
  ])
})

test('creates and calls no local webhook if the server doesn’t allow local targets', async () => {
  const receiver = await openVendor(() => ({ status: 204 }))
  const server = await running()
  const local = { name: 'near', url: receiver.url, kinds: ['lead' as const], persons: false, local: true }
  const wanted = { ...local, made_by: 'ada', made_at: AT }
  expect(await makeWebhook(server, wanted)).toMatchObject({
    refused: 'url',
    sentence: expect.stringContaining('LOCAL_TARGETS=allow') as string,
  })
  const message = { headers: {}, body: '{}' }
  const way = { settings: server.settings, stop: new AbortController().signal }
  expect(await postTo(wanted, message, way)).toMatchObject({ isTaken: false })
  expect(receiver.asked).toEqual([])
})
