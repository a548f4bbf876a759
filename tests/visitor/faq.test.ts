import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import type { Element } from '../../schemas/elements/element.ts'
import { advance, begin } from '../../src/flow/journey.ts'
import { looksOf } from '../../src/server/publish/looksOf.ts'
import { App } from '../../src/visitor/page/Funnel.tsx'
import { loadLazyWidgets } from '../../widgets/lazyWidget.tsx'
import { plainFlow } from '../journeys/plainFlow.ts'
import { pageOf } from './page.ts'

beforeAll(loadLazyWidgets)

const FAQ: Element = {
  type: 'container',
  widget: 'faq',
  title: 'Before you go',
  entries: [
    { question: 'What does it cost?', html: '<p>Nothing, <b>ever</b>.</p>' },
    { question: 'Who calls & when?', html: '<p>{{buyers}} calls {{field:name}}.</p>' },
  ],
}

const FLOW = plainFlow(
  { name: { label: 'Name?', answers: { value: { backend_field_name: 'name', label: 'Name' } } } },
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
        { type: 'submit', text: 'Send' },
      ],
    },
    {
      name: 'send',
      type: 'hidden',
      execute_actions: [{ name: 'send_lead', buyers: ['acme'] }],
      questions: [],
    },
    { name: 'last', title: 'Thank you', questions: [FAQ] },
  ],
)
FLOW.ui_config.buyers = { acme: { name: 'Acme <Claims>', required_fields: [] } }

test('shows each question as a summary that opens its answer, with the visitor’s input as text', () => {
  const page = { ...pageOf(), flow: FLOW }
  const [start] = begin(page)
  const data = { name: '<i>Ann' }
  const [journey] = advance(page, start, { type: 'submit', step: start.current!, data, timeOnStepMs: 0 })
  const html = renderToStaticMarkup(createElement(App, { page, journey }))
  expect(html).toContain('<div class="faq"><h2>Before you go</h2>')
  expect(Array.from(html.matchAll(/<details>.*?<\/details>/g), String)).toEqual([
    '<details><summary>What does it cost?</summary><div class="prose"><p>Nothing, <b>ever</b>.</p></div></details>',
    '<details><summary>Who calls &amp; when?</summary><div class="prose"><p>Acme &#60;Claims&#62; calls <bdi>&#60;i&#62;Ann</bdi>.</p></div></details>',
  ])
})

test('publishes its styles only with sites that have one', async () => {
  expect(await looksOf(FLOW)).toContain('.faq summary')
  const plain = structuredClone(FLOW)
  plain.ui_config.offers['asked']!.steps[2]!.questions = [
    { type: 'container', widget: 'html', html: '<p>Bye.</p>' },
  ]
  expect(await looksOf(plain)).not.toContain('faq')
})
