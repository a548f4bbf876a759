import type { Buyer } from '../../schemas/buyer/buyer.ts'
import { periodOf } from '../../src/time/localTime.ts'

/** One lead at one buyer, as in its rows. */
export interface Placed {
  uuid: string
  key: string
  buyer: string
  state: string
  /** Time when its place was taken; for a sale without one, time of booking; null if it has neither. */
  at: number | null
  /** Amount reserved for it, or booked, whichever is more. */
  cents: number
}

export const PLACED_SQL = `SELECT sessions.uuid AS uuid, outbox.key AS key, outbox.buyer AS buyer, outbox.state AS state,
     COALESCE(placed_at, sales.at) AS at,
     CASE WHEN placed_cents > COALESCE(sales.cents, 0) THEN placed_cents ELSE COALESCE(sales.cents, 0) END AS cents
   FROM outbox JOIN sessions ON sessions.session = outbox.session
     LEFT JOIN sales ON sales.source = outbox.buyer AND sales.external_id = outbox.key AND sales.sold = 1`

/** Quarters of an hour whose places, which caps are checked against, differ from the leads themselves. */
export const MISCOUNTED_SQL = `SELECT buyer FROM (
     SELECT buyer, quarter, leads, cents FROM buyer_places
     UNION ALL
     SELECT buyer, placed_at - placed_at % 900000, -1, -placed_cents FROM outbox WHERE placed_at IS NOT NULL
   ) AS counted GROUP BY buyer, quarter HAVING SUM(leads) <> 0 OR SUM(cents) <> 0`

/** Hours, days and months in which a buyer has more than one of its caps allows, in words; the number of them with leads; and the number
 *  that had no room for its dearest lead once more, so caps were reached. */
export function periodsBeyondCaps(rows: readonly Placed[], buyers: Record<string, Buyer>) {
  const beyondCaps: string[] = []
  let periods = 0
  let reached = 0
  for (const [name, { caps = [], time_zone: zone = 'America/New_York' }] of Object.entries(buyers))
    for (const { per, leads = Infinity, dollars } of caps) {
      const theirs = rows.filter(({ buyer, at }) => buyer === name && at !== null)
      const most = dollars === undefined ? Infinity : Math.round(Number(dollars) * 100)
      for (const [start, inPeriod] of Map.groupBy(theirs, ({ at }) => periodOf(at!, per, zone).start)) {
        const cents = inPeriod.reduce((sum, one) => sum + one.cents, 0)
        const dearest = Math.max(...inPeriod.map((one) => one.cents))
        periods++
        if (inPeriod.length >= leads || cents + dearest > most) reached++
        if (inPeriod.length > leads || cents > most)
          beyondCaps.push(
            `${name}: ${inPeriod.length} leads for ${cents} cents in the ${per} of ${new Date(start).toISOString()}`,
          )
      }
    }
  return { beyondCaps, periods, reached }
}
