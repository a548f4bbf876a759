import type { Flow, Step } from '../../schemas/flow.ts'
import type { Condition, Rule } from '../../schemas/rule.ts'
import { stepFields } from './data.ts'
import { inputs, leaves, submits } from './elements.ts'
import type { Course } from './journey.ts'
import { holds } from './rules.ts'
import { placesOf, type Stop } from './walk.ts'

/** How far a visitor has come, 0 to 1: the steps shown so far against those plus all that may still come. Steps that
 *  rules may yet skip count as coming, so the truth is never worse than the estimate. 1 at the last step and at the end. */
export function progress({ flow }: Course, trail: readonly Stop[], current: Stop | null): number {
  if (!current || asksNothing(current.step)) return 1
  const done = trail.slice(0, trail.indexOf(current)).filter(({ kind }) => kind === 'shown').length
  return done / (done + 1 + coming(flow, current).length)
}

/** Whether this is the last step that asks for anything, whatever is answered. */
export function isLastQuestion({ flow }: Course, stop: Stop): boolean {
  return !asksNothing(stop.step) && coming(flow, stop).every(asksNothing)
}

/** The steps after `stop` that may be shown: those whose rules can hold while the fields that it, or a step that may
 *  come before them, asks for can have any value, and all others have the one they have. */
function coming(flow: Flow, stop: Stop): Step[] {
  const asked = new Set(stepFields(flow, stop.step))
  const isOpen = (field: string): boolean =>
    asked.has(field) || (flow.ui_config.fields[field]?.from ?? []).some(isOpen)
  const mayHold = (part: Rule | Condition): boolean => {
    if ('field' in part)
      return isOpen(part.field) || holds({ operator: null, conditions: [part] }, stop.before)
    if (part.conditions.length === 0) return true
    return part.operator === 'or' ? part.conditions.some(mayHold) : part.conditions.every(mayHold)
  }
  const later = placesOf(flow).slice(stop.index + 1)
  return later
    .map(({ step }) => step)
    .filter((step) => {
      if (!(step.display_rules ?? []).every(mayHold)) return false
      for (const field of stepFields(flow, step)) asked.add(field)
      return step.type !== 'hidden'
    })
}

/** A thank-you page: the end of the road. */
export function asksNothing(step: Step): boolean {
  return inputs(step).length === 0 && !leaves(step.questions).some(submits)
}
