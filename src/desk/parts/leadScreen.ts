import type { WaitReason } from '../../../schemas/desk/deliveries.ts'
import type { LeadLine, LeadStatus } from '../../../schemas/desk/leads.ts'
import { outcomeOfLead, type LeadOutcome } from '../../rows/outcomeOfLead.ts'

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
  affiliate: 'Affiliate',
  usState: 'State',
  open: (name: string) => `Details of ${name}`,
  full: 'Open the lead',
  none: 'No leads yet',
  noneWhy: 'Leads appear here once a visitor’s answers are sent.',
  searchFor: 'Name, phone, email, or ID',
  searchForId: 'ID',
  masked: 'Personal data is masked for your account.',
} as const

/** Names of the statuses of a lead at a buyer. */
export const STATUSES: Readonly<Record<LeadStatus, string>> = {
  due: 'Due',
  held: 'Held',
  accepted: 'Sold',
  returned: 'Returned',
  probably_sold: 'Probably sold',
  to_settle: 'To settle',
  outbid: 'Outbid',
  no_bid: 'No bid',
  not_asked: 'Not asked',
  rejected: 'Rejected',
  duplicate: 'Duplicate',
  dead: 'Failed',
  suppressed: 'Not for sale',
  unsent: 'No delivery',
}

/** Names of the outcomes of a lead over all of its buyers, and the status that each looks like. */
export const LEAD_OUTCOMES: Readonly<Record<LeadOutcome, { word: string; looks: LeadStatus }>> = {
  sold: { word: 'Sold', looks: 'accepted' },
  probably_sold: { word: 'Probably sold', looks: 'probably_sold' },
  waiting: { word: 'Waiting', looks: 'due' },
  returned: { word: 'Returned', looks: 'returned' },
  failed: { word: 'Failed', looks: 'dead' },
  unsold: { word: 'Unsold', looks: 'rejected' },
  unsent: { word: STATUSES.unsent, looks: 'unsent' },
}

/** Short reason for the outcome of a lead. */
export function outcomeReason(deliveries: LeadLine['deliveries']): string {
  const { outcome, by } = outcomeOfLead(deliveries)
  const [first] = by
  const buyers = by.map(({ buyer }) => buyer).join(', ')
  if (!first) return ''
  if (outcome === 'sold') return `to ${buyers}`
  if (outcome === 'returned') return `by ${buyers}`
  if (outcome === 'waiting' && first.held !== null) return `${first.buyer}: ${HELD_REASONS[first.held]}`
  if (outcome !== 'unsold') return `at ${buyers}`
  return by.length === 1 ? `${first.buyer}: ${STATUSES[first.status]}` : `${by.length} buyers, none bought it`
}

export const HELD_REASONS: Readonly<Record<WaitReason, string>> = {
  missing: 'Buyer not set up',
  full: 'Cap reached',
  closed: 'Closed',
  paused: 'Paused',
  unwanted: 'Outside criteria',
  taken: 'Sent to another buyer',
}
