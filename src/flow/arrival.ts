import type { Origin, Query } from '../../schemas/session.ts'

/** Whether a visitor who has a session comes by another way than the one it was opened by: the address says something
 *  that it did not say then. An address that says less, as after a reload, goes on with the session. */
export function comesAnew(origin: Origin, query: Query): boolean {
  return Object.entries(query).some(([name, value]) => origin.query[name] !== value)
}
