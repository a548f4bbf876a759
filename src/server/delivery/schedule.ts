import { LONGEST_WAIT_MS } from '../../store/store.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'

/** How long to wait after the attempt that failed as the `attempts`-th, in ms: doubling from half a minute to an hour,
 *  each wait between half and the whole of that, so that what failed together does not come back together.
 *  Null: enough was tried. `random`: 0 to 1.  */
export function retryDelayMs(attempts: number, random: number): number | null {
  if (attempts >= MOST_ATTEMPTS) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (0.5 + random / 2))
}

const FIRST_WAIT_MS = 30_000
/** Some nine hours in all: a buyer's night of trouble, while a lead is still worth a call. */
const MOST_ATTEMPTS = 16

/** What an attempt came to that may be made again: due after a growing wait, or given up. `attempts`: made by now, this one
 *  included; `random`: 0 to 1; `leastMs`: the shortest wait. */
export function againOrDead(
  reason: string,
  attempts: number,
  { at, random, leastMs = 0 }: { at: number; random: number; leastMs?: number },
): { state: 'due' | 'dead'; message: string; due_at: number | null } {
  const delay = retryDelayMs(attempts, random)
  return delay === null
    ? { state: 'dead', message: ATTEMPTS.givenUp(reason, attempts), due_at: null }
    : { state: 'due', message: reason, due_at: at + Math.max(delay, leastMs) }
}
