import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { CALLS } from '../../schemas/api.ts'
import type { Effect } from '../../src/flow/journey.ts'
import { queuedCalls } from '../../src/visitor/visit/effects.ts'

const UUID = '00000000-0000-4000-8000-00000000000'
const session = { uuid: `${UUID}0`, token: 't'.repeat(64), version: 1, click_ref: 'ref' }
const page_url = 'https://x.example/small'
const who = { session_uuid: session.uuid, session_token: session.token }

/** Calls of these effects; `uuid` counts ...1, ...2. */
function told(effects: Effect[]) {
  let made = 0
  return queuedCalls(effects, { session, page_url, uuid: () => `${UUID}${(made += 1)}` })
}

const answers = [{ question_key: 'state', answer_key: 'state.3', raw_data: 'AZ' }]
const stepTaken: Effect = {
  type: 'step',
  step: { offer_key: 'mva', step_key: 'state' },
  answers,
  timeOnStepMs: 1234,
  execute_actions: ['send_lead'],
}

const CASES: { effect: Effect; call: keyof typeof CALLS; body: object }[] = [
  {
    effect: stepTaken,
    call: 'POST /api/sessions/step',
    body: {
      id: `${UUID}1`,
      offer_key: 'mva',
      step_key: 'state',
      answers,
      time_on_step: 1234,
      execute_actions: ['send_lead'],
    },
  },
  { effect: { type: 'visit' }, call: 'POST /api/sessions/track/visit', body: {} },
  {
    effect: { type: 'impression', offer_key: 'mva' },
    call: 'POST /api/sessions/track/offer-impression',
    body: { offer_key: 'mva' },
  },
  { effect: { type: 'completed_basics' }, call: 'POST /api/sessions/completed_basics', body: {} },
]

test.each(CASES)('$effect.type is sent as $call, as its schema requires', ({ effect, call, body }) => {
  const [queued] = told([effect])
  expect(queued).toEqual({ call, body: { ...who, ...body }, token: session.token, page_url })
  const schema = CALLS[call]
  expect('body' in schema && [...Value.Errors(schema.body, queued?.body)]).toEqual([])
})

test('effects are sent in order, each step with its own ID', () => {
  const sent = told([stepTaken, { type: 'visit' }, stepTaken])
  expect(sent.map(({ call, body }) => [call.split('/').at(-1), body['id']])).toEqual([
    ['step', `${UUID}1`],
    ['visit', undefined],
    ['step', `${UUID}2`],
  ])
})
