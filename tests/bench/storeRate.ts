import type { StepRecord } from '../../src/store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { rateOf, type Rate } from './rate.ts'

export const SESSIONS = 2000

/** Part of the load that each of several processes takes. */
export interface Share {
  inFlight: number
  durationMs: number
  /** Number of its first session; each process has SESSIONS. */
  first?: number
}

/** Publishes the flow that the sessions of openSessions run. */
export async function publishFlow(store: Store): Promise<void> {
  await publish(store, 'leadloom', 1000)
}

export async function openSessions(store: Store, first = 0): Promise<void> {
  await Promise.all(
    Array.from({ length: SESSIONS }, (_, i) => store.openSession(session({ uuid: uuidOf(first + i) }))),
  )
}

/** Rate at which a store keeps steps of open sessions. */
export function stepRate(store: Store, { inFlight, durationMs, first = 0 }: Share): Promise<Rate> {
  return rateOf((n) => store.appendStep(uuidOf(first + (n % SESSIONS)), stepOf(n)), { inFlight, durationMs })
}

/** The nth step to store. */
export function stepOf(n: number): StepRecord {
  return step({ id: uuidOf(n), step_key: `step_${n % 14}` })
}
