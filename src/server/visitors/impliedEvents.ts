import type { Flow } from '../../../schemas/flow/flow.ts'
import { findStep } from '../../flow/elements/elements.ts'
import { fieldOf, isAnswered, type Fields } from '../../flow/answers/fields.ts'
import type { SessionEvent, StepRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Visitor } from './visitors.ts'

/** Events that an accepted step implies besides itself and that aren't known to be counted. No one submits a visible step without a
 *  click, in an offer without having reached it, or all basic fields without having filled them. A content blocker may stop the calls
 *  that count, but not the answers. The page itself sends hidden steps, so they imply nothing. `fields`: known once the step is
 *  recorded. */
export function impliedEvents(
  flow: Flow,
  visitor: Visitor,
  { step, fields }: { step: StepRecord; fields: Fields },
) {
  const { basic_fields, offers } = flow.ui_config
  const isShown = (one: StepRecord) => findStep(flow, one)?.type !== 'hidden'
  if (!isShown(step)) return []
  const { at, offer_key } = step
  // Steps recorded before this server began counting imply as much.
  const before = visitor.counted.size === 0 ? visitor.session.steps.filter(isShown) : []
  const reached = new Set([...before.map((one) => one.offer_key), offer_key])
  const isRegistered =
    basic_fields.length > 0 && basic_fields.every((field) => isAnswered(fieldOf(fields, field)))
  const implied: SessionEvent[] = [
    { kind: 'visit', at },
    ...[...reached]
      .filter((offer) => offers[offer]?.real)
      .map((offer): SessionEvent => ({ kind: 'impression', offer, at })),
    ...(isRegistered ? [{ kind: 'registration', at } as const] : []),
  ]
  return implied.filter((event) => !isCounted(visitor, event))
}

/** True if this server knows that an event is counted. */
export function isCounted({ counted }: Visitor, event: SessionEvent): boolean {
  return counted.has(keyOf(event))
}

/** Marks events as counted; call it once they are stored. */
export function noteCounted({ counted }: Visitor, events: readonly SessionEvent[]): void {
  for (const event of events) counted.add(keyOf(event))
}

function keyOf(event: SessionEvent): string {
  return event.kind === 'impression' ? `impression ${event.offer}` : event.kind
}
