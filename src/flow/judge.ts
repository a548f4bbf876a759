import type { AnswerRecord, StepRef } from '../../schemas/answer.ts'
import type { ExecuteAction, Flow, Step } from '../../schemas/flow.ts'
import type { Origin } from '../../schemas/session.ts'
import { complete, decode, type Answers, type StepData } from './data.ts'
import { answer, findStep, leaves, stepId } from './elements.ts'
import { dueActions } from './journey.ts'
import { fieldErrors, type FieldError } from './validations.ts'
import { onPath, walk, withAnswers } from './walk.ts'

/** What the flow says of a submission. `data` is what the step's compiled schema must accept as well. */
export type Verdict =
  | { ok: true; data: StepData; actions: ExecuteAction['name'][] }
  | { ok: false; reason: string; errors: FieldError[] }

/** A submission as far as the flow is concerned: a step and its answers. */
export type Submission = StepRef & { answers: readonly AnswerRecord[] }

/** Whether the flow could have asked this and taken these answers, after what is recorded already.
 *  `recorded`: the session's accepted submissions in order; of one step, the last counts. */
export function judge(
  flow: Flow,
  origin: Origin,
  recorded: readonly Submission[],
  submission: Submission,
): Verdict {
  const id = stepId(submission)
  const step = findStep(flow, submission)
  if (!step) return refuse(`The flow has no step '${id}'.`)
  const { trail } = walk(flow, origin, recordedAnswers(flow, origin, recorded))
  const stop = trail.find((s) => stepId(s) === id)
  if (!stop) return refuse(`The step '${id}' cannot be reached yet: an earlier one has no answer.`)
  if (stop.kind === 'skipped') return refuse(`The step '${id}' is not shown to this visitor.`)
  const decoded = decode(flow, step, submission.answers)
  if ('refused' in decoded) {
    const { question_key, answer_key } = decoded.refused
    return refuse(`The answer '${question_key}/${answer_key}' is refused: ${decoded.reason}.`)
  }
  const errors = [
    ...missingConsents(flow, step, submission.answers),
    ...fieldErrors(flow, step, decoded.data),
  ]
  if (errors.length > 0) return { ok: false, reason: 'Answers are missing or not valid.', errors }
  const after = withAnswers(flow, origin, stop.before, complete(flow, step, decoded.data))
  return { ok: true, data: decoded.data, actions: dueActions(step, after) }
}

/** The answers that a session's accepted submissions add up to, as the journey keeps them: once an answer was changed,
 *  those of steps that the new path skips are gone. */
export function recordedAnswers(flow: Flow, origin: Origin, recorded: readonly Submission[]): Answers {
  let answers: Answers = {}
  let changed = false
  for (const submission of recorded) {
    const id = stepId(submission)
    const step = findStep(flow, submission)
    const decoded = step && decode(flow, step, submission.answers)
    if (!step || !decoded || !('data' in decoded)) continue
    changed ||= id in answers
    answers = { ...answers, [id]: complete(flow, step, decoded.data) }
    // Before the first change no answer can lie off the path: most visitors are spared these walks.
    if (changed) answers = onPath(walk(flow, origin, answers).trail, answers)
  }
  return answers
}

/** A consent that stood on the step must come with it, word for word: nothing fills it in afterwards. */
function missingConsents(flow: Flow, step: Step, records: readonly AnswerRecord[]): FieldError[] {
  return leaves(step.questions).flatMap((element) => {
    if (!('widget' in element) || element.widget !== 'consent') return []
    const { question_key, answer_id } = element
    if (records.some((r) => r.question_key === question_key && r.answer_key === answer_id)) return []
    const { backend_field_name } = answer(flow, question_key, answer_id)
    return [{ field: backend_field_name, message: 'The consent text that was shown is missing.' }]
  })
}

function refuse(reason: string): Verdict {
  return { ok: false, reason, errors: [] }
}
