import type { FastifyBaseLogger } from 'fastify'
import { NotKept } from '../../store/store.ts'
import { authorThread } from '../studio/authorThread.ts'
import type { PublishContext } from '../studio/making.ts'
import { publishRequests } from '../studio/publishRequests.ts'

/** Publishes what was planned for a time that has come, one process for all. What was planned while no server ran goes live when one
 *  starts. Returns how to stop. */
export function startPublishingPlanned(
  ctx: PublishContext,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { stop: () => Promise<void> } {
  const { store } = ctx
  const requests = publishRequests(ctx, authorThread(store))
  let isStopped = false
  const publish = async () => {
    if (!(await store.takesJob('publishing'))) return
    for (const { id, path } of await requests.due()) {
      if (isStopped) return
      // One that cannot be made now holds up no other, and is tried again.
      await one(id, path).catch(logFailure)
    }
  }
  const one = async (id: string, path: string) => {
    const { version, request } = await requests.publishPlanned(await requests.found(id))
    if (version === null) log.warn({ path, reason: request?.reason }, 'a planned publish failed')
  }
  const logFailure = (error: unknown) => {
    // Why the disk takes no writes is said by whoever watches the store.
    if (!(error instanceof NotKept)) log.error({ err: error }, 'publish what was planned')
  }
  const start = () => publish().catch(logFailure)
  let publishing = start()
  const timer = setInterval(() => (publishing = publishing.then(start)), CHECK_EVERY_MS)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await publishing
    },
  }
}

const CHECK_EVERY_MS = 5000
