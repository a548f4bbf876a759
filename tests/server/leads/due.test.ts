import { expect, test } from 'vitest'
import type { Flow } from '../../../schemas/flow/flow.ts'
import { checksOf } from '../../../src/server/outside/externalChecks.ts'
import { fieldsOfOthers } from '../../../src/flow/answers/fieldsOfOthers.ts'
import { leadOf } from '../../../src/server/leads/leadOf.ts'
import { choices, consent, flow, input, origin, step } from '../../flow/flows.ts'

const FLOW: Flow = flow(
  {
    mva: [step('agree', [consent('mva_tcpa', 'I agree.'), ...choices('mva_agree', 'Yes', 'No')])],
    wc: [
      step('agree', [consent('wc_tcpa', 'I agree too.'), ...choices('wc_declined', 'Yes', 'No')]),
      step('name', [input('text', 'first_name')]),
    ],
    cl: [step('agree', [consent('cl_tcpa', 'I agree as well.'), ...choices('wc_declined', 'Yes', 'No')])],
  },
  {
    ui: { basic_fields: ['first_name'], buyers: { team: { name: 'Team', required_fields: ['mva_agree'] } } },
  },
)
const ANSWERS = {
  'mva/agree': { mva_tcpa: 'I agree.', mva_agree: 'Yes' },
  'wc/agree': { wc_tcpa: null, wc_declined: 'No' },
  'wc/name': { first_name: 'Ann' },
}

/** Consents and answers that the buyers of an offer receive. */
async function disclosed(offer: string, buyers: string[] = []) {
  const session = {
    aff_id: '',
    ip: '',
    user_agent: '',
    page_url: '',
    origin: origin(),
    clicks: [],
    tracking: {},
  }
  const due = await leadOf(
    [{ name: 'send_lead', buyers }],
    { flow: FLOW, session, answers: ANSWERS, recorded: [] },
    { offer, at: 0, checks: checksOf({ emailDns: null }), mayInsist: () => false },
  )
  const { mva_tcpa, mva_agree, wc_declined, first_name } = 'lead' in due ? due.lead.payload : {}
  return { mva_tcpa, mva_agree, wc_declined, first_name }
}

test('sends a buyer the consent to its own offer, but not the refusal of another offer', async () => {
  expect(await disclosed('mva')).toEqual({
    mva_tcpa: 'I agree.',
    mva_agree: 'Yes',
    wc_declined: undefined,
    first_name: 'Ann',
  })
  expect(await disclosed('wc')).toEqual({
    mva_tcpa: undefined,
    mva_agree: undefined,
    wc_declined: 'No',
    first_name: 'Ann',
  })
})

test('sends a buyer the answers to its own offer, and the fields it requires', async () => {
  expect(await disclosed('cl')).toMatchObject({ mva_agree: undefined, wc_declined: 'No' })
  expect(await disclosed('cl', ['team'])).toMatchObject({ mva_tcpa: undefined, mva_agree: 'Yes' })
})

const TWO_SOLD: Flow = flow(
  {
    start: [step('kind', choices('kind', 'car', 'work'))],
    car: [
      step('crash', [
        input('text', 'crash_story'),
        input('text', 'state'),
        input('text', 'year'),
        input('text', 'month'),
      ]),
    ],
    work: [step('hurt', [input('text', 'hurt_story'), input('text', 'state')])],
  },
  {
    ui: { fields: { crash_day: { compute: 'incident_date', from: ['year', 'month'] } } },
    offers: { start: { real: false } },
  },
)

test('doesn’t send a buyer the answers to another sold offer, or what was computed from them', () => {
  const others = (offer: string) => [...fieldsOfOthers(TWO_SOLD, offer)].sort()
  expect(others('work')).toEqual(['crash_day', 'crash_story', 'month', 'year'])
  expect(others('car')).toEqual(['hurt_story'])
})
