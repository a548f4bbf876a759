import type { Flow } from '../../../schemas/flow/flow.ts'
import { flatten, foundFields } from '../../flow/answers/data.ts'
import type { Answers } from '../../flow/answers/stepData.ts'
import { sameStep } from '../../flow/elements/elements.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import type { Submission } from '../../flow/judge.ts'
import { checkedName } from '../../flow/answers/leadNames.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { Stop } from '../../flow/walk.ts'
import { checkStep, type Doubt, type MayInsist } from '../outside/checkStep.ts'
import type { Checks } from '../outside/externalChecks.ts'

interface LeadAnswers {
  fields: Fields
  trail: readonly Stop[]
  answers: Answers
  recorded: readonly Submission[]
  mayInsist: MayInsist
}

/** Checks a lead's fields again, because some were recorded before these checks existed, and a lookup that didn't answer in time may
 *  have by now. Each checked field gets a mark with its result, and fields that a check fills in have its current data. Returns errors
 *  if a check fails. */
export async function checkLead(
  checks: Checks,
  flow: Flow,
  { fields, trail, answers, recorded, mayInsist }: LeadAnswers,
): Promise<{ fields: Fields } | { errors: FieldError[]; doubts: Doubt[] }> {
  const errors: FieldError[] = []
  const doubts: Doubt[] = []
  const known: Record<string, Fields[string]> = { ...fields }
  for (const stop of trail) {
    const data = stop.kind === 'shown' ? answers[stop.id] : undefined
    if (!data) continue
    const records = recorded.findLast((submission) => sameStep(submission, stop))?.answers ?? []
    const { step } = stop
    const found = await checkStep(checks, flow, { step, data, records, mayInsist })
    errors.push(...found.errors)
    doubts.push(...found.doubts)
    for (const [field, standing] of Object.entries(found.standing)) known[checkedName(field)] = standing
    const own = flatten(data)
    for (const [field, value] of Object.entries(foundFields(flow, step, found.fills))) {
      // An answer that the visitor gave elsewhere stays.
      if (fieldOf(fields, field) !== fieldOf(own, field)) continue
      if (value === undefined) delete known[field]
      else known[field] = value
    }
  }
  return errors.length > 0 ? { errors, doubts } : { fields: known }
}
