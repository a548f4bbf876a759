import type { ReturnReason } from '../../../../schemas/desk/returns.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'

/** Sales and returns. Times are UTC epoch ms, money integer cents. */

export interface Sale {
  session_uuid: string
  /** The click that it counts for; by default the newest. A return counts for its sale's click. */
  arrival?: number
  offer: string
  /** Reporter: a partner's or a buyer's name. Unique together with `external_id` and `returned`. */
  source: string
  external_id: string
  /** Price of the sale, even for its return; the entry is written as its negative. */
  cents: number
  /** Highest amount to book; a higher sale waits for the operator. If absent, any amount. */
  mostCents?: number
  /** Highest multiple of the source's usual price to book. It replaces `mostCents` once the source has a usual price. */
  mostTimesUsual?: number
  /** Price as reported, if it is no amount; then `cents` is only what was expected, and the sale waits for the operator. */
  unreadable?: string
  /** Price to expect, by the bid or the list; null if neither is known. */
  expectedCents?: number | null
  /** Events to send once the sale is booked; a return sends none. */
  pixelEvents?: NewPixelEvent[]
  /** Time from which these may be sent; by default that of the sale. An operator may undo the booking until then. */
  eventsDueAt?: number
  returned: boolean
  at: number
}

/** Result of a reported sale or return. new: booked. known: the same was booked before. waits: a return without a sale yet, booked
 *  together with it. conflict: its ID is known with another amount, offer, or session; kept for the operator. too_high: a sale above its
 *  limit; kept for the operator. unreadable: a sale whose price is no amount; kept for the operator. full: too many returns of this source
 *  are waiting, so it wasn't kept. */
export type Sold = 'new' | 'known' | 'waits' | 'conflict' | 'too_high' | 'unreadable' | 'full'

/** A buyer's return of a lead, by its own ID, by the key under which the lead was posted, or by both. */
export interface ReturnReport {
  source: string
  external_id: string | null
  key: string | null
  /** The buyer's own ID of the return, if it has one. Without it, two returns of one amount are the same return. */
  return_id?: string | null
  /** Amount of the return; null takes back all that is left. More than is left is a conflict. */
  cents: number | null
  /** Set for a return by hand: what was left of the sale when the operator looked. It is never taken for a repetition. */
  leftSeen?: number
  /** Reason and operator, if an operator makes it. */
  note?: ReturnNote
  at: number
}

export interface ReturnNote {
  reason: ReturnReason
  /** The operator's own words, which may be about a person. */
  words: string
  by: string
}

/** `cents`: its amount, with corrections; `left`: the amount minus returns. */
export interface BookedSale {
  external_id: string
  session_uuid: string
  offer: string
  cents: number
  left: number
  at: number
}

/** Result of a return, actual or previewed. unknown: no lead was posted to the buyer under the key. */
export interface ReturnVerdict {
  outcome: 'returned' | 'unknown' | Exclude<Sold, 'new' | 'too_high' | 'unreadable'>
  /** Reason that it wasn't booked, as a sentence; null if it is or was. */
  reason: string | null
  /** The sale as it was before. */
  sale: BookedSale | null
  /** Amount that it takes back; 0 unless it is `returned`. */
  cents: number
}

/** Reason and operator of an entry that someone made by hand. */
export interface ChangeNote {
  /** The operator's own words, which may be about a person. */
  words: string
  by: string
}

/** Correction of a sale's amount. `cents`: the new amount, before returns. */
export interface SaleCorrection {
  source: string
  external_id: string
  cents: number
  note: ChangeNote
  at: number
}

/** Reversal of one entry of a sale, by its number in the ledger. */
export interface EntryReversal {
  source: string
  external_id: string
  entry: number
  note: ChangeNote
  at: number
}

/** Decision about a report that isn't in the ledger, by its number in that list. `cents`: the amount to book, or to take back.
 *  `eventsDueAt`: as of a sale. */
export interface UnbookedDecision {
  entry: number
  cents: number
  note: ChangeNote
  /** Events to send once a sale is booked. */
  pixelEvents?: NewPixelEvent[]
  eventsDueAt?: number
  at: number
}

/** Result of an operator's entry. known: nothing to change. refused: it contradicts the ledger; `reason` says why. unknown: there is no
 *  such sale or report. */
export interface ChangeVerdict {
  outcome: 'booked' | 'known' | 'refused' | 'unknown'
  reason: string | null
  /** The sale as it is now; null if there is none. */
  sale: BookedSale | null
  /** Change of what is left of it. */
  cents: number
}
