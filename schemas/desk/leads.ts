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
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of one site.' })),
  offer: Type.Optional(Key),
  buyer: Type.Optional(Key),
  status: Type.Optional(LeadStatus),
  from: Type.Optional(EpochMs),
  to: Type.Optional({ ...EpochMs, description: 'Inclusive.' }),
  aff_id: Type.Optional(
    Type.String({ maxLength: 200, description: 'Affiliate of the visit; empty for none.' }),
  ),
  us_state: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Of the ZIP code in the answers, else the state in them.',
    }),
  ),
  sort: Type.Optional(
    oneOf(['newest', 'oldest', 'price'], { description: 'newest by default. price: the highest first.' }),
  ),
  search: Type.Optional(
    searchText(
      'A name, a phone number, an email address, or an id: of the session, of a delivery, or a buyer’s own. All but ids are for those who see personal data.',
    ),
  ),
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}\\.\\d{1,15}$', description: 'Where the page before ended.' }),
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
  held: Type.Union([WaitReason, Type.Null()], { description: 'Why it waits, or was never sent.' }),
  cents: Type.Union([Type.Integer(), Type.Null()], {
    description: 'What the ledger has of it, returns taken off; null where nothing was booked.',
  }),
})
export type LeadDelivery = Static<typeof LeadDelivery>

const personal = Type.Union([Type.String(), Type.Null()], {
  description: 'Masked for who may not see persons; null where there is none, or the visitor was forgotten.',
})

export const LeadLine = closed({
  session_uuid: Uuid,
  at: { ...EpochMs, description: 'When it fell due: the newest of its deliveries that match.' },
  path: Type.String(),
  aff_id: Type.String({ description: 'Affiliate; empty for none.' }),
  us_state: Type.Union([Type.String(), Type.Null()], {
    description: 'Two letters; null where the answers name no state.',
  }),
  name: personal,
  phone: personal,
  email: personal,
  is_forgotten: Type.Boolean(),
  deliveries: Type.Array(LeadDelivery, { description: 'All of the session, matching or not.' }),
})
export type LeadLine = Static<typeof LeadLine>

export const LeadList = closed({
  data: Type.Array(LeadLine, { description: 'The newest first.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the next page begins; null at the end.',
  }),
})
export type LeadList = Static<typeof LeadList>

/** Filters for the lists of the desk. */
export const DeskChoices = closed({
  sites: Type.Array(Type.String(), { description: 'Paths of the sites that leads may be of.' }),
  offers: Type.Array(OfferName),
  buyers: Type.Array(Key, { description: 'Those that are reached, and those that leads were ever sent to.' }),
  sees_persons: Type.Boolean({ description: 'Whether who asks sees personal data.' }),
  may_replay: Type.Boolean({ description: 'Whether who asks may send leads again.' }),
  may_return: Type.Boolean({ description: 'Whether who asks may take sales back.' }),
})
export type DeskChoices = Static<typeof DeskChoices>
