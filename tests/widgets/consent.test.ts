import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Consent } from '../../widgets/Consent.tsx'
import { StepContext, type StepView } from '../../widgets/context.ts'
import { SELLING_FLOW } from '../server/smallFlow.ts'

/** Sellers marked in a consent text, if the lead goes to buyers with these names. */
function sellersIn(text: string, names: readonly string[]): string[] {
  const flow = structuredClone(SELLING_FLOW)
  flow.constants_config.questions['agree'] = {
    label: 'Consent',
    answers: { text: { backend_field_name: 'agreed', backend_field_value: text } },
  }
  flow.ui_config.buyers = Object.fromEntries(names.map((name) => [name, { name, required_fields: [] }]))
  flow.ui_config.offers['claim']!.steps[2]!.execute_actions![0]!.buyers = [...names]
  const value = { flow, path: 'small', offer_key: 'claim' } as StepView
  const element = {
    type: 'container',
    widget: 'consent',
    question_key: 'agree',
    answer_id: 'text',
  } as const
  const html = renderToStaticMarkup(
    createElement(StepContext, { value }, createElement(Consent, { element })),
  )
  return Array.from(html.matchAll(/consent-advertiser-name">(.*?)</g), ([, name]) => name!)
}

test.each([
  ['one name', ['Acme'], ['Acme']],
  ['a name that begins another', ['Acme', 'Acme Legal'], ['Acme Legal']],
  ['a name that begins another, in the other order', ['Acme Legal', 'Acme'], ['Acme Legal']],
  ['a name that ends another', ['Legal', 'Acme Legal'], ['Acme Legal']],
])('marks the longest of the sellers that a consent names: %s', (_, names, marked) => {
  expect(sellersIn('I agree that Acme Legal may call me.', names)).toEqual(marked)
})
