import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { NotKept } from '../../store/store.ts'

/** Drops from memory the sessions that were erased, here or by `leadloom privacy forget`, within a second of it. The store
 *  itself takes nothing more about them from that instant. Returns how to stop. */
export function startDroppingErased(
  { store, visitors }: Pick<Context, 'store' | 'visitors'>,
  log: FastifyBaseLogger,
): { stop: () => Promise<void> } {
  let cursor = 0
  const drop = async () => {
    const erased = await store.erasedAfter(cursor)
    cursor = erased.cursor
    for (const uuid of erased.uuids) visitors.drop(uuid)
  }
  /** What goes wrong every second is written down when it changes. */
  let reason = ''
  const start = () =>
    drop().then(
      () => void (reason = ''),
      (error: unknown) => {
        // Why the file cannot be read is said by whoever watches the store.
        if (String(error) !== reason && !(error instanceof NotKept))
          log.error({ err: error }, 'drop erased sessions')
        reason = String(error)
      },
    )
  let dropping = start()
  const timer = setInterval(() => (dropping = dropping.then(start)), CHECK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await dropping
    },
  }
}

const CHECK_EVERY_MS = 1000
