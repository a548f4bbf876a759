import type { ExecuteAction, Flow } from '../../../schemas/flow/flow.ts'
import type { ReplayVisit } from '../../../schemas/studio/replay.ts'
import { complete, consentTexts, stepFields } from '../../flow/answers/data.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { dueActions } from '../../flow/journey.ts'
import { judge } from '../../flow/judge.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { asksNothing } from '../../flow/progress.ts'
import { walk, type Course, type Stop } from '../../flow/walk.ts'
import { answeredStep } from './answeredStep.ts'
import type { GivenAnswers, RecordedVisit } from './givenAnswers.ts'

/** Path of a visit through a flow. */
export type VisitPath = ReplayVisit['before']

/** Answers on a step, or the reason why the visit stops there. */
type Answered = { given: StepData } | Pick<VisitPath, 'stopped' | 'fields'>

/** Path of a visit through the version that it was recorded on. It ends at the first step that the visitor did not answer, or at the
 *  step `until`. */
export function recordedPath(
  flow: Flow,
  visit: RecordedVisit,
  { byStep }: GivenAnswers,
  until?: string,
): VisitPath {
  return wayOf(flow, visit, ({ flow }, { id, step }) => {
    const given = id === until ? undefined : byStep[id]
    return given ? { given } : { stopped: 'left', fields: stepFields(flow, step) }
  })
}

/** Path of the same visit through another flow, with the recorded answers for its fields. The visitor leaves where they left before.
 *  `before` is the path through the original version; `unchanged` lists steps that ask the same in both. */
export function changedPath(
  flow: Flow,
  visit: RecordedVisit,
  {
    given: { byStep, valueOf },
    before,
    unchanged,
  }: { given: GivenAnswers; before: VisitPath; unchanged: ReadonlySet<string> },
): VisitPath {
  const leftAt = before.stopped === 'left' ? before.steps.at(-1) : null
  return wayOf(flow, visit, (course, stop) => {
    const { id, step } = stop
    if (id === leftAt) return { stopped: 'left', fields: before.fields }
    const own = byStep[id]
    if (own && unchanged.has(id)) return { given: own }
    const answered = answeredStep(course.flow, step, (field) => valueOf(id, field))
    if ('impossible' in answered) return { stopped: 'asked_again', fields: answered.impossible }
    if ('records' in answered) return judged(course, stop, answered.records)
    const isWhatWasLeft = leftAt !== null && answered.unknown.every((field) => before.fields.includes(field))
    return { stopped: isWhatWasLeft ? 'left' : 'asked_new', fields: answered.unknown }
  })
}

/** True if the original version would refuse today what was recorded for one of its steps, because one of our rules has changed since. */
export function alsoRefuses(
  written: Flow,
  visit: RecordedVisit,
  { byStep, valueOf }: GivenAnswers,
  id: string,
): boolean {
  const flow = inLanguage(written, visit.language)
  const stop = walk(flow, visit.origin, byStep).trail.find((stop) => stop.id === id)
  if (!stop || !byStep[id]) return false
  const answered = answeredStep(flow, stop.step, (field) => valueOf(id, field))
  return (
    !('records' in answered) || !('given' in judged({ flow, origin: visit.origin }, stop, answered.records))
  )
}

/** Verdict of the server's own code on these records. */
function judged(course: Course, stop: Stop, records: Parameters<typeof judge>[2]['answers']): Answered {
  const { flow } = course
  const standing = { answers: {}, changed: false, current: stop, fields: stop.before }
  const verdict = judge(course, standing, { ...stop, answers: records })
  if (verdict.ok) return { given: complete(flow, stop.step, verdict.data) }
  const wrong = verdict.errors.map(({ field }) => field)
  return { stopped: 'asked_again', fields: wrong.length > 0 ? wrong : stepFields(flow, stop.step) }
}

function wayOf(
  written: Flow,
  visit: RecordedVisit,
  answer: (course: Course, stop: Stop) => Answered,
): VisitPath {
  const flow = inLanguage(written, visit.language)
  const course = { flow, origin: visit.origin }
  const way: VisitPath = { steps: [], stopped: 'end', fields: [], buyers: [], consents: [] }
  const due = (offer: string, actions: readonly ExecuteAction[]) => {
    for (const { name, buyers = [] } of actions)
      if (name === 'send_lead')
        for (const buyer of buyers.length > 0 ? buyers : [offer])
          if (!way.buyers.includes(buyer)) way.buyers.push(buyer)
  }
  let { trail, current, fields } = walk(flow, visit.origin, {})
  for (;;) {
    // Passed steps only: the current step is last in the trail and not answered yet.
    for (const stop of trail)
      if (stop !== current && stop.kind !== 'skipped' && stop.step.execute_actions)
        due(stop.offer_key, dueActions(flow, stop, fields))
    if (!current) return way
    way.steps.push(current.id)
    for (const { text } of consentTexts(flow, current.step)) way.consents.push({ step: current.id, text })
    if (asksNothing(current.step)) return way
    const answered = answer(course, current)
    if ('stopped' in answered) return { ...way, ...answered }
    ;({ trail, current, fields } = walk(flow, visit.origin, { [current.id]: answered.given }, current))
  }
}
