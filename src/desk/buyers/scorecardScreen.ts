import type { ScoreFigures } from '../../../schemas/desk/scorecard.ts'
import { show } from '../../operator/table/cells.ts'

/** Texts of a buyer's scorecard. */
export const SCORE = {
  title: 'Scorecard',
  setup: 'Setup',
  pages: 'Pages of this buyer',
  failed: 'Couldn’t load the scorecard',
  none: (weeks: number) => `No leads in the last ${weeks} weeks`,
  noneWhy: 'Figures appear here once leads are sent to this buyer.',
  someSites: (sites: readonly string[]) =>
    `Buyers that were sent leads of ${pathsOf(sites)}. Their setup applies to all sites, so your account doesn’t include it.`,
  noBuyers: 'No buyers yet',
  noBuyersWhy: 'A buyer appears here once it’s sent a lead of your sites.',
  asOf: (when: string) => `As of ${when}.`,
  export: 'scorecard',

  // Table
  byWeek: 'By week',
  note: 'New York weeks, Monday to Sunday. A lead counts in the week it fell due. Returns can still come in.',
  capNote: 'Cap used compares with the caps as they are now.',
  sitesNote: (sites: readonly string[]) =>
    `These are the leads of ${pathsOf(sites)}. The use of caps isn’t shown, because caps count the leads of all sites.`,
  week: 'Week',
  soFar: 'so far',
  all: (weeks: number) => `All ${weeks} weeks`,
  asked: 'Asked',
  bid: 'Bid',
  bidShare: 'Bid, %',
  won: 'Won',
  wonShare: 'Won, %',
  lost: 'Lost',
  lostBy: 'Lost by, median',
  refused: 'Refused',
  returnedShare: 'Returned, %',
  net: 'Net',
  p50: 'p50, ms',
  p95: 'p95, ms',
  cap: 'Cap used, %',
  list: (what: string, of: string) => `${what}, ${of}: see the deliveries`,
  show: (of: string) => `Show details of ${of}`,

  // Details of a week
  details: (of: string) => `Details, ${of}`,
  lostTitle: 'Auctions lost, by how much',
  lostSum: ({ lost_by }: Pick<ScoreFigures, 'lost_by'>) => {
    const all = lost_by.reduce((sum, { count }) => sum + count, 0)
    const near = lost_by.filter(({ up_to_cents }) => up_to_cents !== null && up_to_cents <= NEAR_CENTS)
    const count = near.reduce((sum, one) => sum + one.count, 0)
    return `${show(count, 'count')} of ${show(all, 'count')} were lost by ${show(NEAR_CENTS, 'cents')} or less.`
  },
  lostNone: 'No auction was lost to a higher bid.',
  behind: ({ over_cents, up_to_cents }: ScoreFigures['lost_by'][number]) => {
    if (up_to_cents === null) return `Over ${dollars(over_cents)}`
    return over_cents < 0
      ? `Up to ${dollars(up_to_cents)}`
      : `${dollars(over_cents)} to ${dollars(up_to_cents)}`
  },
  refusedTitle: 'Refused, and why',
  refusedSum: (count: number) =>
    `${show(count, 'count')} ${count === 1 ? 'lead' : 'leads'}, as the buyer answered.`,
  refusedNone: 'The buyer refused no lead.',
  otherReasons: 'Other reasons',
  timeTitle: 'Time to answer',
  timeNote: (count: number) =>
    `Half of ${show(count, 'count')} ${count === 1 ? 'answer' : 'answers'} came within the first time, 95% within the second.`,
  timeNone: 'No answer was timed.',
} as const

const NEAR_CENTS = 200

function pathsOf(sites: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(sites.map((path) => `/${path}`))
}

/** Whole dollars. */
function dollars(cents: number): string {
  return `$${cents / 100}`
}
