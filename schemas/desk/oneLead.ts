import { Type, type Static } from 'typebox'
import { Delivery } from '../buyer/buyer.ts'
import { SessionConsents } from '../kernel/consent.ts'
import { AttemptBid, DeliveryStatus, WaitReason } from './deliveries.ts'
import { OfferName } from '../reports/reports.ts'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'
import { Explanation } from '../author/trace.ts'

/** One lead at /desk: the answers, consents, and actions of a visitor's session, and the outcome. Times are UTC epoch ms. */

export const LeadAsked = closed({ uuid: Uuid })
export type LeadAsked = Static<typeof LeadAsked>

const { session_uuid: _session, last: _last, ...delivery } = Delivery.properties

export const LeadDeliveryRecord = closed({
  ...delivery,
  held: Type.Union([WaitReason, Type.Null()]),
  status: DeliveryStatus,
  to_settle: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Its entry at /desk/settle, or null if there’s none.',
  }),
  external_id: Type.Union([Type.String(), Type.Null()], { description: 'The buyer’s ID for the sale.' }),
  held_message: Type.Union([Type.String(), Type.Null()], { description: 'Why it’s held, in words.' }),
  tries: Type.Array(
    closed({
      attempt: Type.Integer(),
      message: Type.String(),
      at: EpochMs,
      ...AttemptBid.properties,
    }),
    { description: 'What each attempt resulted in, oldest first.' },
  ),
  entries: Type.Array(
    closed({
      entry: Type.Integer({ description: 'Its number in the ledger.' }),
      kind: oneOf(['sale', 'return', 'adjustment']),
      reverses: Type.Union([Type.Integer(), Type.Null()], { description: 'The entry that it reverses.' }),
      cents: Type.Integer(),
      at: EpochMs,
    }),
    {
      description:
        'Entries in the ledger: the sale, its returns with negative cents, corrections, and reversals.',
    },
  ),
})
export type LeadDeliveryRecord = Static<typeof LeadDeliveryRecord>

export const LeadAnswer = closed({
  field: Type.String({ description: 'The backend field.' }),
  question: Type.Union([Type.String(), Type.Null()], {
    description: 'The question in the flow’s original language. Null for a computed field.',
  }),
  values: Type.Array(Type.String(), { description: 'The recorded values. A multi-select can have several.' }),
  words: Type.Array(Type.String(), {
    description: 'The same in words. Options have the text the visitor saw.',
  }),
})
export type LeadAnswer = Static<typeof LeadAnswer>

export const OneLead = closed({
  session_uuid: Uuid,
  is_forgotten: Type.Boolean(),
  sees_persons: Type.Boolean({
    description: 'Whether you can see personal data. If not, what a visitor typed is •••.',
  }),
  name: Type.Union([Type.String(), Type.Null()]),
  explanation: Explanation,
  whys: Type.Array(Type.String(), {
    description: 'Why each step was shown, skipped, or passed over, in words. Empty without rules.',
  }),
  answers: Type.Array(LeadAnswer, {
    description: 'What’s known about the visitor, without consent texts, which are part of the evidence.',
  }),
  evidence: SessionConsents,
  deliveries: Type.Array(LeadDeliveryRecord),
  offers: Type.Array(OfferName),
})
export type OneLead = Static<typeof OneLead>
