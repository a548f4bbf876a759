import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Outcome } from '../../schemas/api.ts'
import type { Element } from '../../schemas/element.ts'
import type { Rule } from '../../schemas/rule.ts'
import { advance, begin } from '../../src/flow/journey.ts'
import { App } from '../../src/visitor/page/Funnel.tsx'
import { plainFlow } from '../journeys/plainFlow.ts'
import { pageOf } from './page.ts'

/** What a page shows at an end that depends on what became of the details, as the server draws it. */

const is = (field: string, arg: string): Rule[] => [
  { operator: 'and', conditions: [{ field, condition: 'eq', arg }] },
]
const card = (title: string, display_rules: Rule[]): Element => ({
  type: 'container',
  widget: 'partner_card',
  title,
  body: 'Another way.',
  text: 'Go',
  link: 'https://partners.example/other',
  campaign_id: '1',
  display_rules,
})

const FLOW = plainFlow(
  {
    name: { label: 'Name?', answers: { value: { backend_field_name: 'name', label: 'Name' } } },
    consent: {
      label: 'Consent',
      answers: {
        agreed: { backend_field_name: 'tcpa', backend_field_value: 'By pressing “Send”, I agree.' },
      },
    },
  },
  [
    {
      name: 'name',
      questions: [
        {
          type: 'input',
          widget: 'text',
          question_key: 'name',
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
      execute_actions: [{ name: 'send_lead', buyers: ['acme'] }],
      questions: [],
    },
    {
      name: 'end',
      title: 'Thank you',
      questions: [
        {
          type: 'container',
          widget: 'result',
          cases: [
            {
              display_rules: is('lead.outcome', 'accepted'),
              html: '<p>{{buyers}} calls {{field:name}}.</p>',
            },
            { display_rules: is('lead.outcome', 'waiting'), html: '<p>We wait for {{buyers}}.</p>' },
            { html: '<p>Expect no call.</p>' },
          ],
        },
        card('For Ann', is('name', 'Ann')),
        card('Others', is('buyer.acme', 'rejected')),
      ],
    },
  ],
)
FLOW.ui_config.buyers = { acme: { name: 'Acme <Claims>', required_fields: [] } }

/** The texts in sight and the titles of cards, once the only question is answered. */
function readEnd(
  name: string,
  state: Outcome['leads'][number]['state'] | null,
  not_sold: Outcome['not_sold'] = null,
) {
  const leads = state === null ? [] : [{ offer: 'asked', buyer: 'acme', state }]
  const page = { ...pageOf(), flow: FLOW, outcome: { not_sold, leads } }
  const [start] = begin(page)
  const data = { name, tcpa: 'By pressing “Send”, I agree.' }
  const [journey] = advance(page, start, { type: 'submit', step: start.current!, data, timeOnStepMs: 0 })
  const html = renderToString(createElement(App, { page, journey }))
  const texts = Array.from(html.matchAll(/<div class="prose">(.*?)<\/div>/g), ([, text]) =>
    text!.replace(/<[^>]*>/g, ''),
  )
  return [...texts, ...Array.from(html.matchAll(/<h2>(.*?)<\/h2>/g), ([, title]) => title)]
}

test.each<[Parameters<typeof readEnd>, string[]]>([
  [['Bea', null], ['We wait for Acme &#60;Claims&#62;.']],
  [['Bea', 'due'], ['We wait for Acme &#60;Claims&#62;.']],
  [['Bea', 'accepted'], ['Acme &#60;Claims&#62; calls Bea.']],
  [
    ['Bea', 'rejected'],
    ['Expect no call.', 'Others'],
  ],
  [['Bea', 'kept', 'gpc'], ['Expect no call.']],
  [['Bea', null, 'do_not_sell'], ['Expect no call.']],
  [
    ['Ann', 'accepted'],
    ['Acme &#60;Claims&#62; calls Ann.', 'For Ann'],
  ],
  [
    ['Ann', 'rejected'],
    ['Expect no call.', 'For Ann', 'Others'],
  ],
])('%j reads %j', (given, read) => {
  expect(readEnd(...given)).toEqual(read)
})
