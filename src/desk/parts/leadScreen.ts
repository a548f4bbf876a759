import type { LeadStatus } from '../../../schemas/desk/leads.ts'

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
  status: 'Status',
  price: 'Price',
  site: 'Site',
  none: 'No leads yet',
  noneWhy: 'Leads appear here once a visitor’s answers are sent.',
  searchFor: 'Phone, email or ID',
  searchForId: 'ID',
  masked: 'Personal data is masked for your account.',
} as const

/** Names of the statuses of a lead at a buyer. */
export const STATUSES: Readonly<Record<LeadStatus, string>> = {
  due: 'Due',
  held: 'Held',
  accepted: 'Sold',
  outbid: 'Outbid',
  no_bid: 'No bid',
  not_asked: 'Not asked',
  rejected: 'Rejected',
  duplicate: 'Duplicate',
  dead: 'Failed',
  suppressed: 'Not for sale',
  unsent: 'No delivery',
}
