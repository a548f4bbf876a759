import { expect, test } from 'vitest'
import { check } from '../../src/author/check/check.ts'
import { proveEnds } from '../../src/author/prove/proveEnds.ts'
import type { Part } from './flows.ts'
import { choices, consent, flow, hidden, input, step, THANKS, TODAY, when } from './flows.ts'

/** Tests of the buttons that a consent names, and of leads that one visit sends twice. */

const button = (text: string): Part => ({ element: { type: 'submit', text, agrees: true } })

/** Codes of what is wrong with a consent beside a button. */
const wrong = (text: string, label: string, parts = [consent('agreed', text), button(label)]) =>
  check(
    flow({
      a: [step('agree', [input('text', 'x', []), ...parts]), step('end', [THANKS], { title: 'Thanks' })],
    }),
  )
    .map(({ code }) => code)
    .filter((code) => code.startsWith('consent_b'))

test.each([
  ['By pressing “Send it”, I agree.', 'Send it'],
  ['By pressing "send  it", I agree.', 'Send it'],
  ['By clicking Yes, I agree, I give my consent.', 'Yes, I agree'],
  ['By clicking Continue below I agree.', 'Continue'],
  ['By pressing the button below, I agree.', 'Continue'],
  ['By continuing, I agree. Click Here to read the terms, or press “Privacy Policy”.', 'Continue'],
  ['By pressing “Send it” or “Continue”, I agree.', 'Send it', 'Continue'],
  ['Al pulsar «Enviar», acepto que me llamen.', 'Enviar'],
  ['Al hacer clic en el botón “Enviar”, acepto que me llamen.', 'Enviar'],
])('%s is fine next to “%s”', (text, label, ...others) => {
  expect(wrong(text, label, [consent('agreed', text), button(label), ...others.map(button)])).toEqual([])
})

test.each([
  ['By pressing “Submit”, I agree.', 'Send it'],
  ['By pressing “Send it” or “Submit”, I agree.', 'Send it'],
  ['By tapping on Submit, I agree.', 'Send it'],
  ['When I click the button "Submit", I agree.', 'Send it'],
  ['Al presionar Enviar, acepto que me llamen.', 'Mandar'],
  ['Al dar clic en «Enviar», acepto que me llamen.', 'Mandar'],
])('%s names no button next to “%s”', (text, label) => {
  expect(wrong(text, label)).toEqual(['consent_button'])
})

test('a consent comes before the button that gives it, but a button that declines may come first', () => {
  const text = 'I agree that they may call me.'
  const declines = choices('no', 'yes').map(({ element, ...part }) => ({
    ...part,
    element: { ...element, agrees: false },
  }))
  expect(wrong(text, 'Yes', [button('Yes'), consent('agreed', text)])).toEqual(['consent_below_button'])
  expect(wrong(text, 'Yes', [...(declines as Part[]), consent('agreed', text), button('Yes')])).toEqual([])
})

test('a lead goes to a buyer twice only if one visitor meets the rules of both actions', () => {
  const twice = (first: number, second: number) =>
    proveEnds(
      flow(
        {
          a: [
            step('age', choices('n', '1', '2')),
            hidden('one', {
              execute_actions: [
                { name: 'send_lead', buyers: ['acme'], rules: when('n', 'eq', String(first)) },
              ],
            }),
            hidden('two', {
              execute_actions: [
                { name: 'send_lead', buyers: ['acme'], rules: when('n', 'eq', String(second)) },
              ],
            }),
            step('end', [THANKS], { title: 'Thanks' }),
          ],
        },
        { ui: { buyers: { acme: { name: 'Acme', required_fields: [] } } } },
      ),
      TODAY,
    ).map(({ code }) => code)
  expect(twice(1, 1)).toEqual(['sent_twice'])
  expect(twice(1, 2)).toEqual([])
})
