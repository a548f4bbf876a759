import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import type { Store } from '../../src/store/store.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { BUILT } from './built.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, WHERE } from './smallFlow.ts'

const TWO_BUYERS = structuredClone(SELLING_FLOW)
TWO_BUYERS.ui_config.buyers!['bolt'] = { name: 'Bolt', required_fields: ['email'] }
TWO_BUYERS.ui_config.offers['claim']!.steps[2]!.execute_actions = [
  { name: 'send_lead', buyers: ['acme', 'bolt'] },
]

const ACME: Buyer = {
  format: 'json',
  url: 'http://127.0.0.1:1/',
  local: true,
  redirect_hosts: ['apply.example'],
}
const buyers = new Map([['acme', ACME]])
const { send, store, open } = await running({ folders: BUILT, buyers, until: afterAll })
const unconfigured = await running({ until: afterAll, flow: SELLING_FLOW })
/** Its buyer gets every lead, and decides itself if it is a duplicate. */
const everyLead = await running({
  until: afterAll,
  flow: SELLING_FLOW,
  buyers: new Map([['acme', { ...ACME, duplicate_window_days: 0 }]]),
})
/** Only one of its two buyers gets a lead. */
const exclusive = await running({
  until: afterAll,
  flow: TWO_BUYERS,
  buyers: new Map(['acme', 'bolt'].map((key) => [key, { ...ACME, shares: 1 }])),
})
beforeAll(async () => {
  const validators = compileValidators(SELLING_FLOW)
  await store.publish({
    path: 'selling',
    flow: SELLING_FLOW,
    style: '',
    icons: {},
    validators,
    at: Date.now(),
  })
})

type Server = Pick<Awaited<ReturnType<typeof running>>, 'send'>

/** Answers to the end, so that the lead is due. */
async function answer({ send }: Server, session: Session, email = 'ann@example.com'): Promise<void> {
  const mail = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: email }] }
  for (const step of [HURT, WHERE, mail]) {
    const call = wrapped('POST /api/sessions/step', submission(session, step), session.token)
    expect((await send(call)).statusCode).toBe(204)
  }
}

async function outcome({ send }: Server, { token }: Session, headers = {}): Promise<Outcome> {
  const authorization = `Bearer ${token}`
  const { statusCode, body } = await send({
    url: '/api/sessions/outcome',
    headers: { authorization, ...headers },
  })
  expect(statusCode).toBe(200)
  return JSON.parse(body) as Outcome
}

/** Outcome of the visitor's leads in a page opened with these cookies. */
async function onPage(url: string, headers: Record<string, string> = {}) {
  const { body } = await send({ url, headers })
  return (JSON.parse(/id="page">(.*?)<\/script>/s.exec(body)![1]!) as { outcome: Outcome | null }).outcome
}

const lead = (state: Outcome['leads'][number]['state']) => ({ offer: 'claim', buyer: 'acme', state })

test('says nothing about a visitor without answers', async () => {
  expect(await outcome({ send }, await open({ path: 'selling' }))).toEqual({ not_sold: null, leads: [] })
  expect(await onPage('/selling')).toBeNull()
})

test('follows a lead from due to the buyer’s response, and names only offer, buyer, and state', async () => {
  const session = await open({ path: 'selling' })
  await answer({ send }, session)
  expect(await outcome({ send }, session)).toEqual({ not_sold: null, leads: [lead('due')] })
  const [delivery = 0] = await store.dueDeliveries('acme', Date.now(), 1)
  await store.beginAttempt(delivery, Date.now())
  expect(await outcome({ send }, session)).toEqual({ not_sold: null, leads: [lead('due')] })
  await store.endAttempt(delivery, 1, {
    state: 'accepted',
    message: 'Yes, Ann.',
    at: Date.now(),
    due_at: null,
  })
  expect(await outcome({ send }, session)).toEqual({ not_sold: null, leads: [lead('accepted')] })
  expect(await onPage('/selling', { cookie: `visitor_selling=${session.token}` })).toEqual({
    not_sold: null,
    leads: [lead('accepted')],
  })
})

test('names the buyer’s page for the visitor, as long as the buyer may redirect there and the visit is known', async () => {
  const { store } = everyLead
  const sold = async (redirect_url: string) => {
    const session = await everyLead.open()
    await answer(everyLead, session, `${session.uuid}@example.com`)
    const [delivery = 0] = await store.dueDeliveries('acme', Date.now(), 1)
    await store.beginAttempt(delivery, Date.now())
    const end = { message: 'Yes.', at: Date.now(), due_at: null }
    await store.endAttempt(delivery, 1, { ...end, state: 'accepted', redirect_url })
    return session
  }
  const redirect = 'https://apply.example/?name=Ada'
  const session = await sold(redirect)
  expect((await outcome(everyLead, session)).leads).toEqual([{ ...lead('accepted'), redirect }])
  const elsewhere = await sold('https://apply.example.evil.example/')
  expect((await outcome(everyLead, elsewhere)).leads).toEqual([lead('accepted')])
  await store.forgetSession(session.uuid)
  expect(await store.sessionDeliveries(session.uuid)).toMatchObject([{ redirect_url: null }])
})

test('never reveals an earlier lead of the same person to another visit', async () => {
  const first = await open({ path: 'selling' })
  await answer({ send }, first, 'shared@example.com')
  const sold = await ended(first, 'accepted')
  expect((await outcome({ send }, first)).leads).toEqual([lead('accepted')])

  const ours = await open({ path: 'selling' })
  await answer({ send }, ours, 'shared@example.com')
  const [again = 0] = await store.dueDeliveries('acme', Date.now(), 1)
  expect(await store.beginAttempt(again, Date.now())).toBeNull()
  expect(await store.delivery(again)).toMatchObject({ state: 'duplicate', duplicate_of: sold })
  // As long after it as the first one took.
  await expect.poll(async () => (await outcome({ send }, ours)).leads).toEqual([lead('accepted')])

  const theirs = await open({ path: 'selling' })
  await answer({ send }, theirs, 'known.to.the.buyer@example.com')
  await ended(theirs, 'duplicate')
  expect((await outcome({ send }, theirs)).leads).toEqual([lead('accepted')])
})

test('shows a duplicate to its visitor no sooner than a buyer would have answered', async () => {
  const first = await open({ path: 'selling' })
  await answer({ send }, first, 'slow@example.com')
  const [delivery = 0] = await store.dueDeliveries('acme', Date.now(), 1)
  await store.beginAttempt(delivery, Date.now())
  const ours = await open({ path: 'selling' })
  await answer({ send }, ours, 'slow@example.com')
  const [again = 0] = await store.dueDeliveries('acme', Date.now(), 1)
  expect(await store.beginAttempt(again, Date.now())).toBeNull()
  expect((await outcome({ send }, ours)).leads).toEqual([lead('due')])
  const end = { message: 'Yes.', at: Date.now() + 20_000, due_at: null }
  const sale = { external_id: first.uuid, cents: 100 }
  await store.endAttempt(delivery, 1, { ...end, state: 'accepted', sale })
  expect((await outcome({ send }, first)).leads).toEqual([lead('accepted')])
  expect((await outcome({ send }, ours)).leads).toEqual([lead('due')])
})

test('redirects no visitor to a buyer’s page if a duplicate couldn’t be redirected there', async () => {
  const first = await open({ path: 'selling' })
  await answer({ send }, first, 'led@example.com')
  await ended(first, 'accepted', { redirect_url: 'https://apply.example/?lead=1' })
  const again = await open({ path: 'selling' })
  await answer({ send }, again, 'led@example.com')
  const [delivery = 0] = await store.dueDeliveries('acme', Date.now(), 1)
  await store.beginAttempt(delivery, Date.now())
  await expect.poll(async () => (await outcome({ send }, again)).leads).toEqual([lead('accepted')])
  expect(await outcome({ send }, again)).toEqual(await outcome({ send }, first))
})

test('a buyer with pages of its own that calls a lead a duplicate reads as one that refuses it', async () => {
  const session = await everyLead.open()
  await answer(everyLead, session, 'called@example.com')
  await ended(session, 'duplicate', { of: everyLead })
  expect((await outcome(everyLead, session)).leads).toEqual([lead('rejected')])
})

test('names no more buyers of a duplicate than may have a lead', async () => {
  const { store } = exclusive
  const shares = { shares: 1 }
  const visit = async () => {
    const session = await exclusive.open()
    await answer(exclusive, session, 'exclusive@example.com')
    return session
  }
  const states = async (session: Session) =>
    (await outcome(exclusive, session)).leads.map(({ buyer, state }) => `${buyer} ${state}`)
  const first = await visit()
  await ended(first, 'accepted', { of: exclusive })
  const [left = 0] = await store.dueDeliveries('bolt', Date.now(), 1)
  expect(await store.beginAttempt(left, Date.now(), shares)).toBeNull()
  expect(await states(first)).toEqual(['acme accepted', 'bolt rejected'])
  const again = await visit()
  const [kept = 0] = await store.dueDeliveries('acme', Date.now(), 1)
  expect(await store.beginAttempt(kept, Date.now(), shares)).toBeNull()
  // The other buyer may still get it.
  expect(await states(again)).toEqual(['acme due', 'bolt due'])
  await ended(again, 'accepted', { of: exclusive, buyer: 'bolt' })
  expect(await states(again)).toEqual(['acme rejected', 'bolt accepted'])
})

/** Ends the delivery of a session as the buyer's answer would. Resolves to its number. */
async function ended(
  session: Session,
  state: 'accepted' | 'duplicate',
  {
    of = { store },
    buyer = 'acme',
    ...page
  }: { of?: { store: Store }; buyer?: string; redirect_url?: string } = {},
): Promise<number> {
  const [delivery = 0] = await of.store.dueDeliveries(buyer, Date.now(), 1)
  expect((await of.store.beginAttempt(delivery, Date.now()))?.session_uuid).toBe(session.uuid)
  const end = { state, message: 'Noted.', at: Date.now(), due_at: null }
  const sale = { external_id: `${session.uuid} ${buyer}`, cents: 100 }
  await of.store.endAttempt(delivery, 1, state === 'accepted' ? { ...end, sale, ...page } : end)
  return delivery
}

test('says that a lead waits if its buyer isn’t set up', async () => {
  const session = await unconfigured.open()
  await answer(unconfigured, session)
  expect(await outcome(unconfigured, session)).toEqual({ not_sold: null, leads: [lead('waiting')] })
})

test('says that a lead is kept as soon as its address opted out, before the delivery finds out', async () => {
  const session = await open({ path: 'selling' })
  await answer({ send }, session, 'kept@example.com')
  await store.optOut({ session_uuid: null, phone: null, email: 'KEPT@example.com', source: 'delete', at: 1 })
  expect(await outcome({ send }, session)).toEqual({ not_sold: 'request', leads: [lead('kept')] })
})

test.each([
  [{ 'sec-gpc': '1' }, 'gpc'],
  [{ cookie: 'do_not_sell=1' }, 'do_not_sell'],
])('says from the first page on that a browser with %j isn’t sold', async (headers, not_sold) => {
  expect(await onPage('/selling', headers)).toEqual({ not_sold, leads: [] })
  expect((await send({ url: '/selling', headers })).body).toContain('>Opt-out request honored</p>')
  expect((await send({ url: '/selling' })).body).not.toContain('Opt-out request honored')
  const session = await open({ path: 'selling' })
  expect(await outcome({ send }, session, headers)).toEqual({ not_sold, leads: [] })
})

test('says before personal questions that no one will call a visitor who opted out', async () => {
  const session = await open({ path: 'selling' })
  for (const step of [HURT, WHERE])
    await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
  const cookie = `visitor_selling=${session.token}`
  const opted = await send({ url: '/selling', headers: { cookie, 'sec-gpc': '1' } })
  expect(opted.body).toContain('so no one will call you about this request.</p>')
  expect(opted.body).not.toContain('Opt-out request honored')
  const other = await open({ path: 'selling' })
  for (const step of [HURT, WHERE])
    await send(wrapped('POST /api/sessions/step', submission(other, step), other.token))
  const sold = await send({ url: '/selling', headers: { cookie: `visitor_selling=${other.token}` } })
  expect(sold.body).not.toContain('no one will call')
})

test('responds only to the holder of the session’s token', async () => {
  const without = await send({ url: '/api/sessions/outcome' })
  const wrong = await send({
    url: '/api/sessions/outcome',
    headers: { authorization: `Bearer ${'x'.repeat(64)}` },
  })
  expect([without.statusCode, wrong.statusCode]).toEqual([401, 401])
})
