import type { Flow } from '../../../schemas/flow/flow.ts'
import { inputs, leaves } from '../../flow/elements/elements.ts'
import { placesOf } from '../../flow/walk.ts'

/** Steps that ask the same in the same way in both flows: each accepts what the other does. When they are shown, and their actions, may
 *  differ. Excludes steps with checks that look at answers of other steps. */
export function unchangedSteps(before: Flow, after: Flow): ReadonlySet<string> {
  const then = asked(before)
  return new Set(
    [...asked(after)].flatMap(([id, text]) => (text !== null && then.get(id) === text ? id : [])),
  )
}

/** Everything that a step asks, as one text by its ID; null if that depends on other steps. */
function asked(flow: Flow): Map<string, string | null> {
  const { questions } = flow.constants_config
  return new Map(
    placesOf(flow).map(({ id, step }) => {
      const { display_rules: _, execute_actions: __, ...rest } = step
      const looksElsewhere = inputs(step).some(({ validations }) =>
        validations.local.some(({ field }) => field !== undefined),
      )
      const keys = leaves(step.questions).flatMap((element) =>
        'question_key' in element ? element.question_key : [],
      )
      return [id, looksElsewhere ? null : JSON.stringify([rest, keys.map((key) => questions[key])])]
    }),
  )
}
