import { Type, type Static } from 'typebox'
import { KnownBuyer, TestExchange } from '../desk/buyers.ts'
import { ReturnOutcome } from '../desk/returns.ts'
import { Webhook } from '../outgoing/webhook.ts'
import { Uuid, closed, oneOf } from '../kernel/shape.ts'

/** Output of the commands about leads and money. */

const money = {
  sales: Type.Integer(),
  gross_cents: Type.Integer({ description: 'What the sales brought.' }),
  returns: Type.Integer(),
  returned_cents: Type.Integer({ description: 'What the returns took back.' }),
  net_cents: Type.Integer({ description: 'The one less the other: the revenue of the reports.' }),
}

/** Ledger entries of one source and offer in a range. */
export const LedgerLine = closed({
  path: Type.String(),
  source: Type.String({ description: 'The buyer or partner, by its key.' }),
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
      'waiting: a return whose sale there is not yet; it is booked with it. conflict: its id is known with another amount, offer or session. probable: the buyer’s answer was lost, and it may have bought the lead. far_off: the price of a sale is above the limit, or no price. stated: a line of a statement that differs from the ledger.',
  }),
  source: Type.String({ description: 'The buyer or partner, by its key.' }),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'By its own id.' }),
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'By the key that the lead was posted under.',
  }),
  returned: Type.Boolean({ description: 'Whether it is a return, or a sale.' }),
  session_uuid: Type.Union([Uuid, Type.Null()]),
  offer: Type.Union([Type.String(), Type.Null()]),
  cents: Type.Union([Type.Integer(), Type.Null()]),
  ours_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'What the ledger has, or what was expected; null where neither is known.',
  }),
  reason: Type.String({ description: 'Why it is not in the ledger.' }),
  at: Type.Integer({ description: 'When it was reported.' }),
})
export type Unbooked = Static<typeof Unbooked>

export const ReturnsAnswer = closed({
  file: Type.Union([Type.String(), Type.Null()]),
  applied: Type.Boolean({ description: 'False when it was only tried.' }),
  lines: Type.Array(
    closed({
      line: Type.Integer({ minimum: 1 }),
      id: Type.Union([Type.String(), Type.Null()]),
      key: Type.Union([Type.String(), Type.Null()]),
      outcome: ReturnOutcome,
      returned_cents: Type.Integer({ description: 'What the line takes back; 0 unless it is returned.' }),
      reason: Type.Union([Type.String(), Type.Null()]),
      sale: Type.Union([
        closed({
          external_id: Type.String(),
          session_uuid: Uuid,
          offer: Type.String(),
          cents: Type.Integer({ description: 'The amount, with corrections.' }),
          left: Type.Integer({ description: 'The amount minus returns.' }),
          at: Type.Integer(),
        }),
        Type.Null(),
      ]),
    }),
  ),
  returned_cents: Type.Integer({ description: 'What the lines that are returned take back.' }),
  notes: Type.Array(Type.String(), { description: 'What was left out of the file, in sentences.' }),
  unbooked: Type.Array(Unbooked, {
    description: 'Without a file: what is not in the ledger, the newest first.',
  }),
})
export type ReturnsAnswer = Static<typeof ReturnsAnswer>

export const BuyersAnswer = closed({
  buyers: Type.Array(KnownBuyer, { description: 'Those that are asked for, without their secrets.' }),
  exchanges: Type.Optional(
    Type.Array(TestExchange, { description: 'Of a test: what was sent, and what came back.' }),
  ),
})
export type BuyersAnswer = Static<typeof BuyersAnswer>

export const WebhooksAnswer = closed({
  webhooks: Type.Array(Webhook),
  key: Type.String({
    description: 'What signs the messages of the webhook just made. No other answer has it.',
  }),
})
export type WebhooksAnswer = Static<typeof WebhooksAnswer>
