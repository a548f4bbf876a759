import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { loggedOnChange, repeat } from './repeat.ts'

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
  return repeat(drop, CHECK_EVERY_MS, loggedOnChange(log, 'drop erased sessions'))
}

const CHECK_EVERY_MS = 1000
