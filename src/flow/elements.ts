import type { Element, ElementOf, InputElement, LeafElement } from '../../schemas/element.ts'
import type { Answer, Flow, Question, Step } from '../../schemas/flow.ts'
import type { StepRef } from '../../schemas/answer.ts'
import { blockOf, isA, isComposite, isInput, kindOf, type Control } from './elements/kinds.ts'
import { once } from './once.ts'

/** A step's leaf elements, in the order in which they are shown. */
export const leaves = once((elements: readonly Element[]): readonly LeafElement[] =>
  elements.flatMap((element) =>
    element.type === 'container' && element.widget === 'group' ? leaves(element.elements) : [element],
  ),
)

/** The elements that a visitor fills in; choices are not among them. */
export const inputs = once((step: Step): readonly InputElement[] => leaves(step.questions).filter(isInput))

/** Whether the element asks the visitor something: a choice does, a consent is asked by the press of a button. */
export function asks(element: LeafElement): boolean {
  return isInput(element) || ('question_key' in element && blockOf(element).submits === true)
}

/** The consent texts that stand on a step. */
export const consents = once((step: Step) =>
  leaves(step.questions).filter((element) => isA(element, 'consent')),
)

/** Whether the element is a consent to one buyer, which has a box to tick. */
export function hasBox(element: LeafElement): element is BoxedConsent {
  return isA(element, 'consent') && element.seller !== undefined
}

type BoxedConsent = ElementOf<'consent'> & { seller: string }

/** Whether pressing the element submits the step. */
export function submits(element: LeafElement): element is Control {
  return blockOf(element).submits === true
}

/** Whether a consent text stands on the step. */
export function showsConsent(step: Step): boolean {
  return consents(step).length > 0
}

/** Whether going on is not the step's first choice: it offers a page elsewhere that is. */
export function prefersElsewhere({ design, questions }: Step): boolean {
  return leaves(questions).some((element) => {
    const { elsewhere } = blockOf(element)
    return elsewhere === 'first' || (elsewhere !== undefined && elsewhere === design)
  })
}

/** The ids of the answers that an element gives; none for one that asks nothing. */
export function answerIds(element: LeafElement): readonly string[] {
  if (!('question_key' in element)) return []
  return isComposite(element) ? Object.keys(kindOf(element).parts) : [element.answer_id]
}

/** What the server's check of a ZIP code fills in. Source: spec, section 5 "Server checks". */
const ZIP_FILLS = ['city', 'state']

/** The ids of the answers that a check fills in when it says yes: those of the element's question that are called so. */
export function filledAnswers(element: LeafElement, { answers }: Pick<Question, 'answers'>): string[] {
  if (element.type !== 'input' || !element.validations.external?.includes('zip')) return []
  const own = isComposite(element) ? undefined : element.answer_id
  return ZIP_FILLS.filter((id) => id !== own && Object.hasOwn(answers, id))
}

/** The step's name within its flow, as it stands in traces: `offer/step`. */
export function stepId({ offer_key, step_key }: StepRef): string {
  return `${offer_key}/${step_key}`
}

/** Whether both name the same step, or both none. */
export function sameStep(a: StepRef | null, b: StepRef | null): boolean {
  return a === b || (a !== null && b !== null && a.offer_key === b.offer_key && a.step_key === b.step_key)
}

/** The step of a reference, or undefined when the flow does not have it. */
export function findStep(flow: Flow, { offer_key, step_key }: StepRef): Step | undefined {
  const { offers } = flow.ui_config
  const offer = Object.hasOwn(offers, offer_key) ? offers[offer_key] : undefined
  return offer?.steps.find(({ name }) => name === step_key)
}

/** A question of the flow. Throws when there is none: validation must have caught it. */
export function question(flow: Flow, key: string): Question {
  const found = flow.constants_config.questions[key]
  if (!found) throw new Error(`The flow has no question '${key}'.`)
  return found
}

/** An answer of a question. Throws when there is none. */
export function answer(flow: Flow, questionKey: string, answerId: string): Answer {
  const found = question(flow, questionKey).answers[answerId]
  if (!found) throw new Error(`The question '${questionKey}' has no answer '${answerId}'.`)
  return found
}
