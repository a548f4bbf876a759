import { Type, type Static } from 'typebox'
import { closed, Day, EpochMs, Key, oneOf } from '../kernel/shape.ts'

/** Today at /desk: how the New York day goes so far, and what needs somebody. Times are UTC epoch ms. */

export const TodayAsked = closed({
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of one site.' })),
})
export type TodayAsked = Static<typeof TodayAsked>

const sums = {
  net_cents: Type.Integer({ description: 'What the ledger has, returns that came in this time taken off.' }),
  returned_cents: Type.Integer({ description: 'The returns alone, as a positive amount.' }),
  sold: Type.Integer(),
}

/** Sums of the ledger. */
export const DaySums = closed(sums)
export type DaySums = Static<typeof DaySums>

export const SiteToday = closed({
  path: Type.String(),
  today: DaySums,
  before_by_now: { ...DaySums, description: 'The same weekday last week, up to the same time of day.' },
  before_day: { ...DaySums, description: 'All of that day.' },
})
export type SiteToday = Static<typeof SiteToday>

export const BuyerTrouble = closed({
  buyer: Key,
  trouble: oneOf(['failing', 'unused', 'paused', 'full', 'closed'], {
    description:
      'failing: leads were given up, or are tried again. unused: its settings can’t be used. full: a cap is reached, or leads wait for one.',
  }),
  leads: Type.Integer({ description: 'Leads that failed since yesterday, or wait now.' }),
  since: Type.Union([EpochMs, Type.Null()]),
  until: Type.Union([EpochMs, Type.Null()], { description: 'When it takes leads again; null if unknown.' }),
  reason: Type.String({ description: 'The last answer, or what is wrong; without personal data.' }),
})
export type BuyerTrouble = Static<typeof BuyerTrouble>

export const TodayChange = closed({
  at: EpochMs,
  kind: oneOf(['published', 'buyer_saved', 'buyer_removed', 'cap_reached']),
  about: Type.String({ description: 'The path of a site, or a buyer.' }),
  by: Type.String({ description: 'Who did it; empty where nobody did, or it isn’t known.' }),
  version: Type.Union([Type.Integer(), Type.Null()]),
  weight: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Percent of new visitors that get the version.',
  }),
  cap: Type.Union([Type.String(), Type.Null()], { description: 'The cap, in words.' }),
})
export type TodayChange = Static<typeof TodayChange>

export const Today = closed({
  as_of: EpochMs,
  day: Day,
  before: { ...Day, description: 'The same weekday last week.' },
  sites: Type.Array(SiteToday, { description: 'Sites with money on either day, the most first.' }),
  leads: closed({
    sold: Type.Integer(),
    probably_sold: Type.Integer({ description: 'A buyer may have bought it; see /desk/settle.' }),
    waiting: Type.Integer({ description: 'On their way to a buyer, or kept until one takes leads again.' }),
    failed: Type.Integer({ description: 'Given up at a buyer, and sold to no other.' }),
    unsold: Type.Integer(),
    unsent: Type.Integer({ description: 'Saved, for no buyer.' }),
  }),
  troubles: Type.Array(BuyerTrouble, { description: 'What needs somebody first.' }),
  changes: Type.Array(TodayChange, { description: 'Since yesterday, the newest first, at most 50.' }),
})
export type Today = Static<typeof Today>
