import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../store/store.ts'
import { logged, repeat } from './repeat.ts'

/** Counts the sessions that are older than the totals by hour. One process does it for all, in bursts, so that visitors' writes never
 *  wait long. Returns a function that stops it. */
export function startCountingEarlier(
  { store }: { store: Store },
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  const count = async (hasStopped: () => boolean) => {
    if (!(await store.takesJob('counting'))) return
    while (!hasStopped() && (await store.countEarlierSessions(BURST_SESSIONS)) === BURST_SESSIONS)
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
  }
  return repeat(count, CHECK_EVERY_MS, logged(log, 'count earlier sessions'))
}

/** Servers of the previous release may leave some; checking for them is fast. */
const CHECK_EVERY_MS = 60_000
/** About ten milliseconds of the writer. */
const BURST_SESSIONS = 500
const REST_MS = 20
