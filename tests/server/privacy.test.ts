import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startDroppingErased } from '../../src/server/jobs/dropErased.ts'
import { expiry, startRetention } from '../../src/server/jobs/retention.ts'
import { openStore } from '../../src/store/openStore.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from './smallFlow.ts'
import { step } from '../store/history.ts'
import { openTables } from '../store/tables.ts'
import { sessionsOf } from '../../src/store/nouns/privacy/findSessions.ts'

const URL = '/legal/small/privacy-policy'

/** Server for all tests whose form is refused. */
const refusing = await running({ until: afterAll, env: { RATE_LIMIT: '0' } })

function posted(body: Record<string, string>, headers: Record<string, string> = {}) {
  return {
    method: 'POST' as const,
    url: URL,
    payload: new URLSearchParams(body).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  }
}

test('a request by form is saved, and its number shown', async () => {
  const { send, store } = await running()
  const { statusCode, body, headers } = await send(
    posted({ kind: 'delete', email: 'ann@example.com', phone: '' }),
  )
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toContain('Your request number is <strong>1</strong>')
  expect(await store.privacyRequests({ limit: 10 })).toMatchObject([
    {
      request: 1,
      kind: 'delete',
      path: 'small',
      manner: 'form',
      email: 'ann@example.com',
      phone: null,
      answer: null,
    },
  ])
})

test.each([
  [{ kind: 'delete', email: '', phone: '' }, 'Enter your email address or phone number.'],
  [{ kind: 'delete', email: 'ann@', phone: '' }, 'Enter an email address such as ann@example.com.'],
  [{ kind: 'delete', email: '', phone: '555' }, 'Enter a US phone number such as (512) 555-2368.'],
  [{ kind: 'sell', email: 'ann@example.com' }, 'Choose what you’d like us to do.'],
])('the form %j is shown again with its input and errors', async (typed, wrong) => {
  const { send, store } = refusing
  const { statusCode, body } = await send(posted(typed))
  expect(statusCode).toBe(400)
  expect(body).toContain(wrong)
  expect(body).toContain(`value="${typed.email}"`)
  expect(await store.privacyRequests({ limit: 10 })).toEqual([])
})

test('typed text is shown as text, never as markup', async () => {
  const { send } = refusing
  const { body } = await send(posted({ kind: 'delete', email: '"><script>alert(1)</script>' }))
  expect(body).not.toContain('<script>')
})

test('a page without a form takes no post', async () => {
  const { send } = refusing
  expect((await send({ ...posted({ kind: 'delete' }), url: '/legal/small/partners' })).statusCode).toBe(404)
})

/** A visitor who answers to the end; the lead falls due with the email. */
async function lead({ send, open }: Awaited<ReturnType<typeof running>>) {
  const session = await open()
  for (const step of [HURT, WHERE, MAIL]) {
    const { statusCode } = await send(
      wrapped('POST /api/sessions/step', submission(session, step), session.token),
    )
    expect(statusCode).toBe(204)
  }
  return session
}

test.each([
  ['with spaces that do not break', '512\u00a0555\u00a02368', { phone: '+1 (512) 555-2368', email: null }],
  ['with tabs', '512\t555\t2368', { phone: '512-555-2368', email: null }],
  [
    'in other letters than ours, large and small',
    'ÄNN@example.com',
    { phone: null, email: 'änn@example.com' },
  ],
])('a visitor who answered %s is found', async (_, raw_data, person) => {
  const server = await running()
  const { uuid } = await server.open()
  await server.open()
  const answers = [{ question_key: 'mail', answer_key: 'value', raw_data }]
  await server.store.appendStep(uuid, step({ id: randomUUID(), at: 1, answers }))
  expect(await sessionsOf(server.store, person)).toEqual([uuid])
  expect(await sessionsOf(server.store, { phone: 'none', email: ' ' })).toEqual([])
})

test('a number within a consent, or at the end of an address, isn’t taken for a phone number', async () => {
  const { store, open } = await running()
  const { uuid } = await open()
  const raw_data = 'I agree that Acme may call me. To stop that I call 512-555-2368.'
  const answers = [{ question_key: 'mail', answer_key: 'value', raw_data }]
  await store.appendStep(uuid, step({ id: randomUUID(), at: 1, answers }))
  await store.storeLead(uuid, { landing_page_url: 'https://small.example/?sub1=5125552368' }, 1)
  expect(await sessionsOf(store, { phone: '512-555-2368', email: null })).toEqual([])
})

test('a person known only from a page’s lead, or from quarantine, is found too', async () => {
  const { store, open } = await running()
  const [stored, refused, cut, called, other] = [
    await open(),
    await open(),
    await open(),
    await open(),
    await open(),
  ]
  const lead = { phone: '(512) 555-2368', email: 'Ann@example.com' }
  await store.storeLead(stored.uuid, lead, 1)
  const call = { call: 'POST /api/sessions/step', reason: 'Too early.', source: '', at: 1 }
  const long = 'x'.repeat(70_000)
  const body = (filler: string) => JSON.stringify({ answers: [{ raw_data: 'ann@example.com' }], filler })
  await store.quarantine({ ...call, session_uuid: refused.uuid, body: body('') })
  await store.quarantine({ ...call, session_uuid: cut.uuid, body: body(long) })
  await store.quarantine({
    ...call,
    session_uuid: called.uuid,
    body: `{"raw_data":"5125552369","filler":"${long}`,
  })
  await store.storeLead(other.uuid, { phone: '(512) 555-2369', email: 'bo@example.com' }, 1)
  expect(await sessionsOf(store, { phone: null, email: 'ann@example.com' })).toEqual(
    [stored.uuid, refused.uuid, cut.uuid].toSorted((a, b) => (a < b ? -1 : 1)),
  )
  expect(await sessionsOf(store, { phone: '5125552368', email: null })).toEqual([stored.uuid])
  expect(await sessionsOf(store, { phone: '5125552369', email: null })).toEqual(
    [called.uuid, other.uuid].sort(),
  )
})

test('a forgotten visitor leaves only counts', async () => {
  const server = await running()
  const { store, dataDir } = server
  const { uuid } = await lead(server)
  expect(await sessionsOf(store, { email: ' ANN@example.com', phone: null })).toEqual([uuid])
  expect(await store.forgetSession(uuid)).toBe(true)

  expect(await sessionsOf(store, { email: 'ann@example.com', phone: null })).toEqual([])
  expect(await store.session(uuid)).toMatchObject({
    token_hash: '',
    ip: '',
    user_agent: '',
    page_url: '',
    origin: { query: {} },
    steps: [{ answers: [] }, { answers: [] }, { answers: [] }],
  })
  const db = openTables(dataDir)
  expect(db.prepare('SELECT COUNT(*) AS n FROM leads').get()).toEqual({ n: 0 })
  expect(db.prepare("SELECT COUNT(*) AS n FROM events WHERE kind = 'page_visit'").get()).toEqual({ n: 1 })
  db.close()
})

test('a person forgotten by another process is forgotten by the running server, and nothing about them is saved again', async () => {
  const server = await running()
  const { ctx, app, dataDir, send } = server
  const dropping = startDroppingErased(ctx, app.log)
  onTestFinished(() => dropping.stop())
  const session = await lead(server)
  const again = () => send(wrapped('POST /api/sessions/step', submission(session, MAIL), session.token))
  expect((await again()).statusCode).toBe(204)

  const other = await openStore({ dataDir, hasThreads: false })
  await other.forgetSession(session.uuid)
  await other.close()
  expect((await again()).statusCode).not.toBe(204)
  await expect.poll(async () => (await again()).statusCode).toBe(403)
  expect(await server.store.session(session.uuid)).toMatchObject({
    steps: [{ answers: [] }, { answers: [] }, { answers: [] }, { answers: [] }],
  })
  expect(await server.store.quarantined(10)).toEqual([])
})

test.each(['due', 'dead', 'rejected', 'duplicate'] as const)(
  'a lead whose visitor is forgotten during its delivery isn’t sent again, whatever the result: %s',
  async (state) => {
    const { store, open } = await running()
    const { uuid } = await open()
    await store.appendStep(
      uuid,
      { ...HURT, id: uuid, time_on_step: 1, execute_actions: [], page_url: '', at: 1 },
      { lead: { offer: 'claim', buyers: ['acme'], payload: {} } },
    )
    const [delivery] = await store.dueDeliveries('acme', 2, 10)
    await store.beginAttempt(delivery!, 2)
    await store.forgetSession(uuid)
    const due_at = state === 'due' ? 4 : null
    await store.endAttempt(delivery!, 1, { state, message: 'The buyer answered 503.', at: 3, due_at })
    expect(await store.replayDelivery(delivery!, 5)).toBe(false)
    expect(await store.deliveries({ state: null, limit: 10 })).toMatchObject([
      { state: 'suppressed', due_at: null, attempts: 1, last: '' },
    ])
  },
)

test('a buyer’s words about a person are erased with the lead', async () => {
  const { store, open } = await running()
  const { uuid } = await open()
  const step = { ...HURT, id: uuid, time_on_step: 1, execute_actions: [], page_url: '', at: 1 }
  await store.appendStep(uuid, step, {
    lead: { offer: 'claim', buyers: ['acme'], payload: { email: 'a@b.co' } },
  })
  const [delivery] = await store.dueDeliveries('acme', 2, 1)
  await store.beginAttempt(delivery!, 2)
  const said = 'The buyer answered 400: a@b.co is not served'
  await store.endAttempt(delivery!, 1, { state: 'dead', message: said, at: 3, due_at: null })
  await store.forgetSession(uuid)
  expect(await store.deliveries({ state: null, limit: 1 })).toMatchObject([{ state: 'suppressed', last: '' }])
})

test('visitors and leads are forgotten after their own number of days', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z')
  let now = start
  const server = await running({ now: () => now })
  const { store, open } = server
  const mere = await open()
  const sold = await lead(server)
  const after = (days: number) => {
    now = start + days * 86_400_000
    return store.expire(expiry(now, { keepVisitorsDays: 395, keepLeadsDays: 1827 }), 100)
  }
  expect(await after(394)).toBe(0)
  expect(await after(396)).toBe(1)
  expect((await store.session(mere.uuid))?.ip).toBe('')
  expect((await store.session(sold.uuid))?.ip).toBe('127.0.0.1')
  expect(await after(1828)).toBe(1)
  expect((await store.session(sold.uuid))?.ip).toBe('')
})

test('a clock set ten years ahead forgets no one, and the log says so', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const { ctx, store, open } = await running({ now: () => now })
  const { uuid } = await open()
  const said: unknown[] = []
  const log = { warn: (facts: unknown) => said.push(facts), error: (facts: unknown) => said.push(facts) }
  const sweep = () => startRetention(ctx, log).stop()
  await sweep()
  now += 3650 * 86_400_000
  await sweep()
  expect((await store.session(uuid))?.ip).toBe('127.0.0.1')
  expect(said).toEqual([{ daysAhead: 3650 }])
})

test('an unused file of a site is deleted after a day, but not by a clock set ahead', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const { ctx, store } = await running({ now: () => now })
  await store.keepImportedFile('source/none', 'AAAA')
  const sweep = () => startRetention(ctx, { warn: () => {}, error: expect.unreachable }).stop()
  await sweep()
  now += 3650 * 86_400_000
  for (let hours = 0; hours < 22; hours += 2) await sweep()
  expect(await store.importedFile('source/none')).toBe('AAAA')
  await sweep()
  expect(await store.importedFile('source/none')).toBeNull()
})

test('leads are kept for at least as long as other visitors, whatever the settings say', () => {
  const day = 86_400_000
  const { sessions, leads } = expiry(1000 * day, { keepVisitorsDays: 395, keepLeadsDays: 30 })
  expect([sessions, leads]).toEqual([605 * day, 605 * day])
})

test('a request older than 24 months is no longer stored', async () => {
  const at = Date.parse('2026-01-01T00:00:00Z')
  const { store } = await running()
  await store.privacyRequest({
    kind: 'know',
    path: 'small',
    manner: 'form',
    email: 'a@b.co',
    phone: null,
    at,
  })
  await store.expire(expiry(at + 732 * 86_400_000, { keepVisitorsDays: 9999, keepLeadsDays: 9999 }), 1)
  expect(await store.privacyRequests({ limit: 10 })).toEqual([])
})

test('Global Privacy Control turned on in the middle of a flow keeps its lead from being sold', async () => {
  const { send, open, store } = await running()
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.buyers = { acme: { name: 'Acme', required_fields: ['email'] } }
  flow.ui_config.offers['claim']!.steps[2]!.execute_actions = [{ name: 'send_lead', buyers: ['acme'] }]
  const at = Date.now()
  await store.publish({
    path: 'selling',
    flow,
    style: '',
    icons: {},
    validators: compileValidators(flow),
    at,
  })
  const session = await open({ path: 'selling' })
  for (const step of [HURT, WHERE, MAIL]) {
    const call = wrapped('POST /api/sessions/step', submission(session, step), session.token)
    const headers = { ...call.headers, ...(step === MAIL && { 'sec-gpc': '1' }) }
    expect((await send({ ...call, headers })).statusCode).toBe(204)
  }
  const [delivery] = await store.dueDeliveries('acme', Date.now(), 10)
  expect(await store.beginAttempt(delivery!, Date.now())).toBeNull()
})

test.each([
  ['its browser sends Global Privacy Control', { 'sec-gpc': '1' }, true],
  ['its browser sends another value', { 'sec-gpc': '0' }, false],
  ['nothing is said', {}, false],
])('a session is marked at its start: %s', async (_, headers, marked) => {
  const { send, store, settings } = await running()
  const call = wrapped(
    'POST /api/sessions',
    { path: 'small', page_url: '', referrer: '', query: {} },
    settings.siteKey,
  )
  const { uuid } = (await send({ ...call, headers: { ...call.headers, ...headers } })).json<{
    uuid: string
  }>()
  await store.appendStep(
    uuid,
    { ...HURT, id: uuid, time_on_step: 1, execute_actions: [], page_url: '', at: 1 },
    { lead: { offer: 'claim', buyers: ['acme'], payload: {} } },
  )
  const [delivery] = await store.dueDeliveries('acme', 2, 10)
  expect((await store.beginAttempt(delivery!, 2)) === null).toBe(marked)
})
