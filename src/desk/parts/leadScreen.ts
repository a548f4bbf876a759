import type { LeadState } from '../../../schemas/desk/leads.ts'

/** Texts of the list of leads. */
export const LEADS = {
  title: 'Leads',
  lead: 'Lead',
  noName: 'No name',
  forgotten: 'Forgotten',
  time: 'Due since',
  phone: 'Phone',
  email: 'Email',
  offer: 'Offer',
  buyer: 'Buyer',
  state: 'State',
  price: 'Price',
  path: 'Path',
  none: 'No leads yet',
  noneWhy: 'Leads appear here once a visitor’s answers are sent.',
  searchFor: 'Phone, email or ID',
  searchForId: 'ID',
  masked: 'Personal data is masked for your account.',
} as const

/** The state of a lead that is due but can't be sent yet. */
export const HELD_STATE = 'Held'

/** Names of the states of a lead at a buyer. */
export const STATES: Readonly<Record<LeadState, string>> = {
  due: 'Due',
  accepted: 'Accepted',
  duplicate: 'Duplicate',
  rejected: 'Rejected',
  dead: 'Given up',
  suppressed: 'Not for sale',
  unsent: 'No delivery',
}
