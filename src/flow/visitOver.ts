import type { Step } from '../../schemas/flow/flow.ts'
import { asksNothing } from './progress.ts'

const MINUTE_MS = 60 * 1000

/** Time to reload and read the last page again, or to come back from a partner's. Later visitors may be other users of the device. */
const AFTER_END_MS = 15 * MINUTE_MS
/** Time to continue after an interruption; after that, typed values are given back to no one. */
const AFTER_LAST_ANSWER_MS = 24 * 60 * MINUTE_MS

/** True if a visit is over, so that no typed values are given back. `step` is the current one, null at the flow's end; `idleMs` is the
 *  time since the visitor last did anything. */
export function isVisitOver(step: Step | null | undefined, idleMs: number): boolean {
  const hasEnded = !step || asksNothing(step)
  return isVisitOld(idleMs) || (hasEnded && idleMs > AFTER_END_MS)
}

/** The same for an unknown step. An unknown time (NaN) counts as old. */
export function isVisitOld(idleMs: number): boolean {
  return !(idleMs <= AFTER_LAST_ANSWER_MS)
}
