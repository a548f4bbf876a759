import type { LeafElement } from '../../../schemas/element.ts'
import type { Step } from '../../../schemas/flow.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { asks } from '../../flow/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { LOCAL } from '../../flow/validations/localChecks.ts'
import type { ValidParts } from './validParts.ts'

/** A step holds what its design lays out, and an offer that closes the visit asks for nothing. */
export function checkDesigns({ steps, thankYous }: ValidParts): Problem[] {
  return steps.flatMap(({ at, offer, value: step, leaves }) => {
    const elements = leaves.flatMap(({ value }) => value ?? [])
    if (!step || elements.length < leaves.length) return []
    const lacking = step.design ? lacks(step, step.design, elements) : []
    return [
      ...lacking.map((problem) => ({ ...problem, at: [...at, 'design'] })),
      ...(thankYous.includes(offer) && elements.some(asks)
        ? [{ ...asking(offer, step), at: [...at, 'questions'] }]
        : []),
    ]
  })
}

type Design = NonNullable<Step['design']>
type Unplaced = Omit<Problem, 'at'>

interface Part {
  what: string
  is: (element: LeafElement) => boolean
  add: string
}

const TEXT: Part = {
  what: 'a text',
  is: (element) => isA(element, 'html'),
  add: 'an element with the widget html',
}
const CONSENT: Part = {
  what: 'a consent',
  is: (element) => isA(element, 'consent'),
  add: 'an element with the widget consent',
}
const EMAIL: Part = {
  what: 'an email field',
  is: (element) =>
    isA(element, 'text') && element.validations.local.some(({ name }) => LOCAL[name].contact === 'email'),
  add: 'an element with the widget text and the validation email',
}
const QUESTION: Part = { what: 'a question', is: asks, add: 'choices, or a field and a submit' }

/** What each design lays out: src/visitor/page/visitor.css, "Layouts of a step". */
const PARTS: Record<Design, readonly Part[]> = {
  unclaimed_money: [QUESTION],
  email_capture: [TEXT, EMAIL, CONSENT],
  personal_info: [CONSENT],
  last_chance: [TEXT],
}

function lacks({ name }: Step, design: Design, elements: readonly LeafElement[]): Unplaced[] {
  return PARTS[design]
    .filter(({ is }) => !elements.some(is))
    .map(({ what, add }) => ({
      code: 'design_lacks',
      message: `The design ${design} lays out ${what}, and the step "${name}" has none.`,
      hint: `Add ${add}, or choose another design.`,
    }))
}

function asking(offer: string, { name }: Step): Unplaced {
  return {
    code: 'thank_you_asks',
    message: `The offer "${offer}" closes the visit, and its step "${name}" still asks something.`,
    hint: 'Move the step to an offer before it, or give this offer the design "plain".',
  }
}
