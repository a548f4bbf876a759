import type { Flow } from '../../../schemas/flow/flow.ts'
import type { FlowStep } from '../../../schemas/author/preview.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { stepTitle } from '../../flow/form.ts'
import { placesOf } from '../../flow/walk.ts'
import { rulesText } from '../kernel/ruleWords.ts'
import { placeOf } from '../simulate/trace.ts'

/** Every step of a flow without errors, in order, with its rule in words. `lineOf` gives the line of a path in the text; `reach` is what
 *  is proved of each step, by its ID. */
export function flowSteps(
  flow: Flow,
  {
    lineOf,
    reach,
  }: { lineOf: (at: Problem['at']) => number; reach?: ReadonlyMap<string, FlowStep['reach']> },
): FlowStep[] {
  return placesOf(flow).map((place) => ({
    id: place.id,
    title: stepTitle(flow, place.step),
    line: lineOf(placeOf(flow, place)),
    isHidden: place.step.type === 'hidden',
    rule: rulesText(place.step.display_rules),
    reach: reach?.get(place.id) ?? 'unknown',
  }))
}
