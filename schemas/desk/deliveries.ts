import { Type, type Static } from 'typebox'
import { Delivery, DeliveryState } from '../buyer/buyer.ts'
import { HeldReason } from '../buyer/limits.ts'
import { closed, Day, EpochMs, Key, oneOf } from '../kernel/shape.ts'

/** Deliveries at /desk: each lead on its way to one buyer, and those lost. Times are UTC epoch ms. */

const Site = Type.String({ minLength: 1, maxLength: 200 })

const range = {
  path: Type.Optional({ ...Site, description: 'Only this site.' }),
  offer: Type.Optional(Key),
  buyer: Type.Optional(Key),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
}

export const DeliveryStatus = oneOf(
  [...DeliveryState.enum, 'returned', 'probably_sold', 'to_settle', 'held', 'outbid', 'no_bid', 'not_asked'],
  {
    description:
      'The status in more detail. returned: it was accepted, and its sale was returned in full or reversed. probably_sold: it failed, but the buyer may have bought it. to_settle: it was accepted, but its sale couldn’t be booked. held: it’s due, but caps, hours, a pause, or another buyer keep it waiting. outbid: another buyer bid more. no_bid: the buyer was asked and didn’t bid. not_asked: it was never sent, because another buyer had it or the buyer didn’t want it or couldn’t take it in time.',
  },
)
export type DeliveryStatus = Static<typeof DeliveryStatus>

/** Filters by the figures of a buyer's scorecard. */
export const ScoreFilter = oneOf(['asked', 'bid', 'won', 'refused'])
export type ScoreFilter = Static<typeof ScoreFilter>

/** `due` includes what is held. `retried`: due again after an attempt. */
export const DeliveryFilter = oneOf([...DeliveryStatus.enum, 'retried', ...ScoreFilter.enum], {
  description:
    'A status, or several. asked: posted or pinged. bid: with a valid bid in an auction. won: accepted, returned or not. refused: rejected, called a duplicate, or without a bid.',
})
export type DeliveryFilter = Static<typeof DeliveryFilter>

export const DeliverySort = oneOf(
  ['newest', 'oldest', 'price', 'buyer', 'buyer_descending', 'status', 'status_descending'],
  {
    description:
      'The default is newest. price: the largest amount first, and deliveries without a sale last. buyer and status: alphabetical by their labels.',
  },
)
export type DeliverySort = Static<typeof DeliverySort>

export const DeliveriesAsked = closed({
  ...range,
  status: Type.Optional(DeliveryFilter),
  sort: Type.Optional(DeliverySort),
  before: Type.Optional(
    Type.String({
      pattern: '^(-?\\d{1,15}|[A-Za-z]\\w{0,63})\\.\\d{1,15}$',
      description: 'Where the previous page ended, in the same order.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export type DeliveriesAsked = Static<typeof DeliveriesAsked>

/** Part of one attempt at a buyer in an auction. */
export const AttemptBid = closed({
  auction: Type.Union([oneOf(['won', 'lost', 'none']), Type.Null()], {
    description:
      'For an auction. won: the bid won, and the lead was posted. lost: the bid didn’t win. none: there was no valid bid. Null if there was no auction.',
  }),
  bid_cents: Type.Union([Type.Integer(), Type.Null()], { description: 'The amount of the bid.' }),
})
export type AttemptBid = Static<typeof AttemptBid>

const { key: _key, ...delivery } = Delivery.properties

/** Site and name of the offer of a row. */
export const OfOffer = closed({
  path: Type.String({ description: 'The site, by its path.' }),
  offer_name: Type.String({
    description: 'The offer’s name in the version that the visitor saw, or its key if it has no name.',
  }),
})

/** Reason why a lead waits, as operators see it. */
export const WaitReason = oneOf([...HeldReason.enum, 'missing'], {
  description:
    'As in held of a delivery. missing: no buyer with this name is set up, so nothing is sent or expected.',
})
export type WaitReason = Static<typeof WaitReason>

export const DeliveryLine = closed({
  ...delivery,
  held: Type.Union([WaitReason, Type.Null()]),
  ...OfOffer.properties,
  status: DeliveryStatus,
  // Bid of its last attempt.
  ...AttemptBid.properties,
  cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The amount in the ledger, minus returns. Null if nothing was booked.',
  }),
})
export type DeliveryLine = Static<typeof DeliveryLine>

export const DeliveryList = closed({
  data: Type.Array(DeliveryLine, { description: 'In the requested order.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type DeliveryList = Static<typeof DeliveryList>

export const OverviewAsked = closed(range)
export type OverviewAsked = Static<typeof OverviewAsked>

/** Status of a lost lead at the buyer that came closest. */
export const LossKind = oneOf([
  'rejected',
  'outbid',
  'no_bid',
  'not_asked',
  'duplicate',
  'dead',
  'suppressed',
])
export type LossKind = Static<typeof LossKind>

/** Leads that no one bought, each counted once, with the buyer that came closest: the best bid, else the one that was tried furthest. */
export const Loss = closed({
  path: Type.String(),
  offer: Key,
  offer_name: Type.String(),
  buyer: Key,
  kind: LossKind,
  reason: Type.String({
    description:
      'The reason from the buyer or the last attempt, without IDs or personal data. Empty for several rare ones.',
  }),
  count: Type.Integer(),
  lost_cents: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The best valid bid, or the usual price: the average sale of this offer on this site in the last 30 days of the range, or in the whole range if it’s longer. Null if there’s neither.',
  }),
  by_day: Type.Record(Day, Type.Integer(), {
    description: 'The number by New York day. Days without any are omitted.',
  }),
})
export type Loss = Static<typeof Loss>

/** Auctions that a buyer lost, and by how much. */
export const OutbidBuyer = closed({
  buyer: Key,
  bids: Type.Integer({ description: 'Valid bids on leads that were sold.' }),
  won: Type.Integer(),
  outbid: Type.Integer({ description: 'Bids that lost to another buyer’s bid of the same amount or more.' }),
  behind_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How far its bids were below the winning ones, on average over those it lost.',
  }),
  closest_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The smallest of these differences.',
  }),
})
export type OutbidBuyer = Static<typeof OutbidBuyer>

/** Leads that are held for one buyer, for one reason. */
export const HeldLeads = closed({
  buyer: Key,
  reason: WaitReason,
  message: Type.String({ description: 'The reason in words, from one of these leads.' }),
  count: Type.Integer(),
  since: { ...EpochMs, description: 'When the first of them began to wait.' },
  waiting_cents: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'At the buyer’s average price for leads of the same offer and site, over the same time as lost leads. Null if it bought none.',
  }),
})
export type HeldLeads = Static<typeof HeldLeads>

export const DeliveryOverview = closed({
  states: Type.Record(Type.String(), Type.Integer(), {
    description:
      'The number of deliveries that were due in the range, by status. retried and held are part of due.',
  }),
  held: Type.Array(HeldLeads, { description: 'What’s waiting, the largest number first.' }),
  losses: Type.Array(Loss, { description: 'The largest amount first.' }),
  outbid: Type.Array(OutbidBuyer, { description: 'Buyers that lost auctions, the most often outbid first.' }),
})
export type DeliveryOverview = Static<typeof DeliveryOverview>

/** Number of deliveries on one page. */
export const MOST_REPLAYED = 200

export const ReplayDeliveries = closed({
  deliveries: Type.Array(Type.Integer({ minimum: 1 }), {
    minItems: 1,
    maxItems: MOST_REPLAYED,
    uniqueItems: true,
  }),
  force: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Also sends leads that weren’t sent because the same person was already sold to the buyer.',
    }),
  ),
})
export type ReplayDeliveries = Static<typeof ReplayDeliveries>

export const ReplayMatching = closed({
  ...range,
  status: Type.Optional(DeliveryFilter),
  force: ReplayDeliveries.properties.force,
})
export type ReplayMatching = Static<typeof ReplayMatching>

export const ReplayableCount = closed({
  count: Type.Integer({
    description: 'Matching deliveries that failed, were rejected, or were called duplicates.',
  }),
})
export type ReplayableCount = Static<typeof ReplayableCount>

export const NotReplayed = oneOf(['unknown', 'consent_refused', 'sold_before', 'in_doubt', 'other_state'], {
  description:
    'in_doubt: the buyer may have bought it, and an operator has to settle that first. consent_refused: the visitor has since refused consent. sold_before: the same person was already sold to this buyer. other_state: it’s due, accepted, or suppressed.',
})
export type NotReplayed = Static<typeof NotReplayed>

export const ReplayedDeliveries = closed({
  replayed: Type.Array(Type.Integer(), { description: 'Deliveries that are due again.' }),
  not_replayed: Type.Array(closed({ delivery: Type.Integer(), reason: NotReplayed })),
})
export type ReplayedDeliveries = Static<typeof ReplayedDeliveries>

/** Progress of sending all matching leads again. */
export const ReplayProgress = closed({
  total: Type.Integer({ description: 'The number of deliveries when it started.' }),
  done: Type.Integer(),
  replayed: Type.Integer({ description: 'The number of deliveries that are due again.' }),
  not_replayed: Type.Array(closed({ reason: NotReplayed, count: Type.Integer() }), {
    description: 'The others, by reason.',
  }),
  is_over: Type.Boolean(),
  failed: Type.Optional(Type.String({ description: 'Why it stopped early.' })),
})
export type ReplayProgress = Static<typeof ReplayProgress>

export const ReplayProgressLines = Type.Unsafe<AsyncIterable<string>>({
  type: 'string',
  contentMediaType: 'application/jsonl',
})

/** A list as CSV. */
export const CsvFile = Type.Unsafe<AsyncIterable<string>>({ type: 'string', contentMediaType: 'text/csv' })
