import type { AnswerRecord } from '../../../schemas/visitor/answer.ts'
import type { ExternalValidation } from '../../../schemas/elements/element.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { insistedFields, type Fills } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { externalChecks, type FieldError } from '../../flow/validations/validations.ts'
import type { Checks } from './externalChecks.ts'

/** Findings of the server's own checks on one step's answers. */
export interface Findings {
  /** Errors in the words of the page. */
  errors: FieldError[]
  /** Result of each field that was checked, by field. */
  standing: Record<string, CheckStanding>
  /** Values that the checks fill in. */
  fills: Fills
  /** Refused values that the visitor may insist on from now on. */
  doubts: Doubt[]
}

/** A value that a check called unknown. */
export interface Doubt {
  name: ExternalValidation
  value: string
}

/** Tells whether the visitor already read that the value is unknown; only then may they insist on it. */
export type MayInsist = (doubt: Doubt) => boolean

/** yes: the check accepted the value. unchecked: the check couldn't be made. insisted: the visitor read that the value is unknown,
 *  and says that it is right. */
export type CheckStanding = 'yes' | 'unchecked' | 'insisted'

/** Makes the external checks that a step's elements list. The page has already made them, but the sender of a submission may not be the
 *  page. `records`: the same answers as they were sent. */
export async function checkStep(
  checks: Checks,
  flow: Flow,
  {
    step,
    data,
    records,
    mayInsist,
  }: { step: Step; data: StepData; records: readonly AnswerRecord[]; mayInsist: MayInsist },
): Promise<Findings> {
  const asked = externalChecks(flow, step, data)
  if (asked.length === 0) return NOTHING_FOUND
  const insisted = insistedFields(flow, step, records)
  const errors: FieldError[] = []
  const doubts: Doubt[] = []
  const standing: Findings['standing'] = {}
  const fills: Record<string, Record<string, string>> = {}
  const answers = await Promise.all(asked.map(({ name, value }) => checks[name](value, PATIENCE_MS)))
  answers.forEach(({ valid, unchecked, insistable, data = {} }, index) => {
    const { name, value, field, message, question_key } = asked[index]!
    if (valid) {
      standing[field] = unchecked ? 'unchecked' : (standing[field] ?? 'yes')
      fills[question_key] = { ...fills[question_key], ...data }
    } else if (insistable && insisted.includes(field) && mayInsist({ name, value }))
      standing[field] = 'insisted'
    else {
      errors.push({ field, message, ...(insistable && { insistable }) })
      if (insistable) doubts.push({ name, value })
    }
  })
  return { errors, standing, fills, doubts }
}

const NOTHING_FOUND: Findings = { errors: [], standing: {}, fills: {}, doubts: [] }

/** The session's next submission waits during a check. */
const PATIENCE_MS = 250
