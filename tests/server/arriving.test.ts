import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { OpenedSession } from '../../schemas/visitor/sessions.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SELLING_FLOW, SMALL_FLOW, WHERE } from './smallFlow.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A server one day after a session was opened on it through a link with a parameter. */
async function visited(
  headers: Record<string, string> = {},
  env: Record<string, string> = {},
  flow = SMALL_FLOW,
) {
  const clock = { now: Date.parse('2026-11-20T17:00:00Z') }
  const server = await running({ env, flow, now: () => clock.now })
  const come = async (body: object = {}, headers: Record<string, string> = {}) => {
    const arrival = { path: 'small', page_url: '', referrer: '', query: {}, ...body }
    const call = wrapped('POST /api/sessions', arrival, server.settings.siteKey)
    const answer = await server.send({ ...call, headers: { ...call.headers, ...headers } })
    expect(answer.statusCode).toBe(201)
    return answer.json<OpenedSession>()
  }
  const visits = async () => {
    const rows = await server.store.report('visits-by-affiliate', { path: 'small', from: 0, to: clock.now })
    return rows.reduce((sum, { page_visits }) => sum + page_visits, 0)
  }
  const first = await come({ query: { affid: '86' } }, headers)
  clock.now += DAY_MS
  return { ...server, come, visits, first }
}

test('a returning visitor continues their session, on the day it started, without a new page visit', async () => {
  const { come, visits, first, store } = await visited()
  expect(first.origin).toEqual({ today: '2026-11-20', query: { affid: '86' } })
  await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1 })
  expect(await come({ session_token: first.token })).toEqual(first)
  expect(await come({ session_token: first.token, query: { affid: '86' } })).toEqual(first)
  expect(await visits()).toBe(1)
})

test.each<[string, (first: OpenedSession, other: OpenedSession) => object]>([
  ['a token of no session', () => ({ session_token: 'n'.repeat(64) })],
  [
    'a token that only begins as that of a session',
    ({ token }, other) => ({ session_token: token.slice(0, 24) + other.token.slice(24) }),
  ],
  ['a session of another site', ({ token }) => ({ session_token: token, path: 'other' })],
])('opens a session with %s', async (_, said) => {
  const { come, first, store } = await visited()
  await store.publish({ path: 'other', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1 })
  const other = await come()
  const anew = await come(said(first, other))
  expect([first.uuid, other.uuid]).not.toContain(anew.uuid)
  expect(anew.origin.today).toBe('2026-11-21')
})

test('a visitor who arrives by another click continues their session, as a page visit from the new source', async () => {
  const { come, first, store, visits } = await visited()
  const again = { session_token: first.token, query: { affid: '104', sub1: 'b', gclid: 'g-2' } }
  const clicked = await come(again)
  expect(clicked).toMatchObject({ uuid: first.uuid, token: first.token, origin: first.origin })
  expect(clicked.clicked).toEqual(again.query)
  expect(clicked.click_ref).not.toBe(first.click_ref)
  // A reload, and a bookmark of the first click.
  expect(await come(again)).toEqual(clicked)
  expect((await come({ session_token: first.token, query: { affid: '86' } })).clicked).toEqual(again.query)
  expect(await visits()).toBe(2)
  expect(await store.session(first.uuid)).toMatchObject({ aff_id: '104', sub1: 'b' })
})

test('a lead names the newest of several clicks, and no transaction ID of an earlier one', async () => {
  const { come, first, send, store } = await visited({}, {}, SELLING_FLOW)
  const sent = async (call: InjectOptions) => expect((await send(call)).statusCode).toBe(204)
  const id = { uuid: first.uuid, token: first.token, ef_transaction_id: 'e'.repeat(32) }
  await sent(wrapped('PATCH /api/sessions', id, first.token))
  for (const gclid of ['g-2', 'g-3']) {
    const click = {
      query: { affid: `affiliate-of-${gclid}`, gclid },
      page_url: `https://claims.example/${gclid}`,
    }
    expect((await come({ session_token: first.token, ...click })).clicked).toEqual(click.query)
  }
  for (const step of [HURT, WHERE, MAIL])
    await sent(wrapped('POST /api/sessions/step', submission(first, step), first.token))
  const [delivery] = await store.dueDeliveries('acme', Date.now() + DAY_MS, 10)
  const attempt = await store.beginAttempt(delivery!, Date.now() + DAY_MS)
  expect(attempt!.payload).toMatchObject({
    affid: 'affiliate-of-g-3',
    landing_page_url: 'https://claims.example/g-3',
  })
  expect(attempt!.payload).not.toHaveProperty('ef_transaction_id')
})

test('simultaneous repetitions of a click count once', async () => {
  const { come, first, visits } = await visited()
  const again = { session_token: first.token, query: { gclid: 'g-2' } }
  await Promise.all([1, 2, 3].map(() => come(again)))
  expect(await visits()).toBe(2)
})

test('a prefetched page isn’t a click until the visitor comes', async () => {
  const { come, first, visits } = await visited()
  const again = { session_token: first.token, query: { gclid: 'g-2' } }
  await come(again, { 'sec-purpose': 'prefetch' })
  expect(await visits()).toBe(1)
  await come(again)
  expect(await visits()).toBe(2)
})

test('a session stores only a limited number of clicks', async () => {
  const { come, first, store, visits } = await visited()
  for (let n = 0; n < 25; n++) await come({ session_token: first.token, query: { gclid: `g-${n}` } })
  expect(await visits()).toBe(21)
  expect((await store.session(first.uuid))!.clicks).toHaveLength(20)
})

test('a session stores only as many characters of click addresses as one address may have', async () => {
  const { come, first, store } = await visited()
  for (let n = 0; n < 10; n++) {
    const query = Object.fromEntries(['a', 'b'].map((name) => [name, `${n}`.repeat(2000)]))
    await come({ session_token: first.token, query })
  }
  const { clicks } = (await store.session(first.uuid))!
  expect(clicks.map(({ query }) => query['a']![0])).toEqual(['0', '1', '2', '3'])
})

test('a link with a starting offer works for visitors who haven’t answered anything', async () => {
  const { come, first, send } = await visited()
  const forced = { session_token: first.token, query: { 'force-start-offer': 'thanks' } }
  expect((await come(forced)).uuid).not.toBe(first.uuid)
  const step = wrapped('POST /api/sessions/step', submission(first, HURT), first.token)
  expect((await send(step)).statusCode).toBe(204)
  expect((await come(forced)).uuid).toBe(first.uuid)
})

test('a visitor whose session was forgotten gets another one that accepts answers', async () => {
  const { come, first, store, ctx, send } = await visited()
  await store.forgetSession(first.uuid)
  ctx.visitors.drop(first.uuid)
  const anew = await come({ session_token: first.token })
  expect(anew.uuid).not.toBe(first.uuid)
  const step = wrapped('POST /api/sessions/step', submission(anew, HURT), anew.token)
  expect((await send(step)).statusCode).toBe(204)
})

test('returning to a session opened by a suspected bot counts as a page visit', async () => {
  const { come, visits, first } = await visited({ 'sec-purpose': 'prefetch' })
  expect(await visits()).toBe(0)
  await come({ session_token: first.token })
  expect(await visits()).toBe(1)
})

test('a visitor who returns with Global Privacy Control isn’t sold', async () => {
  const { come, first, store } = await visited()
  await come({ session_token: first.token }, { 'sec-gpc': '1' })
  await store.appendStep(
    first.uuid,
    { ...HURT, id: first.uuid, time_on_step: 1, execute_actions: [], page_url: '', at: 1 },
    { lead: { offer: 'claim', buyers: ['acme'], payload: {} } },
  )
  const [delivery] = await store.dueDeliveries('acme', 2, 10)
  expect(await store.beginAttempt(delivery!, 2)).toBeNull()
})

test.each([
  ['', 'claims.example', 'small'],
  ['nowhere', 'claims.example', 'small'],
  ['', 'other.example', 'other'],
  ['small', 'other.example', 'small'],
])('the path %j on the host %s means the site %s, as it does for a page', async (path, host, site) => {
  const env = { DEFAULT_SITE: 'small', SITE_HOSTS: 'other.example=other' }
  const { come, store } = await visited({}, env)
  await store.publish({ path: 'other', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1 })
  const opened = await come({ path }, { host })
  expect(opened.path).toBe(site)
  expect(await come({ path, session_token: opened.token }, { host })).toEqual(opened)
})

/** The small flow's server and a session that has just answered these steps. */
async function answeredTo(last: 'where' | 'end') {
  const clock = { now: Date.parse('2026-11-20T17:00:00Z') }
  const server = await running({ now: () => clock.now })
  const come = async (body: object = {}) => {
    const arrival = { path: 'small', page_url: '', referrer: '', query: {}, ...body }
    return (
      await server.send(wrapped('POST /api/sessions', arrival, server.settings.siteKey))
    ).json<OpenedSession>()
  }
  const first = await come()
  const steps = [HURT, WHERE, MAIL]
  for (const step of last === 'end' ? steps : steps.slice(0, 1)) {
    const answer = await server.send(wrapped('POST /api/sessions/step', submission(first, step), first.token))
    expect(answer.statusCode).toBe(204)
  }
  const comeAfter = (minutes: number, body: object = {}) => {
    clock.now += minutes * MINUTE_MS
    return come({ session_token: first.token, ...body })
  }
  return { first, comeAfter }
}

const MINUTE_MS = 60 * 1000
const DAY_MINUTES = 24 * 60

test('a finished session continues for 15 minutes after its last answer, and then another begins', async () => {
  const { first, comeAfter } = await answeredTo('end')
  expect((await comeAfter(15)).uuid).toBe(first.uuid)
  expect((await comeAfter(1)).uuid).not.toBe(first.uuid)
})

test('another click doesn’t keep a finished session open', async () => {
  const { first, comeAfter } = await answeredTo('end')
  expect((await comeAfter(14, { query: { gclid: 'g-2' } })).uuid).toBe(first.uuid)
  expect((await comeAfter(2)).uuid).not.toBe(first.uuid)
})

test('an unfinished session continues for a day after the last answer or click', async () => {
  const { first, comeAfter } = await answeredTo('where')
  expect((await comeAfter(DAY_MINUTES, { query: { gclid: 'g-2' } })).uuid).toBe(first.uuid)
  expect((await comeAfter(DAY_MINUTES)).uuid).toBe(first.uuid)
  expect((await comeAfter(1)).uuid).not.toBe(first.uuid)
})
