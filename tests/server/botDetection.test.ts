import { afterAll, expect, test } from 'vitest'
import { isSuspectedBot } from '../../src/server/visitors/botDetection.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { BUILT } from './built.ts'
import { BROWSER, keys, running, submission, wrapped } from './running.ts'
import { HURT, SMALL_FLOW } from './smallFlow.ts'

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

test.each([
  ['a crawler', GOOGLEBOT],
  [
    'a crawler that says it is a phone',
    `Mozilla/5.0 (Linux; Android 6.0.1) Chrome/142.0 Mobile (${GOOGLEBOT})`,
  ],
  ['a preview of a link', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['a preview in a chat', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['a load balancer', 'ELB-HealthChecker/2.0'],
  ['another load balancer', 'GoogleHC/1.0'],
  ['a cluster', 'kube-probe/1.31'],
  ['a monitor', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
  ['a tool', 'curl/8.10.1'],
  ['a browser without a window', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0.0.0 Safari/537.36'],
  ['no user agent', ''],
])('no visitor is there: %s', (_, agent) => {
  expect(isSuspectedBot({ headers: { 'user-agent': agent } })).toBe(true)
})

test.each([
  BROWSER,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/iPhone16,1]',
  'Mozilla/5.0 (Linux; Android 15; SM-S928B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0 Mobile Safari/537.36 Instagram 400.0.0.40 Android',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 50) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
])('a visitor may be there: %s', (agent) => {
  expect(isSuspectedBot({ headers: { 'user-agent': agent } })).toBe(false)
})

/** The server with the built page, and its counts for the small flow's affiliates. */
async function visited(until?: typeof afterAll) {
  const server = await running({ env: { DEFAULT_SITE: 'small' }, folders: BUILT, ...(until && { until }) })
  const counted = async () => {
    const all = { path: 'small', from: 0, to: Date.now() }
    const [row] = await server.store.report('visits-by-affiliate', all)
    const [epr] = await server.store.report('analytics-epr', { ...all, path: null })
    return [row?.page_visits ?? 0, epr?.visits ?? 0]
  }
  const look = async (headers: Record<string, string>) => {
    const page = await server.send({ url: '/small', headers })
    const text = /id="page">(.*?)<\/script>/s.exec(page.body)?.[1] ?? '{}'
    const { session } = JSON.parse(text) as {
      session: { uuid: string; token: string; version: number; click_ref: string }
    }
    return { page, session, cookie: String(page.headers['set-cookie']).split(';')[0]! }
  }
  return { ...server, counted, look }
}

const quiet = await visited(afterAll)

test.each([
  ['a crawler', { 'user-agent': GOOGLEBOT }],
  ['no user agent', { 'user-agent': '' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch of an older Chrome', { purpose: 'prefetch' }],
  ['a prerender of an older Chrome', { purpose: 'prerender' }],
  ['a preview in Safari', { purpose: 'preview' }],
  ['a prefetch of an older Firefox', { 'x-moz': 'prefetch' }],
])('%s gets the page but isn’t a page visit', async (_, headers) => {
  const { look, counted } = quiet
  const { page } = await look(headers)
  expect([page.statusCode, await counted()]).toEqual([200, [0, 0]])
  expect(page.body).toContain('Were you hurt?')
})

test('a visitor mistaken for a bot counts, once, as soon as they answer', async () => {
  const { look, counted, send, store } = await visited()
  const { session } = await look({ 'user-agent': GOOGLEBOT })
  const visit = wrapped('POST /api/sessions/track/visit', keys(session), session.token)
  const step = wrapped('POST /api/sessions/step', submission(session, HURT), session.token)
  const sent = await Promise.all([send(visit), send(step), send(visit)])
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect(await counted()).toEqual([1, 1])
  expect((await store.session(session.uuid))?.steps).toMatchObject([HURT])
})

test('a session without activity survives a server restart', async () => {
  const { look, store } = await visited()
  const { session } = await look({ 'user-agent': GOOGLEBOT })
  const again = await running({ store })
  const count = async () =>
    (await store.report('visits-by-affiliate', { path: 'small', from: 0, to: Date.now() })).length
  expect(await count()).toBe(0)
  await again.send(wrapped('POST /api/sessions/step', submission(session, HURT), session.token))
  expect(await count()).toBe(1)
})

test('a prefetched page is requested again when its visitor comes, and counts then', async () => {
  const { look, counted } = await visited()
  const ahead = await look({ 'sec-purpose': 'prefetch' })
  expect(ahead.page.headers['cache-control']).toBe('no-store')
  const come = await look({ cookie: ahead.cookie })
  expect([come.session.uuid, come.page.headers['set-cookie']]).toEqual([ahead.session.uuid, undefined])
  expect(await counted()).toEqual([1, 0])
})

test('a prerendered page is one page visit when it appears on the screen', async () => {
  const { look, counted, send } = await visited()
  const { session } = await look({ 'sec-purpose': 'prefetch;prerender' })
  expect(await counted()).toEqual([0, 0])
  const shown = wrapped('POST /api/sessions/shown', keys(session), session.token)
  for (const sent of [await send(shown), await send(shown)]) expect(sent.statusCode).toBe(204)
  expect(await counted()).toEqual([1, 0])
})

test('calls that a page makes by itself, such as IDs or a hidden step, don’t count as a visitor', async () => {
  const { store, send, settings, counted } = await visited()
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.offers['claim']!.steps.unshift({ name: 'mark', type: 'hidden', questions: [] })
  await store.publish({
    path: 'marking',
    flow,
    style: '',
    validators: compileValidators(flow),
    icons: {},
    at: Date.now(),
  })
  const arrival = { path: 'marking', page_url: '', referrer: '', query: {} }
  const call = wrapped('POST /api/sessions', arrival, settings.siteKey)
  const { uuid, token } = (
    await send({ ...call, headers: { ...call.headers, 'user-agent': GOOGLEBOT } })
  ).json()
  const id = wrapped('PATCH /api/sessions', { uuid, token, jornaya_lead_id: 'J-1' }, token)
  expect((await send(id)).statusCode).toBe(204)
  const hidden = submission(
    { uuid, token, version: 2, click_ref: '' },
    { offer_key: 'claim', step_key: 'mark', answers: [] },
  )
  expect((await send(wrapped('POST /api/sessions/step', hidden, token))).statusCode).toBe(204)
  expect(await counted()).toEqual([0, 0])
  expect(await store.report('visits-by-affiliate', { path: 'marking', from: 0, to: Date.now() })).toEqual([])
})
