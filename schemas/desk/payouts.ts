import { Type, type Static } from 'typebox'
import { Place } from './pages.ts'
import { Affiliate } from '../outgoing/affiliate.ts'
import { closed, Day, EpochMs, explained, oneOf } from '../kernel/shape.ts'

/** Payouts to affiliates, at /desk. Money is integer cents, times are UTC epoch ms, days are those of New York. */

export const PayoutEvent = explained('What an affiliate is paid for.', {
  registration: 'a visitor completed the basic fields, once per visit',
  lead: 'a lead was created for at least one buyer, once per visit and offer',
  sale: 'a sale was booked in the ledger',
})
export type PayoutEvent = Static<typeof PayoutEvent>

const Offer = Type.String({ maxLength: 200, description: 'The offer’s key. Empty for all offers.' })
const Words = (maxLength: number, description: string) => Type.String({ maxLength, description })

/** Most cents that a rule pays for one conversion, or up to which it caps: $1,000,000. */
const MOST_CENTS = 100_000_000

export const PayoutTier = closed({
  from: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Number of the conversion in its New York month from which this applies. The first tier’s is 1.',
  }),
  cents: Type.Integer({ minimum: 0, maximum: MOST_CENTS, description: 'A fixed amount per conversion.' }),
  share_bp: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Share of the sale’s revenue, in hundredths of a percent. Only for sales.',
  }),
})
export type PayoutTier = Static<typeof PayoutTier>

export const PayoutCap = closed({
  per: oneOf(['day', 'month', 'total'], { description: 'New York day or month, or all time.' }),
  conversions: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()]),
  cents: Type.Union([Type.Integer({ minimum: 1, maximum: MOST_CENTS }), Type.Null()]),
})
export type PayoutCap = Static<typeof PayoutCap>

export const PayoutTerms = closed({
  tiers: Type.Array(PayoutTier, {
    minItems: 1,
    maxItems: 10,
    description: 'In ascending order. A conversion keeps the tier it began with.',
  }),
  caps: Type.Array(PayoutCap, { maxItems: 3, description: 'At most one for each period.' }),
})
export type PayoutTerms = Static<typeof PayoutTerms>

export const NewPayoutRule = closed({
  aff_id: Affiliate,
  offer: Offer,
  event: PayoutEvent,
  terms: PayoutTerms,
  hold_days: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'Days after the conversion until it can be in a statement.',
  }),
  claw_back: Type.Boolean({
    description:
      'Whether a return takes the payout back: of a sale in proportion to what is left of its amount, of a lead when all its sales are returned.',
  }),
})
export type NewPayoutRule = Static<typeof NewPayoutRule>

const ByAt = { by: Type.String({ description: 'The operator.' }), at: EpochMs }
const Done = Type.Union([closed(ByAt), Type.Null()])

export const PayoutRule = closed({
  ...NewPayoutRule.properties,
  rule: Type.Integer(),
  made: closed(ByAt),
  ended: Done,
})
export type PayoutRule = Static<typeof PayoutRule>

export const AddPayoutRule = closed({
  ...NewPayoutRule.properties,
  replaces: Type.Optional(
    Type.Integer({ description: 'The rule that it replaces, which must be in force for the same things.' }),
  ),
})
export const OnePayoutRule = closed({ rule: PayoutRule.properties.rule })

const After = {
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  before: Type.Optional(Place),
}

export const PayoutsAsked = closed({
  aff_id: Type.Optional(Affiliate),
  offer: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  event: Type.Optional(PayoutEvent),
  statement: Type.Optional(Type.Integer()),
  ...After,
})
export type PayoutsAsked = Static<typeof PayoutsAsked>

/** One entry of the ledger of payouts. */
export const PayoutLine = closed({
  entry: Type.Integer(),
  at: EpochMs,
  payable_at: { ...EpochMs, description: 'Start of the New York day from which it can be in a statement.' },
  aff_id: Type.String(),
  sub1: Type.String(),
  sub2: Type.String(),
  sub3: Type.String(),
  path: Type.String({ description: 'The path of the site.' }),
  version: Type.Integer(),
  event: PayoutEvent,
  offer: Type.String({ description: 'Empty for a registration.' }),
  source: Type.String({ description: 'The buyer or partner of a sale. Otherwise empty.' }),
  session_uuid: Type.String(),
  cents: Type.Integer({ description: 'Negative if it takes something back.' }),
  is_first: Type.Boolean({
    description: 'False for an entry that follows a return, a correction, or a reversal.',
  }),
  statement: Type.Union([Type.Integer(), Type.Null()]),
})
export type PayoutLine = Static<typeof PayoutLine>

export const PayoutList = closed({
  data: Type.Array(PayoutLine, { description: 'Newest first.' }),
  next: Type.Union([Place, Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type PayoutList = Static<typeof PayoutList>

/** Sums of an affiliate’s payouts. */
export const AffiliateBalance = closed({
  aff_id: Type.String(),
  payable_cents: Type.Integer({ description: 'Can be in a statement through yesterday.' }),
  held_cents: Type.Integer({ description: 'Becomes payable later.' }),
  open_cents: Type.Integer({ description: 'In statements that aren’t paid yet.' }),
  paid_cents: Type.Integer(),
})
export type AffiliateBalance = Static<typeof AffiliateBalance>

export const PayoutStatement = closed({
  statement: Type.Integer(),
  aff_id: Type.String(),
  from_day: Day,
  to_day: Day,
  entries: Type.Integer(),
  cents: Type.Integer(),
  state: oneOf(['draft', 'approved', 'paid', 'discarded']),
  made: closed(ByAt),
  approved: Done,
  paid: Done,
  reference: Type.Union([Type.String(), Type.Null()], {
    description: 'The payment’s reference, such as a transfer’s number.',
  }),
})
export type PayoutStatement = Static<typeof PayoutStatement>

export const NewStatement = closed({ aff_id: Affiliate, from_day: Day, to_day: Day })
export type NewStatement = Static<typeof NewStatement>

export const OneStatement = closed({ statement: PayoutStatement.properties.statement })
export const StatementNamed = closed({ statement: Type.Integer({ minimum: 1 }) })
export const PaidStatement = closed({
  statement: PayoutStatement.properties.statement,
  reference: Words(200, 'The payment’s reference, such as a transfer’s number.'),
})

export const StatementPdf = Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/pdf' })
