import type { Step } from '../../schemas/flow/flow.ts'
import type { Condition, Rule } from '../../schemas/kernel/rule.ts'
import { stepFields } from './answers/data.ts'
import { callAnywayField, isForCallOnly, isOptedOut } from './answers/optOut.ts'
import { inputs, leaves, submits } from './elements/elements.ts'
import { once } from './kernel/once.ts'
import type { Course } from './walk.ts'
import { holds } from './rules.ts'
import { placesOf, type Stop } from './walk.ts'

/** Progress of a visitor, from 0 to 1, by the steps shown so far; 1 at the end. */
export function progress(course: Course, trail: readonly Stop[], current: Stop | null): number {
  if (!current || asksNothing(current.step)) return 1
  return trail
    .slice(0, trail.indexOf(current) + 1)
    .filter(({ kind }) => kind === 'shown')
    .slice(1)
    .reduce((progress, stop) => further(course, progress, stop), 0)
}

/** Share of the bar kept for the answer to the last question; four times as much where 16 are expected. */
const KEPT = 0.04

/** Progress at the next step: its share of the way to the last question. At first the questions that are expected count, where those that
 *  rules may skip count half; the further along, the more the fewest possible. So it never leaps for a visitor who is near the end, and
 *  keeps moving for those with many questions. */
export function further(course: Course, progress: number, next: Stop): number {
  const chances = coming(course, next).flatMap(({ step, chance }) => (asksNothing(step) ? [] : [chance]))
  const expected = 1 + chances.reduce((sum, chance) => sum + chance, 0)
  const fewest = 1 + chances.filter((chance) => chance === 1).length
  const left = expected * (fewest / expected) ** Math.sqrt(progress)
  return progress + Math.max(0, 1 - KEPT * Math.sqrt(expected) - progress) / left
}

/** True if this is the last step that asks for anything, whatever is answered. */
export function isLastQuestion(course: Course, stop: Stop): boolean {
  return !asksNothing(stop.step) && coming(course, stop).every(({ step }) => asksNothing(step))
}

/** Steps after `stop` that may be shown, each with a probability. A comparison with a field that is still to be asked counts as true for
 *  half of the visitors; every other field has its present value. */
function coming({ flow, origin }: Course, stop: Stop): { step: Step; chance: number }[] {
  const asked = new Map(stepFields(flow, stop.step).map((field) => [field, 1]))
  const askedOf = (field: string): number =>
    Math.max(asked.get(field) ?? 0, ...(flow.ui_config.fields[field]?.from ?? []).map(askedOf))
  const chanceOf = (part: Rule | Condition): number => {
    if ('conditions' in part) {
      const chances = part.conditions.map(chanceOf)
      return part.operator === 'or' && chances.length > 0
        ? 1 - product(chances.map((chance) => 1 - chance))
        : product(chances)
    }
    const known = askedOf(part.field)
    if (known === 0) return holds(ruleOf(part), stop.before) ? 1 : 0
    const isAboutNothing = part.arg === null || part.arg === ''
    if (part.condition === 'neq') return isAboutNothing ? known : 1 - known / 2
    return isAboutNothing ? 1 - known / 2 : known / 2
  }
  const chanceOfCall = (offer_key: string) => {
    if (!isOptedOut(origin, offer_key, stop.before)) return 1
    return origin.opt_out === 'gpc' ? (asked.get(callAnywayField(offer_key)) ?? 0) / 2 : 0
  }
  return placesOf(flow)
    .slice(stop.index + 1)
    .flatMap((place) => {
      const { step } = place
      if (step.type === 'call_anyway' && origin.opt_out !== 'gpc') return []
      const wanted = isForCallOnly(flow, place) ? chanceOfCall(place.offer_key) : 1
      const chance = wanted * product((step.display_rules ?? []).map(chanceOf))
      if (chance === 0) return []
      for (const field of stepFields(flow, step)) asked.set(field, Math.max(asked.get(field) ?? 0, chance))
      return step.type === 'hidden' ? [] : { step, chance }
    })
}

/** The condition as a rule, always the same object so that it is compiled once. */
const ruleOf = once((condition: Condition): Rule => ({ operator: null, conditions: [condition] }))

function product(chances: readonly number[]): number {
  return chances.reduce((all, chance) => all * chance, 1)
}

/** True for a thank-you page, where the flow ends. */
export function asksNothing(step: Step): boolean {
  return inputs(step).length === 0 && !leaves(step.questions).some(submits)
}
