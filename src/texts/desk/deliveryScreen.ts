import type { HeldReason } from '../../../schemas/buyer/limits.ts'
import type { DeliveryFilter, LossKind, NotReplayed } from '../../../schemas/desk/deliveries.ts'
import { HELD_STATE, STATES } from './leadScreen.ts'

/** What the list of deliveries says. */
export const DELIVERIES = {
  title: 'Deliveries',
  delivery: 'Delivery',
  openLead: (number: number) => `The lead of delivery ${number}`,
  time: 'Fell due',
  buyer: 'Buyer',
  offer: 'Offer',
  state: 'State',
  attempts: 'Attempts',
  next: (when: string) => `Next attempt ${when}`,
  last: 'Last answer',
  price: 'Price',
  none: 'There is no delivery yet',
  noneWhy: 'A delivery stands here once a lead goes to a buyer.',
  states: 'Deliveries by state',
  allStates: 'All',

  // Replay
  replay: (count: number) => (count === 1 ? 'Send 1 again' : `Send ${count} again`),
  tick: (number: number) => `Choose delivery ${number}`,
  tickAll: 'Choose all that can be sent again',
  ask: (count: number) => (count === 1 ? 'Send this lead again?' : `Send ${count} leads again?`),
  askWhy:
    'Each goes to its buyer under the same key as before, so that a buyer who has it already can tell. A visitor who opted out or refused the consent since is left out.',
  force: 'Also those whose person this buyer bought before',
  cancel: 'Cancel',
  failed: 'They could not be sent again',
  replayed: (count: number) => (count === 1 ? '1 is due again.' : `${count} are due again.`),
  sent: 'Sent again',
  notReplayed: (numbers: readonly number[], reason: NotReplayed) =>
    `Not sent again: ${numbers.length === 1 ? 'delivery' : 'deliveries'} ${numbers.join(', ')}. ${WHY_NOT[reason]}`,
  close: 'Close',
} as const

const WHY_NOT: Readonly<Record<NotReplayed, string>> = {
  unknown: 'There is none of this number.',
  consent_refused: 'The visitor refused the consent since.',
  sold_before: 'The same person was sold to this buyer before.',
  other_state: 'What is due, accepted or not to be sold is not sent again.',
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

/** What waits, and for what. */
export const HELD = {
  title: 'Held back from buyers',
  note: 'Leads that are due and wait. They count at what the buyer paid on average for a lead of the same offer in these days.',
  buyer: 'Buyer',
  reason: 'Why',
  count: 'Leads',
  since: 'Since',
  worth: 'Waits',
  show: (buyer: string) => `Show what ${buyer} is not sent`,
  total: 'Total',
  rows: 'What is held back, row by row',
} as const

export const HELD_REASONS: Readonly<Record<HeldReason, string>> = {
  full: 'Cap reached',
  closed: 'Closed',
  paused: 'Paused',
  unwanted: 'Not wanted',
  taken: 'Another buyer',
}

/** What was lost, and why. */
export const LOSSES = {
  title: 'Lost, by buyer and reason',
  note: 'Leads that nobody bought count at the average price this buyer paid for the same offer in these days. Returns count at the amount taken back.',
  days: (count: number) => `Of the last ${count} days, unless others are chosen.`,
  failed: 'What was lost could not be loaded',
  none: 'Nothing was lost in these days',
  noneWhy: 'Every rejected or failed lead was sold to another buyer, and none was returned.',
  buyer: 'Buyer',
  reason: 'Reason',
  count: 'Leads',
  lost: 'Lost',
  total: 'Total',
  rows: 'What was lost, row by row',
} as const

export const LOSS_KINDS: Readonly<Record<LossKind, string>> = {
  rejected: STATES.rejected,
  duplicate: STATES.duplicate,
  dead: STATES.dead,
  suppressed: STATES.suppressed,
  returned: 'Returned',
}
