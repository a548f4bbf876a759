import type { FastifyBaseLogger } from 'fastify'
import { authorProcess } from '../studio/authorProcess.ts'
import type { PublishDeps } from '../studio/versionMaker.ts'
import { publishRequests } from '../studio/publishRequests.ts'
import { logged, repeat } from './repeat.ts'

/** Publishes planned versions when they are due; one process does it for all. Versions that became due while no server ran go live when
 *  one starts. Returns a function that stops it. */
export function startPublishingPlanned(
  ctx: PublishDeps,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { stop: () => Promise<void> } {
  const { store } = ctx
  const requests = publishRequests(ctx, authorProcess(store))
  const logFailure = logged(log, 'publish what was planned')
  const publish = async (hasStopped: () => boolean) => {
    if (!(await store.takesJob('publishing'))) return
    for (const { id, path } of await requests.due()) {
      if (hasStopped()) return
      // One that can't be published now doesn't block others, and is tried again.
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
