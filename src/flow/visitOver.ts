import type { Step } from '../../schemas/flow.ts'
import { asksNothing } from './progress.ts'

const MINUTE_MS = 60 * 1000

/** Who has ended may reload to read the last page again, or come back from a partner's. Whoever comes later may be another
 *  user of the device. */
const AFTER_END_MS = 15 * MINUTE_MS
/** Who is interrupted goes on within a day; after that, what was typed is given back to no one. */
const AFTER_LAST_ANSWER_MS = 24 * 60 * MINUTE_MS

/** Whether a visit is over: nothing that was typed in it is given back. `step`: the one in sight, null at the flow's end.
 *  `idleMs`: the time since the visitor last did anything. */
export function isVisitOver(step: Step | null | undefined, idleMs: number): boolean {
  const hasEnded = !step || asksNothing(step)
  return isVisitOld(idleMs) || (hasEnded && idleMs > AFTER_END_MS)
}

/** The same where the step is not known. A time that is not known (NaN) is old. */
export function isVisitOld(idleMs: number): boolean {
  return !(idleMs <= AFTER_LAST_ANSWER_MS)
}
