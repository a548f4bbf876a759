import { Type, type Static } from 'typebox'
import { Seen } from '../kernel/consent.ts'
import { LanguageName } from '../flow/translations.ts'
import { SessionToken } from '../kernel/session.ts'
import { closed, Key, oneOf, Uuid } from '../kernel/shape.ts'

/** One answer as it is sent and stored. For select answers `answer_key` is `answerId.index`, the index of the option.
 *  Source: spec, section 3 "Answer record". */
export const AnswerRecord = closed({
  question_key: Key,
  answer_key: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*(\\.\\d{1,5})?$', maxLength: 70 }),
  raw_data: Type.String({ maxLength: 20_000 }),
  insisted: Type.Optional(
    Type.Literal(true, {
      description: 'The visitor was told that the value couldn’t be verified, and confirmed it.',
    }),
  ),
})
export type AnswerRecord = Static<typeof AnswerRecord>

/** A step, by the key of its offer and its own. */
export const StepRef = closed({ offer_key: Key, step_key: Key })
export type StepRef = Static<typeof StepRef>

/** Limit of answers: a step may be a page of a thousand fields. Reading a thousand answers takes about ten milliseconds, and time grows
 *  quadratically. */
const ANSWERS_PER_STEP = 1000

export const StepSubmission = closed({
  id: { ...Uuid, description: 'Created by the browser. The same ID sent twice is one submission.' },
  session_uuid: Uuid,
  session_token: SessionToken,
  answers: Type.Array(AnswerRecord, { maxItems: ANSWERS_PER_STEP }),
  offer_key: Key,
  step_key: Key,
  time_on_step: Type.Integer({ minimum: 0, maximum: 31_536_000_000, description: 'Milliseconds.' }),
  execute_actions: Type.Array(oneOf(['send_lead', 'send_email']), {
    maxItems: 20,
    description: 'Only the names. The server runs only the actions that it finds due itself.',
  }),
  seen: Type.Optional({ ...Seen, description: 'For a step with a consent.' }),
  language: Type.Optional({
    ...LanguageName,
    description: 'The language the step was shown in. If omitted, the flow’s original language.',
  }),
})
export type StepSubmission = Static<typeof StepSubmission>
