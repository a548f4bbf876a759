import { Type, type Static } from 'typebox'
import { Delivery } from '../buyer/buyer.ts'
import { SessionConsents } from '../kernel/consent.ts'
import { AttemptBid, DeliveryStatus, WaitReason } from './deliveries.ts'
import { OfferName } from '../reports/reports.ts'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'
import { Explanation } from '../author/trace.ts'

/** One lead at /desk: the answers, consents and actions of a visitor's session, and the outcome. Times are UTC epoch ms. */

export const LeadAsked = closed({ uuid: Uuid })
export type LeadAsked = Static<typeof LeadAsked>

const { session_uuid: _session, last: _last, ...delivery } = Delivery.properties

export const LeadDeliveryRecord = closed({
  ...delivery,
  held: Type.Union([WaitReason, Type.Null()]),
  status: DeliveryStatus,
  to_settle: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Its entry of money in doubt at /desk/settle; null where there is none.',
  }),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'The buyer’s own id of its sale.' }),
  held_message: Type.Union([Type.String(), Type.Null()], { description: 'Why it is held, in words.' }),
  tries: Type.Array(
    closed({
      attempt: Type.Integer(),
      message: Type.String(),
      at: EpochMs,
      ...AttemptBid.properties,
    }),
    { description: 'What each attempt came to, the first one first.' },
  ),
  entries: Type.Array(
    closed({
      entry: Type.Integer({ description: 'Its number in the ledger.' }),
      kind: oneOf(['sale', 'return', 'adjustment']),
      reverses: Type.Union([Type.Integer(), Type.Null()], { description: 'The entry that it reverses.' }),
      cents: Type.Integer(),
      at: EpochMs,
    }),
    { description: 'Of the ledger: the sale, its returns with negative cents, corrections and reversals.' },
  ),
})
export type LeadDeliveryRecord = Static<typeof LeadDeliveryRecord>

export const LeadAnswer = closed({
  field: Type.String({ description: 'The backend field.' }),
  question: Type.Union([Type.String(), Type.Null()], {
    description:
      'What the visitor was asked, in the language in which the flow is written; null for what was computed.',
  }),
  values: Type.Array(Type.String(), { description: 'What is recorded; several where several were ticked.' }),
  words: Type.Array(Type.String(), { description: 'The same, an option by the text that was chosen.' }),
})
export type LeadAnswer = Static<typeof LeadAnswer>

export const OneLead = closed({
  session_uuid: Uuid,
  is_forgotten: Type.Boolean(),
  sees_persons: Type.Boolean({
    description: 'Whether who asks sees personal data. Where not, what a visitor typed is •••.',
  }),
  name: Type.Union([Type.String(), Type.Null()]),
  explanation: Explanation,
  whys: Type.Array(Type.String(), {
    description:
      'Why each step of the trace was shown, skipped or passed over, in words; empty without rules.',
  }),
  answers: Type.Array(LeadAnswer, {
    description: 'What is known of the visitor, without the texts of consents, which are evidence.',
  }),
  evidence: SessionConsents,
  deliveries: Type.Array(LeadDeliveryRecord),
  offers: Type.Array(OfferName),
})
export type OneLead = Static<typeof OneLead>
