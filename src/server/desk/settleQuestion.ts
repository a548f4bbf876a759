import type { SettleEntry } from '../../../schemas/desk/settle.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import { dollars } from '../kernel/cents.ts'

/** A text to send to the buyer of an entry. It names the lead by IDs alone, so it may go by email. */
export function settleQuestion(entry: SettleEntry): string {
  const { external_id, key, at } = entry
  const ids = [external_id && `your ID ${external_id}`, key && `our ID ${key}`].filter(Boolean).join(', ')
  return [
    'Hello,',
    `About the lead from ${newYorkDate(at)} (${ids || 'no ID'}):`,
    ASKED[entry.kind](entry),
    'Thank you.',
  ].join('\n\n')
}

const money = (cents: number | null) => (cents === null ? 'no amount' : dollars(cents))

const ASKED: Record<SettleEntry['kind'], (entry: SettleEntry) => string> = {
  probable: ({ ours_cents }) =>
    `We posted this lead to you and got no clear answer. Did you buy it? We expect ${money(ours_cents)}. Please send us your ID and the price, or confirm that you didn't buy it.`,
  far_off: ({ ours_cents, theirs_cents }) =>
    `You accepted this lead at a price that we can't book: ${money(theirs_cents)}. We expect ${money(ours_cents)}. Which price is right?`,
  conflict: ({ ours_cents, theirs_cents, returned }) =>
    returned
      ? `You returned ${money(theirs_cents)} of this lead. We have it at ${money(ours_cents)}. Which amount is right?`
      : `You report ${money(theirs_cents)} for this lead. We have ${money(ours_cents)} under this ID. Which is right?`,
  waiting: ({ theirs_cents }) =>
    `You returned this lead (${money(theirs_cents)}), but we have no sale for it. When did you buy it, and at what price?`,
  stated: ({ ours_cents, theirs_cents }) =>
    `Your statement has ${money(theirs_cents)} for this lead. We have ${money(ours_cents)}. Which is right?`,
}
