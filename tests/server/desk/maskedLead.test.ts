import { expect, test } from 'vitest'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { maskedLead } from '../../../src/server/desk/maskedLead.ts'
import { SELLING_FLOW } from '../smallFlow.ts'

/** Tests what is left of a lead for operators who may not see personal data. */

let marks = 0
/** Text that the visitor typed somewhere; each one is different. */
const typed = () => `ann${++marks}@example.com`
const address = () => `https://claims.example/small?email=${typed()}`
const person = () => ({ name: typed(), phone: typed(), email: typed() })
const because = () => [
  { at: [], field: 'hurt', condition: 'eq' as const, arg: 'yes', value: 'yes', holds: true },
  { at: [], field: 'email', condition: 'neq' as const, arg: '', value: typed(), holds: true },
]

const LEAD: Omit<OneLead, 'whys' | 'answers'> = {
  session_uuid: '00000000-0000-4000-8000-000000000007',
  is_forgotten: false,
  sees_persons: false,
  name: typed(),
  explanation: {
    session: {
      uuid: '00000000-0000-4000-8000-000000000007',
      path: 'small',
      version: 1,
      at: 0,
      origin: { today: '2026-11-20', query: { email: typed() } },
      aff_id: '86',
      sub1: '',
      sub2: '',
      sub3: '',
      page_url: address(),
      referrer: address(),
      ip: '203.0.113.7',
      user_agent: typed(),
      language: 'en',
      tracking: { jornaya_lead_id: typed() },
    },
    trace: [
      {
        step: 'claim/mail',
        at: [],
        kind: 'shown',
        because: because(),
        answered: { hurt: 'yes', email: typed(), many: ['no', typed()] },
        computed: { name_gibberish: typed() },
        actions: [{ name: 'send_lead', due: true, because: because() }],
      },
    ],
    current: 'thanks/end',
    fields: { state: 'TX', email: typed() },
    submissions: [
      {
        step: 'claim/mail',
        at: 0,
        time_on_step: 1,
        execute_actions: ['send_lead'],
        answered: { email: typed() },
        standing: 'replaced',
      },
    ],
    end: {
      outcome: 'accepted',
      shows: [`Thank you, ${typed()}.`],
      redirect: { link: address(), buyer: 'acme' },
    },
    outcomes: [],
    refused: [{ call: 'step', reason: `Not taken: ${typed()}`, at: 0 }],
  },
  evidence: {
    session_uuid: '00000000-0000-4000-8000-000000000007',
    path: 'small',
    referrer: address(),
    certificates: { jornaya_lead_id: typed() },
    given: { hurt: 'no', email: typed() },
    person: person(),
    consents: [
      {
        submission: '00000000-0000-4000-8000-000000000008',
        offer: 'claim',
        step: 'mail',
        decision: 'agreed',
        field: 'claim_tcpa',
        text: `I, ${typed()}, agree.`,
        text_sha256: '',
        version: 1,
        flow_sha256: '',
        sellers: ['Acme'],
        control: { element: 'submit', text: 'Continue', state: 'pressed' },
        at: 0,
        browser_at: 0,
        ip: '203.0.113.7',
        user_agent: typed(),
        page_url: address(),
        opt_out: null,
        certificates: { jornaya_lead_id: typed() },
        html: typed(),
        person: person(),
      },
    ],
    revocations: [],
    requests: [],
    notices: [],
  },
  deliveries: [
    {
      in_doubt: false,
      to_settle: null,
      delivery: 1,
      key: 'k',
      offer: 'claim',
      buyer: 'acme',
      state: 'accepted',
      status: 'accepted',
      attempts: 1,
      duplicate_of: null,
      held: null,
      held_message: null,
      due_at: null,
      at: 0,
      external_id: 'A-7',
      tries: [{ attempt: 1, message: `Bought ${typed()}.`, at: 0, auction: null, bid_cents: null }],
      entries: [],
    },
  ],
  offers: [],
}

test('contains nothing that its visitor typed, and no full IP address', () => {
  const left = JSON.stringify(maskedLead(SELLING_FLOW, LEAD))
  expect(left.match(/ann\d+@example|203\.0\.113\.7/g) ?? []).toEqual([])
})

test('contains the flow’s own texts, and the lead’s results', () => {
  const { explanation, evidence, deliveries } = maskedLead(SELLING_FLOW, LEAD)
  expect(explanation.trace[0]).toMatchObject({
    answered: { hurt: 'yes', email: '•••', many: ['no', '•••'] },
    because: [{ value: 'yes' }, { value: '•••' }],
  })
  expect(explanation.session).toMatchObject({ page_url: 'https://claims.example/small', aff_id: '86' })
  expect(explanation.end).toMatchObject({ shows: ['Thank you, •••.'], redirect: { buyer: 'acme' } })
  expect(evidence.consents[0]).toMatchObject({
    decision: 'agreed',
    text: 'I, •••, agree.',
    sellers: ['Acme'],
  })
  expect(deliveries[0]).toMatchObject({ state: 'accepted', tries: [{ message: 'Bought •••.' }] })
})

test('contains no name or street from inside a sentence, whatever field it was typed into', () => {
  const { explanation, evidence, deliveries } = LEAD
  const [submission] = explanation.submissions
  const [delivery] = deliveries
  const [given] = delivery!.tries
  const agreed = 'I, Rosalind, agree.'
  const lead = {
    ...LEAD,
    explanation: {
      ...explanation,
      fields: { claim_tcpa: agreed, first: 'Rosalind' },
      submissions: [{ ...submission!, answered: { last: 'Quimby' } }],
    },
    evidence: {
      ...evidence,
      given: { street: 'Elm Street', hurt: 'yes' },
      consents: [{ ...evidence.consents[0]!, text: agreed }],
    },
    deliveries: [
      { ...delivery!, tries: [{ ...given!, message: 'Rosalind Quimby of elm street said yes.' }] },
    ],
  }
  const masked = maskedLead(SELLING_FLOW, lead)
  expect(masked.explanation.fields).toEqual({ first: '•••', claim_tcpa: 'I, •••, agree.' })
  expect(masked.deliveries[0]?.tries[0]?.message).toBe('••• ••• of ••• said yes.')
})
