import type { SettleEntry, SettleKind, SettleSums } from '../../../schemas/desk/settle.ts'
import { show } from '../../operator/table/cells.ts'

/** Texts of money in doubt. */
export const SETTLE = {
  title: 'To settle',
  list: 'Money in doubt',
  badge: (cents: number) => `${show(cents, 'cents')} in doubt`,
  sum: ({ count, cents, to_book, to_take_back }: SettleSums) =>
    `${count === 1 ? '1 entry' : `${count} entries`}, ${show(cents, 'cents')} in doubt. ${show(to_book, 'cents')} could be booked, ${show(to_take_back, 'cents')} could be returned.`,
  all: 'All',
  kinds: 'Kinds',
  buyer: 'Buyer',
  lead: 'Lead',
  weHave: 'We have',
  buyerSays: 'Buyer says',
  stake: 'At stake',
  age: 'Since',
  asked: (when: string) => `Asked ${when}`,
  askedBy: (when: string, by: string) => `${by} asked the buyer on ${when}.`,
  none: 'Nothing to settle',
  noneWhy: 'Everything that buyers reported is in the ledger. Sales in doubt appear here.',
  noEntry: 'Choose an entry to see what happened.',
  storyFailed: 'Couldn’t load this entry',
  openLead: 'Open lead',
  ourId: 'Our ID',
  theirId: 'Buyer’s ID',
  status: 'Status',
  price: 'Price',
  differs: 'differs',
  leadloom: 'Leadloom',
  happened: 'What happened',
  reason: 'Why it’s here',
  ledger: 'In the ledger',
  after: 'After you decide',
  amount: 'Amount in dollars',
  book: (cents: string) => `Book ${cents}`,
  takeBack: (cents: string) => `Record return of ${cents}`,
  ask: 'Ask the buyer',
  dismiss: 'Dismiss',
  undo: 'Undo',
  question: 'Message to the buyer',
  copy: 'Copy message',
  copied: 'Copied',
  mail: 'Write email',
  mailSubject: 'A lead that we sent you',
  mayNot: 'You need the manager role to settle entries. Ask an admin.',
  booked: (cents: string) => `Booked ${cents}.`,
  corrected: (cents: string) => `Corrected to ${cents}.`,
  tookBack: (cents: string) => `Recorded a return of ${cents}.`,
  dismissed: 'Dismissed.',
  markedAsked: 'Marked as asked.',
  undone: 'Undone.',
  noUndo: 'There’s nothing to undo. Reverse an earlier booking on the page of its lead.',
  correct: (cents: string) => `Correct to ${cents}`,
  copyLine: 'Copy as CSV',
  select: (entry: number) => `Select entry ${entry}`,
  selectAll: 'Select all entries',
  export: (count: number) =>
    count === 1 ? 'Export 1 entry for the buyer' : `Export ${count} entries for their buyers`,
  fileOf: (buyer: string) => `to-settle-${buyer}.csv`,
  shortcuts: {
    select: 'Select entry',
    next: 'Next entry',
    previous: 'Previous entry',
  },
} as const

export const KINDS: Readonly<Record<SettleKind, string>> = {
  probable: 'Probably sold',
  far_off: 'Price far off',
  conflict: 'Two answers',
  waiting: 'Return without a sale',
  stated: 'Statement differs',
}

const money = (cents: number | null) => show(cents, 'cents')

/** Our side of an entry, in a few words. */
export function weHave({ kind, ours_cents, booked_cents }: SettleEntry): string {
  if (kind === 'probable') return 'No clear answer'
  if (kind === 'far_off') return ours_cents === null ? 'No usual price' : `${money(ours_cents)} expected`
  if (kind === 'stated') return ours_cents ? `Booked ${money(ours_cents)}` : 'No such sale'
  return booked_cents === null ? 'Not booked' : `Booked ${money(booked_cents)}`
}

/** Side of the buyer, in a few words. */
export function buyerSays({ kind, theirs_cents, returned }: SettleEntry): string {
  if (kind === 'probable') return 'Nothing yet'
  if (returned) return theirs_cents === null ? 'Returned it' : `Returned ${money(theirs_cents)}`
  if (kind === 'stated')
    return theirs_cents ? `${money(theirs_cents)} on its statement` : 'Not on its statement'
  return theirs_cents === null ? 'No amount in dollars' : `Says ${money(theirs_cents)}`
}

/** Amount that booking suggests: what is taken back of a return, else the price of the sale. */
export function suggested({ kind, returned, ours_cents, booked_cents, theirs_cents }: SettleEntry): number {
  if (returned) return Math.min(theirs_cents ?? Infinity, booked_cents ?? theirs_cents ?? 0)
  if (kind === 'probable' || kind === 'far_off') return ours_cents ?? theirs_cents ?? 0
  return theirs_cents ?? 0
}

/** True if there is something to book: a return needs its sale, and so does another amount. */
export function isBookable({ kind, returned, booked_cents, theirs_cents }: SettleEntry): boolean {
  if (returned || kind === 'stated') return booked_cents !== null && (theirs_cents ?? 0) >= 0
  return true
}

/** True if booking corrects a sale that is in the ledger. */
export function isCorrection({ kind, returned, booked_cents }: SettleEntry): boolean {
  return !returned && (kind === 'stated' || kind === 'conflict') && booked_cents !== null
}

/** True if what the sale is above an amount can be returned, instead of correcting its price. */
export function isReturnable(one: SettleEntry, amount: number): boolean {
  return isCorrection(one) && amount < (one.booked_cents ?? 0)
}

/** Consequences of each decision, as sentences. */
export function consequences({ kind, returned, booked_cents }: SettleEntry): string {
  if (kind === 'probable')
    return 'Booking adds the sale with today’s date, and the lead counts as sold. Dismissing means the buyer didn’t buy it, so the lead can go to the next buyer right away. You can’t undo that.'
  if (returned && booked_cents === null)
    return 'The ledger has no sale for it yet. The return is booked automatically once the sale is. Dismissing discards the return.'
  if (returned)
    return 'Recording the return subtracts this amount from the sale. Dismissing doesn’t change the sale.'
  if (kind === 'stated' && booked_cents === null)
    return 'The ledger has no sale for this line, so there’s nothing to change. Ask the buyer which lead it means.'
  if (booked_cents !== null)
    return 'A correction changes the price of the sale. A return keeps the price and takes back the difference. Each adds its own ledger entry. Dismissing doesn’t change the sale.'
  return 'Booking adds the sale at this amount. Dismissing leaves the lead without a price.'
}

/** Name of an entry: the visitor's, else an ID. */
export function nameOf({ name, external_id, key, entry }: SettleEntry): string {
  return name ?? external_id ?? key ?? String(entry)
}
