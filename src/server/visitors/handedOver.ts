import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import { FORCE_START_OFFER } from '../../flow/walk.ts'
import { parameterOf } from '../../flow/answers/computations.ts'
import { asksForPersonalData, findStep } from '../../flow/elements/elements.ts'
import type { Handover, SessionRecord, StepRecord } from '../../store/nouns/sessions/sessionTypes.ts'

/** A visit that continues in another browser through a link. Someone else may open the link if the email was forwarded. Of the earlier
 *  answers, they see choices, but nothing that was typed or agreed to; those steps are asked again. */

/** A visit as a browser that was handed it by a link may see it, before it continues the visit. */
export function asHandedOver(session: SessionRecord, { own, at }: Handover): SessionRecord {
  return { ...session, moved: { at, from: own, after: session.steps.length } }
}

/** Submissions that decide what comes next: all of them, except in a moved visit. */
export function stepsThatCount(
  flow: Flow,
  { steps, moved }: Pick<SessionRecord, 'steps' | 'moved'>,
): StepRecord[] {
  if (!moved) return steps
  return steps.filter((submission, n) => {
    const step = n >= moved.from && n < moved.after ? findStep(flow, submission) : undefined
    return !step || !asksForPersonalData(step)
  })
}

/** Origin of the visit that a page may show; in a moved visit, only the parts that its steps depend on. The click ID and the affiliate
 *  stay on the server. */
export function originOf(flow: Flow, { origin, moved }: Pick<SessionRecord, 'origin' | 'moved'>): Origin {
  if (!moved) return origin
  const steering = new Set<string | undefined>([
    FORCE_START_OFFER,
    ...Object.values(flow.ui_config.fields).map(parameterOf),
  ])
  const query = Object.fromEntries(Object.entries(origin.query).filter(([name]) => steering.has(name)))
  return { ...origin, query }
}
