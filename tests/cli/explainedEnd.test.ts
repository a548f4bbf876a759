import { expect, test } from 'vitest'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { Element } from '../../schemas/elements/element.ts'
import { explainSession } from '../../src/server/desk/explainSession.ts'
import { endWords } from '../../src/author/simulate/endWords.ts'
import { choices, flow, hidden, play, step, submit, when } from '../flow/flows.ts'
import { session } from '../store/history.ts'

/** Tests of what a recorded session saw at an end that depends on the outcome of its lead. */

const END: Element = {
  type: 'container',
  widget: 'result',
  cases: [
    {
      display_rules: when('lead.outcome', 'eq', 'accepted'),
      html: '<p>{{buyers}} <b>calls</b> you.</p>',
      redirect: { link: 'https://partners.example/?hurt={{field:hurt}}', text: 'Go on', buyer: 'acme' },
    },
    { display_rules: when('lead.outcome', 'eq', 'kept'), html: '<p>Nobody calls you.</p>' },
    { html: '<p>Wait.</p>' },
  ],
}
const FLOW = flow(
  {
    claim: [
      step('hurt', choices('hurt', 'yes', 'no')),
      hidden('send', { execute_actions: [{ name: 'send_lead', buyers: ['acme'] }] }),
    ],
    end: [step('end', [{ element: END }], { title: 'Thank you' })],
  },
  { ui: { buyers: { acme: { name: 'Acme', required_fields: [] } } } },
)

/** Words for the end of a visitor who was hurt, or, with null, of one who hasn't answered yet. */
function endOf(outcome: Outcome, hurt: string | null = 'yes') {
  const opened = session({})
  const origin = opened.origin
  const [, effects] =
    hurt === null ? [null, []] : play({ flow: FLOW, origin }, submit('claim/hurt', { hurt }, 1))
  const steps = effects.flatMap((effect, n) =>
    effect.type === 'step'
      ? [
          {
            ...effect.step,
            id: `00000000-0000-4000-8000-00000000000${n}`,
            answers: effect.answers,
            time_on_step: 1,
            execute_actions: effect.execute_actions,
            page_url: '',
            at: opened.at,
          },
        ]
      : [],
  )
  const { end } = explainSession(
    FLOW,
    { ...opened, language: 'en', clicks: [], tracking: {}, steps },
    outcome,
  )
  return end && `${end.outcome}: ${endWords(end)}`
}
const sold = (state: Outcome['leads'][number]['state']): Outcome => ({
  not_sold: null,
  leads: [{ offer: 'claim', buyer: 'acme', state }],
})

test.each<[Outcome, string]>([
  [
    sold('accepted'),
    'accepted: Acme calls you. | goes to the page that "acme" provides, otherwise to https://partners.example/?hurt=yes',
  ],
  [sold('kept'), 'kept: Nobody calls you.'],
  [sold('rejected'), 'rejected: Wait.'],
  [sold('due'), 'waiting: Wait.'],
])('with %j, it says %s', (outcome, words) => {
  expect(endOf(outcome)).toBe(words)
})

test('says nothing about a step that isn’t an end', () => {
  expect(endOf({ not_sold: null, leads: [] }, null)).toBeNull()
})
