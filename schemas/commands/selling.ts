import { Type, type Static } from 'typebox'
import { KnownBuyer, TestExchange } from '../desk/buyers.ts'
import { ReturnOutcome } from '../desk/returns.ts'
import { Webhook } from '../outgoing/webhook.ts'
import { Uuid, closed, oneOf } from '../kernel/shape.ts'

/** Output of the commands about leads and money. */

const money = {
  sales: Type.Integer(),
  gross_cents: Type.Integer({ description: 'The amount from sales.' }),
  returns: Type.Integer(),
  returned_cents: Type.Integer({ description: 'The amount taken back by returns.' }),
  net_cents: Type.Integer({ description: 'The sales minus the returns, which is the revenue in reports.' }),
}

/** Ledger entries of one source and offer in a range. */
export const LedgerLine = closed({
  path: Type.String(),
  source: Type.String({ description: 'The key of the buyer or partner.' }),
  offer: Type.String(),
  ...money,
})
export type LedgerLine = Static<typeof LedgerLine>

export const LedgerAnswer = closed({ lines: Type.Array(LedgerLine), total: closed(money) })
export type LedgerAnswer = Static<typeof LedgerAnswer>

/** A report of a buyer or partner that is not in the ledger. */
export const Unbooked = closed({
  entry: Type.Integer(),
  state: oneOf(['waiting', 'conflict', 'probable', 'far_off', 'stated'], {
    description:
      'waiting: a return that arrived before its sale, and is booked together with it. conflict: its ID is already known with another amount, offer, or session. probable: the buyer’s response was lost, and it may have bought the lead. far_off: the price of a sale is above the limit or isn’t a price. stated: a line of a statement that differs from the ledger.',
  }),
  source: Type.String({ description: 'The key of the buyer or partner.' }),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'The ID from the buyer or partner.' }),
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'The key that the lead was posted with.',
  }),
  returned: Type.Boolean({ description: 'True for a return, false for a sale.' }),
  session_uuid: Type.Union([Uuid, Type.Null()]),
  offer: Type.Union([Type.String(), Type.Null()]),
  cents: Type.Union([Type.Integer(), Type.Null()]),
  ours_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The amount in the ledger, or the expected one. Null if neither is known.',
  }),
  reason: Type.String({ description: 'Why it isn’t in the ledger.' }),
  at: Type.Integer({ description: 'When it was reported.' }),
})
export type Unbooked = Static<typeof Unbooked>

export const ReturnsAnswer = closed({
  file: Type.Union([Type.String(), Type.Null()]),
  applied: Type.Boolean({ description: 'False for a dry run.' }),
  lines: Type.Array(
    closed({
      line: Type.Integer({ minimum: 1 }),
      id: Type.Union([Type.String(), Type.Null()]),
      key: Type.Union([Type.String(), Type.Null()]),
      outcome: ReturnOutcome,
      returned_cents: Type.Integer({
        description: 'The amount that the line takes back. 0 unless it’s returned.',
      }),
      reason: Type.Union([Type.String(), Type.Null()]),
      sale: Type.Union([
        closed({
          external_id: Type.String(),
          session_uuid: Uuid,
          offer: Type.String(),
          cents: Type.Integer({ description: 'The amount, including corrections.' }),
          left: Type.Integer({ description: 'The amount minus returns.' }),
          at: Type.Integer(),
        }),
        Type.Null(),
      ]),
    }),
  ),
  returned_cents: Type.Integer({ description: 'The amount that the returned lines take back.' }),
  notes: Type.Array(Type.String(), { description: 'What in the file was ignored, in sentences.' }),
  unbooked: Type.Array(Unbooked, {
    description: 'Without a file: what isn’t in the ledger, newest first.',
  }),
})
export type ReturnsAnswer = Static<typeof ReturnsAnswer>

export const BuyersAnswer = closed({
  buyers: Type.Array(KnownBuyer, { description: 'The buyers you asked for, without their secrets.' }),
  exchanges: Type.Optional(
    Type.Array(TestExchange, { description: 'For a test: what was sent and received.' }),
  ),
})
export type BuyersAnswer = Static<typeof BuyersAnswer>

export const WebhooksAnswer = closed({
  webhooks: Type.Array(Webhook),
  key: Type.String({
    description: 'The key that signs messages of the new webhook. It’s shown only here.',
  }),
})
export type WebhooksAnswer = Static<typeof WebhooksAnswer>
