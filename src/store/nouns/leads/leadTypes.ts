import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { HeldReason, Opening } from '../../../../schemas/buyer/limits.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import type { Contact, Identity } from '../privacy/person.ts'
import type { Sale } from '../sales/saleTypes.ts'

/** Leads and their deliveries to buyers. Times are UTC epoch ms, money integer cents. */

/** A lead that a step makes due. It is saved, and a delivery is added for each of its buyers. */
export interface NewLead {
  offer: string
  /** Keys of the flow's buyers; empty if the lead is only saved. */
  buyers: string[]
  /** Fields as buyers know them, without credentials. */
  payload: Fields
  /** Fields to withhold from each buyer. */
  withheld?: Readonly<Record<string, readonly string[]>>
  /** Contacts that identify the same person in another lead, together with `identity`. */
  contacts?: Contact[]
  /** Name and birth date that tell two people with the same contact apart. */
  identity?: Identity
}

/** A delivery in progress. `attempt` counts from 1. */
export interface Attempt {
  attempt: number
  key: string
  session_uuid: string
  offer: string
  buyer: string
  aff_id: string
  payload: Fields
  /** Amount reserved from the buyer's caps: its price, or a higher earlier amount at which it may have bought the lead. */
  cents: number
}

/** Limits of an attempt. */
export interface AttemptBounds {
  /** 30 days by default, 0 for never. */
  duplicateWindowMs?: number
  /** Time during which no other process may post the lead. */
  leaseMs?: number
  /** Number of attempts that the buyer may have in flight, over all processes. */
  atOnce?: number
  /** Volume that the buyer takes, and its hours; unlimited by default. */
  limits?: Limits
  /** The buyer's price, if known. */
  cents?: number
  /** Highest number of buyers that the lead may be sent to if this one gets it; all by default. */
  shares?: number
  /** Buyers that are asked before this one. */
  before?: string[]
  /** Set if the buyer is asked for a bid; it gets a place only when the bid is taken. */
  isAsked?: boolean
  /** Reason that the buyer doesn't want the checked lead, identified by its entry; null if it does. A newer lead is checked again. */
  judged?: { lead: number | null; unwanted: string | null }
}

/** A buyer that is asked for a bid on a lead. */
export interface Bidder extends Attempt {
  delivery: number
  /** Time when a lead was last posted to it after a bid. */
  triedAt: number | null
}

/** A bid to take. */
export interface BidTaken extends Pick<AttemptBounds, 'shares' | 'duplicateWindowMs'> {
  cents: number
  limits: Limits
  /** Time during which no other process may post the lead. */
  leaseMs: number
  now: number
  /** Time that the buyer took to bid; null or absent if it wasn't measured. */
  answerMs?: number | null | undefined
}

/** A buyer's result in an auction: its bid was taken, wasn't taken, or there was none. */
export type AuctionResult = 'won' | 'lost' | 'none'

/** A buyer's limits on volume and hours. */
export interface Limits {
  zone: string
  caps: readonly { per: 'hour' | 'day' | 'month'; leads?: number; cents?: number }[]
  /** Null means at all times. */
  hours: readonly Opening[] | null
  isPaused: boolean
  /** Longest total time that a lead waits, by reason. */
  waitMs: Readonly<Record<Exclude<HeldReason, 'unwanted' | 'taken'>, number>>
}

/** Current state of one of a session's deliveries. */
export interface SessionDelivery {
  offer: string
  buyer: string
  state: DeliveryState
  isUnderWay: boolean
  /** True if the buyer may have bought it without our hearing of it. */
  isUnsure: boolean
  /** Page that the buyer sends the visitor to. */
  redirect_url: string | null
  payload: Fields
  /** True if another lead of the same person was sold or is being sold to the buyer, so that this one wasn't sent. */
  isOwnDuplicate: boolean
  /** Time when the buyer of such a duplicate would have answered, judging by how long the other lead took. Null while that one isn't
   *  accepted, and for any other delivery. */
  answeredAt: number | null
}

/** Result of an attempt. `due_at`: time of the next one, only for the state 'due'. */
export interface AttemptEnd {
  state: Exclude<DeliveryState, 'suppressed'>
  message: string
  at: number
  due_at: number | null
  /** Set for a buyer that made no valid bid in an auction, with its bid, if any. */
  noBid?: { cents: number | null }
  /** True if the buyer was only pinged, which leaves open if it bought the lead before. */
  isAsked?: boolean
  /** Time from the attempt's first request to its answer or timeout; absent if there was none. */
  answerMs?: number | undefined
  /** True if the buyer may have bought the lead without our hearing of it; the lead keeps its place there. */
  isUnsure?: boolean
  /** Price to expect if the buyer bought the lead all the same; null if neither its bid nor its list price is known. */
  expectedCents?: number | null
  /** Page to which the buyer of an accepted lead sends the visitor. */
  redirect_url?: string
  /** Set for an accepted lead that the buyer pays for; written to the ledger in the same transaction. */
  sale?: { external_id: string } & Pick<
    Sale,
    'cents' | 'mostCents' | 'mostTimesUsual' | 'unreadable' | 'expectedCents' | 'pixelEvents'
  >
}
