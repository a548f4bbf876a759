import type { AnswerRecord, StepRef } from '../../schemas/visitor/answer.ts'
import type { ExecuteAction, Flow, Language, Step } from '../../schemas/flow/flow.ts'
import type { Origin } from '../../schemas/kernel/session.ts'
import { decision, leavesUnanswered } from './consent/agreement.ts'
import { complete, decode } from './answers/data.ts'
import type { Answers, StepData } from './answers/stepData.ts'
import { answer, consents, findStep, hasBox, sameStep, stepId } from './elements/elements.ts'
import { impossibleInjuries } from './validations/injuryDate.ts'
import type { Fields } from './answers/fields.ts'
import { dueActions } from './journey.ts'
import { inLanguage } from './languages/inLanguage.ts'
import type { Course } from './walk.ts'
import { fieldErrors, type FieldError } from './validations/validations.ts'
import { onPath, walk, withAnswers, type Stop } from './walk.ts'
import { JUDGMENTS } from '../texts/judgments.ts'

/** Verdict of the flow on a submission. `step` is the one that it answers; `data` must also pass the step's compiled schema; `after` is
 *  the session's state once the submission is recorded. */
export type Verdict =
  | { ok: true; step: Step; data: StepData; actions: ExecuteAction[]; after: Standing }
  | { ok: false; reason: string; errors: FieldError[] }

/** A submission as far as the flow needs it: a step, its answers, and the language shown, if it is not the flow's own. */
export type Submission = StepRef & { answers: readonly AnswerRecord[]; language?: Language | undefined }

/** Sum of a session's accepted submissions, so that the next one is judged without reading them again. */
export interface Standing {
  /** Answers as in the journey: after a change, without those of steps that the new path skips. */
  answers: Answers
  /** True if a step was answered twice. */
  changed: boolean
  /** The step that the flow asks next; null at its end. */
  current: Stop | null
  /** Fields known at the current step. */
  fields: Fields
}

/** Judges whether the flow could have asked this and accepted these answers in the session's state. */
export function judge(course: Course, standing: Standing, submission: Submission): Verdict {
  const { flow, origin } = course
  const step = findStep(flow, submission)
  if (!step) return refuse(JUDGMENTS.noStep(stepId(submission)))
  const stop = stopOf(course, standing, submission)
  if (!stop) return refuse(JUDGMENTS.notReached(stepId(submission)))
  const { id } = stop
  if (stop.kind === 'skipped') return refuse(JUDGMENTS.notShown(id))
  const decoded = decode(flow, step, submission.answers)
  if ('refused' in decoded) {
    const { question_key, answer_key } = decoded.refused
    return refuse(JUDGMENTS.answerRefused(`${question_key}/${answer_key}`, decoded.reason))
  }
  const { data } = decoded
  const given = complete(flow, step, data)
  const stray = leavesUnanswered(flow, step, data)
    ? Object.keys(data).filter((field) => !Object.hasOwn(given, field) || given[field] === null)
    : []
  if (stray.length > 0)
    return refuse(JUDGMENTS.leftUnanswered(id, stray.map((field) => `'${field}'`).join(', ')))
  const errors = [
    ...(decision(flow, step, data) === 'agrees' ? missingConsents(flow, step, submission.answers) : []),
    ...fieldErrors(flow, { ...stop, today: origin.today }, data),
    ...impossibleInjuries(flow, step, data, origin.today),
  ]
  if (errors.length > 0) return { ok: false, reason: JUDGMENTS.invalid, errors }
  const actions = step.execute_actions
    ? // The stop may come from the flow in another language, but emails use this one.
      dueActions(flow, { ...stop, step }, withAnswers(flow, origin, stop.before, given))
    : []
  const after = answered(course, standing, { id, given, stop })
  return { ok: true, step, data, actions, after }
}

/** State of a session. `recorded` has its accepted submissions in order; for each step the last one counts. */
export function standingOf(course: Course, recorded: readonly Submission[]): Standing {
  const { flow, origin } = course
  const { current, fields } = walk(flow, origin, {})
  let standing: Standing = { answers: {}, changed: false, current, fields }
  for (const submission of recorded) {
    const given = givenBy(flow, submission)
    if (!given) continue
    const stop = stopOf(course, standing, submission)
    standing = answered(course, standing, { id: stepId(submission), given, stop })
  }
  return standing
}

/** Answers from a session's accepted submissions. Walks the flow only if a step was answered twice: before that no answer can be off the
 *  path. */
export function recordedAnswers(flow: Flow, origin: Origin, recorded: readonly Submission[]): Answers {
  const answers = new Map<string, StepData>()
  for (const submission of recorded) {
    const id = stepId(submission)
    if (answers.has(id)) return standingOf({ flow, origin }, recorded).answers
    const given = givenBy(flow, submission)
    if (given) answers.set(id, given)
  }
  return Object.fromEntries(answers)
}

/** Complete data of a submission; null if the flow does not have its step, or the step could not have asked it. */
function givenBy(written: Flow, submission: Submission): StepData | null {
  const flow = inLanguage(written, submission.language)
  const step = findStep(flow, submission)
  const decoded = step && decode(flow, step, submission.answers)
  return decoded && 'data' in decoded ? complete(flow, step, decoded.data) : null
}

/** Nearly every submission answers the current step, which saves another walk. */
function stopOf({ flow, origin }: Course, { answers, current }: Standing, ref: StepRef): Stop | undefined {
  if (current && sameStep(current, ref)) return current
  return walk(flow, origin, answers).trail.find((stop) => sameStep(stop, ref))
}

/** `stop` is the stop of the answered step; undefined if the walk does not reach it. */
function answered(
  { flow, origin }: Course,
  standing: Standing,
  { id, given, stop }: { id: string; given: StepData; stop: Stop | undefined },
): Standing {
  const changed = standing.changed || id in standing.answers
  const answers = { ...standing.answers, [id]: given }
  const { trail, current, fields } = walk(flow, origin, answers, changed ? undefined : stop)
  // Before the first change no answer can be off the path.
  const kept = changed ? onPath(trail, answers, walk(flow, origin, standing.answers).trail) : answers
  return { answers: kept, changed, current, fields }
}

/** A consent that the button gives must come with the step, word for word, as nothing fills it in later. */
function missingConsents(flow: Flow, step: Step, records: readonly AnswerRecord[]): FieldError[] {
  return consents(step).flatMap((consent) => {
    const { question_key, answer_id } = consent
    if (hasBox(consent) || records.some((r) => r.question_key === question_key && r.answer_key === answer_id))
      return []
    const { backend_field_name: field } = answer(flow, question_key, answer_id)
    return [{ field, message: JUDGMENTS.consentMissing }]
  })
}

function refuse(reason: string): Verdict {
  return { ok: false, reason, errors: [] }
}
