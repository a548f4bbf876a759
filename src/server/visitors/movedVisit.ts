import type { Flow, Step } from '../../../schemas/flow.ts'
import type { InputElement } from '../../../schemas/element.ts'
import type { Origin } from '../../../schemas/session.ts'
import { FORCE_START_OFFER } from '../../flow/walk.ts'
import { findStep, inputs, showsConsent } from '../../flow/elements.ts'
import { isA } from '../../flow/elements/kinds.ts'
import type { Handover, SessionRecord, StepRecord } from '../../store/sessions/sessionTypes.ts'

/** A visit that goes on in another browser, by a link. Whoever opens the link may be somebody to whom the email was forwarded: of
 *  what was answered before, they see what was chosen, and nothing that was typed or agreed to. Those steps are asked again. */

/** A visit as a browser may see it to which a link handed it over, before it goes on with it. */
export function asHandedOver(session: SessionRecord, { own, at }: Handover): SessionRecord {
  return { ...session, moved: { at, from: own, after: session.steps.length } }
}

/** The submissions by which the flow judges what comes next: all of them, but in a visit that moved. */
export function stepsThatCount(
  flow: Flow,
  { steps, moved }: Pick<SessionRecord, 'steps' | 'moved'>,
): StepRecord[] {
  if (!moved) return steps
  return steps.filter((submission, n) => {
    const step = n >= moved.from && n < moved.after ? findStep(flow, submission) : undefined
    return !step || !tellsOfPerson(step)
  })
}

/** How the visitor came, as a page may say it: in a visit that moved, what its steps depend on alone. Whose click it was, and which
 *  affiliate's, stays on the server. */
export function originOf({ origin, moved }: Pick<SessionRecord, 'origin' | 'moved'>): Origin {
  if (!moved) return origin
  const query = Object.fromEntries(Object.entries(origin.query).filter(([name]) => STEERING.has(name)))
  return { ...origin, query }
}

/** Source: src/flow/walk.ts, src/flow/answers/computations.ts. */
const STEERING: ReadonlySet<string> = new Set([FORCE_START_OFFER, 'wc'])

/** Whether a step asks for what only the visitor is to read: anything typed but a ZIP code, and consents. */
export function tellsOfPerson(step: Step): boolean {
  return showsConsent(step) || inputs(step).some(isPersonal)
}

function isPersonal(element: InputElement): boolean {
  if (element.type !== 'input' || isA(element, 'vehicle') || isA(element, 'injury_date')) return false
  const { local, external = [] } = element.validations
  return ![...local.map(({ name }) => name), ...external].includes('zip')
}
