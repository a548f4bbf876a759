import type { Flow, Step } from '../../schemas/flow/flow.ts'
import { choiceValue, controls, isChoice, withoutChoices } from './consent/agreement.ts'
import type { StepData } from './answers/stepData.ts'
import { findStep, showsConsent, stepId } from './elements/elements.ts'
import { advance, type Journey } from './journey.ts'
import type { Course } from './walk.ts'

/** Journeys for each step that may follow the current one: after any of its choices, or, without choices, after the form's present
 *  values. Empty at the end of the flow. */
export function ahead(course: Course, journey: Journey, held: StepData): Journey[] {
  const { current } = journey
  const step = current && findStep(course.flow, current)
  if (!step) return []
  const choices = choicesOf(course.flow, step)
  const ways = choices.map(([field, value]): StepData => ({ ...held, [field]: value }))
  if (choices.length === 0 || isLeftOtherwise(step)) ways.push(withoutChoices(course.flow, step, held))
  const byStep = new Map<string, Journey>()
  for (const data of ways) {
    const [next] = advance(course, journey, { type: 'submit', step: current, data, timeOnStepMs: 0 })
    if (next.current && !byStep.has(stepId(next.current))) byStep.set(stepId(next.current), next)
  }
  return [...byStep.values()]
}

/** True if a button without an answer also leaves the step, beside choices that refuse its consent. */
function isLeftOtherwise(step: Step): boolean {
  return showsConsent(step) && !controls(step).every(isChoice)
}

/** Choices of a step, each as the field and the value that pressing it gives. */
export function choicesOf(flow: Flow, step: Step): [field: string, value: string][] {
  return controls(step)
    .filter(isChoice)
    .map((choice) => {
      const { field, value } = choiceValue(flow, choice)
      return [field, value]
    })
}
