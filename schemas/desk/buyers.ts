import { Type, type Static } from 'typebox'
import { closed, EpochMs, Key, oneOf } from '../kernel/shape.ts'

/** Buyers at /desk and in leadloom buyers: those in the file of BUYERS_FILE, those in the store, and the demo’s. */

const document = Type.Record(Type.String(), Type.Unknown(), {
  description: 'As it stands in the file of buyers, with an empty text in the place of each secret.',
})

const revision = Type.Integer({
  minimum: 0,
  description: 'Grows with every save; 0 for one of the file or the demo, and for one that there is not yet.',
})

export const KnownBuyer = closed({
  buyer: Key,
  origin: oneOf(['file', 'store', 'demo'], {
    description:
      'file: that of BUYERS_FILE, which no call changes. store: made by a call or a command. demo: the buyer that npm start runs for the demo sites; a saved buyer with its key replaces it.',
  }),
  revision,
  saved_by: Type.Union([Type.String(), Type.Null()]),
  saved_at: Type.Union([EpochMs, Type.Null()]),
  document,
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it is not used; null for one that is.',
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
      leads: Type.Integer({ description: 'That fell due for it.' }),
      accepted: Type.Integer({ description: 'Of these.' }),
      net_cents: Type.Integer({ description: 'What was booked today, returns taken off.' }),
    },
    { description: 'Since midnight in New York.' },
  ),
  used: closed(
    { hour: CapUse, day: CapUse, month: CapUse },
    { description: 'What counts toward caps in the current hour, day and month of the buyer’s time zone.' },
  ),
})
export type BuyerLine = Static<typeof BuyerLine>

export const BuyerList = closed({ data: Type.Array(BuyerLine, { description: 'By key.' }) })
export type BuyerList = Static<typeof BuyerList>

export const SaveBuyer = closed({
  buyer: Key,
  revision,
  document: {
    ...document,
    description:
      'As in the file of buyers. A secret that is empty stays as it is kept, unless the buyer goes to another host.',
  },
})

export type SaveBuyer = Static<typeof SaveBuyer>

/** Effect of a changed buyer on the leads that wait for it. */
export const TurnedAway = closed({
  waiting: Type.Integer({ description: 'Leads that wait for the buyer, as many as were looked at.' }),
  turned_away: Type.Integer({
    description: 'Of these, those that the buyer takes as it is now, and that the change would keep waiting.',
  }),
  is_all: Type.Boolean({ description: 'False if more leads wait than were looked at.' }),
})
export type TurnedAway = Static<typeof TurnedAway>

const Matching = closed({
  leads: Type.Integer({ description: 'Leads that the buyer would have been sent.' }),
  cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Their price; null for a buyer that bids, or that has no price.',
  }),
})

/** Effect that a changed buyer would have had on the leads of the last 7 days. */
export const LastWeek = closed({
  leads: Type.Integer({
    description:
      'Leads that came for the buyer in the last 7 days, whatever became of them, as many as were looked at.',
  }),
  is_all: Type.Boolean({ description: 'False if more leads came; then the newest were looked at.' }),
  after: {
    ...Matching,
    description:
      'Of these, those within its states, rules, hours, caps and waits. What other buyers of a lead do isn’t considered.',
  },
  before: Type.Union([Matching, Type.Null()], {
    description: 'The same for the buyer as it is saved; null for a new one.',
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
      { description: 'What is not saved yet. Without it the buyer is tried as it is used now.' },
    ),
  ),
})
export type TestBuyer = Static<typeof TestBuyer>

/** One request of a test and its answer, with ••• in place of each secret. */
export const TestExchange = closed({
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where no answer came.' }),
  answer: Type.String({ description: 'Its first 2000 characters.' }),
  understood: oneOf(['bid', 'accepted', 'duplicate', 'rejected', 'retry', 'error', 'failed'], {
    description:
      'bid: the buyer wants the lead. retry: a real lead would be posted again later. error: not understood. failed: there was no answer.',
  }),
  reason: Type.Union([Type.String(), Type.Null()]),
  cents: Type.Union([Type.Integer(), Type.Null()]),
})
export type TestExchange = Static<typeof TestExchange>

export const TestedBuyer = closed({
  exchanges: Type.Array(TestExchange, { description: 'The ping, if the buyer has one, and the post.' }),
})
export type TestedBuyer = Static<typeof TestedBuyer>
