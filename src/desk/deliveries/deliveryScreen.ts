import type { HeldReason } from '../../../schemas/buyer/limits.ts'
import type { DeliveryFilter, LossKind, NotReplayed } from '../../../schemas/desk/deliveries.ts'
import { HELD_STATE, STATES } from '../parts/leadScreen.ts'

/** Texts of the list of deliveries. */
export const DELIVERIES = {
  title: 'Deliveries',
  delivery: 'Delivery',
  openLead: (number: number) => `Lead of delivery ${number}`,
  time: 'Due since',
  buyer: 'Buyer',
  offer: 'Offer',
  state: 'State',
  attempts: 'Attempts',
  next: (when: string) => `Next attempt ${when}`,
  last: 'Last response',
  price: 'Price',
  none: 'No deliveries yet',
  noneWhy: 'Deliveries appear here once leads go to a buyer.',
  states: 'Deliveries by state',
  allStates: 'All',

  // Replay
  replay: (count: number) => (count === 1 ? 'Send 1 again' : `Send ${count} again`),
  tick: (number: number) => `Select delivery ${number}`,
  tickAll: 'Select all that can be sent again',
  ask: (count: number) => (count === 1 ? 'Send this lead again?' : `Send ${count} leads again?`),
  askWhy:
    'Each lead goes to its buyer with the same key as before, so a buyer that already has it can tell. Visitors who have since opted out or refused consent are left out.',
  force: 'Include people this buyer already bought',
  cancel: 'Cancel',
  failed: 'Couldn’t send them again',
  replayed: (count: number) =>
    count === 1 ? '1 lead will be sent again.' : `${count} leads will be sent again.`,
  sent: 'Sent again',
  notReplayed: (numbers: readonly number[], reason: NotReplayed) =>
    `Not sent again: ${numbers.length === 1 ? 'delivery' : 'deliveries'} ${numbers.join(', ')}. ${WHY_NOT[reason]}`,
  close: 'Close',
} as const

const WHY_NOT: Readonly<Record<NotReplayed, string>> = {
  unknown: 'There’s no delivery with this number.',
  consent_refused: 'The visitor has since refused consent.',
  sold_before: 'This buyer already bought the same person.',
  other_state: 'Leads that are due, accepted or not for sale can’t be sent again.',
}

export const FILTERED_STATES: Readonly<Record<DeliveryFilter, string>> = {
  due: STATES.due,
  retried: 'Retried',
  held: HELD_STATE,
  accepted: STATES.accepted,
  rejected: STATES.rejected,
  duplicate: STATES.duplicate,
  dead: STATES.dead,
  suppressed: STATES.suppressed,
}

/** Texts about leads that are held. */
export const HELD = {
  title: 'Held leads',
  note: 'Leads that are due but can’t be sent yet. Each counts at the average price this buyer paid for the same offer in this period.',
  buyer: 'Buyer',
  reason: 'Reason',
  count: 'Leads',
  since: 'Since',
  worth: 'Value',
  show: (buyer: string) => `Show leads held for ${buyer}`,
  total: 'Total',
  rows: 'Held leads by buyer and reason',
} as const

export const HELD_REASONS: Readonly<Record<HeldReason, string>> = {
  full: 'Cap reached',
  closed: 'Closed',
  paused: 'Paused',
  unwanted: 'Outside criteria',
  taken: 'Sent to another buyer',
}

/** Texts about lost money. */
export const LOSSES = {
  title: 'Lost by buyer and reason',
  note: 'Leads that nobody bought count at the average price this buyer paid for the same offer in this period. Returns count at the amount returned.',
  days: (count: number) => `The last ${count} days, unless you choose others.`,
  failed: 'Couldn’t load what was lost',
  none: 'Nothing was lost in this period',
  noneWhy: 'Every rejected or failed lead was sold to another buyer, and no sale was returned.',
  buyer: 'Buyer',
  reason: 'Reason',
  count: 'Leads',
  lost: 'Lost',
  total: 'Total',
  rows: 'Losses by buyer and reason',
} as const

export const LOSS_KINDS: Readonly<Record<LossKind, string>> = {
  rejected: STATES.rejected,
  duplicate: STATES.duplicate,
  dead: STATES.dead,
  suppressed: STATES.suppressed,
  returned: 'Returned',
}
