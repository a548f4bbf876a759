import { createHash, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { BROWSER, keys, refused, running, submission, wrapped } from './running.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from './smallFlow.ts'
import { openTables } from '../store/tables.ts'

const { send, open, store, dataDir } = await running({ until: afterAll })
const STEP = 'POST /api/sessions/step'

test('a session begins with the affiliate, the sub IDs, and the New York day of its first request', async () => {
  const { open, store } = await running({ now: () => Date.parse('2026-11-21T04:59:59Z') })
  const session = await open({
    referrer: 'https://search.example/',
    query: { affid: '86', sub1: 'a', sub3: 'c', utm_term: 'hurt' },
  })
  expect(session).toEqual({
    // A version 7 UUID: the epoch ms of its opening, then random bits.
    uuid: expect.stringMatching(/^01a1fc79-bc98-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    token: expect.stringMatching(/^[\w-]{64}$/),
    version: 1,
    click_ref: expect.stringMatching(/^[\w-]{22}$/),
    path: 'small',
    origin: {
      today: '2026-11-20',
      query: { affid: '86', sub1: 'a', sub3: 'c', utm_term: 'hurt' },
    },
  })
  expect(await store.session(session.uuid)).toMatchObject({
    token_hash: createHash('sha256').update(session.token).digest('hex'),
    path: 'small',
    aff_id: '86',
    sub1: 'a',
    sub2: '',
    sub3: 'c',
    origin: { today: '2026-11-20', query: { utm_term: 'hurt' } },
    referrer: 'https://search.example/',
    ip: '127.0.0.1',
    user_agent: BROWSER,
  })
})

test.each([
  [{}, '1'],
  [{ affid: '' }, '1'],
  [{ aff_id: '104' }, '104'],
  [{ affid: '86', aff_id: '104' }, '86'],
])('the affiliate of the query %j is %s', async (query, aff_id) => {
  const { uuid } = await open({ query })
  expect(await store.session(uuid)).toMatchObject({ aff_id })
})

test('a visitor without an affiliate gets the one that the page adds to its address', async () => {
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.entrypoint.tracking_scripts = {
    everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' },
  }
  const { open, store } = await running({ flow })
  const affiliate = async (query: Record<string, string>) =>
    (await store.session((await open({ query })).uuid))?.aff_id
  expect(await Promise.all([{}, { affid: '' }, { affid: '104' }].map(affiliate))).toEqual(['86', '86', '104'])
})

test('a whole flow is recorded answer by answer, and its lead has every field', async () => {
  const session = await open()
  for (const step of [HURT, WHERE, MAIL]) {
    const response = await send(wrapped(STEP, submission(session, step), session.token))
    expect([response.statusCode, response.body]).toEqual([204, ''])
  }
  const { steps } = (await store.session(session.uuid))!
  expect(steps.map(({ step_key, execute_actions }) => [step_key, execute_actions])).toEqual([
    ['hurt', []],
    ['where', []],
    ['mail', ['send_lead']],
  ])
  expect(steps[1]).toMatchObject(WHERE)
  const leads = openTables(dataDir).prepare('SELECT lead FROM leads').all()
  expect(leads.map(({ lead }) => JSON.parse(String(lead)))).toEqual([
    {
      hurt: 'yes',
      state: 'TX',
      email: 'ann@example.com',
      affid: '1',
      ip_address: '127.0.0.1',
      landing_page_url: 'https://claims.example/small',
      visitor_language: 'en',
      user_agent: BROWSER,
    },
  ])
})

test('the last thousand of three thousand options can be checked in one step', async () => {
  const flow = structuredClone(SMALL_FLOW)
  const numbers = Array.from({ length: 3000 }, (_, index) => String(index))
  flow.constants_config.questions['where']!.answers['value']!.options = numbers.map((number) => ({
    text: `County ${number}`,
    backend_field_value: number,
  }))
  Object.assign(flow.ui_config.offers['claim']!.steps[1]!.questions[0]!, { widget: 'multi_select' })
  const { open, send, store } = await running({ flow })
  const session = await open()
  const answers = numbers
    .slice(2000)
    .map((raw_data) => ({ question_key: 'where', answer_key: `value.${raw_data}`, raw_data }))
  for (const step of [HURT, { ...WHERE, answers }])
    expect((await send(wrapped(STEP, submission(session, step), session.token))).statusCode).toBe(204)
  expect((await store.session(session.uuid))?.steps[1]?.answers).toEqual(answers)
})

test('a step stores its page’s address and what the server found due, not what the browser claimed', async () => {
  const session = await open()
  const body = { ...submission(session, HURT), execute_actions: ['send_lead'] }
  const call = wrapped(STEP, body, session.token)
  await send({ ...call, headers: { ...call.headers, pageurl: 'https://claims.example/small' } })
  expect((await store.session(session.uuid))?.steps).toMatchObject([
    { page_url: 'https://claims.example/small', execute_actions: [], time_on_step: 1200 },
  ])
})

test('a repeated ID gets 204 and is recorded once, even simultaneously, and even after its step has left the path', async () => {
  const session = await open()
  const where = wrapped(STEP, submission(session, WHERE), session.token)
  const hurt = wrapped(STEP, submission(session, HURT), session.token)
  const both = await Promise.all([send(hurt), send(hurt)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  await send(where)
  const no = { ...HURT, answers: [{ question_key: 'hurt', answer_key: 'no', raw_data: 'no' }] }
  await send(wrapped(STEP, submission(session, no), session.token))
  expect((await send(where)).statusCode).toBe(204)
  const again = await send(wrapped(STEP, submission(session, WHERE), session.token))
  expect(refused(again)).toMatchObject({
    code: 422,
    detail: "The step 'claim/where' isn't shown to this visitor.",
  })
  expect((await store.session(session.uuid))?.steps).toHaveLength(3)
})

test('a step that overtakes the one before it is recorded after it', async () => {
  const session = await open()
  const early = send(wrapped(STEP, submission(session, WHERE), session.token))
  const late = send(wrapped(STEP, submission(session, HURT), session.token))
  expect([(await early).statusCode, (await late).statusCode]).toEqual([204, 204])
  expect((await store.session(session.uuid))?.steps.map(({ step_key }) => step_key)).toEqual([
    'hurt',
    'where',
  ])
})

test('answers that the flow wouldn’t have asked or accepted are refused, counted, and quarantined without the token', async () => {
  const { send, open, store, ctx } = await running()
  const session = await open()
  const attempts = [
    {
      step: { ...HURT, step_key: 'nowhere' },
      says: "The flow has no step 'claim/nowhere'.",
      errors: undefined,
    },
    {
      step: { ...HURT, answers: [] },
      says: "The answers don't match the step's schema.",
      errors: expect.any(Array),
    },
    {
      step: { ...HURT, answers: [{ question_key: 'hurt', answer_key: 'yes', raw_data: 'perhaps' }] },
      says: "The answer 'hurt/yes' was refused: the value isn't the one the flow sets.",
      errors: undefined,
    },
    {
      step: MAIL,
      says: "The step 'claim/mail' can't be reached yet. An earlier step has no answer.",
      errors: undefined,
    },
  ]
  for (const { step, says, errors } of attempts) {
    const response = await send(wrapped(STEP, submission(session, step), session.token))
    expect(response.statusCode).toBe(422)
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: says,
      ...(errors && { errors }),
    })
  }
  const aside = await store.quarantined(10)
  expect(aside.map(({ reason }) => reason)).toEqual(attempts.map(({ says }) => says).reverse())
  expect(aside[0]).toMatchObject({ session_uuid: session.uuid, call: STEP })
  expect(aside[0]?.body).toContain('ann@example.com')
  expect(aside[0]?.body).not.toContain(session.token)
  expect(await ctx.metrics.registry.metrics()).toContain('leadloom_steps_refused_total 4')
  expect((await store.session(session.uuid))?.steps).toEqual([])
})

test('visit, impression, and registration count once, whatever is sent', async () => {
  const { send, open, store } = await running()
  const session = await open({ query: { affid: '86' } })
  for (let time = 0; time < 3; time++) {
    const body = keys(session)
    for (const call of [
      wrapped('POST /api/sessions/track/visit', body, session.token),
      wrapped('POST /api/sessions/completed_basics', body, session.token),
      wrapped('POST /api/sessions/track/offer-impression', { ...body, offer_key: 'claim' }, session.token),
    ])
      expect((await send(call)).statusCode).toBe(204)
  }
  const all = { path: null, from: 0, to: Date.now() }
  expect(await store.report('analytics-epr', all)).toMatchObject([{ visits: 1 }])
  expect(await store.report('analytics-ecpm', all)).toMatchObject([{ offer: 'claim', impressions: 1 }])
  expect(await store.report('visits-by-affiliate', { ...all, path: 'small' })).toEqual([
    { aff_id: '86', page_visits: 1, filled_basic_data: 1 },
  ])
})

test.each(['thanks', 'nothing', 'constructor'])('the offer %s makes no impression', async (offer_key) => {
  const session = await open()
  const body = { ...keys(session), offer_key }
  const response = await send(wrapped('POST /api/sessions/track/offer-impression', body, session.token))
  expect(refused(response)).toMatchObject({ code: 422, field: 'offer_key' })
})

test('tracking IDs are added one at a time', async () => {
  const { uuid, token } = await open()
  const patch = (ids: object) => send(wrapped('PATCH /api/sessions', { uuid, token, ...ids }, token))
  expect((await patch({ jornaya_lead_id: 'J-1' })).statusCode).toBe(204)
  expect((await patch({ trustedform_cert_url: 'https://cert.trustedform.com/0.ab.cd' })).statusCode).toBe(204)
  expect((await store.session(uuid))?.tracking).toEqual({
    jornaya_lead_id: 'J-1',
    trustedform_cert_url: 'https://cert.trustedform.com/0.ab.cd',
  })
  for (const ids of [{}, { jornaya_lead_id: 'J-2', ef_transaction_id: 'E-1' }])
    expect((await patch(ids)).statusCode).toBe(400)
})

test('a lead has the tracking ID that was sent just before it', async () => {
  const { send, open, dataDir } = await running()
  const session = await open()
  const { uuid, token } = session
  for (const step of [HURT, WHERE]) await send(wrapped(STEP, submission(session, step), token))
  const patched = send(wrapped('PATCH /api/sessions', { uuid, token, jornaya_lead_id: 'J-1' }, token))
  const last = send(wrapped(STEP, submission(session, MAIL), token))
  expect([(await patched).statusCode, (await last).statusCode]).toEqual([204, 204])
  const db = openTables(dataDir)
  expect(JSON.parse(String(db.prepare('SELECT lead FROM leads').get()?.['lead']))).toMatchObject({
    jornaya_lead_id: 'J-1',
  })
})

test.each([
  'javascript:1',
  'https://cert.trustedform.com',
  'https://cert.trustedform.com@thief.example/454a',
  'https://cert.trustedform.com.thief.example/454a',
  'https://thief.example/https://cert.trustedform.com/454a',
])(
  '%s isn’t accepted as a certificate, because a buyer would post its key there',
  async (trustedform_cert_url) => {
    const { uuid, token } = await open()
    const body = { uuid, token, trustedform_cert_url }
    expect(refused(await send(wrapped('PATCH /api/sessions', body, token)))).toMatchObject({
      code: 400,
      field: 'trustedform_cert_url',
    })
    expect((await store.session(uuid))?.tracking).toEqual({})
  },
)

test('a session outlives the process, and the next one checks it by what was stored', async () => {
  const first = await running()
  const session = await first.open()
  await first.send(wrapped(STEP, submission(session, HURT), session.token))
  const second = await running({ store: first.store })
  const response = await second.send(wrapped(STEP, submission(session, WHERE), session.token))
  expect(response.statusCode).toBe(204)
  const check = wrapped('POST /api/validations/zip', { zip: '10001' }, session.token)
  expect((await second.send(check)).json()).toEqual({ valid: true, data: { city: 'New York', state: 'NY' } })
})

test.each(['POST /api/validations/gibberish', 'POST /api/compute/gibberish'] as const)(
  '%s is yes for random keys, and no for words',
  async (name) => {
    const { token } = await open()
    const said = async (text: string) =>
      (await send(wrapped(name, { is_gibberish: text }, token))).json<unknown>()
    expect(await said('asdf jkl sdfg qwert lkjh')).toEqual({ data: { is_gibberish: 'yes' } })
    expect(await said('I slipped on the stairs.')).toEqual({ data: { is_gibberish: 'no' } })
  },
)

test('a published flow is served whole and cached forever, and a path finds the live one', async () => {
  const response = await send({ url: '/api/flows/1' })
  expect(Object.keys(response.json())).toEqual(['constants_config', 'ui_config', 'offer_order'])
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await send({ url: '/api/path-config?path=small' })).json()).toEqual({
    path: 'small',
    version: 1,
    title: 'A small flow',
    live: [{ version: 1, weight: 100 }],
  })
})

test('a link-out is recorded once, for an existing session', async () => {
  const { uuid: session_uuid } = await open()
  const link = { uuid: randomUUID(), session_uuid, step: 'end', offer: 'thanks' }
  const post = (payload: object) => send({ method: 'POST', url: '/webhook/tracking/linkout/create', payload })
  expect((await post(link)).statusCode).toBe(204)
  expect((await post(link)).statusCode).toBe(204)
  const unknown = await post({ ...link, session_uuid: randomUUID() })
  expect(refused(unknown)).toMatchObject({ code: 404, field: 'session_uuid' })
  for (const made_up of [{ step: 'other' }, { offer: 'claim' }, { offer: 'constructor' }])
    expect(refused(await post({ ...link, ...made_up }))).toMatchObject({ code: 422, field: 'step' })
})

test('the page’s phone number and the caller’s address are trusted only from named proxies', async () => {
  const { send } = await running({ env: { PHONE_NUMBER: '+12122345678' } })
  const numbers = ['/api/phone-number', '/api/tracking/phone-number'].map((url) => send({ url }))
  const [number, before] = (await Promise.all(numbers)).map((answer) => answer.json<unknown>())
  expect(before).toEqual(number)
  expect(number).toEqual({
    retreaverNumber: '+12122345678',
    retreaverNumberFormatted: '(212) 234-5678',
  })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect((await send({ url: '/api/ip', headers })).json()).toEqual({ ip: '127.0.0.1' })
  expect((await send({ url: '/api/trace', headers })).body).toBe('ip=127.0.0.1\n')
  const behind = await running({ env: { TRUST_PROXY: 'loopback' } })
  expect((await behind.send({ url: '/api/ip', headers })).json()).toEqual({ ip: '203.0.113.9' })
})
