import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { advance, begin } from '../../src/flow/journey.ts'
import { App } from '../../src/visitor/page/Funnel.tsx'
import { plainFlow } from '../journeys/plainFlow.ts'
import { pageOf } from './page.ts'

/** Tests of what a visitor reads at the end of a flow that has no step for it. */

const AGREED = 'By pressing “Send”, I agree that Acme Claims calls me.'

function flowThatSends(buyers: Flow['ui_config']['buyers']): Flow {
  const flow = plainFlow(
    {
      phone: { label: 'Phone?', answers: { value: { backend_field_name: 'phone', label: 'Phone' } } },
      consent: {
        label: 'Consent',
        answers: { agreed: { backend_field_name: 'tcpa', backend_field_value: AGREED } },
      },
    },
    [
      {
        name: 'phone',
        questions: [
          {
            type: 'input',
            widget: 'text',
            question_key: 'phone',
            answer_id: 'value',
            validations: { local: [] },
          },
          { type: 'container', widget: 'consent', question_key: 'consent', answer_id: 'agreed' },
          { type: 'submit', text: 'Send' },
        ],
      },
      {
        name: 'send',
        type: 'hidden',
        execute_actions: [{ name: 'send_lead', ...(buyers && { buyers: Object.keys(buyers) }) }],
        questions: [],
      },
    ],
  )
  return withoutEnd(flow, buyers)
}

function withoutEnd(flow: Flow, buyers?: Flow['ui_config']['buyers']): Flow {
  const { end: _, ...offers } = flow.ui_config.offers
  const ui_config = { ...flow.ui_config, offers, ...(buyers && { buyers }) }
  return { ...flow, ui_config, offer_order: ['asked'] }
}

/** Text below the heading once the only step is answered. */
function readEnd(flow: Flow, data: Record<string, string>, outcome: Outcome | null): string {
  const page = { ...pageOf(), flow, outcome }
  const [start] = begin(page)
  const [journey] = advance(page, start, { type: 'submit', step: start.current!, data, timeOnStepMs: 0 })
  expect(journey.current).toBeNull()
  const html = renderToString(createElement(App, { page, journey }))
  const shown = html.slice(html.indexOf('<h1'), html.indexOf('</section>'))
  return shown
    .replaceAll(/<div hidden="">.*?<\/div>/g, '')
    .replaceAll(/<[^>]*>|<!-- -->/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const THANKS = 'Thank you. That was the last question.'
const ACME = { acme: { name: 'Acme Claims', next: 'They call you today.', required_fields: [] } }
const lead = (state: Outcome['leads'][number]['state']) => ({ offer: 'asked', buyer: 'acme', state })

test.each<[string, Outcome | null, string]>([
  [
    'before the server has answered',
    null,
    'Your details are being sent. You asked us to share them with Acme Claims.',
  ],
  [
    'once the buyer has the lead',
    { not_sold: null, leads: [lead('accepted')] },
    'Acme Claims received your details. If this is your first request to them, here’s what happens next: They call you today.',
  ],
  [
    'where it is kept',
    { not_sold: 'gpc', leads: [] },
    'We saved your details but didn’t share them with Acme Claims. Your browser asks us not to sell them (Global Privacy Control), so you won’t get a call.',
  ],
])('says at the end what happens to the details %s', (_, outcome, said) => {
  const data = { phone: '5125550123', tcpa: AGREED }
  expect(readEnd(flowThatSends(ACME), data, outcome)).toBe(`${THANKS} ${said}`)
})

test('says at the end of a flow that sends no lead that nothing was passed on', () => {
  const choice = {
    label: 'More?',
    answers: { no: { backend_field_name: 'more', backend_field_value: 'no' } },
  }
  const questions = [
    { type: 'container', widget: 'choice', submit: true, question_key: 'more', answer_id: 'no', text: 'No' },
  ] as const
  const flow = withoutEnd(plainFlow({ more: choice }, [{ name: 'more', questions: [...questions] }]))
  expect(readEnd(flow, { more: 'no' }, null)).toBe(
    `${THANKS} We didn’t share anything. You didn’t ask us to, so you won’t get a call.`,
  )
})

test('says nothing about details if the flow doesn’t name who gets them', () => {
  expect(readEnd(flowThatSends(undefined), { phone: '5125550123' }, null)).toBe(THANKS)
})
