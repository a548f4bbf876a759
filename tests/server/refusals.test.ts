import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { CALLS } from '../../schemas/api.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { BODIES, call, namesSession, VISITOR_CALLS } from './bodies.ts'
import { keys, refused, running, wrapped } from './running.ts'
import { SMALL_FLOW } from './smallFlow.ts'

const flow = structuredClone(SMALL_FLOW)
flow.ui_config.come_back = {}
const env = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'list@small.example' }
const { send, open, settings } = await running({ until: afterAll, flow, env })

describe.each(VISITOR_CALLS)('%s', (name) => {
  const body = (session: Session) => BODIES[name]!(session)

  test('accepts a valid body', async () => {
    const session = await open()
    await send(call('POST /api/sessions/step', BODIES['POST /api/sessions/step']!(session), session.token))
    expect((await send(call(name, body(session), session.token))).statusCode).toBe(CALLS[name].status)
  })

  test.each([
    ['no token', undefined],
    ['another scheme', 'Basic YTpi'],
    ['a token of another form', 'Bearer short'],
  ])('%s gets 401', async (_name, authorization) => {
    const session = await open()
    const { headers, ...request } = call(name, body(session), session.token)
    const { authorization: _its, ...others } = headers as Record<string, string>
    const response = await send({
      ...request,
      headers: { ...others, ...(authorization && { authorization }) },
    })
    expect(refused(response)).toMatchObject({ code: 401, status: 401, field: 'authorization' })
  })

  test('an unknown token gets 403 for an existing session, and 401 if none is named', async () => {
    const session = await open()
    const token = randomBytes(48).toString('base64url')
    expect(refused(await send(call(name, body(session), token)))).toMatchObject({
      code: namesSession(name) ? 403 : 401,
      type: 'application/problem+json; charset=utf-8',
      field: 'authorization',
    })
  })

  if (namesSession(name))
    test('one session’s token with another’s UUID gets 403, both ways', async () => {
      const [mine, yours] = [await open(), await open()]
      const bearer = await send(call(name, body(yours), mine.token))
      expect(refused(bearer)).toMatchObject({ code: 403, field: 'authorization' })
      const inside = await send(call(name, body({ ...mine, token: yours.token }), mine.token))
      expect(refused(inside)).toMatchObject({
        code: 403,
        field: name.startsWith('PATCH') ? 'token' : 'session_token',
      })
    })

  if (namesSession(name))
    test('an unknown session gets 404', async () => {
      const session = await open()
      const response = await send(call(name, body({ ...session, uuid: randomUUID() }), session.token))
      expect(refused(response)).toMatchObject({
        code: 404,
        field: name.startsWith('PATCH') ? 'uuid' : 'session_uuid',
      })
    })

  if (!name.startsWith('GET'))
    test('a missing, misspelled, or wrong member gets 400 and is named', async () => {
      const session = await open()
      const good = body(session)
      const first = Object.keys(good)[0]!
      const { [first as never]: _gone, ...without } = good
      const cases = [
        { body: without, field: first },
        { body: { ...good, extra: 1 }, field: 'extra' },
        { body: { ...good, [first]: 5 }, field: first },
      ]
      for (const { body, field } of cases)
        expect(refused(await send(call(name, body, session.token)))).toMatchObject({ code: 400, field })
    })

  if ('wrapped' in CALLS[name])
    test('a plain body, or a changed signature, gets 400 with the reason', async () => {
      const session = await open()
      const good = call(name, body(session), session.token)
      const plain = await send({ ...good, payload: body(session) })
      expect(refused(plain)).toMatchObject({ code: 400, field: '_x' })
      const headers = {
        ...good.headers,
        'x-signature': String(good.headers!['x-signature']).replace(/.$/, 'x'),
      }
      expect(refused(await send({ ...good, headers }))).toMatchObject({ code: 400, field: 'x-signature' })
    })
})

test('a session can’t be opened with a plain body, with another key, or on a path without a live version', async () => {
  // The root isn't live, either.
  const { send, settings } = await running({ env: { DEFAULT_SITE: 'elsewhere' } })
  const body = { path: 'nowhere', page_url: '', referrer: '', query: {} }
  const name = 'POST /api/sessions'
  const plain = await send({ method: 'POST', url: '/api/sessions', payload: body })
  expect(refused(plain)).toMatchObject({ code: 400, field: '_x' })
  expect(refused(await send(wrapped(name, body, 'guess')))).toMatchObject({ code: 400, field: 'x-signature' })
  expect(refused(await send(wrapped(name, body, settings.siteKey)))).toMatchObject({
    code: 404,
    field: 'path',
  })
})

describe.each([
  ['a parameter of the address', (name: string, value: unknown) => opening({ query: { [name]: value } })],
  ['a member of a lead', async (name: string, value: unknown) => storing({ [name]: value }, await open())],
])('%s', (_, request) => {
  const long = 'n'.repeat(101)

  test.each([
    ['a\nb', { deep: {} }],
    ['a\u2028b', 5],
    [long, 'x'],
  ])('is refused with the name %j and the value %j', async (name, value) => {
    const { code, field } = refused(await send(await request(name, value)))
    expect([code, field?.split('.').at(-1)]).toEqual([400, name])
  })

  test.each(['', 'a\nb', long.slice(1)])('is accepted with the name %j', async (name) => {
    expect((await send(await request(name, 'x'))).statusCode).toBeLessThan(300)
  })
})

test('refusals are short', async () => {
  const { body } = await send(opening({ ['n'.repeat(1_000_000)]: 1 }))
  expect(JSON.parse(body)).toMatchObject({ status: 400, field: 'n'.repeat(200) })
  expect(body.length).toBeLessThan(1000)
})

function opening(more: object) {
  const body = { path: 'small', page_url: '', referrer: '', query: {}, ...more }
  return wrapped('POST /api/sessions', body, settings.siteKey)
}

function storing(lead: object, session: Session) {
  return call('POST /api/store', { ...keys(session), lead }, session.token)
}

test.each([
  ['GET /api/flows/999', 404, 'version'],
  ['GET /api/flows/one', 404, 'version'],
  ['GET /api/path-config', 400, 'path'],
  ['GET /api/path-config?path=nowhere', 404, 'path'],
  ['GET /api/nothing', 404, undefined],
  ['POST /api/nothing', 404, undefined],
  ['DELETE /api/sessions', 405, undefined],
  ['GET /api/store', 405, undefined],
  ['GET /api/reports/login', 405, undefined],
  ['GET /webhook/nothing', 404, undefined],
  ['GET /main/nothing.js', 404, undefined],
  ['GET /api/%zz', 404, undefined],
])('%s is a problem: %i', async (call, code, field) => {
  const [method, url] = call.split(' ') as ['GET', string]
  const problem = refused(await send({ method, url }))
  expect(problem).toMatchObject({ code, status: code, type: 'application/problem+json; charset=utf-8' })
  expect(problem.field).toBe(field)
  expect(problem.detail).toMatch(/\.$/)
})

test('a wrong method gets a list of the right ones', async () => {
  // Not in the types of what sends it, but a method of HTTP.
  for (const method of ['PUT', 'TRACE'] as 'PUT'[]) {
    const { statusCode, headers } = await send({ method, url: '/webhook/conversions' })
    expect([method, statusCode, headers['allow']]).toEqual([method, 405, 'GET, POST'])
  }
})

test('a body above 256 KiB gets 413, invalid JSON 400, and another content type 415', async () => {
  const post = (payload: string, type: string) =>
    send({ method: 'POST', url: '/api/sessions', payload, headers: { 'content-type': type } })
  expect(refused(await post(`"${'x'.repeat(256 * 1024)}"`, 'application/json'))).toMatchObject({
    code: 413,
    detail: 'The request body is too large. The limit is 262144 bytes.',
    field: 'body',
  })
  expect(refused(await post('{"data":', 'application/json'))).toMatchObject({ code: 400 })
  expect(refused(await post('{"__proto__":{}}', 'application/json'))).toMatchObject({ code: 400 })
  expect(refused(await post('data=1', 'application/x-www-form-urlencoded'))).toMatchObject({ code: 415 })
  expect(refused(await post('data', 'text/plain'))).toMatchObject({
    code: 415,
    detail: "This content type isn't supported. Send application/json.",
    field: 'content-type',
  })
})

const MINUTE = 1_800_000_000_000

test('too many requests are asked to wait: by address and route', async () => {
  const { send, open, settings } = await running({ env: { RATE_LIMIT: '0.0005' }, now: () => MINUTE })
  await open()
  const body = { path: 'small', page_url: '', referrer: '', query: {} }
  const again = () => send(wrapped('POST /api/sessions', body, settings.siteKey))
  expect([(await again()).statusCode, (await again()).statusCode]).toEqual([201, 201])
  const fourth = await again()
  expect(refused(fourth)).toMatchObject({ code: 429, status: 429 })
  expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(fourth.headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('too many requests are asked to wait: by session overall', async () => {
  const { send, open } = await running({ now: () => MINUTE })
  const session = await open()
  const visit = () => send(wrapped('POST /api/sessions/track/visit', keys(session), session.token))
  for (let call = 0; call < 300; call++) expect((await visit()).body).toBe('')
  expect(refused(await visit())).toMatchObject({ code: 429 })
})

test('a failure on our side reveals nothing of its cause, and has an ID to ask about', async () => {
  const { app, send } = await running()
  app.get('/api/broken', async () => {
    throw new Error('the password of the database is hunter2')
  })
  const response = await send({ url: '/api/broken' })
  expect(refused(response)).toMatchObject({
    code: 500,
    detail: 'Something went wrong on our end. Try again in a moment.',
  })
  expect(response.body).not.toContain('hunter2')
  expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
