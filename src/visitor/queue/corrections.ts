import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { sameStep, stepId } from '../../flow/elements/elements.ts'
import type { Journey } from '../../flow/journey.ts'
import type { Course } from '../../flow/walk.ts'
import { walk } from '../../flow/walk.ts'
import { STEP, type Outbox, type QueuedCall } from './outbox.ts'

/** Handling of a step that the server refuses after the visitor has left it: the step waits in the outbox, with everything after it,
 *  until the visitor has corrected it. */

/** Adds the calls of a journey. The answer to a step that others wait for goes before these, in place of the refused one, and they are
 *  sent in the order of the journey; those that are no longer on the path are dropped. */
export function enqueue(
  outbox: Outbox,
  { flow, origin }: Course,
  { journey, calls }: { journey: Journey; calls: readonly QueuedCall[] },
): void {
  const answered = calls.find(({ call }) => call === STEP)
  const held = answered ? outbox.held(answered.token) : []
  const waitsFor = held[0]?.queued.waitsFor
  if (!answered || !waitsFor) return calls.forEach(outbox.add)
  const { trail, current } = walk(flow, origin, journey.answers)
  const placeOf = (step: StepRef) => {
    const at = trail.findIndex((stop) => sameStep(stop, step))
    return at < 0 ? trail.length : at
  }
  if (placeOf(refOf(answered)) > placeOf(waitsFor.step)) return calls.forEach(outbox.add)
  const stillWaits = !sameStep(refOf(answered), waitsFor.step) && placeOf(waitsFor.step) < trail.length
  const kept = held
    .map(({ queued: { waitsFor, ...queued } }): QueuedCall =>
      stillWaits && waitsFor ? { ...queued, waitsFor } : queued,
    )
    .filter((queued) => stepId(refOf(queued)) in journey.answers && !sameStep(refOf(queued), refOf(answered)))
  const steps = [...calls.filter(({ call }) => call === STEP), ...kept].sort(
    (one, other) => placeOf(refOf(one)) - placeOf(refOf(other)),
  )
  // Steps behind a question that has only now come up wait for it.
  const early = current && steps.find((queued) => placeOf(refOf(queued)) === trail.length)
  for (const queued of steps)
    outbox.add(queued === early ? { ...queued, waitsFor: { step: current!, errors: [] } } : queued)
  calls.filter(({ call }) => call !== STEP).forEach(outbox.add)
  for (const { key } of held) outbox.remove(key)
}

function refOf({ body }: QueuedCall): StepRef {
  return body as unknown as StepRef
}
