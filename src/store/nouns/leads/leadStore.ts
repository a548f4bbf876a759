import type { Delivery, DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { DeliveriesAsked, DeliveryOverview, OverviewAsked } from '../../../../schemas/desk/deliveries.ts'
import type { LeadsAsked } from '../../../../schemas/desk/leads.ts'
import type { LeadDeliveryRecord } from '../../../../schemas/desk/oneLead.ts'
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
import type { OfSites } from '../../kernel/ofSites.ts'

/** Leads and their deliveries to buyers. Rules for all verbs are at `Store`. */
export interface LeadStore {
  /** False if the session already has LEADS_PER_SESSION others; then nothing was saved. */
  storeLead(uuid: string, lead: Record<string, string>, at: number): Promise<boolean>
  /** Due deliveries to `buyer`, longest waiting first. */
  dueDeliveries(buyer: string, now: number, limit: number): Promise<number[]>
  /** The lead that a delivery has now, and its entry, which is null once it is erased. */
  deliveredLead(delivery: number): Promise<{ lead: number | null; payload: Record<string, string> } | null>
  /** Begins an attempt of a due delivery; null if it isn't due, or no longer. In the same transaction, checks that the visitor hasn't
   *  opted out, and that the same person wasn't sold to the buyer less than `duplicateWindowMs` ago (30 days by default, 0 for never) or
   *  is being sold now. Otherwise the delivery ends unsent, 'suppressed' or 'duplicate', and this resolves to null. A sale that the
   *  buyer returned counts; a lead that it didn't buy doesn't. If the buyer takes none now, or no more, by its `limits`, the lead waits
   *  or ends 'rejected'; so does a lead that it doesn't want by `judged`. Its volume is counted in the same transaction. */
  beginAttempt(delivery: number, now: number, bounds?: AttemptBounds): Promise<Attempt | null>
  /** Reserves a buyer's bid for a lead, or a higher earlier bid if the buyer may have bought the lead at that price. Null if its caps
   *  don't allow it; then the attempt has ended, and the lead waits or was rejected. */
  reserveBid(
    delivery: number,
    attempt: number,
    bid: { cents: number; limits: Limits; now: number },
  ): Promise<{ cents: number } | null>
  /** All due deliveries of the same lead, including this one; empty if this one isn't due. */
  dueTogether(delivery: number, now: number): Promise<{ delivery: number; buyer: string }[]>
  /** Begins attempts for those of a lead's deliveries that `beginAttempt` would begin, in one transaction, to ask their buyers for bids.
   *  Resolves to these; none has a place at its buyer yet. */
  beginAuction(asked: { delivery: number; bounds: AttemptBounds }[], now: number): Promise<Bidder[]>
  /** Takes a bid, which gives the lead its place; post the lead then. Resolves to the reserved cents: the bid, or a higher earlier bid
   *  if the buyer may have bought the lead at that price. 'waits': others hold all shares and may still give them back; ask again.
   *  'ended': the lead belongs to another buyer, or the buyer may no longer have it, and the attempt has ended. */
  takeBid(delivery: number, attempt: number, bid: BidTaken): Promise<{ cents: number } | 'waits' | 'ended'>
  /** Ends an attempt whose bid waits for others; its buyer is asked again once they give the lead back. */
  putBidOff(delivery: number, attempt: number, bid: { cents: number; now: number }): Promise<void>
  /** Makes deliveries due now that wait for `buyer` to take leads again; null for all buyers. Resolves to the number waiting. */
  lookAgain(buyer: string | null, now: number): Promise<number>
  /** Records the result of an attempt, by its number, and books its sale, once under the buyer's ID. If its lease has ended, the result
   *  is noted but decides nothing, unless the buyer accepted the lead. */
  endAttempt(delivery: number, attempt: number, end: AttemptEnd): Promise<void>
  /** Makes attempts whose process ended due again, because their result is unknown: once their lease has ended, or at once if no other
   *  process has any in flight. Resolves to their number. */
  resumeDeliveries(now: number, isAlone: boolean): Promise<number>
  /** Deliveries of a session's leads, in the order in which they fell due; empty if the session is unknown. */
  sessionDeliveries(uuid: string): Promise<SessionDelivery[]>
  /** Number of leads that fell due for each buyer since `from`, and the number it accepted. */
  buyerCounts(from: number): Promise<{ buyer: string; leads: number; accepted: number }[]>
  /** Newest deliveries first; of one state, or of all. */
  deliveries(filter: { state: DeliveryState | null; limit: number }): Promise<Delivery[]>
  delivery(delivery: number): Promise<Delivery | null>
  /** False if the delivery doesn't exist, is already due, was accepted or must not be sent. Also false if another delivery sold the same
   *  person to the buyer, unless `force` says to send it anyway. */
  replayDelivery(delivery: number, now: number, force?: boolean): Promise<boolean>
  /** Results of a session's leads at each buyer: every attempt, and the ledger's entries. */
  leadDeliveries(uuid: string): Promise<LeadDeliveryRecord[]>
  /** A page of leads, a line for each session, newest first. Runs like reports; nothing is masked. */
  leadList(asked: LeadsAsked & OfSites): Promise<LeadPage>
  /** A page of deliveries, newest first, with the contents of their leads. */
  deliveryList(asked: DeliveriesAsked & OfSites): Promise<DeliveryPage>
  /** Counts of deliveries by state, and losses among them. Reasons rarer than `leastOfOne` are combined. */
  deliveryOverview(asked: OverviewAsked & OfSites, leastOfOne: number): Promise<DeliveryOverview>
  /** A page of emails, or of events for ad vendors, newest first. */
  outgoingList(asked: OutgoingWanted): Promise<OutgoingPage>
  /** Names of all buyers that a lead, of some sites or of any, was ever meant for. */
  buyersOfLeads(of: OfSites): Promise<string[]>
}
