import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../store/store.ts'
import type { Visitors } from '../visitors/visitors.ts'
import { loggedOnChange, repeat } from './repeat.ts'

/** Drops sessions from memory within a second after they were erased, here or by `leadloom privacy forget`. The store itself accepts
 *  nothing more about them from that moment. Returns a function that stops it. */
export function startDroppingErased(
  { store, visitors }: { store: Store; visitors: Visitors },
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
