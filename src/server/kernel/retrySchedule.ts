import { LONGEST_WAIT_MS } from '../../store/kernel/leases.ts'
import { ATTEMPTS } from './attemptWords.ts'

/** Delay in ms after the attempt that failed as the `attempts`-th. It doubles from half a minute to an hour and is randomized between
 *  half and all of that, so that attempts that failed together don't return together. Null if no attempts are left. `random`: 0 to 1. */
export function retryDelayMs(attempts: number, random: number): number | null {
  if (attempts >= MOST_ATTEMPTS) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (0.5 + random / 2))
}

const FIRST_WAIT_MS = 30_000
/** About nine hours in total. This outlasts a buyer's bad night while a lead is still worth a call. */
const MOST_ATTEMPTS = 16

/** Result of a failed attempt that may be repeated: due after a growing delay, or given up. `attempts`: number made so far, including
 *  this one; `random`: 0 to 1; `leastMs`: shortest delay. */
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
