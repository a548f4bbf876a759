import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../schemas/visitor/sessions.ts'
import type { Element, ElementOf, Redirect } from '../../schemas/elements/element.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import { advance, begin } from '../../src/flow/journey.ts'
import { App } from '../../src/visitor/page/Funnel.tsx'
import { loadLazyWidgets } from '../../widgets/lazyWidget.tsx'
import { plainFlow } from '../journeys/plainFlow.ts'
import { pageOf } from './page.ts'

/** Tests of what a page shows at an end that depends on the outcome of the lead, as the server draws it. */

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

/** Visible texts and card titles, once the only question is answered. */
function readEnd(...given: Parameters<typeof drawEnd>) {
  const [html = ''] = drawEnd(...given).split('<aside')
  const texts = Array.from(html.matchAll(/<div class="prose">(.*?)<\/div>/g), ([, text]) =>
    text!.replace(/<[^>]*>/g, ''),
  )
  return [...texts, ...Array.from(html.matchAll(/<h2>(.*?)<\/h2>/g), ([, title]) => title)]
}

function drawEnd(
  name: string,
  state: Outcome['leads'][number]['state'] | null,
  not_sold: Outcome['not_sold'] = null,
  { flow = FLOW, redirect = undefined as string | undefined } = {},
) {
  const lead = { offer: 'asked', buyer: 'acme', ...(redirect !== undefined && { redirect }) }
  const leads = state === null ? [] : [{ ...lead, state }]
  const page = { ...pageOf(), flow, outcome: { not_sold, leads } }
  const [start] = begin(page)
  const data = { name, tcpa: 'By pressing “Send”, I agree.' }
  const [journey] = advance(page, start, { type: 'submit', step: start.current!, data, timeOnStepMs: 0 })
  return renderToString(createElement(App, { page, journey }))
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
])('%j becomes %j', (given, read) => {
  expect(readEnd(...given)).toEqual(read)
})

test('space for later texts is reserved only while details are being sent', () => {
  const texts = (html: string) => [...html.matchAll(/class="prose"/g)].length
  const nothingSent = structuredClone(FLOW)
  nothingSent.ui_config.offers['asked']!.steps.splice(1, 1)
  expect(texts(drawEnd('Bea', null))).toBe(3)
  expect(texts(drawEnd('Bea', null, null, { flow: nothingSent }))).toBe(1)
})

test('the heading of the offers comes before the first that is shown', () => {
  const flow = structuredClone(FLOW)
  flow.ui_config.offers['asked']!.steps[2]!.questions.unshift({ type: 'container', widget: 'outcome' })
  const headings = (...[name, state]: Parameters<typeof drawEnd>) => {
    const [html = ''] = drawEnd(name, state, null, { flow }).split('<aside')
    return Array.from(html.matchAll(/<h2(?: class="offers")?>(.*?)<\/h2>/g), ([, text]) => text)
  }
  expect(headings('Ann', 'accepted')).toEqual(['Thank you', 'For Ann'])
  expect(headings('Bea', 'rejected')).toEqual(['Thank you', 'Others'])
})

describe('a text that leads to another page', () => {
  beforeAll(loadLazyWidgets)
  const leading = (given: Partial<Redirect>) => {
    const flow = structuredClone(FLOW)
    const result = flow.ui_config.offers['asked']!.steps[2]!.questions[0] as ElementOf<'result'>
    result.cases[0]!.redirect = { text: 'Go on', ...given }
    return flow
  }
  const link = 'https://partners.example/start?name={{field:name}}'
  const personal = leading({ link, buyer: 'acme', personal: ['name'] })
  const own = leading({ buyer: 'acme' })
  const page = 'https://apply.example/?ref=7'
  const linkOf = (html: string) => /<a class="button" href="([^"]*)"/.exec(html)?.[1] ?? null

  test.each<[Parameters<typeof drawEnd>, string | null]>([
    [['Bea', 'accepted', null, { flow: personal }], 'https://partners.example/start?name=Bea'],
    [['Bea', 'accepted', null, { flow: personal, redirect: page }], page],
    [['Bea', 'accepted', 'gpc', { flow: personal }], 'https://partners.example/start'],
    [['Bea', 'due', null, { flow: personal }], null],
    [['Bea', 'rejected', null, { flow: personal }], null],
    [['Bea', 'accepted', null, { flow: own, redirect: page }], page],
    [['Bea', 'accepted', null, { flow: own }], null],
  ])('%j links to %j', (given, href) => {
    expect(linkOf(drawEnd(...given))).toBe(href)
  })
})
