import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { Page } from '../../src/flow/page.ts'
import { BUILT } from './built.ts'
import { running, useUp } from './running.ts'

/** A browser at the first step of the small flow, which posts forms as it would without any script. */
async function atFirstStep(now = Date.now) {
  const { send, store, app, ctx } = await running({ env: { DEFAULT_SITE: 'small' }, folders: BUILT, now })
  const url = '/small?utm_source=mail'
  const first = await send({ url })
  const cookie = String(first.headers['set-cookie']).split(';')[0]!
  const look = async () => (await send({ url, headers: { cookie } })).body
  const [, data = ''] = /id="page">(.*?)<\/script>/.exec(first.body)!
  const { uuid } = (JSON.parse(data) as Page).session
  const headers = {
    cookie,
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'http://localhost:80',
    'sec-fetch-site': 'same-origin',
    host: 'localhost:80',
  }
  /** Posts the form. `without`: headers that the browser doesn't send. */
  const post = (
    fields: Record<string, string>,
    { without = [], ...more }: InjectOptions & { without?: string[] } = {},
  ) => {
    const all = Object.entries({ ...headers, ...more.headers }).filter(([name]) => !without.includes(name))
    const payload = new URLSearchParams(fields).toString()
    return send({ method: 'POST', url, payload, ...more, headers: Object.fromEntries(all) })
  }
  const steps = async () => (await store.session(uuid))!.steps
  return { app, ctx, headers, post, send, look, steps, url }
}

test('an answer by form is charged to its network’s budget, and refused if none is left', async () => {
  const instant = Date.now()
  const { ctx, post, steps } = await atFirstStep(() => instant)
  await post(YES)
  useUp(ctx)
  expect((await post({ 'step-id': 'claim/where', state: 'TX' })).statusCode).toBe(429)
  expect(await steps()).toHaveLength(1)
})

const YES = { 'step-id': 'claim/hurt', hurt: 'yes' }

test('a posted choice is recorded once, and the page continues at the next step', async () => {
  const { post, look, steps, url } = await atFirstStep()
  const { statusCode, headers } = await post(YES)
  expect([statusCode, headers['location']]).toEqual([303, url])
  expect(await look()).toContain('data-step="claim/where"')
  // A double press posts it twice.
  await post(YES)
  expect((await steps()).map(({ step_key, answers }) => [step_key, answers])).toEqual([
    ['hurt', [{ question_key: 'hurt', answer_key: 'yes', raw_data: 'yes' }]],
  ])
})

test('Continue with a value is recorded, and without one, the step is shown again', async () => {
  const { post, look, steps } = await atFirstStep()
  await post(YES)
  const empty = await post({ 'step-id': 'claim/where', state: '' })
  expect(empty.statusCode).toBe(422)
  expect(await look()).toContain('data-step="claim/where"')
  await post({ 'step-id': 'claim/where', state: 'TX' })
  expect(await look()).toContain('data-step="claim/mail"')
  await post({ 'step-id': 'claim/mail', email: 'ann@nowhere' })
  expect(await look()).toContain('data-step="claim/mail"')
  expect((await steps()).map(({ step_key }) => step_key)).toEqual(['hurt', 'where'])
})

test('a failed check of a posted form is shown at its field, with the entered value', async () => {
  const { post, look, steps } = await atFirstStep()
  await post(YES)
  await post({ 'step-id': 'claim/where', state: 'TX' })
  const { statusCode, headers, body } = await post({ 'step-id': 'claim/mail', email: 'ann@nowhere' })
  expect([statusCode, headers['cache-control']]).toEqual([422, 'no-store'])
  const [field = ''] = /<div class="field"[^]*?<\/div>/.exec(body) ?? []
  expect(field).toContain('value="ann@nowhere"')
  expect(field).toContain('aria-invalid="true"')
  expect(/id="root_email-error"[^>]*>([^<]*)</.exec(field)?.[1]).toBe('Email must contain a valid email')
  expect(await look()).not.toContain('ann@nowhere')
  expect(await steps()).toHaveLength(2)
})

test.each<[string, Record<string, string>, InjectOptions & { without?: string[] }]>([
  ['an answer that the step does not have', { ...YES, hurt: 'perhaps' }, {}],
  ['a step that the visitor has not come to', { 'step-id': 'claim/mail', email: 'ann@example.org' }, {}],
  ['no step', { hurt: 'yes' }, {}],
  ['a form on another site', YES, { headers: { 'sec-fetch-site': 'cross-site' } }],
  [
    'a form on another site, in an older browser',
    YES,
    { without: ['sec-fetch-site'], headers: { origin: 'https://evil.example' } },
  ],
  ['a browser without the cookie', YES, { without: ['cookie'] }],
  ['a cookie of nobody', YES, { headers: { cookie: `visitor_small=${'x'.repeat(43)}` } }],
  ['JSON', YES, { payload: JSON.stringify(YES), headers: { 'content-type': 'application/json' } }],
  ['broken JSON', YES, { payload: '{', headers: { 'content-type': 'application/json' } }],
  ['no body', YES, { payload: '', without: ['content-type'] }],
])('%s records nothing and shows the step', async (_, fields, options) => {
  const { post, look, steps } = await atFirstStep()
  const { statusCode, headers } = await post(fields, options)
  expect([statusCode, headers['set-cookie']]).toEqual([303, undefined])
  expect(await look()).toContain('data-step="claim/hurt"')
  expect(await steps()).toEqual([])
})

test('the next page is on the same host, whatever the address says', async () => {
  const { app, headers } = await atFirstStep()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (const path of ['//evil.example/small', '/\\evil.example/small', '/\\/evil.example/small']) {
    const [answer] = (await once(
      request({ port, path, method: 'POST', headers }).end('hurt=yes'),
      'response',
    )) as [IncomingMessage]
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/evil.example/small'])
  }
})

test('a page explains what’s wrong with a form', async () => {
  const { post } = await atFirstStep()
  const { statusCode, headers, body } = await post({ ...YES, text: 'x'.repeat(300_000) })
  expect([statusCode, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>')
})

test.each([
  '/stats',
  '/stats/visits',
  '/studio',
  '/studio/small',
  '/desk',
  '/desk/leads',
  '/legal',
  '/healthz',
  '/main/x',
])('a form posted to %s, which isn’t a page with a step, is refused', async (url) => {
  const { post } = await atFirstStep()
  expect((await post(YES, { url })).statusCode).toBe(404)
})

test('starting over by form ends the session in the browser, and another site can’t do that', async () => {
  const { post } = await atFirstStep()
  await post(YES)
  const again = await post({ 'start-again': '' })
  expect([again.statusCode, again.headers['location']]).toEqual([303, '/small?utm_source=mail'])
  expect(again.headers['set-cookie']).toMatch(/^visitor_small=; .*Expires=Thu, 01 Jan 1970/)
  const foreign = await post({ 'start-again': '' }, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.headers['set-cookie']).toBeUndefined()
})

test('no cache stores a page with answers', async () => {
  const { post, send, headers, url } = await atFirstStep()
  const kept = async () => (await send({ url, headers: { cookie: headers.cookie } })).headers['cache-control']
  expect(await kept()).toBe('private, no-cache')
  await post(YES)
  expect(await kept()).toBe('no-store')
})
