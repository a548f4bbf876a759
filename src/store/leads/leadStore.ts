import type { Delivery, DeliveryState } from '../../../schemas/buyer.ts'
import type { DeliveriesAsked, DeliveryOverview, OverviewAsked } from '../../../schemas/desk/deliveries.ts'
import type { LeadsAsked } from '../../../schemas/desk/leads.ts'
import type { LeadDeliveryRecord } from '../../../schemas/desk/oneLead.ts'
import type { DeliveryPage } from './deliveryList.ts'
import type { LeadPage } from './leadList.ts'
import type { OutgoingPage, OutgoingWanted } from './outgoingList.ts'
import type {
  Attempt,
  AttemptBounds,
  AttemptEnd,
  Bidder,
  BidTaken,
  Limits,
  SessionDelivery,
} from './leadTypes.ts'
import type { OfSites } from '../ofSites.ts'

/** Leads, and their way to buyers. What holds for all verbs is said of `Store`. */
export interface LeadStore {
  /** False when the session has LEADS_PER_SESSION others: nothing was kept. */
  storeLead(uuid: string, lead: Record<string, string>, at: number): Promise<boolean>
  /** Deliveries to `buyer` that are due, the longest waiting first. */
  dueDeliveries(buyer: string, now: number, limit: number): Promise<number[]>
  /** The lead that a delivery carries now, and its entry, which is null once it is erased. */
  deliveredLead(delivery: number): Promise<{ lead: number | null; payload: Record<string, string> } | null>
  /** Takes up a delivery that is due. Null when it is not, or no longer. In the same transaction it is looked up whether
   *  the visitor opted out, and whether the same person was sold to the buyer less than `duplicateWindowMs` ago (30 days
   *  unless it is said, 0 for never), or is being sold: then the delivery ends unsent, 'suppressed' or 'duplicate', and this resolves to null. A sale
   *  that the buyer returned counts; a lead that it did not buy does not. A buyer that takes none now, or no more, by its
   *  `limits`, gets none: the lead waits, or ends 'rejected', as one does that it does not want by `judged`; how much it has is counted in the same transaction. */
  beginAttempt(delivery: number, now: number, bounds?: AttemptBounds): Promise<Attempt | null>
  /** Reserves what a buyer bids for a lead that it is being asked about, or more where it may have bought it for more before. Null when
   *  its caps do not allow that: the attempt has ended then, and the lead waits or was rejected. */
  reserveBid(
    delivery: number,
    attempt: number,
    bid: { cents: number; limits: Limits; now: number },
  ): Promise<{ cents: number } | null>
  /** The deliveries of the same lead that are due with this one, and this one; none where it is not due. */
  dueTogether(delivery: number, now: number): Promise<{ delivery: number; buyer: string }[]>
  /** Takes up those of a lead's deliveries that `beginAttempt` would, all in one transaction, to ask their buyers for bids. Resolves to
   *  these; none has a place at its buyer yet. */
  beginAuction(asked: { delivery: number; bounds: AttemptBounds }[], now: number): Promise<Bidder[]>
  /** Takes a bid: the lead gets its place and is to be posted, and resolves to the cents that are reserved: what is bid, or what was bid
   *  before, where that was more and the buyer may have bought the lead by it. 'waits' while others have all shares, of whom it is not
   *  known whether they keep them; it may be asked again. 'ended': the lead is another's, or the buyer may not have it any more, and
   *  the attempt has ended. */
  takeBid(delivery: number, attempt: number, bid: BidTaken): Promise<{ cents: number } | 'waits' | 'ended'>
  /** Ends an attempt whose bid waits for others: its buyer is asked again once these gave the lead back. */
  putBidOff(delivery: number, attempt: number, bid: { cents: number; now: number }): Promise<void>
  /** What waits for `buyer` to take leads again is looked at again at once; for all of them where it is null. Resolves to how many
   *  wait. */
  lookAgain(buyer: string | null, now: number): Promise<number>
  /** Writes down what came of an attempt, by its number, and books its sale, once under the id that the buyer gave it. Of one
   *  whose lease has ended it is noted and decides nothing, unless the buyer accepted the lead. */
  endAttempt(delivery: number, attempt: number, end: AttemptEnd): Promise<void>
  /** Attempts whose process ended have no known end: they are due again once their lease has ended, or at once where no other
   *  process has any under way. Resolves to how many. */
  resumeDeliveries(now: number, isAlone: boolean): Promise<number>
  /** The deliveries of a session's leads, in the order in which they fell due; none for one that there is not. */
  sessionDeliveries(uuid: string): Promise<SessionDelivery[]>
  /** How many leads fell due for each buyer since `from`, and how many of these it accepted. */
  buyerCounts(from: number): Promise<{ buyer: string; leads: number; accepted: number }[]>
  /** The newest first; of one state, or of all. */
  deliveries(filter: { state: DeliveryState | null; limit: number }): Promise<Delivery[]>
  delivery(delivery: number): Promise<Delivery | null>
  /** False when there is no such delivery, or it is due already, was accepted or must not be sent; or when the same person
   *  was sold to the buyer by another, unless `force` says that it is to be sent all the same. */
  replayDelivery(delivery: number, now: number, force?: boolean): Promise<boolean>
  /** What became of a session's leads at each buyer: every attempt, and what the ledger has of it. */
  leadDeliveries(uuid: string): Promise<LeadDeliveryRecord[]>
  /** A page of leads, a line for each session, the newest first. Read as reports are; nothing in it is masked. */
  leadList(asked: LeadsAsked & OfSites): Promise<LeadPage>
  /** A page of deliveries, the newest first, with what their leads hold. */
  deliveryList(asked: DeliveriesAsked & OfSites): Promise<DeliveryPage>
  /** How many deliveries are in which state, and what was lost of them. Reasons rarer than `leastOfOne` are summed up. */
  deliveryOverview(asked: OverviewAsked & OfSites, leastOfOne: number): Promise<DeliveryOverview>
  /** A page of emails, or of events that go to vendors of advertisements, the newest first. */
  outgoingList(asked: OutgoingWanted): Promise<OutgoingPage>
  /** To whom a lead, of some sites or of any, was ever to be sent, by name. */
  buyersOfLeads(of: OfSites): Promise<string[]>
}
