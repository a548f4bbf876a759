import type { ElementOf, LeafElement } from '../../../schemas/elements/element.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { meaningOfWords, type Meaning } from './buttonWords.ts'
import type { StepData } from '../answers/stepData.ts'
import { answer, consents, leaves, submits } from '../elements/elements.ts'
import { isA, type Control } from '../elements/kinds.ts'
import { once } from '../kernel/once.ts'

/** Decides whether a press gives the consents of its step; no other code does. */

/** Elements that leave the step when pressed. */
export const controls = once((step: Step): readonly Control[] => leaves(step.questions).filter(submits))

/** Meaning of a press for the consents of its step: what the author set; else the only control of a step agrees, and with several, the
 *  button's words decide. Flows that were published before authors could set it have only the words. */
export function meaningOf(step: Step, { agrees, text }: Control): Meaning {
  if (agrees !== undefined) return agrees ? 'agrees' : 'refuses'
  return controls(step).length === 1 ? 'agrees' : meaningOfWords(text)
}

/** Controls that may have produced `data`: the choice that is answered, else those without an answer. */
export function pressedControls(flow: Flow, step: Step, data: StepData): readonly Control[] {
  const chosen = controls(step).filter(
    (control) =>
      isChoice(control) && choiceValue(flow, control).value === data[choiceValue(flow, control).field],
  )
  return chosen.length > 0 ? chosen : controls(step).filter((control) => !isChoice(control))
}

/** Meaning of the press that left the step for its consents; null if it has none. */
export function decision(flow: Flow, step: Step, data: StepData): Meaning | null {
  if (consents(step).length === 0) return null
  const meanings = pressedControls(flow, step, data).map((control) => meaningOf(step, control))
  if (meanings.includes('refuses')) return 'refuses'
  return meanings.length > 0 && meanings.every((meaning) => meaning === 'agrees') ? 'agrees' : 'unclear'
}

/** True if the press leaves everything else on the step unanswered, because the author marked it as refusing. */
export function leavesUnanswered(flow: Flow, step: Step, data: StepData): boolean {
  return (
    consents(step).length > 0 &&
    pressedControls(flow, step, data).some((control) => isChoice(control) && control.agrees === false)
  )
}

/** The data without the answers of the step's choices, for a press on another button. */
export function withoutChoices(flow: Flow, step: Step, data: StepData): StepData {
  const fields = new Set(
    controls(step)
      .filter(isChoice)
      .map((choice) => choiceValue(flow, choice).field),
  )
  return Object.fromEntries(Object.entries(data).filter(([field]) => !fields.has(field)))
}

/** True if pressing the element answers it. */
export function isChoice(element: LeafElement): element is Choice {
  return isA(element, 'choice')
}

export type Choice = ElementOf<'choice'>

/** Record of a press on the choice. */
export function choiceValue(
  flow: Flow,
  { question_key, answer_id }: Choice,
): { field: string; value: string } {
  const { backend_field_name: field, backend_field_value: value = '' } = answer(flow, question_key, answer_id)
  return { field, value }
}
