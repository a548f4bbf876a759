import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Scorecard } from '../../../schemas/desk/scorecard.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { Store } from '../../store/store.ts'
import { DAY_MS, HOUR_MS } from '../../time/durations.ts'
import { periodOf } from '../../time/localTime.ts'
import { newYorkWeeks, type Week } from '../../time/newYorkDay.ts'
import { limitsOf } from '../delivery/limitsOf.ts'

/** A buyer's last weeks. `document`: the buyer as it is now; undefined if it was removed. `leastOfOne`: rarer reasons are combined. */
export async function scorecardOf(
  store: Store,
  { buyer, document, sites, now }: { buyer: string; document: Buyer | undefined; sites: Sites; now: number },
  leastOfOne: number,
): Promise<Scorecard> {
  const weeks = newYorkWeeks(now, WEEKS)
  const { ranges, total, taken } = await store.buyerScores({ buyer, ranges: weeks, sites }, leastOfOne)
  return {
    buyer,
    as_of: now,
    weeks: weeks.map((week, n) => ({
      ...week,
      ...ranges[n]!,
      // Caps count the leads of all sites.
      cap_percent: sites === null && document ? capPercent(document, week, taken[n]!, now) : null,
    })),
    total,
  }
}

const WEEKS = 8

/** Use of the fullest cap in a week so far, of what it allows in the days, hours, or part of a month that have begun; null without caps. */
function capPercent(
  buyer: Buyer,
  { from, to }: Week,
  taken: { leads: number; cents: number },
  now: number,
): number | null {
  const { caps, zone } = limitsOf(buyer)
  const elapsed = Math.min(to, now) + 1 - from
  // A week with a clock change may be an hour longer.
  const days = Math.min(7, Math.ceil(elapsed / DAY_MS))
  const shares = caps.flatMap(({ per, leads, cents }) => {
    const { start, end } = periodOf(from, 'month', zone)
    const periods = {
      hour: Math.ceil(elapsed / HOUR_MS),
      day: days,
      month: days / Math.round((end - start) / DAY_MS),
    }[per]
    const share = (used: number, most: number | undefined) => (most ? [used / (most * periods)] : [])
    return [...share(taken.leads, leads), ...share(taken.cents, cents)]
  })
  return shares.length === 0 ? null : Math.round(1000 * Math.max(...shares)) / 10
}
