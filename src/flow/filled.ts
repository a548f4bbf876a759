import type { Flow, Step } from '../../schemas/flow/flow.ts'
import { flatten, stepFields } from './answers/data.ts'
import type { Answers } from './answers/stepData.ts'
import { fieldOf, isAnswered, type Fields } from './answers/fields.ts'
import { externalChecks } from './validations/validations.ts'
import { placesOf } from './walk.ts'

/** Values that checks filled in and the visitor did not give, by field: the city and the state of a ZIP code. */
export type Filled = Readonly<Record<string, string>>

interface Submitted {
  step: Step
  /** Fields that were known before the step. */
  known: Fields
  /** Values that the step's own checks filled in. */
  filled: Filled
  /** All answers before it was submitted, and after. */
  before: Answers
  after: Answers
}

/** Values filled in after a step is submitted. They last as long as their ZIP code, whatever else is corrected, and never replace what
 *  the visitor said before the step or, under the same ZIP code, since. */
export function filledAfter(
  flow: Flow,
  held: Filled,
  { step, known, filled, before, after }: Submitted,
): Filled {
  if (isEmpty(held) && isEmpty(filled)) return held
  const here = stepFields(flow, step)
  const isNew = zipCodes(flow, before) !== zipCodes(flow, after)
  const sources: Fields[] = isNew ? [known] : [known, ...Object.values(after).map(flatten)]
  return {
    ...(!isNew && without(held, (field) => here.includes(field))),
    ...without(
      filled,
      (field) => here.includes(field) || sources.some((fields) => isAnswered(fieldOf(fields, field))),
    ),
  }
}

/** ZIP codes in the answers. */
function zipCodes(flow: Flow, answers: Answers): string {
  const checks = placesOf(flow).flatMap(({ id, step }) => externalChecks(flow, step, answers[id] ?? {}))
  return checks.flatMap(({ name, value }) => (name === 'zip' ? value : [])).join()
}

function isEmpty(filled: Filled): boolean {
  return Object.keys(filled).length === 0
}

function without(filled: Filled, gone: (field: string) => boolean): Filled {
  return Object.fromEntries(Object.entries(filled).filter(([field]) => !gone(field)))
}
