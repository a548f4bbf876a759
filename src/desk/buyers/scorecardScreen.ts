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
    `Buyers that got leads from ${pathsOf(sites)}. Their setup applies to all sites, so your account doesn’t include it.`,
  noBuyers: 'No buyers yet',
  noBuyersWhy: 'Buyers appear here once they get a lead from your sites.',
  asOf: (when: string) => `As of ${when}.`,
  export: 'scorecard',

  // Table
  byWeek: 'By week',
  note: 'Weeks run from Monday to Sunday, New York time. A lead counts in the week it was due. Returns can still come in.',
  capNote: 'Cap used is based on the current caps.',
  sitesNote: (sites: readonly string[]) =>
    `Only leads from ${pathsOf(sites)} are included. Cap use isn’t shown, because caps count leads from all sites.`,
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
  lostTitle: 'Lost auctions, by how much',
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
  refusedTitle: 'Reasons for refusals',
  refusedSum: (count: number) =>
    `${show(count, 'count')} ${count === 1 ? 'lead' : 'leads'}, by the buyer’s response.`,
  refusedNone: 'The buyer didn’t refuse any leads.',
  otherReasons: 'Other reasons',
  timeTitle: 'Response time',
  timeNote: (count: number) =>
    `Half of ${show(count, 'count')} ${count === 1 ? 'response' : 'responses'} took at most the first time, 95% at most the second.`,
  timeNone: 'No response times yet.',
} as const

const NEAR_CENTS = 200

function pathsOf(sites: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(sites.map((path) => `/${path}`))
}

/** Whole dollars. */
function dollars(cents: number): string {
  return `$${cents / 100}`
}
