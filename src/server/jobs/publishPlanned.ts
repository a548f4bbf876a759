import type { FastifyBaseLogger } from 'fastify'
import { authorProcess } from '../studio/authorProcess.ts'
import type { PublishContext } from '../studio/making.ts'
import { publishRequests } from '../studio/publishRequests.ts'
import { logged, repeat } from './repeat.ts'

/** Publishes what was planned for a time that has come, one process for all. What was planned while no server ran goes live when one
 *  starts. Returns how to stop. */
export function startPublishingPlanned(
  ctx: PublishContext,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { stop: () => Promise<void> } {
  const { store } = ctx
  const requests = publishRequests(ctx, authorProcess(store))
  const logFailure = logged(log, 'publish what was planned')
  const publish = async (hasStopped: () => boolean) => {
    if (!(await store.takesJob('publishing'))) return
    for (const { id, path } of await requests.due()) {
      if (hasStopped()) return
      // One that cannot be made now holds up no other, and is tried again.
      await one(id, path).catch(logFailure)
    }
  }
  const one = async (id: string, path: string) => {
    const { version, request } = await requests.publishPlanned(await requests.found(id))
    if (version === null) log.warn({ path, reason: request?.reason }, 'a planned publish failed')
  }
  return repeat(publish, CHECK_EVERY_MS, logFailure)
}

const CHECK_EVERY_MS = 5000
