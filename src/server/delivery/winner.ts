import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { cents, dollars } from '../kernel/cents.ts'
import type { Bid, Outcome } from './formats/format.ts'
import { PRIORITY } from './sharingOf.ts'

/** A valid bid. */
export type LiveBid = Extract<Bid, { kind: 'bid' }> & { cents: number }

/** Reason that there is no valid bid, and the invalid amount, if any. */
type NoBid = Exclude<Outcome, { kind: 'accepted' }> & { bidCents: number | null }

/** A buyer's bid, or the reason it has no valid one. A price that no buyer would pay is an error that an operator should review. */
export function liveBid({ auction = {} }: Buyer, bid: Bid): LiveBid | NoBid {
  if (bid.kind !== 'bid') return { ...bid, isUnsure: false, isLost: false, bidCents: null }
  const { cents: bidCents } = bid
  if (bidCents === null) return { kind: 'error', reason: ATTEMPTS.noPrice, bidCents }
  const most = cents(auction.max_bid ?? MAX_BID)
  if (bidCents > most) return { kind: 'error', reason: ATTEMPTS.highBid(dollars(most)), bidCents }
  const least = leastBid({ auction })
  if (bidCents < least) return { kind: 'rejected', reason: ATTEMPTS.lowBid(dollars(least)), bidCents }
  return { ...bid, cents: bidCents }
}

/** A bid of zero is never enough, because it would give the lead away. */
export function leastBid({ auction = {} }: Pick<Buyer, 'auction'>): number {
  return Math.max(cents(auction.min_bid ?? MIN_BID), 1)
}

const MIN_BID = '0.01'
const MAX_BID = '1000.00'

/** Bidders in order: highest bid, then priority, then longest time without a post. */
export function ranked<T extends { bid: LiveBid; config: Pick<Buyer, 'priority'>; triedAt: number | null }>(
  bidders: readonly T[],
): T[] {
  return bidders.toSorted(
    (a, b) =>
      b.bid.cents - a.bid.cents ||
      (a.config.priority ?? PRIORITY) - (b.config.priority ?? PRIORITY) ||
      (a.triedAt ?? 0) - (b.triedAt ?? 0),
  )
}
