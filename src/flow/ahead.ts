import type { Flow, Step } from '../../schemas/flow.ts'
import type { StepData } from './data.ts'
import { answer, findStep, leaves, stepId } from './elements.ts'
import { advance, type Course, type Journey } from './journey.ts'

/** Where the visitor stands after the step in sight, once for each step that may be next: after any of its choices, or,
 *  where it has none, after what its form holds now. Empty at the end of the flow. */
export function ahead(course: Course, journey: Journey, held: StepData): Journey[] {
  const { current } = journey
  const step = current && findStep(course.flow, current)
  if (!step) return []
  const choices = choicesOf(course.flow, step)
  const ways = choices.length === 0 ? [held] : choices.map(([field, value]) => ({ ...held, [field]: value }))
  const byStep = new Map<string, Journey>()
  for (const data of ways) {
    const [next] = advance(course, journey, { type: 'submit', step: current, data, timeOnStepMs: 0 })
    if (next.current && !byStep.has(stepId(next.current))) byStep.set(stepId(next.current), next)
  }
  return [...byStep.values()]
}

/** The choices of a step, each as the field and the value that its press gives. */
export function choicesOf(flow: Flow, step: Step): [field: string, value: string][] {
  return leaves(step.questions).flatMap((element) => {
    if (element.type !== 'container' || element.widget !== 'choice') return []
    const { backend_field_name, backend_field_value = '' } = answer(
      flow,
      element.question_key,
      element.answer_id,
    )
    return [[backend_field_name, backend_field_value]]
  })
}
