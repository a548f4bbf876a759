import type { Flow } from '../../../schemas/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import type { Origin } from '../../../schemas/session.ts'
import { flatten, stepFields } from '../../flow/answers/data.ts'
import { fieldOf, type Fields, type FieldValue } from '../../flow/answers/fields.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { recordedAnswers, type Submission } from '../../flow/judge.ts'
import { once } from '../../flow/once.ts'
import { placesOf } from '../../flow/walk.ts'

/** A visit as it was recorded. */
export interface RecordedVisit {
  uuid: string
  /** In which its visitor read the site last. */
  language: Language
  origin: Origin
  /** In the order in which they were recorded. */
  steps: readonly Submission[]
}

/** What a visitor answered, on any step of another flow that asks it. */
export interface GivenAnswers {
  /** By step; one that only wants a press is answered by it. */
  byStep: Answers
  /** What was answered to a field on this step; where the version does not ask it there, what was answered to it last. */
  valueOf: (id: string, field: string) => FieldValue | undefined
}

/** The answers of a visit of `flow` that hold. */
export function givenAnswers(flow: Flow, { origin, steps }: RecordedVisit): GivenAnswers {
  const byStep = recordedAnswers(flow, origin, steps)
  let last: Fields | null = null
  return {
    byStep,
    valueOf(id, field) {
      if (byStep[id] && askedOn(flow).get(id)?.has(field)) return fieldOf(flatten(byStep[id]), field)
      last ??= Object.assign({}, ...Object.values(byStep).map(flatten)) as Fields
      return fieldOf(last, field)
    },
  }
}

/** What every step of a flow asks, by its id. */
const askedOn = once(
  (flow: Flow): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(placesOf(flow).map(({ id, step }) => [id, new Set(stepFields(flow, step))])),
)
