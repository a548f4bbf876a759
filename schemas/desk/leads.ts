import { Type, type Static } from 'typebox'
import { DeliveryState } from '../buyer/buyer.ts'
import { DeliveryStatus, OfOffer, WaitReason } from './deliveries.ts'
import { searchText } from './pages.ts'
import { OfferName } from '../reports/reports.ts'
import { closed, EpochMs, Key, oneOf, Uuid } from '../kernel/shape.ts'

/** The list of leads at /desk. A lead is what a visitor's session sent, to any number of buyers. Times are UTC epoch ms. */

/** `unsent`: kept, and not on its way to any buyer. */
export const LeadStatus = oneOf([...DeliveryStatus.enum, 'unsent'])
export type LeadStatus = Static<typeof LeadStatus>

export const LeadsAsked = closed({
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only this site.' })),
  offer: Type.Optional(Key),
  buyer: Type.Optional(Key),
  status: Type.Optional(LeadStatus),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  aff_id: Type.Optional(
    Type.String({ maxLength: 200, description: 'The affiliate of the visit. Empty for visits without one.' }),
  ),
  us_state: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'The state of the ZIP code in the answers, otherwise the answer to the state question.',
    }),
  ),
  sort: Type.Optional(
    oneOf(['newest', 'oldest', 'price'], { description: 'The default is newest. price: the highest first.' }),
  ),
  search: Type.Optional(
    searchText(
      'A name, phone number, email address, or ID of a session, a delivery, or from a buyer. Only IDs work without access to personal data.',
    ),
  ),
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}\\.\\d{1,15}$', description: 'Where the previous page ended.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export type LeadsAsked = Static<typeof LeadsAsked>

/** One lead on its way to one buyer. */
export const LeadDelivery = closed({
  delivery: Type.Integer(),
  offer: Key,
  buyer: Key,
  offer_name: OfOffer.properties.offer_name,
  state: DeliveryState,
  status: DeliveryStatus,
  held: Type.Union([WaitReason, Type.Null()], { description: 'Why it’s waiting, or was never sent.' }),
  cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The amount in the ledger, minus returns. Null if nothing was booked.',
  }),
})
export type LeadDelivery = Static<typeof LeadDelivery>

const personal = Type.Union([Type.String(), Type.Null()], {
  description: 'Masked without access to personal data. Null if there is none or the visitor was forgotten.',
})

export const LeadLine = closed({
  session_uuid: Uuid,
  at: { ...EpochMs, description: 'When the newest matching delivery was due.' },
  path: Type.String(),
  aff_id: Type.String({ description: 'The affiliate. Empty if there’s none.' }),
  us_state: Type.Union([Type.String(), Type.Null()], {
    description: 'Two letters. Null if the answers don’t include a state.',
  }),
  name: personal,
  phone: personal,
  email: personal,
  is_forgotten: Type.Boolean(),
  deliveries: Type.Array(LeadDelivery, { description: 'All deliveries of the session, matching or not.' }),
})
export type LeadLine = Static<typeof LeadLine>

export const LeadList = closed({
  data: Type.Array(LeadLine, { description: 'Newest first.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page starts. Null on the last page.',
  }),
})
export type LeadList = Static<typeof LeadList>

/** Filters for the lists of the desk. */
export const DeskChoices = closed({
  sites: Type.Array(Type.String(), { description: 'The paths of the sites with leads.' }),
  offers: Type.Array(OfferName),
  buyers: Type.Array(Key, { description: 'Connected buyers, and buyers that leads were ever sent to.' }),
  sees_persons: Type.Boolean({ description: 'Whether you can see personal data.' }),
  may_replay: Type.Boolean({ description: 'Whether you can send leads again.' }),
  may_return: Type.Boolean({ description: 'Whether you can return sales.' }),
})
export type DeskChoices = Static<typeof DeskChoices>
