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
  /** Events to send once the sale is booked; a return sends none. */
  pixelEvents?: NewPixelEvent[]
  returned: boolean
  at: number
}

/** Result of a reported sale or return. new: booked. known: the same was booked before. waits: a return without a sale yet, booked
 *  together with it. conflict: its ID is known with another amount, offer or session; kept for the operator. too_high: a sale above its
 *  limit; kept for the operator. full: too many returns of this source are waiting, so it wasn't kept. */
export type Sold = 'new' | 'known' | 'waits' | 'conflict' | 'too_high' | 'full'

/** A buyer's return of a lead, by its own ID, by the key under which the lead was posted, or by both. */
export interface ReturnReport {
  source: string
  external_id: string | null
  key: string | null
  /** Amount of the return, if stated; it must be the whole amount, or the report is a conflict. */
  cents: number | null
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

export interface BookedSale {
  external_id: string
  session_uuid: string
  offer: string
  cents: number
  at: number
}

/** Result of a return, actual or previewed. unknown: no lead was posted to the buyer under the key. */
export interface ReturnVerdict {
  outcome: 'returned' | 'unknown' | Exclude<Sold, 'new' | 'too_high'>
  /** Reason that it wasn't booked, as a sentence; null if it is or was. */
  reason: string | null
  sale: BookedSale | null
}
