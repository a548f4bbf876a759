import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import { flatten, stepFields } from '../../flow/answers/data.ts'
import { fieldOf, type Fields, type FieldValue } from '../../flow/answers/fields.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { recordedAnswers, type Submission } from '../../flow/judge.ts'
import { once } from '../../flow/kernel/once.ts'
import { placesOf } from '../../flow/walk.ts'

/** A visit as recorded. */
export interface RecordedVisit {
  uuid: string
  /** Language in which its visitor last read the site. */
  language: Language
  origin: Origin
  /** Submissions in the order of recording. */
  steps: readonly Submission[]
}

/** Answers of a visitor, for any step of another flow that asks them. */
export interface GivenAnswers {
  /** Answers by step; a step that only needs a press is answered by it. */
  byStep: Answers
  /** Answer to a field on this step; if the version does not ask it there, the last answer to it. */
  valueOf: (id: string, field: string) => FieldValue | undefined
}

/** Answers of a visit of `flow` that are on its path. */
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

/** Fields of every step of a flow, by the step's ID. */
const askedOn = once(
  (flow: Flow): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(placesOf(flow).map(({ id, step }) => [id, new Set(stepFields(flow, step))])),
)
