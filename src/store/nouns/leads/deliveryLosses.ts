import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import type {
  DeliveryOverview,
  DeliveryStatus,
  HeldLeads,
  Loss,
  LossKind,
  OutbidBuyer,
  OverviewAsked,
} from '../../../../schemas/desk/deliveries.ts'
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts'
import { newYorkDate } from '../../../time/newYorkDay.ts'
import { maskedText } from '../../kernel/mask.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import type { ReportContext } from '../reports/reportRules.ts'
import { statusSql } from './deliveryColumns.ts'
import { all, integer, query, text, word, type Dialect, type Rule, LAST } from '../../kernel/statement.ts'

/** Counts of deliveries that became due in a range by status, those that wait, leads that no one bought, and who was outbid.
 *  `leastOfOne`: rarer reasons are combined. */
function* deliveryOverview(
  { offerNames }: ReportContext,
  { offer = '', buyer = '', from = 0, to = LAST, sites }: Omit<OverviewAsked, 'path'> & OfSites,
  leastOfOne: number,
): Rule<DeliveryOverview> {
  const nameOf = yield* offerNames.ofVersions()
  const list = siteList({ sites })
  const range = [offer, buyer, from, to, list] as const
  const states: Record<string, number> = {}
  const count = (status: string, n: number) => (states[status] = (states[status] ?? 0) + n)
  for (const { status, retried, n } of yield* all(lossSql.states, ...range)) {
    count(status, n)
    if (status === 'held') count('due', n)
    if (retried > 0) count('retried', n)
  }
  const since = Math.min(from, to - USUAL_MS)
  const prices = usualPrices(yield* all(lossSql.prices, offer, since, to, list))
  const losses = new Map<string, Loss>()
  for (const row of yield* all(lossSql.unsold, ...range)) {
    const usual = prices(row.path, row.offer)
    const unbid = row.unbid === 0 ? 0 : usual === null ? null : usual * row.unbid
    const isKnown = row.unbid < row.n || unbid !== null
    add(losses, {
      ...row,
      offer_name: nameOf(row.version, row.offer),
      reason: reasonIn(row.message),
      cents: isKnown ? row.bid_cents + (unbid ?? 0) : null,
    })
  }
  const held = heldLeads(yield* all(lossSql.held, ...range), prices)
  const outbid = outbidBuyers(yield* all(lossSql.bids, ...range))
  return { states, held, losses: withRareSummedUp([...losses.values()], leastOfOne), outbid }
}

/** Prices of the last month tell what a lead usually brings, however short the range is. */
const USUAL_MS = 30 * DAY_MS

interface PriceRow {
  path: string
  offer: string
  buyer: string
  sold: number
  cents: number
}

/** Function that returns the average price of an offer on a site, of one buyer or of all; null if nothing was sold. */
function usualPrices(rows: readonly PriceRow[]) {
  const sums = new Map<string, { sold: number; cents: number }>()
  for (const { path, offer, buyer, sold, cents } of rows)
    for (const key of [JSON.stringify([path, offer]), JSON.stringify([path, offer, buyer])]) {
      const sum = sums.get(key) ?? { sold: 0, cents: 0 }
      sums.set(key, { sold: sum.sold + sold, cents: sum.cents + cents })
    }
  return (...key: [path: string, offer: string, buyer?: string]): number | null => {
    const sum = sums.get(JSON.stringify(key))
    return sum ? sum.cents / sum.sold : null
  }
}

interface BidRow {
  buyer: string
  is_won: number
  n: number
  behind_cents: number
  closest_cents: number
}

/** Buyers that were outbid, from their bids won and lost. */
function outbidBuyers(rows: readonly BidRow[]): OutbidBuyer[] {
  return [...Map.groupBy(rows, ({ buyer }) => buyer)]
    .flatMap(([buyer, of]): OutbidBuyer[] => {
      const won = of.find(({ is_won }) => is_won === 1)?.n ?? 0
      const lost = of.find(({ is_won }) => is_won === 0)
      if (!lost) return []
      const behind_cents = Math.round(lost.behind_cents / lost.n)
      return [
        { buyer, bids: won + lost.n, won, outbid: lost.n, behind_cents, closest_cents: lost.closest_cents },
      ]
    })
    .sort((a, b) => b.outbid - a.outbid || (a.buyer < b.buyer ? -1 : 1))
}

interface HeldRow extends Omit<HeldLeads, 'waiting_cents'> {
  path: string
  offer: string
}

/** Combines leads that wait for the same buyer and reason, over all offers. */
function heldLeads(rows: readonly HeldRow[], usual: ReturnType<typeof usualPrices>): HeldLeads[] {
  const found = Map.groupBy(rows, ({ buyer, reason }) => `${buyer} ${reason}`)
  return [...found.values()]
    .map((same) => {
      const [{ buyer, reason, message }] = same as [HeldRow]
      const priced = same.flatMap(({ path, offer, count }) => {
        const price = usual(path, offer, buyer)
        return price === null ? [] : price * count
      })
      return {
        buyer,
        reason,
        message,
        count: same.reduce((sum, row) => sum + row.count, 0),
        since: Math.min(...same.map(({ since }) => since)),
        waiting_cents: priced.length === 0 ? null : Math.round(priced.reduce((sum, cents) => sum + cents, 0)),
      }
    })
    .sort((a, b) => b.count - a.count || (a.buyer < b.buyer ? -1 : 1))
}

type OfLoss = Pick<Loss, 'path' | 'offer' | 'offer_name' | 'buyer' | 'kind'>

/** Common part of the losses that are one row, besides their reason. */
const ofLoss = ({ path, offer, offer_name, buyer, kind }: OfLoss): OfLoss => ({
  path,
  offer,
  offer_name,
  buyer,
  kind,
})

function add(
  losses: Map<string, Loss>,
  {
    hour,
    n,
    cents,
    reason,
    ...of
  }: OfLoss & { reason: string; hour: number; n: number; cents: number | null },
): void {
  const key = JSON.stringify({ ...ofLoss(of), reason })
  const known = losses.get(key) ?? { ...ofLoss(of), reason, count: 0, lost_cents: null, by_day: {} }
  losses.set(key, known)
  const day = newYorkDate(hour * HOUR_MS)
  known.count += n
  known.by_day[day] = (known.by_day[day] ?? 0) + n
  // Rounded once, after summing.
  if (cents !== null) known.lost_cents = (known.lost_cents ?? 0) + cents
}

/** The part of a message that also fits others, without IDs or data that identifies a person. */
export function reasonIn(message: string): string {
  const said = maskedText(message, [])
    .replace(/\bdelivery \d+\b/g, 'another delivery')
    .replace(/\b(?=[\w-]*\d)[\w-]{8,}\b|\b\d{4,}\b/g, '#')
  return said.length > LONGEST_REASON ? `${said.slice(0, LONGEST_REASON)}…` : said
}

const LONGEST_REASON = 160

/** Combines the rare reasons of a buyer and kind into one loss without a reason; after the most frequent reasons, all others too. */
function withRareSummedUp(losses: readonly Loss[], leastOfOne: number): Loss[] {
  const inOrder = losses.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
  const summed = new Map<string, Loss>()
  for (const [place, loss] of inOrder.entries()) {
    const reason = loss.count < leastOfOne || place >= MOST_REASONS ? '' : loss.reason
    const key = JSON.stringify({ ...ofLoss(loss), reason })
    const known = summed.get(key)
    if (!known) {
      summed.set(key, { ...loss, reason, by_day: { ...loss.by_day } })
      continue
    }
    known.count += loss.count
    if (loss.lost_cents !== null) known.lost_cents = (known.lost_cents ?? 0) + loss.lost_cents
    for (const [day, n] of Object.entries(loss.by_day)) known.by_day[day] = (known.by_day[day] ?? 0) + n
  }
  return [...summed.values()]
    .map((loss) => ({ ...loss, lost_cents: loss.lost_cents === null ? null : Math.round(loss.lost_cents) }))
    .sort((a, b) => (b.lost_cents ?? -1) - (a.lost_cents ?? -1) || b.count - a.count)
}

const MOST_REASONS = 100

const within = ({ textsIn }: Dialect) =>
  `($1 = '' OR outbox.offer = $1) AND ($2 = '' OR outbox.buyer = $2) AND outbox.at >= $3 AND outbox.at <= $4
     AND ${isOfSites('outbox.session', '$5', textsIn)}`

/** Deliveries of the same lead as a row of the outbox, as `other`. */
const OTHERS = 'FROM outbox AS other WHERE other.session = outbox.session AND other.offer = outbox.offer'

/** The highest bid of a delivery that could have been taken. */
const BID = `(SELECT MAX(bid_cents) FROM attempts AS asked
  WHERE asked.delivery = outbox.delivery AND asked.auction IN ('won', 'lost'))`

/** The last attempt of a row of the outbox. */
const LAST_ATTEMPT = 'attempts ON attempts.delivery = outbox.delivery AND attempts.attempt = outbox.attempts'

/** The same, with their winning bids as `winner`. */
export const OTHERS_BID = `FROM outbox AS other
           JOIN attempts AS winner ON winner.delivery = other.delivery AND winner.auction = 'won'
         WHERE other.session = outbox.session AND other.offer = outbox.offer`

const SITE = `JOIN sessions ON sessions.session = outbox.session JOIN channels ON channels.channel = sessions.channel`

const lossSql = {
  states: query(
    (dialect) => `SELECT status, retried, COUNT(*) AS n FROM (
       SELECT ${statusSql('outbox')} AS status, CASE WHEN state = 'due' AND attempts > 0 THEN 1 ELSE 0 END AS retried
       FROM outbox WHERE ${within(dialect)}) AS found
     GROUP BY status, retried`,
    { status: word<DeliveryStatus>(), retried: integer, n: integer },
  ),
  // The index covers due entries; see leases.ts.
  held: query(
    (
      dialect,
    ) => `SELECT path, buyer, offer, held AS reason, MAX(COALESCE(held_message, '')) AS message, COUNT(*) AS count,
       MIN(COALESCE(held_since, outbox.at)) AS since
     FROM outbox ${SITE}
     WHERE ${within(dialect)} AND state = 'due' AND due_at IS NOT NULL AND held IS NOT NULL
     GROUP BY path, buyer, offer, held ORDER BY buyer, held, offer, path`,
    {
      path: text,
      buyer: text,
      offer: text,
      reason: word<HeldReason>(),
      message: text,
      count: integer,
      since: integer,
    },
  ),
  // A lead is lost once no buyer has it, may have it, or may still get it. Of its deliveries, the first in this order stands for it.
  unsold: query(
    (dialect) => `SELECT hour, path, version, offer, buyer, kind, message, COUNT(*) AS n,
       CAST(SUM(COALESCE(bid, 0)) AS BIGINT) AS bid_cents, SUM(CASE WHEN bid IS NULL THEN 1 ELSE 0 END) AS unbid
     FROM (
       SELECT hour, path, version, offer, buyer, kind, message, bid,
         ROW_NUMBER() OVER (PARTITION BY session, offer ORDER BY COALESCE(bid, -1) DESC,
           CASE kind WHEN 'dead' THEN 0 WHEN 'rejected' THEN 1 WHEN 'no_bid' THEN 2 WHEN 'outbid' THEN 3
             WHEN 'not_asked' THEN 4 WHEN 'duplicate' THEN 5 ELSE 6 END, delivery) AS place
       FROM (
         SELECT outbox.at / ${HOUR_MS} AS hour, outbox.session AS session, path, sessions.version AS version, offer,
           buyer, outbox.delivery AS delivery, ${statusSql('outbox')} AS kind,
           COALESCE(held_message, message, '') AS message, ${BID} AS bid
         FROM outbox ${SITE} LEFT JOIN ${LAST_ATTEMPT}
         WHERE ($1 = '' OR outbox.offer = $1) AND ($2 = '' OR EXISTS (SELECT 1 ${OTHERS} AND other.buyer = $2))
           AND outbox.at >= $3 AND outbox.at <= $4 AND ${isOfSites('outbox.session', '$5', dialect.textsIn)}
           AND state IN ('rejected', 'duplicate', 'dead', 'suppressed')
           AND NOT EXISTS (SELECT 1 ${OTHERS} AND (other.state IN ('accepted', 'due') OR other.unsure = 1))
       ) AS ended
     ) AS ranked WHERE place = 1
     GROUP BY hour, path, version, offer, buyer, kind, message`,
    {
      hour: integer,
      path: text,
      version: integer,
      offer: text,
      buyer: text,
      kind: word<LossKind>(),
      message: text,
      n: integer,
      bid_cents: integer,
      unbid: integer,
    },
  ),
  // A shared lead has several winners; the lowest of these was to be beaten.
  bids: query(
    (dialect) => `SELECT buyer, is_won, COUNT(*) AS n, CAST(SUM(winning - bid) AS BIGINT) AS behind_cents,
       MIN(winning - bid) AS closest_cents
     FROM (
       SELECT outbox.buyer AS buyer, CASE WHEN state = 'accepted' THEN 1 ELSE 0 END AS is_won, bid_cents AS bid,
         CASE WHEN state = 'accepted' THEN bid_cents ELSE
           (SELECT MIN(winner.bid_cents) ${OTHERS_BID} AND other.state = 'accepted') END AS winning
       FROM outbox JOIN ${LAST_ATTEMPT}
       WHERE ${within(dialect)} AND ((auction = 'won' AND state = 'accepted') OR (auction = 'lost' AND state <> 'accepted'))
     ) AS bid WHERE winning >= bid
     GROUP BY buyer, is_won`,
    { buyer: text, is_won: integer, n: integer, behind_cents: integer, closest_cents: integer },
  ),
  prices: query(
    ({
      textsIn,
    }) => `SELECT path, source AS buyer, offer, COUNT(*) AS sold, CAST(SUM(cents) AS BIGINT) AS cents
     FROM sales
     WHERE ($1 = '' OR offer = $1) AND at >= $2 AND at <= $3 AND ($4 = '[]' OR path IN ${textsIn('$4')}) AND sold = 1
     GROUP BY path, source, offer`,
    { path: text, buyer: text, offer: text, sold: integer, cents: integer },
  ),
}

export const lossNoun = {
  slowReadsInContext: { deliveryOverview },
  sql: lossSql,
}
