import type { TrackingScripts } from '../../schemas/flow.ts'
import type { Origin, Query } from '../../schemas/session.ts'

/** Whether a visitor who has a session comes by another way than the one it was opened by: the address says something
 *  that it did not say then. An address that says less, as after a reload, goes on with the session.
 *  `added`: what the page itself may have added to its address since. */
export function comesAnew(origin: Origin, query: Query, added: Query = {}): boolean {
  return Object.entries(query).some(
    ([name, value]) =>
      origin.query[name] !== value && (origin.query[name] !== undefined || added[name] !== value),
  )
}

/** What a page adds to its address where that says nothing of it. Source: spec, section 4 "Oid and affid". */
export function addedToAddress({ everflow }: TrackingScripts): Query {
  return everflow ? { oid: everflow.oid, affid: everflow.affid } : {}
}
