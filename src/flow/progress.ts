import type { StepRef } from '../../schemas/answer.ts'
import type { Flow, Step } from '../../schemas/flow.ts'
import type { Course } from './journey.ts'
import { inputs, leaves, submits } from './elements.ts'
import type { Stop } from './walk.ts'

/** How far a visitor has come, 0 to 1: the steps shown so far against those plus all that may still come. Steps that
 *  rules may yet skip count as coming, so the truth is never worse than the estimate. 1 at the last step and at the end. */
export function progress({ flow }: Course, trail: readonly Stop[], current: Stop | null): number {
  if (!current || asksNothing(current.step)) return 1
  const done = trail.slice(0, trail.indexOf(current)).filter(({ kind }) => kind === 'shown').length
  return done / (done + 1 + coming(flow, current).length)
}

/** Whether this is the last step that asks for anything, whatever is answered. */
export function isLastQuestion({ flow }: Course, ref: StepRef, step: Step): boolean {
  return !asksNothing(step) && coming(flow, ref).every(asksNothing)
}

/** The steps after `ref` that may be shown. */
function coming(flow: Flow, { offer_key, step_key }: StepRef): Step[] {
  const steps = flow.offer_order
    .slice(flow.offer_order.indexOf(offer_key))
    .flatMap((offer) => flow.ui_config.offers[offer]?.steps.map((step) => ({ offer, step })) ?? [])
  const here = steps.findIndex(({ offer, step }) => offer === offer_key && step.name === step_key)
  return steps.slice(here + 1).flatMap(({ step }) => (step.type === 'hidden' ? [] : [step]))
}

/** A thank-you page: the end of the road. */
function asksNothing(step: Step): boolean {
  return inputs(step).length === 0 && !leaves(step.questions).some(submits)
}
