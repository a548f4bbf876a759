import type { FastifyBaseLogger } from 'fastify'
import { forgetPerson } from '../../store/nouns/privacy/findSessions.ts'
import { forgottenSessions } from './forgottenSessions.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { badRows } from '../metrics/badRows.ts'
import { loggedOnChange, repeat } from './repeat.ts'

/** Forgets the people whom operators had forgotten at /desk, and answers their requests. Work left by a process that ended is done by
 *  the next. Returns a function that stops it, after the person being forgotten. */
export function startForgetting(
  { store, now, metrics }: StoreAndClock & { metrics: Metrics },
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  const report = badRows({ metrics }, log, 'forgetting')
  const reported = new Set<string>()
  const failed = (error: unknown, uuid: string) => {
    if (!reported.has(uuid)) report(error, uuid)
    reported.add(uuid)
  }
  const forget = async (hasStopped: () => boolean) => {
    for (const { request, email, phone } of await store.requestsToForget()) {
      if (hasStopped() || !(await store.takesJob('forgetting'))) return
      const { forgotten, left } = await forgetPerson(store, { email, phone }, failed)
      // The request stays open, and is tried again, until nothing of the person is left. Others don't wait for it.
      if (left.length === 0) await store.endForgetting(request, forgottenSessions(forgotten.length), now())
    }
  }
  return repeat(forget, CHECK_EVERY_MS, loggedOnChange(log, 'forget persons'))
}

const CHECK_EVERY_MS = 2000
