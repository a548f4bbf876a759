import { Type, type Static } from 'typebox'
import { Delivery, DeliveryState } from '../buyer/buyer.ts'
import { HeldReason } from '../buyer/limits.ts'
import { closed, Day, EpochMs, Key, oneOf } from '../kernel/shape.ts'

/** Deliveries at /desk: each lead on its way to one buyer, and those lost. Times are UTC epoch ms. */

const Site = Type.String({ minLength: 1, maxLength: 200 })

const range = {
  path: Type.Optional({ ...Site, description: 'Of one site.' }),
  offer: Type.Optional(Key),
  buyer: Type.Optional(Key),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
}

export const DeliveryStatus = oneOf(
  [...DeliveryState.enum, 'probably_sold', 'to_settle', 'held', 'outbid', 'no_bid', 'not_asked'],
  {
    description:
      'The state, told apart further. probably_sold: it ended, and the buyer may have bought it. to_settle: accepted, and its sale could not be booked. held: due, and kept from its buyer by caps, hours, a pause or another buyer. outbid: another buyer bid more. no_bid: asked, and made no bid. not_asked: never sent, as another buyer had it, or the buyer does not want it or took none in time.',
  },
)
export type DeliveryStatus = Static<typeof DeliveryStatus>

/** Filters by the figures of a buyer's scorecard. */
export const ScoreFilter = oneOf(['asked', 'bid', 'won', 'refused', 'returned'])
export type ScoreFilter = Static<typeof ScoreFilter>

/** `due` includes what is held. `retried`: due again after an attempt. */
export const DeliveryFilter = oneOf([...DeliveryStatus.enum, 'retried', ...ScoreFilter.enum], {
  description:
    'A status, or more of them. asked: posted or pinged. bid: with a valid bid in an auction. won: accepted. refused: rejected, called a duplicate, or without a bid. returned: accepted, and returned in full.',
})
export type DeliveryFilter = Static<typeof DeliveryFilter>

export const DeliverySort = oneOf(
  ['newest', 'oldest', 'price', 'buyer', 'buyer_descending', 'status', 'status_descending'],
  {
    description:
      'newest by default. price: the most money first; deliveries without a sale come last. buyer and status: by their words, A first.',
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
      description: 'Where the page before ended, in the same order.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export type DeliveriesAsked = Static<typeof DeliveriesAsked>

/** Part of one attempt at a buyer in an auction. */
export const AttemptBid = closed({
  auction: Type.Union([oneOf(['won', 'lost', 'none']), Type.Null()], {
    description:
      'Of an auction. won: its bid was taken, and the lead was posted to it. lost: it was not. none: it made none that counts. Null outside an auction.',
  }),
  bid_cents: Type.Union([Type.Integer(), Type.Null()], { description: 'What it bid.' }),
})
export type AttemptBid = Static<typeof AttemptBid>

const { key: _key, ...delivery } = Delivery.properties

/** Site and name of the offer of a row. */
export const OfOffer = closed({
  path: Type.String({ description: 'The site, by its path.' }),
  offer_name: Type.String({
    description:
      'The name that the offer has in the version that the visitor saw; the key where it has none.',
  }),
})

/** Reason why a lead waits, as operators see it. */
export const WaitReason = oneOf([...HeldReason.enum, 'missing'], {
  description:
    'As `held` of a delivery. missing: no buyer of this name is set up, so nothing is sent and nothing is expected.',
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
    description: 'What the ledger has of it, returns taken off; null where nothing was booked.',
  }),
})
export type DeliveryLine = Static<typeof DeliveryLine>

export const DeliveryList = closed({
  data: Type.Array(DeliveryLine, { description: 'In the order asked for.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page begins; null at the end.',
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

/** Leads that nobody bought, each counted once, with the buyer that came closest: the best bid, else the one that was tried furthest. */
export const Loss = closed({
  path: Type.String(),
  offer: Key,
  offer_name: Type.String(),
  buyer: Key,
  kind: LossKind,
  reason: Type.String({
    description:
      'What the buyer or the last attempt said, without ids and what names a person; empty for several rare ones.',
  }),
  count: Type.Integer(),
  lost_cents: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The best bid that could have been taken, or the usual price: the average of what was sold of this offer on this site in the 30 days up to the end of the range, or in all of a longer one. Null where there is neither.',
  }),
  by_day: Type.Record(Day, Type.Integer(), {
    description: 'Of how many by New York day; days without are left out.',
  }),
})
export type Loss = Static<typeof Loss>

/** Auctions that a buyer lost, and by how much. */
export const OutbidBuyer = closed({
  buyer: Key,
  bids: Type.Integer({ description: 'Valid bids on leads that were sold.' }),
  won: Type.Integer(),
  outbid: Type.Integer({ description: 'Another buyer bid more, or as much, and bought the lead.' }),
  behind_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How much its bid was below the winning one, on average of those it lost.',
  }),
  closest_cents: Type.Union([Type.Integer(), Type.Null()], { description: 'The smallest of these.' }),
})
export type OutbidBuyer = Static<typeof OutbidBuyer>

/** Leads that are held for one buyer, for one reason. */
export const HeldLeads = closed({
  buyer: Key,
  reason: WaitReason,
  message: Type.String({ description: 'The reason in words, as one of them has it.' }),
  count: Type.Integer(),
  since: { ...EpochMs, description: 'Since when the first of them waits.' },
  waiting_cents: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'At what this buyer paid on average for a lead of the same offer and site, over the same time as lost leads; null where it bought none.',
  }),
})
export type HeldLeads = Static<typeof HeldLeads>

export const DeliveryOverview = closed({
  states: Type.Record(Type.String(), Type.Integer(), {
    description:
      'How many deliveries fell due in the range, by status; `retried` and `held` are among `due`.',
  }),
  held: Type.Array(HeldLeads, { description: 'What waits of them, the most first.' }),
  losses: Type.Array(Loss, { description: 'The most money first.' }),
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
      description: 'Also what was not sent because the same person was sold to the buyer before.',
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
    description: 'Matching deliveries that were given up, rejected or called duplicates.',
  }),
})
export type ReplayableCount = Static<typeof ReplayableCount>

export const NotReplayed = oneOf(['unknown', 'consent_refused', 'sold_before', 'in_doubt', 'other_state'], {
  description:
    'in_doubt: the buyer may have bought it, which an operator settles first. consent_refused: its visitor refused the consent since. sold_before: the same person was sold to this buyer. other_state: it is due, accepted or suppressed.',
})
export type NotReplayed = Static<typeof NotReplayed>

export const ReplayedDeliveries = closed({
  replayed: Type.Array(Type.Integer(), { description: 'These are due again.' }),
  not_replayed: Type.Array(closed({ delivery: Type.Integer(), reason: NotReplayed })),
})
export type ReplayedDeliveries = Static<typeof ReplayedDeliveries>

/** Progress of sending all matching leads again. */
export const ReplayProgress = closed({
  total: Type.Integer({ description: 'As many as there were when it began.' }),
  done: Type.Integer(),
  replayed: Type.Integer({ description: 'Of these, as many as are due again.' }),
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
