import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import { withNeededFields } from '../../flow/neededFields.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { givenAnswers, type RecordedVisit } from './givenAnswers.ts'
import { alsoRefuses, changedPath, recordedPath, type VisitPath } from './visitPath.ts'
import { inputs, leaves } from '../../flow/elements/elements.ts'
import { placesOf } from '../../flow/walk.ts'

export type BothWalks = (visit: RecordedVisit) => { before: VisitPath; after: VisitPath }

/** Walks visits of one flow through it and through another. */
export function openBothWalks(version: Flow, other: Flow): BothWalks {
  const [flow, changed] = [decisive(version), decisive(other)]
  const unchanged = new Map<Language, ReadonlySet<string>>()
  const unchangedIn = (language: Language) => {
    let known = unchanged.get(language)
    if (!known) {
      known = unchangedSteps(inLanguage(flow, language), inLanguage(changed, language))
      unchanged.set(language, known)
    }
    return known
  }
  return (visit) => {
    const given = givenAnswers(flow, visit)
    const now = (before: VisitPath) =>
      changedPath(changed, visit, { given, before, unchanged: unchangedIn(visit.language) })
    const before = recordedPath(flow, visit, given)
    const after = now(before)
    const refused = after.stopped === 'asked_again' ? after.steps.at(-1)! : null
    if (refused === null || !alsoRefuses(flow, visit, given, refused)) return { before, after }
    // A record that neither version would accept today is not a difference, so the visit ends there.
    const until = recordedPath(flow, visit, given, refused)
    return { before: until, after: now(until) }
  }
}

/** The flow with only the computed fields that rules need. */
function decisive(flow: Flow): Flow {
  const steps = Object.values(flow.ui_config.offers).flatMap((offer) => offer.steps)
  return withNeededFields(
    flow,
    steps.flatMap(({ display_rules = [], execute_actions = [] }) => [
      ...display_rules,
      ...execute_actions.flatMap(({ rules = [] }) => rules),
    ]),
  )
}

/** Steps that ask the same in the same way in both flows: each accepts what the other does. When they are shown, and their actions, may
 *  differ. Excludes steps with checks that look at answers of other steps. */
function unchangedSteps(before: Flow, after: Flow): ReadonlySet<string> {
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
