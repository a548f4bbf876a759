import { expect, test } from 'vitest'
import type { OpenedSession } from '../../schemas/api.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, SMALL_FLOW } from './smallFlow.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The server a day after a session was opened on it, by a link that brought a parameter. */
async function visited(headers: Record<string, string> = {}, env: Record<string, string> = {}) {
  const clock = { now: Date.parse('2026-11-20T17:00:00Z') }
  const server = await running({ env, now: () => clock.now })
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

test('who holds a session goes on with it, on the day on which it began, and is no new page visit', async () => {
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
  ['a link that says something else', ({ token }) => ({ session_token: token, query: { affid: '104' } })],
])('with %s a session is opened', async (_, said) => {
  const { come, first, store } = await visited()
  await store.publish({ path: 'other', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1 })
  const other = await come()
  const anew = await come(said(first, other))
  expect([first.uuid, other.uuid]).not.toContain(anew.uuid)
  expect(anew.origin.today).toBe('2026-11-21')
})

test('whose session was forgotten gets another, whose answers are taken', async () => {
  const { come, first, store, ctx, send } = await visited()
  await store.forgetSession(first.uuid)
  ctx.visitors.drop(first.uuid)
  const anew = await come({ session_token: first.token })
  expect(anew.uuid).not.toBe(first.uuid)
  const step = wrapped('POST /api/sessions/step', submission(anew, HURT), anew.token)
  expect((await send(step)).statusCode).toBe(204)
})

test('who comes back to a session that was opened unattended is a page visit', async () => {
  const { come, visits, first } = await visited({ 'sec-purpose': 'prefetch' })
  expect(await visits()).toBe(0)
  await come({ session_token: first.token })
  expect(await visits()).toBe(1)
})

test('who comes back with Global Privacy Control is not sold', async () => {
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
