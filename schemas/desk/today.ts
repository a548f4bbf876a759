import { Type, type Static } from 'typebox'
import { closed, Day, EpochMs, Key, oneOf } from '../kernel/shape.ts'

/** Today at /desk: how the New York day goes so far, and what needs someone. Times are UTC epoch ms. */

export const TodayAsked = closed({
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only this site.' })),
})
export type TodayAsked = Static<typeof TodayAsked>

const sums = {
  net_cents: Type.Integer({
    description: 'The amount in the ledger, minus returns that arrived in this time.',
  }),
  returned_cents: Type.Integer({ description: 'Only the returns, as a positive amount.' }),
  sold: Type.Integer(),
}

/** Sums of the ledger. */
export const DaySums = closed(sums)
export type DaySums = Static<typeof DaySums>

export const SiteToday = closed({
  path: Type.String(),
  today: DaySums,
  before_by_now: { ...DaySums, description: 'The same weekday last week, up to the same time of day.' },
  before_day: { ...DaySums, description: 'That whole day.' },
})
export type SiteToday = Static<typeof SiteToday>

export const BuyerTrouble = closed({
  buyer: Key,
  trouble: oneOf(['failing', 'unused', 'paused', 'full', 'closed'], {
    description:
      'failing: leads failed or are being retried. unused: its settings can’t be used. full: a cap is reached, or leads are waiting for one.',
  }),
  leads: Type.Integer({ description: 'Leads that failed since yesterday, or are waiting now.' }),
  since: Type.Union([EpochMs, Type.Null()]),
  until: Type.Union([EpochMs, Type.Null()], {
    description: 'When it takes leads again. Null if that isn’t known.',
  }),
  reason: Type.String({ description: 'The last response, or what’s wrong, without personal data.' }),
})
export type BuyerTrouble = Static<typeof BuyerTrouble>

export const TodayChange = closed({
  at: EpochMs,
  kind: oneOf(['published', 'buyer_saved', 'buyer_removed', 'cap_reached']),
  about: Type.String({ description: 'The path of a site, or the key of a buyer.' }),
  by: Type.String({ description: 'Who did it. Empty if it was automatic or isn’t known.' }),
  version: Type.Union([Type.Integer(), Type.Null()]),
  weight: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The percentage of new visitors who get the version.',
  }),
  cap: Type.Union([Type.String(), Type.Null()], { description: 'The cap, in words.' }),
})
export type TodayChange = Static<typeof TodayChange>

export const Today = closed({
  as_of: EpochMs,
  day: Day,
  before: { ...Day, description: 'The same weekday last week.' },
  sites: Type.Array(SiteToday, { description: 'Sites with revenue on either day, the highest first.' }),
  leads: closed({
    sold: Type.Integer(),
    probably_sold: Type.Integer({ description: 'A buyer may have bought it. See /desk/settle.' }),
    waiting: Type.Integer({
      description: 'On their way to a buyer, or waiting for one to take leads again.',
    }),
    returned: Type.Integer({ description: 'Sold, returned in full, and not sold to another buyer.' }),
    failed: Type.Integer({ description: 'Failed, and not sold to another buyer.' }),
    unsold: Type.Integer(),
    unsent: Type.Integer({ description: 'Saved, without a buyer.' }),
  }),
  troubles: Type.Array(BuyerTrouble, { description: 'Buyers that need attention, the most urgent first.' }),
  changes: Type.Array(TodayChange, { description: 'Since yesterday, newest first, up to 50.' }),
})
export type Today = Static<typeof Today>
