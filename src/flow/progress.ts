import type { Flow, Step } from '../../schemas/flow.ts'
import type { Condition, Rule } from '../../schemas/rule.ts'
import { stepFields } from './answers/data.ts'
import { inputs, leaves, submits } from './elements.ts'
import { once } from './once.ts'
import type { Course } from './walk.ts'
import { holds } from './rules.ts'
import { placesOf, type Stop } from './walk.ts'

/** How far a visitor has come, 0 to 1, by the steps shown so far; 1 at the last step and at the end. */
export function progress({ flow }: Course, trail: readonly Stop[], current: Stop | null): number {
  if (!current || asksNothing(current.step)) return 1
  return trail
    .slice(0, trail.indexOf(current))
    .filter(({ kind }) => kind === 'shown')
    .reduce((progress, stop) => further(flow, progress, stop), 0)
}

/** How far it is once a step is answered: of what was left, its share beside the steps that were to be expected then. What
 *  rules may skip counts by half, so that neither those who are asked much nor those who are asked little see it leap. */
export function further(flow: Flow, progress: number, answered: Stop): number {
  const expected = coming(flow, answered).reduce((sum, { chance }) => sum + chance, 0)
  return progress + (1 - progress) / (1 + Math.max(1, expected))
}

/** Whether this is the last step that asks for anything, whatever is answered. */
export function isLastQuestion({ flow }: Course, stop: Stop): boolean {
  return !asksNothing(stop.step) && coming(flow, stop).every(({ step }) => asksNothing(step))
}

/** The steps after `stop` that may be shown, each with a chance. A comparison with what is still asked for holds for half of
 *  those who are asked; every other field has the value that it has. */
function coming(flow: Flow, stop: Stop): { step: Step; chance: number }[] {
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
  return placesOf(flow)
    .slice(stop.index + 1)
    .flatMap(({ step }) => {
      const chance = product((step.display_rules ?? []).map(chanceOf))
      if (chance === 0) return []
      for (const field of stepFields(flow, step)) asked.set(field, Math.max(asked.get(field) ?? 0, chance))
      return step.type === 'hidden' ? [] : { step, chance }
    })
}

/** What holds when the condition does: the same rule each time, so that it is compiled once. */
const ruleOf = once((condition: Condition): Rule => ({ operator: null, conditions: [condition] }))

function product(chances: readonly number[]): number {
  return chances.reduce((all, chance) => all * chance, 1)
}

/** A thank-you page: the end of the road. */
export function asksNothing(step: Step): boolean {
  return inputs(step).length === 0 && !leaves(step.questions).some(submits)
}
