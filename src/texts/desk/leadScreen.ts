import type { LeadState } from '../../../schemas/desk/leads.ts'

/** What the list of leads says. */
export const LEADS = {
  title: 'Leads',
  lead: 'Lead',
  noName: 'No name',
  forgotten: 'Forgotten',
  time: 'Fell due',
  phone: 'Phone',
  email: 'Email',
  offer: 'Offer',
  buyer: 'Buyer',
  state: 'State',
  price: 'Price',
  path: 'Path',
  none: 'There is no lead yet',
  noneWhy: 'A lead stands here once a visitor’s answers are sent.',
  searchFor: 'Phone, email or id',
  searchForId: 'Id',
  masked: 'Your account does not see personal data: it is masked.',
} as const

/** Due, and kept from its buyer for now. */
export const HELD_STATE = 'Held'

/** What became of a lead at a buyer. */
export const STATES: Readonly<Record<LeadState, string>> = {
  due: 'Due',
  accepted: 'Accepted',
  duplicate: 'Duplicate',
  rejected: 'Rejected',
  dead: 'Given up',
  suppressed: 'Not to be sold',
  unsent: 'No delivery',
}
