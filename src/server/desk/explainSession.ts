import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Explanation } from '../../../schemas/author/trace.ts'
import { complete, decode, flatten } from '../../flow/answers/data.ts'
import { findStep, stepId } from '../../flow/elements/elements.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import { standingOf } from '../../flow/judge.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { fatesOf, leadsOnPath } from '../../flow/outcome.ts'
import { shownWith } from '../../author/simulate/shownAtEnd.ts'
import { trace } from '../../author/simulate/trace.ts'
import { walk } from '../../flow/walk.ts'
import type { SessionRecord, StepRecord } from '../../store/nouns/sessions/sessionTypes.ts'

/** Explains a recorded session by repeating, from its submissions, the walk that its browser and the server made. */
export function explainSession(
  flow: Flow,
  recorded: SessionRecord,
  outcome: Outcome,
): Omit<Explanation, 'outcomes' | 'refused'> {
  const { token_hash: _, clicks: __, steps, ...session } = recorded
  const { origin } = session
  const { answers } = standingOf({ flow, origin }, steps)
  const { current, fields } = walk(flow, origin, answers)
  const step = current && findStep(flow, current)
  const fates = fatesOf(leadsOnPath({ flow, origin }, { answers, current }), outcome)
  const last = new Map(steps.map((step, index) => [stepId(step), index]))
  return {
    session,
    trace: trace(flow, origin, answers),
    current: current && stepId(current),
    fields,
    end: step ? shownWith(flow, step, { fields, fates, notSold: outcome.not_sold }) : null,
    submissions: steps.map((step, index) => {
      const { at, time_on_step, execute_actions } = step
      const id = stepId(step)
      const answered = answeredOn(flow, step)
      const standing =
        last.get(id) !== index ? 'replaced' : Object.hasOwn(answers, id) ? 'counts' : 'off_path'
      return { step: id, at, time_on_step, execute_actions, answered, standing }
    }),
  }
}

function answeredOn(written: Flow, record: StepRecord): Fields {
  const flow = inLanguage(written, record.language)
  const step = findStep(flow, record)
  const decoded = step && decode(flow, step, record.answers)
  if (!decoded || !('data' in decoded)) return {}
  const given = complete(flow, step, decoded.data)
  // Until pages could tell, a consent that the press doesn't give was recorded with it.
  return Object.fromEntries(Object.entries(flatten(decoded.data)).filter(([field]) => given[field] !== null))
}
