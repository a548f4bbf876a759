import type { Element, ElementOf, InputElement, LeafElement } from '../../../schemas/elements/element.ts'
import type { Answer, Flow, Question, Step } from '../../../schemas/flow/flow.ts'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { blockOf, isA, isComposite, isInput, kindOf, type Control } from './kinds.ts'
import { once } from '../kernel/once.ts'

/** A step's leaf elements, in the order shown. */
export const leaves = once((elements: readonly Element[]): readonly LeafElement[] =>
  elements.flatMap((element) =>
    element.type === 'container' && element.widget === 'group' ? leaves(element.elements) : [element],
  ),
)

/** Elements that a visitor fills in, without choices. */
export const inputs = once((step: Step): readonly InputElement[] => leaves(step.questions).filter(isInput))

/** True if the element asks the visitor something: a choice does; a consent does not, as the press of a button answers it. */
export function asks(element: LeafElement): boolean {
  return isInput(element) || ('question_key' in element && blockOf(element).submits === true)
}

/** Consents on a step. */
export const consents = once((step: Step) =>
  leaves(step.questions).filter((element) => isA(element, 'consent')),
)

/** True for a consent to one buyer, which has a checkbox. */
export function hasBox(element: LeafElement): element is BoxedConsent {
  return isA(element, 'consent') && element.seller !== undefined
}

type BoxedConsent = ElementOf<'consent'> & { seller: string }

/** True if pressing the element submits the step. */
export function submits(element: LeafElement): element is Control {
  return blockOf(element).submits === true
}

/** True if the step has a consent. */
export function showsConsent(step: Step): boolean {
  return consents(step).length > 0
}

/** True if a step asks for personal data: anything typed except a ZIP code, and consents. */
export function asksForPersonalData(step: Step): boolean {
  return showsConsent(step) || inputs(step).some(isPersonal)
}

function isPersonal(element: InputElement): boolean {
  if (element.type !== 'input' || isA(element, 'vehicle') || isA(element, 'injury_date')) return false
  const { local, external = [] } = element.validations
  return ![...local.map(({ name }) => name), ...external].includes('zip')
}

/** True if the step's first choice is not its button but a page elsewhere. */
export function prefersElsewhere({ design, questions }: Step): boolean {
  return leaves(questions).some((element) => {
    const { elsewhere } = blockOf(element)
    return elsewhere === 'first' || (elsewhere !== undefined && elsewhere === design)
  })
}

/** True if a text of the element redirects to another page: what is passed on depends on the outcome. */
export function leadsAway(element: LeafElement): boolean {
  return isA(element, 'result') && element.cases.some(({ redirect }) => redirect)
}

/** IDs of the answers that an element gives; empty if it asks nothing. */
export function answerIds(element: LeafElement): readonly string[] {
  if (!('question_key' in element)) return []
  return isComposite(element) ? Object.keys(kindOf(element).parts) : [element.answer_id]
}

/** Answers that the server's check of a ZIP code fills in. Source: spec, section 5 "Server checks". */
const ZIP_FILLS = ['city', 'state']

/** IDs of the answers that a passed check fills in: those with these IDs in the element's question. */
export function filledAnswers(element: LeafElement, { answers }: Pick<Question, 'answers'>): string[] {
  if (element.type !== 'input' || !element.validations.external?.includes('zip')) return []
  const own = isComposite(element) ? undefined : element.answer_id
  return ZIP_FILLS.filter((id) => id !== own && Object.hasOwn(answers, id))
}

/** ID of the step within its flow, as in traces: `offer/step`. */
export function stepId({ offer_key, step_key }: StepRef): string {
  return `${offer_key}/${step_key}`
}

/** True if both name the same step, or neither names one. */
export function sameStep(a: StepRef | null, b: StepRef | null): boolean {
  return a === b || (a !== null && b !== null && a.offer_key === b.offer_key && a.step_key === b.step_key)
}

/** The step of a reference, or undefined if the flow does not have it. */
export function findStep(flow: Flow, { offer_key, step_key }: StepRef): Step | undefined {
  const { offers } = flow.ui_config
  const offer = Object.hasOwn(offers, offer_key) ? offers[offer_key] : undefined
  return offer?.steps.find(({ name }) => name === step_key)
}

/** A question of the flow. Throws if it does not exist: validation must have caught it. */
export function question(flow: Flow, key: string): Question {
  const found = flow.constants_config.questions[key]
  if (!found) throw new Error(`The flow has no question '${key}'.`)
  return found
}

/** An answer of a question. Throws if it does not exist. */
export function answer(flow: Flow, questionKey: string, answerId: string): Answer {
  const found = question(flow, questionKey).answers[answerId]
  if (!found) throw new Error(`The question '${questionKey}' has no answer '${answerId}'.`)
  return found
}
