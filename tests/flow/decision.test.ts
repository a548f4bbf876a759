import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Fields } from '../../src/flow/answers/fields.ts'
import { decision, leavesUnanswered, withoutChoices } from '../../src/flow/consent/agreement.ts'
import { agreedPart, fieldsForOthers } from '../../src/flow/answers/offerConsents.ts'
import { choices, consent, flow, input, step, type Part } from './flows.ts'

const CONSENT = consent('a_tcpa', 'I agree to be called.')
const submit = (text: string, agrees?: boolean): Part => ({
  element: { type: 'submit', text, ...(agrees !== undefined && { agrees }) },
})
const [CHOICE] = choices('answer', 'yes')

/** Meaning of a press on a step with a consent and these controls, answered with `data`. */
function meaningOf(controls: Part[], data: Record<string, string> = {}) {
  const asked = flow({ a: [step('agree', [CONSENT, ...controls])] })
  return decision(asked, asked.ui_config.offers['a']!.steps[0]!, data)
}

describe('what a press means for a consent', () => {
  test('follows the author’s setting of the control, whatever its words say', () => {
    expect(meaningOf([submit('Yes, I agree', false)])).toBe('refuses')
    expect(meaningOf([submit('No, thanks', true)])).toBe('agrees')
  })

  test('is an agreement if the step has only this control, whatever its words say', () => {
    expect(meaningOf([submit('Continue')])).toBe('agrees')
  })

  test('is nothing on a step without a consent', () => {
    const plain = flow({ a: [step('ask', [submit('Yes, I agree', true)])] })
    expect(decision(plain, plain.ui_config.offers['a']!.steps[0]!, {})).toBeNull()
  })

  test('is unclear if no control of the step was pressed', () => {
    expect(meaningOf([CHOICE!])).toBe('unclear')
  })

  test('is unclear if one of the possible buttons is unclear', () => {
    expect(meaningOf([submit('I agree', true), submit('Continue')])).toBe('unclear')
  })

  test('is a refusal if one of the possible buttons refuses', () => {
    expect(meaningOf([submit('I agree', true), submit('No, thanks')])).toBe('refuses')
  })
})

describe('a choice', () => {
  const chosen = (agrees: boolean, asked: Part[]) => {
    const [choice] = choices('answer', 'yes')
    const element = { ...choice!.element, agrees } as Part['element']
    const of = flow({ a: [step('agree', [input('text', 'phone'), ...asked, { ...choice!, element }])] })
    return { of, step: of.ui_config.offers['a']!.steps[0]! }
  }
  const leaves = ({ of, step }: ReturnType<typeof chosen>, data: Record<string, string>) =>
    leavesUnanswered(of, step, data)

  test('leaves the step unanswered only if it’s pressed and refuses a consent', () => {
    expect(leaves(chosen(false, [CONSENT]), { answer: 'yes' })).toBe(true)
    expect(leaves(chosen(false, [CONSENT]), {})).toBe(false)
    expect(leaves(chosen(true, [CONSENT]), { answer: 'yes' })).toBe(false)
    expect(leaves(chosen(false, []), { answer: 'yes' })).toBe(false)
  })

  test('is forgotten when another button is pressed, and nothing else is', () => {
    const { of, step } = chosen(false, [CONSENT])
    expect(withoutChoices(of, step, { phone: '5125552368', answer: 'yes' })).toEqual({ phone: '5125552368' })
  })
})

test('an offer’s buyers don’t get what was agreed to or refused on the steps of other offers', () => {
  const of = flow({
    a: [step('agree', [CONSENT, ...choices('declined', 'yes')]), step('plain', choices('hurt', 'yes'))],
    b: [step('only', [consent('b_tcpa', 'B may call.'), consent('c_tcpa', 'C may call.')])],
    c: [step('own', choices('declined', 'yes'))],
  })
  const hidden = (offer_key: string) => [...fieldsForOthers(of, offer_key)].toSorted()
  expect(hidden('a')).toEqual(['b_tcpa', 'c_tcpa'])
  expect(hidden('b')).toEqual(['a_tcpa', 'declined'])
  expect(hidden('c')).toEqual(['a_tcpa', 'b_tcpa'])
})

describe('an offer’s leads may be sold', () => {
  const SEND = { name: 'send_lead', buyers: ['acme'] } as const
  const mayBeSold = (of: Flow, offer_key: string, fields: Fields) =>
    agreedPart(of, offer_key, { ...SEND, buyers: [...SEND.buyers] }, fields) !== null
  const asked = flow({
    a: [step('first', [CONSENT]), step('second', [consent('a_other', 'I agree to be written to.')])],
    b: [step('only', [consent('c_tcpa', 'I agree that C calls me.')])],
    c: [step('named', [])],
  })

  test('if one of its consents was given, but not if none was', () => {
    expect(mayBeSold(asked, 'a', { a_tcpa: 'I agree to be called.' })).toBe(true)
    expect(mayBeSold(asked, 'a', { a_other: 'I agree to be written to.' })).toBe(true)
    expect(mayBeSold(asked, 'a', {})).toBe(false)
  })

  test('if its consent was given on another offer’s step under its own name', () => {
    expect(mayBeSold(asked, 'c', {})).toBe(false)
    expect(mayBeSold(asked, 'c', { c_tcpa: 'I agree that C calls me.' })).toBe(true)
  })

  test('if it doesn’t ask for one', () => {
    expect(mayBeSold(flow({ a: [step('first', [])] }), 'a', {})).toBe(true)
  })
})
