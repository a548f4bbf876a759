import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { problemsOf } from '../../src/author/document/problemsOf.ts'
import { walk } from '../../src/flow/walk.ts'
import { call } from '../server/bodies.ts'
import { keys, running, sealed, submission, wrapped } from '../server/running.ts'
import { HURT, SMALL_FLOW } from '../server/smallFlow.ts'
import { deflateSync } from 'node:zlib'

/** Nothing that comes in may reach what every object inherits. */

const { send, open, settings, store } = await running({
  env: { RATE_LIMIT: '0', POSTBACK_KEYS: 'everflow:a-secret-of-the-partner' },
  until: afterAll,
})
const session = await open()
const INHERITED = Object.getOwnPropertyNames(Object.prototype)

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(INHERITED)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(([] as unknown as Record<string, unknown>)['polluted']).toBeUndefined()
})

const PAYLOADS = [
  '{"__proto__":{"polluted":true}}',
  '{"__proto__":null}',
  '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":{"b":[{"__proto__":{"polluted":true}}]}}',
  '{"lead":{"__proto__":{"polluted":true}}}',
  '[{"__proto__":{"polluted":true}}]',
  '{"__proto__":{"toJSON":"x","hasOwnProperty":null,"polluted":true}}',
]

test.each(PAYLOADS)('%s is refused as a body and inside the inflated data', async (payload) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.token}` }
  for (const url of ['/api/store', '/webhook/conversions', '/webhook/tracking/linkout/create'])
    expect((await send({ method: 'POST', url, payload, headers })).statusCode).toBe(400)
  const data = deflateSync(payload).toString('base64')
  for (const [name, key] of [
    ['POST /api/sessions', settings.siteKey],
    ['POST /api/sessions/step', session.token],
    ['PATCH /api/sessions', session.token],
  ] as const)
    expect((await send(sealed(name, data, key))).statusCode).toBe(400)
})

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']

describe.each(NAMES)('%s', (name) => {
  test('is no offer, step, question or answer', async () => {
    const answers = [{ question_key: name, answer_key: name, raw_data: 'polluted' }]
    for (const step of [
      { ...HURT, offer_key: name },
      { ...HURT, step_key: name },
      { ...HURT, answers },
      { ...HURT, answers: [{ ...HURT.answers[0], answer_key: name }] },
    ])
      expect([400, 422]).toContain(
        (await send(call('POST /api/sessions/step', submission(session, step), session.token))).statusCode,
      )
    const impression = { ...keys(session), offer_key: name }
    const response = await send(call('POST /api/sessions/track/offer-impression', impression, session.token))
    expect([400, 422]).toContain(response.statusCode)
  })

  test('is a parameter like any other in an address, and is no answer to a rule', async () => {
    const query = JSON.parse(`{"${name}":"polluted"}`) as Record<string, string>
    const opened = await send(
      wrapped('POST /api/sessions', { path: 'small', page_url: '', referrer: '', query }, settings.siteKey),
    )
    expect(opened.statusCode).toBe(name === '__proto__' ? 400 : 201)
    const rule = { operator: null, conditions: [{ field: name, condition: 'neq' as const, arg: null }] }
    const { claim } = SMALL_FLOW.ui_config.offers
    const [first, ...rest] = claim!.steps
    const steps = [{ ...first!, display_rules: [rule] }, ...rest]
    const flow = {
      ...SMALL_FLOW,
      ui_config: {
        ...SMALL_FLOW.ui_config,
        offers: { ...SMALL_FLOW.ui_config.offers, claim: { ...claim!, steps } },
      },
    }
    expect(walk(flow, { today: '2026-11-20', query: {} }, {}).trail[0]).toMatchObject({ kind: 'skipped' })
  })

  test('is not a path, a legal page, a report or a version', async () => {
    const names = [
      `/api/path-config?path=${name}`,
      `/api/flows/${name}`,
      `/legal/${name}/${name}`,
      `/legal/small/${name}`,
      `/main/flows/${name}.js`,
      `/main/${name}`,
      `/api/reports/${name}`,
    ]
    for (const url of names) expect([400, 401, 404]).toContain((await send({ url })).statusCode)
    const form = await send({
      method: 'POST',
      url: '/webhook/conversions',
      payload: `${name}=polluted&${name}[polluted]=1&key=a-secret-of-the-partner`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.statusCode).toBe(400)
  })

  test('as a field, question, answer or place of a flow file is a problem and never published', () => {
    const text = JSON.stringify({ $schema: '', ...SMALL_FLOW })
    for (const [from, to] of [
      ['"ui_config":{', `"ui_config":{"${name}":{"polluted":true},`],
      ['"offers":{', `"offers":{"${name}":{"polluted":true},`],
      ['"questions":{"hurt"', `"questions":{"${name}":{"polluted":true},"hurt"`],
      ['"field":"hurt"', `"field":"${name}"`],
      ['"field":"hurt"', `"field":"${name}.polluted"`],
      ['<p>Thanks.</p>', `<p>{{field:${name}}}</p>`],
    ] as const) {
      expect(text).toContain(from)
      expect(problemsOf(text.replace(from, to)).length).toBeGreaterThan(problemsOf(text).length)
    }
  })
})

test('a page that is asked for with such parameters opens a session that keeps them as they came', async () => {
  const opened = await open({ query: { constructor: 'polluted', toString: 'polluted' } })
  expect((await store.session(opened.uuid))?.origin.query).toEqual({
    constructor: 'polluted',
    toString: 'polluted',
  })
})
