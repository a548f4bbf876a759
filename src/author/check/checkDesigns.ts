import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Step } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { asks } from '../../flow/elements/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import { LOCAL } from '../../flow/elements/localChecks.ts'
import type { ValidParts } from '../kernel/validParts.ts'
import { STEP_PROBLEMS } from './stepProblems.ts'

/** Checks that a step has the elements that its design lays out, and that an offer that closes the visit asks for nothing. */
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

interface DesignPart {
  what: string
  is: (element: LeafElement) => boolean
  add: string
}

const TEXT: DesignPart = {
  ...STEP_PROBLEMS.aText,
  is: (element) => isA(element, 'html'),
}
const CONSENT: DesignPart = {
  ...STEP_PROBLEMS.aConsent,
  is: (element) => isA(element, 'consent'),
}
const EMAIL: DesignPart = {
  ...STEP_PROBLEMS.anEmail,
  is: (element) =>
    isA(element, 'text') && element.validations.local.some(({ name }) => LOCAL[name].contact === 'email'),
}
const QUESTION: DesignPart = { ...STEP_PROBLEMS.aQuestion, is: asks }

/** Elements that each design lays out: src/visitor/page/visitor.css, "Layouts of a step". */
const PARTS: Record<Design, readonly DesignPart[]> = {
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
      ...STEP_PROBLEMS.designLacks(design, what, name, add),
    }))
}

function asking(offer: string, { name }: Step): Unplaced {
  return {
    code: 'thank_you_asks',
    ...STEP_PROBLEMS.thankYouAsks(offer, name),
  }
}
