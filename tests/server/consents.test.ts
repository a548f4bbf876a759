import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Seen } from '../../schemas/kernel/consent.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { running, submission, wrapped } from './running.ts'
import { MAIL, SMALL_FLOW } from './smallFlow.ts'

const NOW = 1_800_000_000_000
const DAY_MS = 86_400_000
const TEXT = 'By pressing “Get help” I agree that Acme & Sons may call me.'

/** The small flow with the email first, beside a consent; its leads go to one buyer. */
const FLOW: Flow = {
  ...SMALL_FLOW,
  constants_config: {
    questions: {
      ...SMALL_FLOW.constants_config.questions,
      agree: {
        label: 'Agree',
        answers: { text: { backend_field_name: 'mva_tcpa', backend_field_value: TEXT } },
      },
    },
  },
  ui_config: {
    ...SMALL_FLOW.ui_config,
    buyers: { acme: { name: 'Acme & Sons', required_fields: [] } },
    offers: {
      claim: {
        name: 'Claim',
        real: true,
        design: 'plain',
        steps: [
          {
            name: 'mail',
            execute_actions: [{ name: 'send_lead', buyers: ['acme'] }],
            questions: [
              {
                type: 'input',
                widget: 'text',
                question_key: 'mail',
                answer_id: 'value',
                validations: { local: [{ name: 'required' }, { name: 'email' }] },
              },
              { type: 'container', widget: 'consent', question_key: 'agree', answer_id: 'text' },
              { type: 'submit', text: 'Get help' },
            ],
          },
        ],
      },
      thanks: SMALL_FLOW.ui_config.offers['thanks']!,
    },
  },
}
const AGREED = {
  ...MAIL,
  answers: [...MAIL.answers, { question_key: 'agree', answer_key: 'text', raw_data: TEXT }],
}
const SEEN: Seen = { at: NOW - 5000, control: 'Get help', html: `<section><p>${TEXT}</p></section>` }

/** Submits the step with what the browser reports of it. Returns the stored consents. */
async function agree(seen: Seen | undefined, headers: Record<string, string> = {}, flow = FLOW) {
  const { send, open, store } = await running({ now: () => NOW })
  const version = { style: '', icons: {}, validators: compileValidators(flow), at: NOW }
  await store.publish({ path: 'agreeing', flow, ...version })
  const session = await open({ path: 'agreeing' })
  const known = { uuid: session.uuid, token: session.token, jornaya_lead_id: 'known-before' }
  await send(wrapped('PATCH /api/sessions', known, session.token))
  const agreeing = () => ({ ...submission(session, AGREED), ...(seen && { seen }) })
  const again = () => send(wrapped('POST /api/sessions/step', agreeing(), session.token))
  const body = agreeing()
  const call = wrapped('POST /api/sessions/step', body, session.token)
  const sent = await send({
    ...call,
    headers: { ...call.headers, 'user-agent': 'Phone 9', pageurl: 'https://site.example/p', ...headers },
  })
  expect(sent.statusCode, sent.body).toBe(204)
  return { again, store, session, body, consents: await store.consents(session.uuid) }
}

test('a consent is stored with everything needed as evidence', async () => {
  const { body, session, consents } = await agree(SEEN)
  expect(consents).toEqual([
    {
      submission: body.id,
      offer: 'claim',
      step: 'mail',
      decision: 'agreed',
      field: 'mva_tcpa',
      text: TEXT,
      text_sha256: hash('sha256', TEXT),
      version: session.version,
      flow_sha256: hash('sha256', JSON.stringify(FLOW)),
      sellers: ['Acme & Sons'],
      control: { element: 'submit', text: 'Get help', state: 'pressed' },
      at: NOW,
      browser_at: SEEN.at,
      ip: '127.0.0.1',
      user_agent: 'Phone 9',
      page_url: 'https://site.example/p',
      opt_out: null,
      certificates: { jornaya_lead_id: 'known-before' },
      html: SEEN.html,
    },
  ])
})

test('a consent can be given again at most twenty times', async () => {
  const { again, store, session } = await agree(SEEN)
  const codes: number[] = []
  while (codes.length < 20) codes.push((await again()).statusCode)
  expect([codes.filter((code) => code === 204).length, codes.at(-1)]).toEqual([19, 422])
  expect(await store.consents(session.uuid)).toHaveLength(20)
})

test.each([
  ['a browser that tells nothing of the screen', undefined],
  ['a clock of another year', { ...SEEN, at: NOW - 400 * 86_400_000 }],
  ['a clock that is days ahead', { ...SEEN, at: NOW + 3 * 86_400_000 }],
])('%s: the consent counts, without that time', async (_, seen) => {
  const { consents } = await agree(seen)
  expect(consents).toMatchObject([{ text: TEXT, browser_at: null, html: seen?.html ?? null }])
})

test.each([
  [-31 * DAY_MS, null],
  [-31 * DAY_MS + 1, NOW - 31 * DAY_MS + 1],
  [DAY_MS - 1, NOW + DAY_MS - 1],
  [DAY_MS, null],
])('the time of a browser whose clock is %i ms off is stored as %s', async (off, browser_at) => {
  expect((await agree({ ...SEEN, at: NOW + off })).consents).toMatchObject([{ browser_at }])
})

test.each([
  ['Get help', { element: 'submit', text: 'Get help', state: 'pressed' }],
  ['Get help now', { element: 'submit', text: 'Get help now', state: 'pressed' }],
  ['Get help now, free', { element: null, text: 'Get help now, free', state: 'not_told' }],
  ['Another', { element: null, text: 'Another', state: 'not_told' }],
  [undefined, { element: null, text: '', state: 'not_told' }],
])('of two buttons that agree, the one that the browser names as %s is stored', async (named, control) => {
  const flow = structuredClone(FLOW)
  const { questions } = flow.ui_config.offers['claim']!.steps[0]!
  const texts = ['Get help', 'Get help now']
  questions.splice(2, 1, ...texts.map((text) => ({ type: 'submit' as const, text, agrees: true })))
  const { consents } = await agree(named === undefined ? undefined : { ...SEEN, control: named }, {}, flow)
  expect(consents).toMatchObject([{ decision: 'agreed', control }])
})

test('Global Privacy Control at that moment is part of the record', async () => {
  const { consents } = await agree(SEEN, { 'sec-gpc': '1' })
  expect(consents).toMatchObject([{ opt_out: 'gpc' }])
})

test('markup that’s too long is refused, not silently cut', async () => {
  const { send, open, store } = await running({ now: () => NOW })
  await store.publish({
    path: 'agreeing',
    flow: FLOW,
    style: '',
    icons: {},
    validators: compileValidators(FLOW),
    at: NOW,
  })
  const session = await open({ path: 'agreeing' })
  const body = { ...submission(session, AGREED), seen: { ...SEEN, html: 'x'.repeat(32 * 1024 + 1) } }
  expect((await send(wrapped('POST /api/sessions/step', body, session.token))).statusCode).toBe(400)
})

test('a forgotten visitor leaves only the text they agreed to, and nothing personal', async () => {
  const { store, session } = await agree(SEEN)
  await store.forgetSession(session.uuid)
  expect(await store.consents(session.uuid)).toMatchObject([
    { text: TEXT, ip: '', user_agent: '', page_url: '', browser_at: null, certificates: {}, html: null },
  ])
})

/** Same flow with two choices below its consent, marked or not, and a lead without rules. */
function choosing(marks: [boolean, boolean] | null): Flow {
  const flow = structuredClone(FLOW)
  flow.constants_config.questions['call'] = {
    label: 'May we call?',
    answers: {
      yes: { backend_field_name: 'call', backend_field_value: 'yes' },
      no: { backend_field_name: 'call', backend_field_value: 'no' },
    },
  }
  const choice = (answer_id: 'yes' | 'no', text: string, agrees: boolean | undefined) => ({
    type: 'container' as const,
    widget: 'choice' as const,
    submit: true as const,
    question_key: 'call',
    answer_id,
    text,
    ...(agrees !== undefined && { agrees }),
  })
  const [step] = flow.ui_config.offers['claim']!.steps
  step!.questions = [
    { type: 'container', widget: 'consent', question_key: 'agree', answer_id: 'text' },
    choice('yes', 'Yes', marks?.[0]),
    choice('no', 'No, thanks', marks?.[1]),
  ]
  return flow
}

const CONSENT = { question_key: 'agree', answer_key: 'text', raw_data: TEXT }
const said = (answer: 'yes' | 'no') => ({ question_key: 'call', answer_key: answer, raw_data: answer })

/** Submits the step of such a flow. Returns what is stored. */
async function choose(flow: Flow, answers: (typeof CONSENT)[], seen?: Seen) {
  const { send, open, store } = await running({ now: () => NOW })
  const version = { style: '', icons: {}, validators: compileValidators(flow), at: NOW }
  await store.publish({ path: 'choosing', flow, ...version })
  const session = await open({ path: 'choosing' })
  const post = async (records: (typeof CONSENT)[]) => {
    const body = { ...submission(session, { ...AGREED, answers: records }), ...(seen && { seen }) }
    return (await send(wrapped('POST /api/sessions/step', body, session.token))).statusCode
  }
  const code = await post(answers)
  const kept = async () => ({
    consents: (await store.consents(session.uuid)).map(({ decision }) => decision),
    leads: (await store.deliveries({ state: null, limit: 9 })).map(({ state }) => state),
    answers: (await store.session(session.uuid))?.steps.map(({ answers }) => answers),
  })
  return { code, post, kept, store }
}

describe('on a step with the choices "Yes" and "No, thanks"', () => {
  test('records the consent when "Yes" is pressed, and sends the lead', async () => {
    const { code, kept } = await choose(choosing([true, false]), [said('yes'), CONSENT])
    expect(code).toBe(204)
    expect(await kept()).toMatchObject({ consents: ['agreed'], leads: ['due'] })
  })

  test('records a refusal when "No, thanks" is pressed, and sends no lead', async () => {
    const seen = { ...SEEN, control: 'No, thanks' }
    const { code, kept } = await choose(choosing([true, false]), [said('no')], seen)
    expect(code).toBe(204)
    expect(await kept()).toEqual({ consents: ['refused'], leads: [], answers: [[said('no')]] })
  })

  test('records the consent if the browser names a button whose words are on both', async () => {
    const flow = choosing([true, false])
    const [, , no] = flow.ui_config.offers['claim']!.steps[0]!.questions
    Object.assign(no!, { text: 'Yes' })
    const { code, kept } = await choose(flow, [said('yes'), CONSENT], { ...SEEN, control: 'Yes' })
    expect(code).toBe(204)
    expect(await kept()).toMatchObject({ consents: ['agreed'], leads: ['due'] })
  })

  test.each([
    ['a consent that is claimed with a refusal', [said('no'), CONSENT], undefined],
    ['an agreement without the consent', [said('yes')], undefined],
    [
      'an agreement, where the browser names the button that refuses',
      [said('yes'), CONSENT],
      { ...SEEN, control: 'No, thanks' },
    ],
    [
      'an agreement, where the button that refuses has a hint as well',
      [said('yes'), CONSENT],
      { ...SEEN, control: 'No, thanksNothing is passed on' },
    ],
  ])('refuses %s', async (_, answers, seen) => {
    const { code, kept } = await choose(choosing([true, false]), answers, seen)
    expect(code).toBe(422)
    expect(await kept()).toEqual({ consents: [], leads: [], answers: [] })
  })

  test('stops a lead if its visitor comes back and refuses', async () => {
    const { post, kept } = await choose(choosing([true, false]), [said('yes'), CONSENT])
    expect(await post([said('no')])).toBe(204)
    expect(await kept()).toMatchObject({ consents: ['agreed', 'refused'], leads: ['suppressed'] })
  })
})

describe('a visitor who switches between "Yes" and "No, thanks"', () => {
  const YES = [said('yes'), CONSENT]
  const NO = [said('no')]

  test('is sold if the last press agrees', async () => {
    const { post, kept } = await choose(choosing([true, false]), YES)
    expect([await post(NO), await post(YES)]).toEqual([204, 204])
    expect(await kept()).toMatchObject({ consents: ['agreed', 'refused', 'agreed'], leads: ['due'] })
  })

  test.each(['rejected', 'dead'] as const)(
    'isn’t sold by sending a lead again that ended as %s before the refusal, until they agree again',
    async (state) => {
      const { post, store } = await choose(choosing([true, false]), YES)
      const [{ delivery } = { delivery: 0 }] = await store.deliveries({ state: 'due', limit: 1 })
      await store.beginAttempt(delivery, NOW, { duplicateWindowMs: 0 })
      await store.endAttempt(delivery, 1, { state, message: 'No.', at: NOW, due_at: null })
      expect(await post(NO)).toBe(204)
      expect(await store.replayDelivery(delivery, NOW)).toBe(false)
      expect(await post(YES)).toBe(204)
      const again = (await store.delivery(delivery))?.state === 'due'
      expect(again || (await store.replayDelivery(delivery, NOW))).toBe(true)
    },
  )

  test('isn’t sold if the last press doesn’t clearly agree', async () => {
    const flow = choosing(null)
    const [, , other] = flow.ui_config.offers['claim']!.steps[0]!.questions
    Object.assign(other!, { text: 'Continue' })
    const { post, kept } = await choose(flow, YES)
    expect(await post(NO)).toBe(204)
    expect(await kept()).toMatchObject({ consents: ['agreed', 'no_evidence'], leads: ['suppressed'] })
  })
})

describe('on such a step of a flow that was published before choices could refuse', () => {
  test('an old page continues with "No, thanks", and its consent isn’t recorded', async () => {
    const { code, kept } = await choose(choosing(null), [said('no'), CONSENT])
    expect(code).toBe(204)
    expect(await kept()).toEqual({ consents: ['refused'], leads: [], answers: [[said('no')]] })
  })

  test('an old page’s several consents aren’t recorded either', async () => {
    const flow = choosing(null)
    flow.constants_config.questions['agree']!.answers['mail'] = {
      backend_field_name: 'mail_tcpa',
      backend_field_value: 'They may write to me.',
    }
    flow.ui_config.offers['claim']!.steps[0]!.questions.unshift({
      type: 'container',
      widget: 'consent',
      question_key: 'agree',
      answer_id: 'mail',
    })
    const other = { question_key: 'agree', answer_key: 'mail', raw_data: 'They may write to me.' }
    const { code, kept } = await choose(flow, [said('no'), CONSENT, other])
    expect(code).toBe(204)
    expect(await kept()).toEqual({ consents: ['refused', 'refused'], leads: [], answers: [[said('no')]] })
  })

  test('a new page continues with "No, thanks", and "Yes" is a consent', async () => {
    expect((await choose(choosing(null), [said('no')])).code).toBe(204)
    const { kept } = await choose(choosing(null), [said('yes'), CONSENT])
    expect(await kept()).toMatchObject({ consents: ['agreed'], leads: ['due'] })
  })
})
