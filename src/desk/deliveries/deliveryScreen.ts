import type { DeliveryFilter, NotReplayed, ScoreFilter } from '../../../schemas/desk/deliveries.ts'
import { show } from '../../operator/table/cells.ts'
import { STATUSES } from '../parts/leadScreen.ts'

/** Texts of the list of deliveries. */
export const DELIVERIES = {
  title: 'Deliveries',
  delivery: 'Delivery',
  openLead: (number: number) => `Lead of delivery ${number}`,
  time: 'Due since',
  buyer: 'Buyer',
  offer: 'Offer',
  status: 'Status',
  site: 'Site',
  attempts: 'Attempts',
  next: (when: string) => `Next attempt ${when}`,
  last: 'Last response',
  price: 'Price',
  none: 'No deliveries yet',
  noneWhy: 'Deliveries appear here once leads go to a buyer.',
  statuses: 'Deliveries by status',
  allStatuses: 'All',

  // Replay
  replay: (count: number) => (count === 1 ? 'Send 1 again' : `Send ${count} again`),
  tick: (number: number) => `Select delivery ${number}`,
  tickAll: 'Select all that can be sent again',
  ask: (count: number) => (count === 1 ? 'Send this lead again?' : `Send ${count} leads again?`),
  askWhy:
    'Each lead goes to its buyer with the same key as before, so a buyer that already has it can tell. Visitors who have since opted out or refused consent are left out.',
  force: 'Include people whose leads this buyer already bought',
  cancel: 'Cancel',
  failed: 'Couldn’t send them again',
  replayed: (count: number) =>
    count === 1 ? '1 lead will be sent again.' : `${count} leads will be sent again.`,
  sent: 'Sent again',
  notReplayed: (numbers: readonly number[], reason: NotReplayed) =>
    `Not sent again: ${numbers.length === 1 ? 'delivery' : 'deliveries'} ${numbers.join(', ')}. ${WHY_NOT[reason]}`,
  close: 'Close',

  // All that match
  allAgain: 'Send all matching again…',
  askAll: (count: number) => `Send all ${show(count, 'count')} matching again?`,
  noneToSend: 'No matching lead can be sent again.',
  counting: 'Counting…',
  sendAll: (count: number) => `Send ${show(count, 'count')} again`,
  progress: (done: number, total: number) => `${show(done, 'count')} of ${show(total, 'count')} done`,
  progressWhy: 'Closing this stops it. Leads already sent again aren’t affected.',
  stop: 'Stop',
  notReplayedOf: (count: number, reason: NotReplayed) =>
    `${show(count, 'count')} not sent again. ${WHY_NOT[reason]}`,
  details: (number: number) => `Details of delivery ${number}`,
} as const

const WHY_NOT: Readonly<Record<NotReplayed, string>> = {
  unknown: 'There’s no delivery with this number.',
  consent_refused: 'The visitor has since refused consent.',
  in_doubt: 'The buyer may have bought it. Settle it first.',
  sold_before: 'This buyer already bought a lead for the same person.',
  other_state: 'Leads that are due, accepted or not for sale can’t be sent again.',
}

const { unsent: _unsent, due, held, ...ended } = STATUSES

export const FILTERED_STATUSES: Readonly<Record<Exclude<DeliveryFilter, ScoreFilter>, string>> = {
  due,
  retried: 'Retried',
  held,
  ...ended,
}

/** Filters that only links from a buyer's scorecard set. */
export const SCORE_FILTERS: Readonly<Record<ScoreFilter, string>> = {
  asked: 'Asked',
  bid: 'Bid',
  won: 'Won',
  refused: 'Refused',
}

/** Texts about leads that are held. */
export const HELD = {
  title: 'Held leads',
  note: 'Leads that are due but can’t be sent yet. Each counts at the average price this buyer recently paid for the same offer on the same site.',
  buyer: 'Buyer',
  reason: 'Reason',
  count: 'Leads',
  since: 'Since',
  worth: 'Value',
  show: (buyer: string) => `Show leads held for ${buyer}`,
  total: 'Total',
  rows: 'Held leads by buyer and reason',
} as const

/** Texts about lost money. */
export const LOSSES = {
  title: 'Lost money',
  note: 'Unsold leads, each counted once: at the best bid we could have taken, or at the usual price for that offer and site. The buyer is the one that came closest.',
  days: (count: number) => `The last ${count} days, unless you choose others.`,
  failed: 'Couldn’t load what was lost',
  none: 'No lead was lost in this period',
  noneWhy: 'Every lead was sold, or may still be.',
  site: 'Site',
  offer: 'Offer',
  buyer: 'Buyer',
  reason: 'Reason',
  count: 'Leads',
  lost: 'Lost',
  total: 'Total',
  rows: 'Lost leads by site, offer, and reason',
} as const

/** Texts about lost auctions. */
export const OUTBID = {
  title: 'Lost auctions, by how much',
  note: 'Another buyer bid more and bought the lead. Nothing was lost.',
  buyer: 'Buyer',
  bids: 'Bids',
  won: 'Won',
  outbid: 'Outbid',
  behind: 'Behind, average',
  closest: 'Behind, least',
} as const
