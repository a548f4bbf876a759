import type { StepRecord } from '../../src/store/sessions/sessionTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { rateOf, type Rate } from './rate.ts'

export const SESSIONS = 2000

/** What each of several processes has of its own. */
export interface Share {
  inFlight: number
  durationMs: number
  /** The number of its first session: each has SESSIONS. */
  first?: number
}

/** Publishes what the sessions of openSessions run. */
export async function publishFlow(store: Store): Promise<void> {
  await publish(store, 'leadloom', 1000)
}

export async function openSessions(store: Store, first = 0): Promise<void> {
  await Promise.all(
    Array.from({ length: SESSIONS }, (_, i) => store.openSession(session({ uuid: uuidOf(first + i) }))),
  )
}

/** How fast a store keeps steps of open sessions. */
export function stepRate(store: Store, { inFlight, durationMs, first = 0 }: Share): Promise<Rate> {
  return rateOf((n) => store.appendStep(uuidOf(first + (n % SESSIONS)), stepOf(n)), { inFlight, durationMs })
}

/** The step that is kept as the nth. */
export function stepOf(n: number): StepRecord {
  return step({ id: uuidOf(n), step_key: `step_${n % 14}` })
}
