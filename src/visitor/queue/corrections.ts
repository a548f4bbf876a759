import type { StepRef } from '../../../schemas/answer.ts'
import { sameStep, stepId } from '../../flow/elements.ts'
import type { Journey } from '../../flow/journey.ts'
import type { Course } from '../../flow/walk.ts'
import { walk } from '../../flow/walk.ts'
import { STEP, type Outbox, type Parcel } from './outbox.ts'

/** What happens when the server refuses a step that the visitor has left: the step waits in the outbox, with all that came
 *  after it, until the visitor has corrected it. */

/** Adds what a journey tells. The answer to a step that others wait for goes before these, in place of the one that was
 *  refused, and they are sent in the order of the journey; those that it leads past are dropped. */
export function enqueue(
  outbox: Outbox,
  { flow, origin }: Course,
  { journey, told }: { journey: Journey; told: readonly Parcel[] },
): void {
  const answered = told.find(({ call }) => call === STEP)
  const held = answered ? outbox.held(answered.token) : []
  const waitsFor = held[0]?.parcel.waitsFor
  if (!answered || !waitsFor) return told.forEach(outbox.add)
  const { trail, current } = walk(flow, origin, journey.answers)
  const placeOf = (step: StepRef) => {
    const at = trail.findIndex((stop) => sameStep(stop, step))
    return at < 0 ? trail.length : at
  }
  if (placeOf(refOf(answered)) > placeOf(waitsFor.step)) return told.forEach(outbox.add)
  const stillWaits = !sameStep(refOf(answered), waitsFor.step) && placeOf(waitsFor.step) < trail.length
  const kept = held
    .map(({ parcel: { waitsFor, ...parcel } }): Parcel =>
      stillWaits && waitsFor ? { ...parcel, waitsFor } : parcel,
    )
    .filter((parcel) => stepId(refOf(parcel)) in journey.answers && !sameStep(refOf(parcel), refOf(answered)))
  const steps = [...told.filter(({ call }) => call === STEP), ...kept].sort(
    (one, other) => placeOf(refOf(one)) - placeOf(refOf(other)),
  )
  // What lies behind a question that comes up only now waits for that.
  const early = current && steps.find((parcel) => placeOf(refOf(parcel)) === trail.length)
  for (const parcel of steps)
    outbox.add(parcel === early ? { ...parcel, waitsFor: { step: current!, errors: [] } } : parcel)
  told.filter(({ call }) => call !== STEP).forEach(outbox.add)
  for (const { key } of held) outbox.remove(key)
}

function refOf({ body }: Parcel): StepRef {
  return body as unknown as StepRef
}
