import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import { isCalled, noticeAddresses, NOTICE_CALLS } from '../../src/server/revocations/noticeCalls.ts'
import { escalate } from '../../src/server/revocations/startEscalating.ts'
import { startNotices } from '../../src/server/revocations/startNotices.ts'
import { endOfBusinessDay } from '../../src/time/businessDays.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { mailServer, readLetter } from './mail/mailServer.ts'
import { running } from './running.ts'
import { SELLING_FLOW } from './smallFlow.ts'

/** Tests the notices by which buyers learn of people who don't want to be contacted anymore. */

const NOW = Date.parse('2026-11-20T12:00:00-05:00')
const DAY_MS = 86_400_000
const ANN = { phone: '5125552368', email: 'ann@example.com' }
const plain: Buyer = { format: 'json', url: 'https://buyer.example/leads', price: '25.00' }

interface Got {
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A buyer's server on this machine; it answers each request with the next of these, and then with the last. `hold` lets it wait. */
async function buyerServer(answers: [status: number, body?: string][], hold?: Promise<void>) {
  const got: Got[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      got.push({ url: request.url ?? '', headers: request.headers, body })
      await hold
      const [status, answer = ''] = answers[Math.min(got.length, answers.length) - 1]!
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function stage(buyers: Record<string, Buyer>, env: Record<string, string> = {}) {
  const clock = { ms: NOW }
  const server = await running({
    flow: SELLING_FLOW,
    now: () => clock.ms,
    buyers: new Map(Object.entries(buyers)),
    env: { RATE_LIMIT: '0', LOCAL_TARGETS: 'allow', ...env },
  })
  const { store, ctx } = server
  const uuid = uuidOf(1)
  await store.openSession(session({ uuid, at: NOW, version: 1, path: 'small' }))
  const contacts = [{ kind: 'phone' as const, text: ANN.phone }]
  const lead = { offer: 'claim', buyers: Object.keys(buyers), payload: ANN, contacts }
  await store.appendStep(uuid, step({ id: uuidOf(2), at: NOW }), { lead })
  for (const { delivery } of await store.leadDeliveries(uuid)) {
    await store.beginAttempt(delivery, NOW)
    const sale = { external_id: `sale-${delivery}`, cents: 2500 }
    await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at: NOW, due_at: null, sale })
  }
  const said = { source: '', ref: 'r1', channel: 'desk', by: 'ada', means: 'text', said: 'STOP' } as const
  await store.takeRevocations([{ ...said, phone: ANN.phone, email: null, lead: null, said_at: NOW }], NOW)
  const start = async () => {
    const sending = await startNotices(ctx, server.app.log)
    onTestFinished(() => sending.stop())
    return sending
  }
  const states = async () =>
    (await store.revocationsOf(uuid, [])).notices.map(
      ({ buyer, state, acknowledged_by }) => `${buyer} ${state} ${acknowledged_by ?? 'open'}`,
    )
  return { ...server, clock, start, states, uuid }
}

const local = (url: string, more: object = {}): Buyer => ({
  ...plain,
  url: `${url}/leads`,
  local: true,
  revocations: { url: `${url}/stop`, key: 'key-of-buyer', ...more },
})

test('calls a buyer until it confirms, with the same key for the same notice', async () => {
  const { got, url } = await buyerServer([[500], [204]])
  const { start, states, clock, store, uuid } = await stage({ acme: local(url) })
  await start()
  const last = async () => (await store.revocationsOf(uuid, [])).notices[0]?.last
  await expect.poll(last, { timeout: 10_000 }).toBe('The buyer answered 500.')
  expect(await states()).toEqual(['acme due open'])
  clock.ms += 60_000
  await expect.poll(states, { timeout: 10_000 }).toEqual(['acme sent acme'])
  const [first, second] = got
  expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key'])
  expect(first?.headers['authorization']).toBe('Bearer key-of-buyer')
  expect(JSON.parse(first?.body ?? '')).toEqual({
    type: 'revocation.created',
    lead: expect.stringMatching(/^k[0-9a-f]{31}$/) as string,
    external_id: 'sale-1',
    ...ANN,
    said: 'STOP',
    said_at: '2026-11-20T17:00:00.000Z',
    received_at: '2026-11-20T17:00:00.000Z',
    deadline: '2026-12-08T04:59:59.999Z',
  })
})

test('sends a notice again that was in flight when its process ended', async () => {
  const held = Promise.withResolvers<void>()
  const { got, url } = await buyerServer([[204]], held.promise)
  const { start, states } = await stage({ acme: local(url) })
  const first = await start()
  await expect.poll(() => got.length, { timeout: 10_000 }).toBe(1)
  await first.stop()
  expect(await states()).toEqual(['acme due open'])
  held.resolve()
  await start()
  await expect.poll(states, { timeout: 10_000 }).toEqual(['acme sent acme'])
  expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a buyer’s refusal is final, and one without a way to be notified waits for an operator', async () => {
  const { url } = await buyerServer([[400, 'no']])
  const { start, states, store, uuid } = await stage({ acme: local(url), mute: plain })
  await start()
  await expect.poll(states, { timeout: 10_000 }).toEqual(['acme refused open', 'mute due open'])
  const { notices } = await store.revocationsOf(uuid, [])
  await store.acknowledgeNotices(
    notices.map(({ notice }) => notice),
    'ada',
    NOW,
  )
  expect(await states()).toEqual(['acme sent ada', 'mute sent ada'])
})

test('an email to a buyer waits for a confirmation by hand', async () => {
  const smtp = await mailServer()
  const mailed: Buyer = { ...plain, revocations: { to: ['legal@acme.example'] } }
  const { start, states } = await stage(
    { acme: mailed },
    { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Small Site <list@small.example>' },
  )
  await start()
  await expect.poll(states, { timeout: 10_000 }).toEqual(['acme sent open'])
  expect(smtp.letters.map(({ to }) => to)).toEqual([['legal@acme.example']])
  const { headers, body } = readLetter(smtp.letters[0]!.raw)
  expect(headers).not.toContain(ANN.phone)
  expect(body).toContain(`Phone: ${ANN.phone}`)
  expect(body).toContain('You must stop by Dec 7, 2026.')
})

test('warns operators once near the deadline, and once when it is over', async () => {
  const smtp = await mailServer()
  const { clock, ctx, app, store } = await stage(
    { mute: plain },
    {
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Small Site <list@small.example>',
      ALERTS_TO: 'ops@small.example',
    },
  )
  const run = async () => {
    await escalate(ctx, app.log)
    return smtp.letters.length
  }
  expect(await run()).toBe(0)
  const deadline = endOfBusinessDay(NOW, 10)
  clock.ms = Date.parse('2026-12-02T12:00:00-05:00')
  expect(await run()).toBe(0)
  clock.ms = Date.parse('2026-12-04T12:00:00-05:00')
  expect(await run()).toBe(1)
  expect(await run()).toBe(1)
  clock.ms = deadline + 1
  expect(await run()).toBe(2)
  expect(await run()).toBe(2)
  expect(readLetter(smtp.letters[1]!.raw).body).toContain('mute: 1 not confirmed, the first by Dec 7, 2026')
  expect(await store.openNotices(deadline + 2, deadline + 1)).toMatchObject([{ late: 1 }])
})

describe('calls of other systems', () => {
  const notice = {
    notice: 7,
    attempt: 1,
    buyer: 'acme',
    key: 'k1',
    external_id: null,
    phone: '+1 (512) 555-2368',
    email: 'ann@example.com',
    said: 'STOP',
    said_at: NOW,
    at: NOW,
    deadline: NOW + 10 * DAY_MS,
  }

  test('Convoso gets ten digits, and a number that it already has is confirmed', () => {
    const { request, read } = NOTICE_CALLS.convoso
    expect(request(notice, { call: 'convoso', key: 'token' })?.url).toBe(
      'https://api.convoso.com/v1/dnc/insert?auth_token=token&phone_number=5125552368&phone_code=1&campaign_id=0',
    )
    expect(request({ ...notice, phone: null }, { call: 'convoso', key: 'token' })).toBeNull()
    const kindOf = (status: number, body: object) => read(status, JSON.stringify(body)).kind
    expect(kindOf(200, { success: true })).toBe('taken')
    expect(kindOf(200, { success: false, code: 6008 })).toBe('taken')
    expect(kindOf(200, { success: false, code: 6007 })).toBe('refused')
    expect(read(200, 'down for maintenance').kind).toBe('refused')
    expect(kindOf(503, {})).toBe('retry')
  })

  test('SuppressionList gets the number and the address in its list', () => {
    const { request, read } = NOTICE_CALLS.suppressionlist
    const call = request(notice, { call: 'suppressionlist', key: 'secret', list: 'dnc' })
    expect(call?.url).toBe('https://app.suppressionlist.com/lists/dnc/items')
    expect(call?.headers['authorization']).toBe(`Basic ${Buffer.from('X:secret').toString('base64')}`)
    expect(JSON.parse(call?.body ?? '')).toEqual({ values: ['5125552368', 'ann@example.com'] })
    expect(read(200, '{"accepted":2,"rejected":0}').kind).toBe('taken')
    expect(read(200, '{"accepted":1,"rejected":1}').kind).toBe('refused')
    expect(read(401, '').kind).toBe('retry')
  })

  test('a buyer without its own setting is notified where it gets leads or files by email', () => {
    expect(noticeAddresses({ ...plain, format: 'email', url: 'mailto:leads@acme.example' })).toEqual([
      'leads@acme.example',
    ])
    const copies = { to: ['ann@acme.example'], every: 'day' as const, hour: 8 }
    expect(noticeAddresses({ ...plain, copies })).toEqual(['ann@acme.example'])
    expect(noticeAddresses(plain)).toEqual([])
    expect(isCalled(plain)).toBe(false)
    expect(isCalled({ ...plain, revocations: { to: ['a@b.example'] } })).toBe(false)
    expect(isCalled({ ...plain, revocations: { call: 'convoso', key: 'k' } })).toBe(true)
  })
})

test.each<[string, string, string]>([
  ['Thanksgiving', '2026-11-20T12:00:00-05:00', '2026-12-07'],
  ['Christmas and New Year’s Day', '2026-12-18T09:00:00-05:00', '2027-01-05'],
  ['a holiday on a Saturday, observed on Friday', '2026-06-30T09:00:00-04:00', '2026-07-15'],
  ['a holiday on a Sunday, observed on Monday', '2027-06-30T09:00:00-04:00', '2027-07-15'],
  ['Memorial Day and Juneteenth', '2026-05-20T09:00:00-04:00', '2026-06-04'],
  ['no holiday, from a Saturday', '2026-08-01T09:00:00-04:00', '2026-08-14'],
  ['two Mondays in a row without one', '2026-03-02T23:59:00-05:00', '2026-03-16'],
  ['January’s and February’s Mondays', '2027-01-15T09:00:00-05:00', '2027-02-01'],
  ['Columbus Day and Veterans Day', '2026-10-09T09:00:00-04:00', '2026-10-26'],
])('ten business days over %s', (_, from, day) => {
  const end = endOfBusinessDay(Date.parse(from), 10)
  expect(new Date(end).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })).toBe(day)
  expect(new Date(end + 1).toLocaleTimeString('en-US', { timeZone: 'America/New_York' })).toBe('12:00:00 AM')
})
