import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { logged, repeat } from './repeat.ts'

/** Counts the sessions that are older than the totals by hour, one process for all, a burst at a time: the writes of visitors are never
 *  held up for long. Returns how to stop. */
export function startCountingEarlier(
  { store }: Pick<Context, 'store'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  const count = async (hasStopped: () => boolean) => {
    if (!(await store.takesJob('counting'))) return
    while (!hasStopped() && (await store.countEarlierSessions(BURST_SESSIONS)) === BURST_SESSIONS)
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
  }
  return repeat(count, CHECK_EVERY_MS, logged(log, 'count earlier sessions'))
}

/** Servers of the release before may leave none: what is looked for is soon done. */
const CHECK_EVERY_MS = 60_000
/** Some ten milliseconds of the writer. */
const BURST_SESSIONS = 500
const REST_MS = 20
