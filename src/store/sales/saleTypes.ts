import type { ReturnReason } from '../../../schemas/desk/returns.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'

/** Sales and returns. Times are UTC epoch ms, money integer cents. */

export interface Sale {
  session_uuid: string
  /** The click that it counts for; absent: the newest. A return counts for that of its sale. */
  arrival?: number
  offer: string
  /** Who reports it: a partner's or a buyer's name. Unique together with `external_id` and `returned`. */
  source: string
  external_id: string
  /** Of the sale itself, also when it is returned: the entry is written as its negative. */
  cents: number
  /** The most that is booked: a sale for more waits for the operator. Absent: any amount. */
  mostCents?: number
  /** Who is told of it once it is booked; of a return nobody. */
  pixelEvents?: NewPixelEvent[]
  returned: boolean
  at: number
}

/** What became of a reported sale or return. new: booked. known: it was booked before, the same. waits: the return of a sale
 *  that there is not yet, booked with it. conflict: its id is known with another amount, offer or session; kept for the
 *  operator. too_high: a sale for more than its bound; kept for the operator. full: so many returns of this source wait that it was not kept. */
export type Sold = 'new' | 'known' | 'waits' | 'conflict' | 'too_high' | 'full'

/** A buyer's return of a lead, by its own id, by the key under which the lead was posted, or by both. */
export interface ReturnReport {
  source: string
  external_id: string | null
  key: string | null
  /** What the buyer takes back, where it says so: all of it, or the report is a conflict. */
  cents: number | null
  /** Why and by whom, where an operator takes it back. */
  note?: ReturnNote
  at: number
}

export interface ReturnNote {
  reason: ReturnReason
  /** Of the operator's own; they may be about a person. */
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

/** What became of a return, or would: unknown: no lead was posted to the buyer under the key. */
export interface ReturnVerdict {
  outcome: 'returned' | 'unknown' | Exclude<Sold, 'new' | 'too_high'>
  /** Why it was not booked, as a sentence; null when it is, or was. */
  reason: string | null
  sale: BookedSale | null
}
