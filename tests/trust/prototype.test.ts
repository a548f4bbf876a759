import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { Call } from '../../schemas/kernel/call.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { styleProblems } from '../../src/author/document/style.ts'
import { importForm } from '../../src/author/import/file/importForm.ts'
import { walk } from '../../src/flow/walk.ts'
import { matching } from '../../src/rows/matching.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { keepSourceFiles } from '../../src/server/publish/sourceFiles.ts'
import { call } from '../server/bodies.ts'
import { keys, running, sealed, submission, wrapped } from '../server/running.ts'
import { HURT, SMALL_FLOW } from '../server/smallFlow.ts'
import { deflateSync } from 'node:zlib'

/** Tests that no input reaches the properties that every object inherits. */

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
  test('isn’t an offer, step, question, or answer', async () => {
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

  test('is an ordinary parameter in an address, and not an answer for rules', async () => {
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

  test('isn’t a path, a legal page, a report, or a version', async () => {
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

  test('as a field, question, answer, or place in a flow is a problem and never published', () => {
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

test('a page requested with such parameters opens a session that stores them unchanged', async () => {
  const opened = await open({ query: { constructor: 'polluted', toString: 'polluted' } })
  expect((await store.session(opened.uuid))?.origin.query).toEqual({
    constructor: 'polluted',
    toString: 'polluted',
  })
})

describe('calls of operators', async () => {
  const password_hash = await hashPassword('secret', (bytes) => Buffer.alloc(bytes, 1))
  await store.saveOperator({ name: 'root', role: 'admin', sites: null, password_hash, since: 0 })
  const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
  const login = { name: 'root', password: 'secret' }
  const { cookies } = await send({ method: 'POST', url: '/api/reports/login', payload: login, headers: ours })
  const headers = { ...ours, cookie: `${cookies[0]!.name}=${cookies[0]!.value}` }
  const files = await keepSourceFiles(store, new Map([['a.css', Buffer.from('p {}')]]))
  const draft = { path: 'small', from: 0, text: '{}', isJson: true, files, based_on: null }
  await store.saveDraft({ ...draft, by: 'root', at: 0 })
  const called = (Object.entries(CALLS) as [CallName, Call][]).filter(
    ([name, { query }]) => name.startsWith('GET /api/reports') && query,
  )

  test.each(NAMES)('cause no server error if a word is %s', async (name) => {
    expect(called.length).toBeGreaterThan(10)
    for (const [call, { query }] of called) {
      const { properties = {} } = query as { properties?: Record<string, Described> }
      for (const word of Object.keys(properties)) {
        const asked = Object.entries(properties).map(([key, described]) => [
          key,
          key === word ? name : valueOf(key, described),
        ])
        const url = `${call.slice(4)}?${new URLSearchParams(asked as string[][]).toString()}`
        const { statusCode } = await send({ url, headers })
        expect(statusCode, url).toBeLessThan(500)
      }
    }
  })

  test.each(NAMES)('find no file called %s in a draft', async (name) => {
    const url = `/api/reports/studio/file?path=small&name=${name}`
    expect((await send({ url, headers })).statusCode).toBe(404)
  })
})

interface Described {
  type?: string
  enum?: unknown[]
  minimum?: number
}

/** A value that a parameter accepts, so that the next one is looked up. */
function valueOf(key: string, { type, enum: words, minimum = 1 }: Described): string {
  if (words) return String(words[0])
  if (key === 'path') return 'small'
  return type === 'integer' || type === 'number' ? String(minimum) : 'small'
}

describe.each(NAMES)('%s', (name) => {
  test('isn’t a comparison of an imported form', () => {
    const fields = [
      { ref: 'a', title: 'How many?', type: 'number' },
      { ref: 'b', title: 'Why?', type: 'short_text' },
      { ref: 'c', title: 'When?', type: 'short_text' },
    ]
    const vars = [
      { type: 'field', value: 'a' },
      { type: 'constant', value: 3 },
    ]
    const jump = {
      action: 'jump',
      details: { to: { type: 'field', value: 'c' } },
      condition: { op: name, vars },
    }
    const logic = [{ type: 'field', ref: 'a', actions: [jump] }]
    // One about the rule, and one about the question that it hides.
    expect(notesOf({ title: 'T', fields, logic })).toBe(notesOf({ title: 'T', fields }) + 2)
  })

  test('isn’t a searchable column, a unit, or one of our selectors', () => {
    const table = { columns: [], filterKeys: {} }
    const rows = [{ [name]: 'polluted' }]
    expect(matching(table, rows, { key: name, search: 'x' })).toEqual(rows)
    const sized = `.consent { margin: 1${name.replaceAll('_', '\\_')} }`
    expect(styleProblems(sized, 'a.css', null).map(({ code }) => code)).toContain('hidden_consent')
    const css = `@media all { ${name.replaceAll('_', '\\_')} { display: none } }`
    expect(styleProblems(css, 'a.css', null)).toEqual([])
  })
})

/** Number of notes about parts of a form that weren't imported. */
function notesOf(form: object): number {
  const read = importForm(JSON.stringify(form))
  if ('fault' in read) throw new Error(read.fault)
  return read.notes.length
}
