import { Type, type Static } from 'typebox'
import { MOST_KEPT_LINES } from '../kernel/formFieldLimits.ts'
import { closed, EpochMs, Key, oneOf, Uuid } from '../kernel/shape.ts'

/** Money in doubt at /desk/settle: what a buyer says and what the ledger has. Times are UTC epoch ms, money integer cents. */

export const SettleKind = oneOf(['probable', 'far_off', 'conflict', 'waiting', 'stated'], {
  description:
    'probable: the buyer’s answer was lost, and it may have bought the lead. far_off: the price of a sale is too high, negative or no amount. conflict: a sale or a return that contradicts the ledger. waiting: a return whose sale there is not yet. stated: a line of a statement that differs from the ledger.',
})
export type SettleKind = Static<typeof SettleKind>

const Site = Type.String({ minLength: 1, maxLength: 200, description: 'Of one site.' })
const CentsOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

export const SettleAsked = closed({
  kind: Type.Optional(SettleKind),
  buyer: Type.Optional(Key),
  path: Type.Optional(Site),
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,2}\\.\\d{1,15}$', description: 'Where the page before ended.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export type SettleAsked = Static<typeof SettleAsked>

export const SettleEntry = closed({
  entry: Type.Integer(),
  kind: SettleKind,
  buyer: Type.String(),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'The buyer’s own id.' }),
  key: Type.Union([Type.String(), Type.Null()], { description: 'The key that the lead was posted under.' }),
  delivery: Type.Union([Type.Integer(), Type.Null()]),
  returned: Type.Boolean({ description: 'Whether the buyer reports a return.' }),
  session_uuid: Type.Union([Uuid, Type.Null()]),
  path: Type.Union([Type.String(), Type.Null()], { description: 'The site; null where no lead is known.' }),
  offer: Type.Union([Type.String(), Type.Null()]),
  name: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the visitor; masked for who may not see persons.',
  }),
  ours_cents: CentsOrNull('What the ledger has, or what was expected of a sale that is not in it.'),
  booked_cents: CentsOrNull('What the ledger has under this id now; null where it has no sale.'),
  theirs_cents: CentsOrNull('What the buyer names; null where it names no amount.'),
  stake_cents: Type.Integer({
    description: 'What booking would add, or take back where negative, as far as it is known.',
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
  cents: Type.Integer({ description: 'All money in doubt, whatever its sign.' }),
  to_book: Type.Integer({ description: 'What could be booked of it.' }),
  to_take_back: Type.Integer({ description: 'What could go back of it.' }),
  kinds: Type.Record(SettleKind, SettleSum),
})
export type SettleSums = Static<typeof SettleSums>

export const SettleList = closed({
  data: Type.Array(SettleEntry, { description: 'By kind, the newest first.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page begins; null at the end.',
  }),
  sums: SettleSums,
})
export type SettleList = Static<typeof SettleList>

export const SettleNamed = closed({ entry: Type.Integer({ minimum: 1 }) })

export const SettleStory = closed({
  entry: SettleEntry,
  tries: Type.Array(closed({ message: Type.String(), at: EpochMs }), {
    description: 'What each attempt of its delivery came to, the first one first.',
  }),
  booked: Type.Array(closed({ cents: Type.Integer(), at: EpochMs }), {
    description: 'What the ledger has under its id.',
  }),
  question: Type.String({ description: 'A text to send to the buyer. It names the lead by ids alone.' }),
})
export type SettleStory = Static<typeof SettleStory>

export const SettleBook = closed({
  entry: Type.Integer({ minimum: 1 }),
  cents: Type.Integer({
    minimum: 0,
    maximum: 100_000_000,
    description: 'What the sale is booked at, or what is taken back.',
  }),
  as_return: Type.Optional(
    Type.Boolean({
      description:
        'For a sale that is in the ledger at more than this amount: the difference is returned, instead of correcting its price.',
    }),
  ),
})
export type SettleBook = Static<typeof SettleBook>

export const SettleAsking = closed({
  entry: Type.Integer({ minimum: 1 }),
  asked: Type.Boolean({ description: 'Whether the buyer was asked; false takes the mark away.' }),
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
  file: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the statement.' }),
  lines: Type.Array(SettleLine, { minItems: 1, maxItems: MOST_KEPT_LINES }),
})
export type SettleStatement = Static<typeof SettleStatement>

export const SettleKept = closed({ kept: Type.Integer({ description: 'Lines that were not there before.' }) })
export type SettleKept = Static<typeof SettleKept>
