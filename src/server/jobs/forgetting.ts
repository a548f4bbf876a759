import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { NotKept } from '../../store/store.ts'

/** Lets go of the sessions that were forgotten, here or by `leadloom privacy forget`, within a second of it. The store
 *  itself takes nothing more about them from the instant that they are forgotten. Returns how to stop. */
export function startForgetting(
  { store, visitors }: Pick<Context, 'store' | 'visitors'>,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  let cursor = 0
  const look = async () => {
    const erased = await store.erasedAfter(cursor)
    cursor = erased.cursor
    for (const uuid of erased.uuids) visitors.drop(uuid)
  }
  /** What goes wrong every second is written down when it changes. */
  let reason = ''
  const start = () =>
    look().then(
      () => void (reason = ''),
      (error: unknown) => {
        // Why the file cannot be read is said by whoever watches the store.
        if (String(error) !== reason && !(error instanceof NotKept)) log.error({ err: error }, 'forgetting')
        reason = String(error)
      },
    )
  let looking = start()
  const timer = setInterval(() => (looking = looking.then(start)), LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

const LOOK_EVERY_MS = 1000
