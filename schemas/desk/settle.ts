import { Type, type Static } from 'typebox'
import { MOST_KEPT_LINES } from '../kernel/formFieldLimits.ts'
import { closed, EpochMs, Key, oneOf, Uuid } from '../kernel/shape.ts'

/** Money in doubt at /desk/settle: what a buyer says and what the ledger has. Times are UTC epoch ms, money integer cents. */

export const SettleKind = oneOf(['probable', 'far_off', 'conflict', 'waiting', 'stated'], {
  description:
    'probable: the buyer’s response was lost, and it may have bought the lead. far_off: the price of a sale is too high, negative, or not an amount. conflict: a sale or a return that contradicts the ledger. waiting: a return that arrived before its sale. stated: a line of a statement that differs from the ledger.',
})
export type SettleKind = Static<typeof SettleKind>

const Site = Type.String({ minLength: 1, maxLength: 200, description: 'Only this site.' })
const CentsOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

export const SettleAsked = closed({
  kind: Type.Optional(SettleKind),
  buyer: Type.Optional(Key),
  path: Type.Optional(Site),
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,2}\\.\\d{1,15}$', description: 'Where the previous page ended.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export type SettleAsked = Static<typeof SettleAsked>

export const SettleEntry = closed({
  entry: Type.Integer(),
  kind: SettleKind,
  buyer: Type.String(),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'The buyer’s ID.' }),
  key: Type.Union([Type.String(), Type.Null()], { description: 'The key that the lead was posted with.' }),
  delivery: Type.Union([Type.Integer(), Type.Null()]),
  returned: Type.Boolean({ description: 'True if the buyer reports a return.' }),
  session_uuid: Type.Union([Uuid, Type.Null()]),
  path: Type.Union([Type.String(), Type.Null()], { description: 'The site. Null if the lead isn’t known.' }),
  offer: Type.Union([Type.String(), Type.Null()]),
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'The visitor’s name, masked without access to personal data.',
  }),
  ours_cents: CentsOrNull('The amount in the ledger, or the expected amount of a sale that isn’t in it.'),
  booked_cents: CentsOrNull('The amount in the ledger under this ID now. Null if it has no sale.'),
  theirs_cents: CentsOrNull('The buyer’s amount. Null if it didn’t name one.'),
  stake_cents: Type.Integer({
    description: 'What booking would add, as far as it’s known. Negative if it would take money back.',
  }),
  reason: Type.String(),
  at: EpochMs,
  asked_at: Type.Union([EpochMs, Type.Null()], { description: 'When an operator asked the buyer.' }),
  asked_by: Type.Union([Type.String(), Type.Null()]),
})
export type SettleEntry = Static<typeof SettleEntry>

/** Number of entries of a kind, and the money in doubt, whatever its sign. */
export const SettleSum = closed({ count: Type.Integer(), cents: Type.Integer() })
export type SettleSum = Static<typeof SettleSum>

export const SettleSums = closed({
  count: Type.Integer(),
  cents: Type.Integer({ description: 'The total of all amounts, whatever their sign.' }),
  to_book: Type.Integer({ description: 'The amount that could be booked.' }),
  to_take_back: Type.Integer({ description: 'The amount that could be returned.' }),
  kinds: Type.Record(SettleKind, SettleSum),
})
export type SettleSums = Static<typeof SettleSums>

export const SettleList = closed({
  data: Type.Array(SettleEntry, { description: 'By kind, newest first.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
  sums: SettleSums,
})
export type SettleList = Static<typeof SettleList>

export const SettleNamed = closed({ entry: Type.Integer({ minimum: 1 }) })

export const SettleStory = closed({
  entry: SettleEntry,
  tries: Type.Array(closed({ message: Type.String(), at: EpochMs }), {
    description: 'What each attempt of its delivery resulted in, oldest first.',
  }),
  booked: Type.Array(closed({ cents: Type.Integer(), at: EpochMs }), {
    description: 'The amount in the ledger under its ID.',
  }),
  question: Type.String({
    description: 'A message to send to the buyer. It identifies the lead only by IDs.',
  }),
})
export type SettleStory = Static<typeof SettleStory>

export const SettleBook = closed({
  entry: Type.Integer({ minimum: 1 }),
  cents: Type.Integer({
    minimum: 0,
    maximum: 100_000_000,
    description: 'The amount to book or to return.',
  }),
  as_return: Type.Optional(
    Type.Boolean({
      description:
        'For a sale that’s in the ledger with more than this amount: returns the difference instead of correcting the price.',
    }),
  ),
})
export type SettleBook = Static<typeof SettleBook>

export const SettleAsking = closed({
  entry: Type.Integer({ minimum: 1 }),
  asked: Type.Boolean({ description: 'Whether the buyer was asked. false removes the mark.' }),
})

export const SettleLine = closed({
  external_id: Type.Union([Type.String({ maxLength: 320 }), Type.Null()]),
  key: Type.Union([Type.String({ maxLength: 320 }), Type.Null()]),
  ours_cents: Type.Integer(),
  theirs_cents: Type.Integer(),
  reason: Type.String({ maxLength: 1000 }),
})
export type SettleLine = Static<typeof SettleLine>

export const SettleStatement = closed({
  buyer: Key,
  file: Type.String({ minLength: 1, maxLength: 255, description: 'The name of the statement.' }),
  lines: Type.Array(SettleLine, { minItems: 1, maxItems: MOST_KEPT_LINES }),
})
export type SettleStatement = Static<typeof SettleStatement>

export const SettleKept = closed({ kept: Type.Integer({ description: 'Lines that are new.' }) })
export type SettleKept = Static<typeof SettleKept>
