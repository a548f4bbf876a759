import type { HeldLeads } from '../../../schemas/desk/deliveries.ts'
import type { DeliveryState } from '../../../schemas/buyer/buyer.ts'
import { LISTS } from './listRefusals.ts'
import type { Buyers } from '../delivery/attempt.ts'

/** Leads that wait for a buyer that was removed, or that was never set up. Nothing is sent to it, so what the store expects of them doesn't
 *  come: neither a next attempt nor money. */

/** True if a delivery waits for such a buyer. */
export function isMissing(
  { state, buyer }: { state: DeliveryState; buyer: string },
  buyers: Buyers,
): boolean {
  return state === 'due' && !buyers.has(buyer)
}

/** Members of such a delivery in place of the store's. */
export const MISSING = { held: 'missing', due_at: null } as const

/** Held leads, with those of each missing buyer as one entry, in its place. */
export function withMissing(held: readonly HeldLeads[], buyers: Buyers): HeldLeads[] {
  const found = Map.groupBy(held, ({ buyer, reason }) => (buyers.has(buyer) ? `${buyer} ${reason}` : buyer))
  return [...found.values()].map((same) => {
    const [first] = same as [HeldLeads]
    if (buyers.has(first.buyer)) return first
    return {
      buyer: first.buyer,
      reason: 'missing',
      message: LISTS.missing,
      count: same.reduce((sum, { count }) => sum + count, 0),
      since: Math.min(...same.map(({ since }) => since)),
      waiting_cents: null,
    }
  })
}
