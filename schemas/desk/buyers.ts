import { Type, type Static } from 'typebox'
import { closed, EpochMs, Key, oneOf } from '../kernel/shape.ts'

/** Buyers at /desk and in leadloom buyers: those in the file of BUYERS_FILE, those in the store, and the demo’s. */

const document = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The buyer as in the buyers file, with an empty text in place of each secret.',
})

const revision = Type.Integer({
  minimum: 0,
  description: 'Increases with every save. 0 for a buyer that’s new, from the file, or from the demo.',
})

export const KnownBuyer = closed({
  buyer: Key,
  origin: oneOf(['file', 'store', 'demo'], {
    description:
      'file: defined in BUYERS_FILE, which no call changes. store: created by a call or a command. demo: run by npm start for the demo sites. A saved buyer with the same key replaces it.',
  }),
  revision,
  saved_by: Type.Union([Type.String(), Type.Null()]),
  saved_at: Type.Union([EpochMs, Type.Null()]),
  document,
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it isn’t used, or null if it is.',
  }),
})
export type KnownBuyer = Static<typeof KnownBuyer>

const CapUse = closed({
  leads: Type.Integer(),
  cents: Type.Integer(),
  resets_at: EpochMs,
})
export type CapUse = Static<typeof CapUse>

export const BuyerLine = closed({
  ...KnownBuyer.properties,
  today: closed(
    {
      leads: Type.Integer({ description: 'Leads that were due for it.' }),
      accepted: Type.Integer({ description: 'Leads that it accepted.' }),
      net_cents: Type.Integer({ description: 'The amount booked today, minus returns.' }),
    },
    { description: 'Since midnight in New York.' },
  ),
  used: closed(
    { hour: CapUse, day: CapUse, month: CapUse },
    { description: 'What counts toward caps in the current hour, day, and month in the buyer’s time zone.' },
  ),
})
export type BuyerLine = Static<typeof BuyerLine>

export const BuyerList = closed({ data: Type.Array(BuyerLine, { description: 'Sorted by key.' }) })
export type BuyerList = Static<typeof BuyerList>

export const SaveBuyer = closed({
  buyer: Key,
  revision,
  document: {
    ...document,
    description:
      'The buyer as in the buyers file. A secret that’s empty keeps its saved value, unless the host of the buyer’s URL changes.',
  },
})

export type SaveBuyer = Static<typeof SaveBuyer>

/** Effect of a changed buyer on the leads that wait for it. */
export const TurnedAway = closed({
  waiting: Type.Integer({ description: 'Leads waiting for the buyer, up to the number that was checked.' }),
  turned_away: Type.Integer({
    description: 'Waiting leads that the buyer takes now but wouldn’t take after the change.',
  }),
  is_all: Type.Boolean({ description: 'False if there are more waiting leads than were checked.' }),
})
export type TurnedAway = Static<typeof TurnedAway>

const Matching = closed({
  leads: Type.Integer({ description: 'Leads that the buyer would have received.' }),
  cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The total price of these leads. Null for a buyer that bids or has no price.',
  }),
})

/** Effect that a changed buyer would have had on the leads of the last 7 days. */
export const LastWeek = closed({
  leads: Type.Integer({
    description: 'All leads for the buyer in the last 7 days, up to the number that was checked.',
  }),
  is_all: Type.Boolean({ description: 'False if there were more leads. Then only the newest were checked.' }),
  after: {
    ...Matching,
    description:
      'Leads that match its states, rules, hours, caps, and wait times. What other buyers would do isn’t considered.',
  },
  before: Type.Union([Matching, Type.Null()], {
    description: 'The same for the buyer as saved, or null for a new one.',
  }),
})
export type LastWeek = Static<typeof LastWeek>

export const RemoveBuyer = closed({ buyer: Key, revision })
export type RemoveBuyer = Static<typeof RemoveBuyer>

export const TestBuyer = closed({
  buyer: Key,
  change: Type.Optional(
    closed(
      { revision, document: SaveBuyer.properties.document },
      { description: 'Unsaved changes to test. If omitted, the saved buyer is tested.' },
    ),
  ),
})
export type TestBuyer = Static<typeof TestBuyer>

/** One request of a test and its answer, with ••• in place of each secret. */
export const TestExchange = closed({
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if there was no response.' }),
  answer: Type.String({ description: 'The first 2,000 characters of the response.' }),
  understood: oneOf(['bid', 'accepted', 'duplicate', 'rejected', 'retry', 'error', 'failed'], {
    description:
      'bid: the buyer wants the lead. retry: a real lead would be posted again later. error: the response wasn’t understood. failed: there was no response.',
  }),
  reason: Type.Union([Type.String(), Type.Null()]),
  cents: Type.Union([Type.Integer(), Type.Null()]),
})
export type TestExchange = Static<typeof TestExchange>

export const TestedBuyer = closed({
  exchanges: Type.Array(TestExchange, { description: 'The ping, if the buyer has one, and the post.' }),
})
export type TestedBuyer = Static<typeof TestedBuyer>
