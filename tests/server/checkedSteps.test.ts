import { expect, test } from 'vitest'
import type { AnswerRecord } from '../../schemas/visitor/answer.ts'
import type { InputElement } from '../../schemas/elements/element.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { standInDns } from './checks/standInDns.ts'
import { running, submission, wrapped } from './running.ts'
import { SMALL_FLOW } from './smallFlow.ts'
import { openTables } from '../store/tables.ts'

const STEP = 'POST /api/sessions/step'

/** A step that asks for one text, which the server checks. */
const asking = (name: 'zip' | 'phone' | 'email'): { name: string; questions: InputElement[] } => ({
  name,
  questions: [
    {
      type: 'input',
      widget: 'text',
      question_key: name,
      answer_id: 'value',
      validations: { local: [{ name: 'required' }], external: [name] },
    },
  ],
})

/** A ZIP code, a phone number and an email address, each checked, and a last step that sends the lead. */
const FLOW: Flow = structuredClone(SMALL_FLOW)
FLOW.constants_config.questions = {
  zip: {
    label: 'ZIP',
    answers: {
      value: { backend_field_name: 'zip_code' },
      city: { backend_field_name: 'city' },
      state: { backend_field_name: 'state' },
    },
  },
  phone: { label: 'Phone', answers: { value: { backend_field_name: 'phone' } } },
  email: { label: 'Email', answers: { value: { backend_field_name: 'email' } } },
  done: { label: 'Done?', answers: { yes: { backend_field_name: 'done', backend_field_value: 'yes' } } },
}
FLOW.ui_config.basic_fields = ['phone']
FLOW.ui_config.offers['claim']!.steps = [
  asking('zip'),
  asking('phone'),
  asking('email'),
  {
    name: 'done',
    execute_actions: [{ name: 'send_lead' }],
    questions: [
      {
        type: 'container',
        widget: 'choice',
        submit: true,
        question_key: 'done',
        answer_id: 'yes',
        text: 'Done',
      },
    ],
  },
]

const given = (question_key: string, raw_data: string, more: Partial<AnswerRecord> = {}) => ({
  question_key,
  answer_key: 'value',
  raw_data,
  ...more,
})
const ZIP = given('zip', '43215')
const PHONE = given('phone', '(614) 959-2368')
const EMAIL = given('email', 'ann@mail-here.us')
const DONE = { question_key: 'done', answer_key: 'yes', raw_data: 'yes' }

/** A session of that flow, with a way to post a step with these answers, the recorded steps, and the leads. */
async function visiting(env: Record<string, string> = {}, flow = FLOW) {
  const server = await running({ flow, env })
  const session = await server.open()
  const post = async (...answers: AnswerRecord[]) => {
    const body = {
      ...submission(session, { offer_key: 'claim', step_key: answers[0]!.question_key, answers }),
    }
    const answer = await server.send(wrapped(STEP, body, session.token))
    return {
      status: answer.statusCode,
      errors: answer.body && answer.json<{ errors?: object[] }>().errors,
      body,
    }
  }
  const recorded = async () => (await server.store.session(session.uuid))!.steps.map(({ answers }) => answers)
  const leads = () =>
    openTables(server.dataDir)
      .prepare('SELECT lead FROM leads')
      .all()
      .map(({ lead }) => JSON.parse(String(lead)) as Record<string, string>)
  return { ...server, session, post, recorded, leads }
}

test.each([
  ['a ZIP code', 'ZIP must contain a valid zip code', [given('zip', '00000')]],
  ['a phone number', 'Phone must contain a valid phone number', [ZIP], [given('phone', '0000000000')]],
  [
    'a disposable address',
    'Email must contain a valid email address',
    [ZIP],
    [PHONE],
    [given('email', 'ann@mailinator.com')],
  ],
])('a step whose %s fails its check is refused with the page’s words: %s', async (_, message, ...all) => {
  const { post, recorded } = await visiting()
  const answers = all as AnswerRecord[][]
  for (const before of answers.slice(0, -1)) expect((await post(...before)).status).toBe(204)
  const wrong = await post(...answers.at(-1)!)
  expect(wrong).toMatchObject({ status: 422, errors: [{ message }] })
  expect(await recorded()).toHaveLength(answers.length - 1)
})

test('a lead has the result of each checked field', async () => {
  const { post, leads } = await visiting()
  for (const record of [ZIP, PHONE, EMAIL, DONE]) expect((await post(record)).status).toBe(204)
  expect(leads()).toMatchObject([
    {
      zip_code: '43215',
      zip_code_checked: 'yes',
      phone: '6149592368',
      phone_checked: 'yes',
      email_checked: 'yes',
    },
  ])
})

test('an address whose domain couldn’t be looked up is recorded quickly, and its lead says unchecked', async () => {
  const { post, leads } = await visiting({ EMAIL_DNS: await standInDns(() => false) })
  await post(ZIP)
  await post(PHONE)
  const started = performance.now()
  expect((await post(EMAIL)).status).toBe(204)
  expect(performance.now() - started).toBeLessThan(1500)
  expect((await post(DONE)).status).toBe(204)
  expect(leads()).toMatchObject([{ email: 'ann@mail-here.us', email_checked: 'unchecked' }])
})

test('a domain found not to exist after its address was recorded refuses the step that makes the lead due', async () => {
  let answers = false
  const { post, leads, ctx } = await visiting({ EMAIL_DNS: await standInDns(() => answers) })
  const mail = given('email', 'ann@nowhere-here.us')
  for (const record of [ZIP, PHONE, mail]) expect((await post(record)).status).toBe(204)
  answers = true
  await expect.poll(() => ctx.checks.email(mail.raw_data)).toMatchObject({ valid: false })
  const errors = [{ field: 'email', message: 'Email must contain a valid email address' }]
  expect(await post(DONE)).toMatchObject({ status: 422, errors })
  expect(leads()).toEqual([])
  expect((await post({ ...mail, insisted: true })).status).toBe(204)
  expect((await post(DONE)).status).toBe(204)
  expect(leads()).toMatchObject([{ email: 'ann@nowhere-here.us', email_checked: 'insisted' }])
})

test('a ZIP code’s city and state are those the server finds, whatever was posted', async () => {
  const { post, recorded, leads } = await visiting()
  const city = { question_key: 'zip', answer_key: 'city', raw_data: 'Gotham' }
  const state = { question_key: 'zip', answer_key: 'state', raw_data: 'NJ' }
  expect((await post(ZIP, city, state)).status).toBe(204)
  expect(await recorded()).toEqual([[ZIP, { ...city, raw_data: 'Columbus' }, { ...state, raw_data: 'OH' }]])
  for (const record of [PHONE, EMAIL, DONE]) expect((await post(record)).status).toBe(204)
  expect(leads()).toMatchObject([{ city: 'Columbus', state: 'OH' }])
})

test('a lead has its ZIP code’s city and state if the page couldn’t look them up', async () => {
  const { post, recorded, leads } = await visiting()
  for (const record of [ZIP, PHONE, EMAIL, DONE]) expect((await post(record)).status).toBe(204)
  expect((await recorded())[0]).toEqual([ZIP])
  expect(leads()).toMatchObject([{ city: 'Columbus', state: 'OH' }])
})

test('a lead has the city that the visitor entered on a separate step, not that of the ZIP code', async () => {
  const flow = structuredClone(FLOW)
  const moved = 'Where do you live now?'
  flow.constants_config.questions['moved'] = {
    label: moved,
    answers: { value: { backend_field_name: 'city' } },
  }
  const ask = { ...asking('phone'), name: 'moved' }
  ask.questions = [
    { type: 'input', widget: 'text', question_key: 'moved', answer_id: 'value', validations: { local: [] } },
  ]
  flow.ui_config.offers['claim']!.steps.splice(3, 0, ask)
  const { post, leads } = await visiting({}, flow)
  const said = [ZIP, PHONE, EMAIL, given('moved', 'Dayton'), DONE]
  for (const record of said) expect(await post(record)).toMatchObject({ status: 204 })
  expect(leads()).toMatchObject([{ city: 'Dayton', state: 'OH' }])
})

test('answers that an earlier release recorded without a check are checked before they become a lead', async () => {
  const { post, leads, store, session, ctx } = await visiting()
  const recordedThen = (id: string, step_key: string, record: AnswerRecord) => ({
    id,
    offer_key: 'claim',
    step_key,
    answers: [record],
    time_on_step: 1,
    execute_actions: [],
    page_url: '',
    at: 1,
  })
  await store.appendStep(session.uuid, recordedThen('a', 'zip', given('zip', '00000')))
  await store.appendStep(session.uuid, recordedThen('b', 'phone', PHONE))
  await store.appendStep(session.uuid, recordedThen('c', 'email', EMAIL))
  ctx.visitors.drop(session.uuid)
  const errors = [{ field: 'zip_code', message: 'ZIP must contain a valid zip code' }]
  expect(await post(DONE)).toMatchObject({ status: 422, errors })
  expect((await post(ZIP)).status).toBe(204)
  expect((await post(DONE)).status).toBe(204)
  expect(leads()).toMatchObject([{ zip_code: '43215', city: 'Columbus' }])
})

test('the same ID with the same answers gets 204 again, and with another step or answers 409 and quarantine', async () => {
  const { post, send, session, store, recorded } = await visiting()
  const city = { question_key: 'zip', answer_key: 'city', raw_data: 'Gotham' }
  const { body } = await post(ZIP, city)
  const again = (change: object) => send(wrapped(STEP, { ...body, ...change }, session.token))
  expect((await again({})).statusCode).toBe(204)
  const others = [
    { answers: [given('zip', '10001')] },
    { answers: [{ ...ZIP, insisted: true as const }, city] },
    { step_key: 'phone' },
    { answers: [] },
    { time_on_step: 1201 },
  ]
  const sent = await Promise.all(others.map(again))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 409])
  expect(sent[0]!.json()).toMatchObject({
    detail: 'A different submission with this ID is already recorded.',
  })
  expect(await recorded()).toEqual([[ZIP, { ...city, raw_data: 'Columbus' }]])
  expect(await store.quarantined(9)).toHaveLength(5)
})

test('an unknown ZIP code is accepted if the visitor insists, and its lead says so', async () => {
  const { post, recorded, leads } = await visiting()
  const city = { question_key: 'zip', answer_key: 'city', raw_data: 'Gotham' }
  const newer = given('zip', '43298')
  expect((await post(newer, city)).status).toBe(422)
  expect((await post({ ...newer, insisted: true }, city)).status).toBe(204)
  expect(await recorded()).toEqual([[{ ...newer, insisted: true }]])
  for (const record of [PHONE, EMAIL, DONE]) expect((await post(record)).status).toBe(204)
  expect(leads()).toMatchObject([{ zip_code: '43298', zip_code_checked: 'insisted' }])
  expect(leads()[0]).not.toHaveProperty('city')
})

test.each([
  ['a phone number that cannot be', given('phone', '(512) 555-2368'), [ZIP]],
  ['a disposable address', given('email', 'ann@mailinator.com'), [ZIP, PHONE]],
  ['a reserved domain', given('email', 'ann@example.com'), [ZIP, PHONE]],
  ['a ZIP code in an area that no mail goes to', given('zip', '00000'), []],
  ['a ZIP code that is none', given('zip', '4329'), []],
])('no one can insist on %s, with or without an error before', async (_, record, before) => {
  const { post } = await visiting()
  for (const one of before) expect((await post(one)).status).toBe(204)
  for (let n = 0; n < 2; n++) {
    const { status, errors } = await post({ ...record, insisted: true })
    expect(status).toBe(422)
    expect(errors![0]).not.toHaveProperty('insistable')
  }
})

const UNKNOWN = given('zip', '43298', { insisted: true })

test('a visitor can’t insist until a check of the same session called the value unknown', async () => {
  const { post, open, send, recorded } = await visiting()
  const stranger = await open()
  const doubted = await send(wrapped('POST /api/validations/zip', { zip: '43298' }, stranger.token))
  expect(doubted.json()).toEqual({ valid: false, data: {}, insistable: true })
  expect(await post(UNKNOWN)).toMatchObject({ status: 422, errors: [{ insistable: true }] })
  expect(await post({ ...UNKNOWN, raw_data: '10999' })).toMatchObject({ status: 422 })
  expect(await recorded()).toEqual([])
  expect((await post(UNKNOWN)).status).toBe(204)
})

test('a visitor can insist on a value after the page’s check, even after a server restart', async () => {
  const { post, send, session, ctx, store } = await visiting()
  await send(wrapped('POST /api/validations/zip', { zip: ' 43298 ' }, session.token))
  await send(wrapped('POST /api/validations/zip', { zip: '00000' }, session.token))
  ctx.visitors.drop(session.uuid)
  expect((await store.session(session.uuid))!.doubted).toEqual([expect.stringMatching(/^[\w-]{16}$/)])
  expect((await post(UNKNOWN)).status).toBe(204)
})

test('an address with an unknown domain is questioned before a visitor can insist on it', async () => {
  const { post, send, session } = await visiting({ EMAIL_DNS: await standInDns(() => true) })
  const mail = given('email', 'ann@nowhere-here.us', { insisted: true })
  for (const record of [ZIP, PHONE]) expect((await post(record)).status).toBe(204)
  await send(wrapped('POST /api/validations/email', { email: 'bob@nowhere-here.us' }, session.token))
  expect((await post(mail)).status).toBe(422)
  expect((await post(mail)).status).toBe(204)
})

test('a visitor can insist on the newest twenty checked values of a session', async () => {
  const { post, send, session, store } = await visiting()
  const told = (zip: string) => send(wrapped('POST /api/validations/zip', { zip }, session.token))
  const area = Array.from({ length: 100 }, (_, n) => `43${String(n + 200)}`)
  const unknown: string[] = []
  for (const zip of area) if ('insistable' in (await told(zip)).json<object>()) unknown.push(zip)
  expect(unknown.length).toBeGreaterThan(20)
  expect((await store.session(session.uuid))!.doubted).toHaveLength(20)
  expect((await post({ ...UNKNOWN, raw_data: unknown[0]! })).status).toBe(422)
  expect((await post({ ...UNKNOWN, raw_data: unknown.at(-1)! })).status).toBe(204)
})

test('an address is recorded without surrounding spaces and commas', async () => {
  const { post, recorded } = await visiting()
  for (const record of [ZIP, PHONE]) await post(record)
  expect((await post(given('email', ' ann@mail-here.us., '))).status).toBe(204)
  expect((await recorded()).at(-1)).toEqual([EMAIL])
})
