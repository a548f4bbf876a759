import type { DeliveryState } from '../../../schemas/buyer.ts'
import type { HeldReason, Opening } from '../../../schemas/buyer/limits.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'

/** Leads, and their way to buyers. Times are UTC epoch ms, money integer cents. */

/** A lead that falls due with a step: it is kept, and one delivery for each of its buyers begins. */
export interface NewLead {
  offer: string
  /** Keys of the flow's buyers; none when the lead is only kept. */
  buyers: string[]
  /** As buyers know it, without credentials. */
  payload: Record<string, string>
  /** By buyer, the fields of it that are no business of theirs. */
  withheld?: Readonly<Record<string, readonly string[]>>
  /** By what the same person is known in another lead. */
  contacts?: Contact[]
}

/** A phone number or an email address, however it was written. */
export interface Contact {
  kind: 'phone' | 'email'
  text: string
}

/** A delivery that is being attempted. `attempt` counts from 1. */
export interface Attempt {
  attempt: number
  key: string
  session_uuid: string
  offer: string
  buyer: string
  aff_id: string
  payload: Record<string, string>
  /** What is reserved of the buyer's caps: what it is to pay, or more where it may have bought the lead by that before. */
  cents: number
}

/** What bounds an attempt. */
export interface AttemptBounds {
  /** 30 days unless it is said, 0 for never. */
  duplicateWindowMs?: number
  /** How long no other process may post the lead. */
  leaseMs?: number
  /** How many attempts the buyer may have under way, over all processes. */
  atOnce?: number
  /** How much the buyer takes, and when; all, and at all times, unless it is said. */
  limits?: Limits
  /** What the buyer is to pay, as far as it is known. */
  cents?: number
  /** To how many buyers the lead may be sold at most if this one gets it; to all unless it is said. */
  shares?: number
  /** The buyers who are asked before this one. */
  before?: string[]
  /** The buyer is asked for a bid: it has no place before that is taken. */
  isAsked?: boolean
  /** Why the buyer does not want the lead that was looked at, by its entry; null when it does. A newer lead is looked at anew. */
  judged?: { lead: number | null; unwanted: string | null }
}

/** A buyer of a lead that is asked for a bid. */
export interface Bidder extends Attempt {
  delivery: number
  /** When it was last posted a lead that it had bid for. */
  triedAt: number | null
}

/** A bid that is to be taken. */
export interface BidTaken extends Pick<AttemptBounds, 'shares' | 'duplicateWindowMs'> {
  cents: number
  limits: Limits
  /** For how long no other process may post the lead. */
  leaseMs: number
  now: number
}

/** What a buyer's part in an auction came to: its bid was taken, it was not, or there was none. */
export type AuctionResult = 'won' | 'lost' | 'none'

/** How much a buyer takes, and when. */
export interface Limits {
  zone: string
  caps: readonly { per: 'hour' | 'day' | 'month'; leads?: number; cents?: number }[]
  /** Null: at all times. */
  hours: readonly Opening[] | null
  isPaused: boolean
  /** How long in all a lead waits. */
  waitMs: Readonly<Record<Exclude<HeldReason, 'unwanted' | 'taken'>, number>>
}

/** One of a session's deliveries, as it stands now. */
export interface SessionDelivery {
  offer: string
  buyer: string
  state: DeliveryState
  isUnderWay: boolean
  /** The page that the buyer sends the visitor to. */
  redirect_url: string | null
  payload: Record<string, string>
}

/** What an attempt came to. `due_at`: when the next one is due, for the state 'due' alone. */
export interface AttemptEnd {
  state: Exclude<DeliveryState, 'suppressed'>
  message: string
  at: number
  due_at: number | null
  /** For one that was asked in an auction, and made no bid that counts: what it bid, if it did. */
  noBid?: { cents: number | null }
  /** Whether the buyer was only asked: what it may have bought before is as open as it was. */
  isAsked?: boolean
  /** Whether the buyer may have bought the lead, though it was not heard to: the lead keeps its place there. */
  isUnsure?: boolean
  /** The page that the buyer sends the visitor of an accepted lead to. */
  redirect_url?: string
  /** For an accepted lead that the buyer pays for; written to the ledger in the same transaction. */
  sale?: { external_id: string; cents: number; mostCents?: number; pixelEvents?: NewPixelEvent[] }
}
