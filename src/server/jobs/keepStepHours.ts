import type { FastifyBaseLogger } from 'fastify'
import type { StoreAndClock } from '../kernel/ports.ts'
import { logged, repeat } from './repeat.ts'

/** Counts the hours of drop-off that have become quiet, one process for all, some at a time: a server that starts need not walk the
 *  visitors of months again. Returns how to stop. */
export function startKeepingStepHours(
  { store, now }: StoreAndClock,
  log: Pick<FastifyBaseLogger, 'error'>,
): { stop: () => Promise<void> } {
  const keep = async (hasStopped: () => boolean) => {
    if (!(await store.takesJob('counting'))) return
    while (!hasStopped()) {
      const counted = await store.stepHoursToKeep(now())
      if (counted) await store.keepStepHours(counted)
      if (!counted || counted.hours.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    }
  }
  return repeat(keep, KEEP_EVERY_MS, logged(log, 'keep hours of drop-off'))
}

const KEEP_EVERY_MS = 60_000
/** Half of the time the others who read raw rows have their turn. */
const REST_MS = 200
