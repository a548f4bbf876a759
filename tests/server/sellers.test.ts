import { describe, expect, test } from 'vitest'
import type { AnswerRecord } from '../../schemas/visitor/answer.ts'
import type { Element } from '../../schemas/elements/element.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { running, submission, wrapped } from './running.ts'
import { MAIL, SMALL_FLOW } from './smallFlow.ts'

const NOW = 1_800_000_000_000
const TEXTS = { acme: 'I agree that Acme may call me.', bolt: 'I agree that Bolt Law may call me.' }
type Seller = keyof typeof TEXTS

const box = (seller: Seller): Element => ({
  type: 'container',
  widget: 'consent',
  question_key: 'sellers',
  answer_id: seller,
  seller,
})

/** Asks for the email beside a box for each of two sellers; the lead goes out with the step. */
const FLOW: Flow = {
  ...SMALL_FLOW,
  constants_config: {
    questions: {
      ...SMALL_FLOW.constants_config.questions,
      sellers: {
        label: 'Who may call you?',
        answers: {
          acme: { backend_field_name: 'claim_acme', backend_field_value: TEXTS.acme },
          bolt: { backend_field_name: 'claim_bolt', backend_field_value: TEXTS.bolt },
        },
      },
    },
  },
  ui_config: {
    ...SMALL_FLOW.ui_config,
    buyers: {
      acme: { name: 'Acme', required_fields: [] },
      bolt: { name: 'Bolt Law', required_fields: [] },
    },
    offers: {
      claim: {
        name: 'Claim',
        real: true,
        design: 'plain',
        steps: [
          {
            name: 'mail',
            execute_actions: [{ name: 'send_lead', buyers: ['acme', 'bolt'] }],
            questions: [
              {
                type: 'input',
                widget: 'text',
                question_key: 'mail',
                answer_id: 'value',
                validations: { local: [{ name: 'required' }, { name: 'email' }] },
              },
              box('acme'),
              box('bolt'),
              { type: 'submit', text: 'Send my details' },
            ],
          },
        ],
      },
      thanks: SMALL_FLOW.ui_config.offers['thanks']!,
    },
  },
}

const ticked = (seller: Seller, raw_data = TEXTS[seller]): AnswerRecord => ({
  question_key: 'sellers',
  answer_key: seller,
  raw_data,
})

/** A visitor of such a site who submits the step with these boxes checked, and what is stored of it. */
async function visit() {
  const { send, open, store } = await running({ now: () => NOW })
  const version = { style: '', icons: {}, validators: compileValidators(FLOW), at: NOW }
  await store.publish({ path: 'sellers', flow: FLOW, ...version })
  const session = await open({ path: 'sellers' })
  return {
    session,
    store,
    tick: async (...records: AnswerRecord[]) => {
      const answers = [...MAIL.answers, ...records]
      const body = submission(session, { ...MAIL, answers })
      return (await send(wrapped('POST /api/sessions/step', body, session.token))).statusCode
    },
    leads: async () => {
      const all = await store.deliveries({ state: null, limit: 9 })
      return Object.fromEntries(all.map(({ buyer, state }) => [buyer, state]))
    },
    said: async () =>
      (await store.consents(session.uuid)).map(({ text, decision, sellers }) => [text, decision, sellers]),
  }
}

describe('a lead goes to the sellers that the visitor checked', () => {
  test.each<[string, Seller[]]>([
    ['both', ['acme', 'bolt']],
    ['one', ['bolt']],
  ])('%s', async (_, sellers) => {
    const { tick, leads } = await visit()
    expect(await tick(...sellers.map((seller) => ticked(seller)))).toBe(204)
    expect(await leads()).toEqual(Object.fromEntries(sellers.map((seller) => [seller, 'due'])))
  })

  test('a lead goes to no one if no box was checked, and the step says so', async () => {
    const { tick, leads, store, session } = await visit()
    expect(await tick()).toBe(204)
    expect(await leads()).toEqual({})
    expect((await store.session(session.uuid))?.steps.map(({ execute_actions }) => execute_actions)).toEqual([
      [],
    ])
  })
})

test('the text shown for each seller is stored with the visitor’s answer', async () => {
  const { tick, said } = await visit()
  await tick(ticked('bolt'))
  expect(await said()).toEqual([
    [TEXTS.acme, 'refused', ['Acme']],
    [TEXTS.bolt, 'agreed', ['Bolt Law']],
  ])
})

test('no seller reads that the visitor agreed to another', async () => {
  const { tick, store } = await visit()
  await tick(ticked('acme'), ticked('bolt'))
  const payloads = await Promise.all(
    (await store.deliveries({ state: null, limit: 9 })).map(async ({ delivery }) => {
      const attempt = await store.beginAttempt(delivery, NOW)
      return [
        attempt?.buyer,
        Object.keys(attempt?.payload ?? {}).filter((field) => field.startsWith('claim_')),
      ]
    }),
  )
  expect(Object.fromEntries(payloads)).toEqual({ acme: ['claim_acme'], bolt: ['claim_bolt'] })
})

describe('a visitor who comes back', () => {
  test('and unchecks one box stops only that lead, until it’s checked again', async () => {
    const { tick, leads, said } = await visit()
    await tick(ticked('acme'), ticked('bolt'))
    expect(await tick(ticked('acme'))).toBe(204)
    expect(await leads()).toEqual({ acme: 'due', bolt: 'suppressed' })
    expect(await tick(ticked('acme'), ticked('bolt'))).toBe(204)
    expect(await leads()).toEqual({ acme: 'due', bolt: 'due' })
    expect((await said()).map(([, decision]) => decision)).toEqual([
      'agreed',
      'agreed',
      'agreed',
      'refused',
      'agreed',
      'agreed',
    ])
  })

  test.each(['rejected', 'dead'] as const)(
    'and clears one box has no %s lead of it sent again, while those of others are',
    async (state) => {
      const { tick, store } = await visit()
      await tick(ticked('acme'), ticked('bolt'))
      const deliveries = await store.deliveries({ state: 'due', limit: 9 })
      for (const { delivery } of deliveries) {
        await store.beginAttempt(delivery, NOW, { duplicateWindowMs: 0 })
        await store.endAttempt(delivery, 1, { state, message: 'No.', at: NOW, due_at: null })
      }
      await tick(ticked('acme'))
      const replayed = await Promise.all(
        deliveries.map(async ({ buyer, delivery }) => [buyer, await store.replayDelivery(delivery, NOW)]),
      )
      expect(Object.fromEntries(replayed)).toEqual({ acme: true, bolt: false })
    },
  )
})

test.each([
  ['the words of another', ticked('acme', TEXTS.bolt)],
  ['words of its own', ticked('acme', 'yes')],
])('a checked box with %s is refused, and nothing is sent', async (_, record) => {
  const { tick, leads, said } = await visit()
  expect(await tick(record)).toBe(422)
  expect([await leads(), await said()]).toEqual([{}, []])
})

test('a lead that an earlier step sends again doesn’t go to buyers that were unchecked later', async () => {
  const flow = structuredClone(FLOW)
  const [asking] = flow.ui_config.offers['claim']!.steps
  const [mail, acme, , submit] = asking!.questions
  const { execute_actions, ...plain } = asking!
  const no: Element = {
    type: 'container',
    widget: 'choice',
    submit: true,
    question_key: 'no',
    answer_id: 'no',
    text: 'No, thanks',
    agrees: false,
  }
  flow.constants_config.questions['no'] = {
    label: 'No',
    answers: { no: { backend_field_name: 'no', backend_field_value: 'no' } },
  }
  flow.ui_config.offers['claim']!.steps = [
    { ...plain, name: 'ask', title: 'Ask', questions: [acme!, submit!] },
    { ...plain, name: 'mail', execute_actions: execute_actions!, questions: [mail!, submit!] },
    {
      ...plain,
      name: 'again',
      title: 'Again',
      questions: [acme!, { type: 'submit', text: 'Send', agrees: true }, no],
    },
  ]
  const { send, open, store } = await running({ now: () => NOW })
  const version = { style: '', icons: {}, validators: compileValidators(flow), at: NOW }
  await store.publish({ path: 'again', flow, ...version })
  const session = await open({ path: 'again' })
  const post = async (step_key: string, answers: AnswerRecord[]) => {
    const body = submission(session, { ...MAIL, step_key, answers })
    return (await send(wrapped('POST /api/sessions/step', body, session.token))).statusCode
  }
  const leads = async () => (await store.deliveries({ state: null, limit: 9 })).map(({ state }) => state)
  expect([await post('ask', [ticked('acme')]), await post('mail', MAIL.answers)]).toEqual([204, 204])
  expect(await leads()).toEqual(['due'])
  expect(await post('again', [{ question_key: 'no', answer_key: 'no', raw_data: 'no' }])).toBe(204)
  expect(await leads()).toEqual(['suppressed'])
  expect(await post('mail', MAIL.answers)).toBe(204)
  expect(await leads()).toEqual(['suppressed'])
})
