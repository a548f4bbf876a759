import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import type {
  DeliveryOverview,
  HeldLeads,
  Loss,
  LossKind,
  OverviewAsked,
} from '../../../../schemas/desk/deliveries.ts'
import { newYorkDate } from '../../../time/newYorkDay.ts'
import { maskedText } from '../../kernel/mask.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import { all, integer, query, text, word, type Dialect, type Rule, LAST } from '../../kernel/statement.ts'

/** Counts of deliveries that fell due in a range by state, those that wait, and those that were lost: by buyer, by reason and by day.
 *  `leastOfOne`: rarer reasons are combined. */
function* deliveryOverview(
  { offer = '', buyer = '', from = 0, to = LAST, sites }: OverviewAsked & OfSites,
  leastOfOne: number,
): Rule<DeliveryOverview> {
  const range = [offer, buyer, from, to, siteList({ sites })] as const
  const states: Record<string, number> = {}
  const count = (state: string, n: number) => (states[state] = (states[state] ?? 0) + n)
  for (const { state, retried, held, n } of yield* all(lossSql.states, ...range)) {
    count(state, n)
    if (state === 'due' && retried > 0) count('retried', n)
    if (state === 'due' && held > 0) count('held', n)
  }
  const prices = new Map(
    (yield* all(lossSql.prices, ...range)).map((row) => [`${row.buyer} ${row.offer}`, row.cents / row.sold]),
  )
  const priceOf = (row: { buyer: string; offer: string }) => prices.get(`${row.buyer} ${row.offer}`)
  const losses = new Map<string, Loss>()
  for (const { hour, n, message, kind, ...row } of yield* all(lossSql.unsold, ...range)) {
    const price = priceOf(row)
    add(losses, {
      ...row,
      kind,
      reason: reasonIn(message),
      hour,
      n,
      cents: price === undefined ? null : price * n,
    })
  }
  for (const { hour, n, cents, ...row } of yield* all(lossSql.returned, ...range))
    add(losses, { ...row, kind: 'returned', reason: '', hour, n, cents })
  const held = heldLeads(yield* all(lossSql.held, ...range), priceOf)
  return { states, held, losses: withRareSummedUp([...losses.values()], leastOfOne) }
}

interface HeldRow extends Omit<HeldLeads, 'waiting_cents'> {
  offer: string
}

/** Combines leads that wait for the same buyer and reason, over all offers. */
function heldLeads(rows: readonly HeldRow[], priceOf: (row: HeldRow) => number | undefined): HeldLeads[] {
  const found = Map.groupBy(rows, ({ buyer, reason }) => `${buyer} ${reason}`)
  return [...found.values()]
    .map((same) => {
      const [{ buyer, reason, message }] = same as [HeldRow]
      const prices = same.map((row) => ({ price: priceOf(row), count: row.count }))
      const priced = prices.flatMap(({ price, count }) => (price === undefined ? [] : price * count))
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

function add(
  losses: Map<string, Loss>,
  {
    buyer,
    kind,
    reason,
    hour,
    n,
    cents,
  }: Pick<Loss, 'buyer' | 'kind' | 'reason'> & {
    hour: number
    n: number
    cents: number | null
  },
): void {
  const key = JSON.stringify([buyer, kind, reason])
  const known = losses.get(key) ?? { buyer, kind, reason, count: 0, lost_cents: null, by_day: {} }
  losses.set(key, known)
  const day = newYorkDate(hour * HOUR_MS)
  known.count += n
  known.by_day[day] = (known.by_day[day] ?? 0) + n
  // Rounded once, after summing.
  if (cents !== null) known.lost_cents = (known.lost_cents ?? 0) + cents
}

const HOUR_MS = 3_600_000

/** The part of a message that also fits others, without IDs or data that identifies a person. */
function reasonIn(message: string): string {
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
    const key = JSON.stringify([loss.buyer, loss.kind, reason])
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
    .sort((a, b) => b.count - a.count)
}

const MOST_REASONS = 100

const within = (table: string, source: string, { textsIn }: Dialect) =>
  `($1 = '' OR ${table}.offer = $1) AND ($2 = '' OR ${table}.${source} = $2) AND ${table}.at >= $3 AND ${table}.at <= $4
     AND ${isOfSites(`${table}.session`, '$5', textsIn)}`

const lossSql = {
  states: query(
    (dialect) => `SELECT state, CASE WHEN attempts > 0 THEN 1 ELSE 0 END AS retried,
       CASE WHEN held IS NULL THEN 0 ELSE 1 END AS held, COUNT(*) AS n FROM outbox
     WHERE ${within('outbox', 'buyer', dialect)}
     GROUP BY state, CASE WHEN attempts > 0 THEN 1 ELSE 0 END, CASE WHEN held IS NULL THEN 0 ELSE 1 END`,
    { state: text, retried: integer, held: integer, n: integer },
  ),
  // The index covers due entries; see leases.ts.
  held: query(
    (
      dialect,
    ) => `SELECT buyer, offer, held AS reason, MAX(COALESCE(held_message, '')) AS message, COUNT(*) AS count,
       MIN(COALESCE(held_since, at)) AS since
     FROM outbox WHERE ${within('outbox', 'buyer', dialect)} AND state = 'due' AND due_at IS NOT NULL AND held IS NOT NULL
     GROUP BY buyer, offer, held ORDER BY buyer, held, offer`,
    { buyer: text, offer: text, reason: word<HeldReason>(), message: text, count: integer, since: integer },
  ),
  // A lead that another buyer bought isn't lost.
  unsold: query(
    (
      dialect,
    ) => `SELECT outbox.at / ${HOUR_MS} AS hour, buyer, offer, state AS kind, COALESCE(held_message, message, '') AS message, COUNT(*) AS n
     FROM outbox LEFT JOIN attempts ON attempts.delivery = outbox.delivery AND attempts.attempt = outbox.attempts
     WHERE ${within('outbox', 'buyer', dialect)} AND state IN ('rejected', 'duplicate', 'dead', 'suppressed')
       AND NOT EXISTS (SELECT 1 FROM outbox AS sold
         WHERE sold.session = outbox.session AND sold.offer = outbox.offer AND sold.state = 'accepted')
     GROUP BY outbox.at / ${HOUR_MS}, buyer, offer, state, COALESCE(held_message, message, '')`,
    { hour: integer, buyer: text, offer: text, kind: word<LossKind>(), message: text, n: integer },
  ),
  // Only sales of deliveries; partners who pay for clicks have none.
  returned: query(
    (dialect) => `SELECT sales.at / ${HOUR_MS} AS hour, source AS buyer, sales.offer AS offer, COUNT(*) AS n,
       CAST(-SUM(cents) AS BIGINT) AS cents
     FROM sales JOIN outbox ON outbox.session = sales.session AND outbox.offer = sales.offer AND buyer = source
     WHERE ${within('sales', 'source', dialect)} AND sold = -1 GROUP BY sales.at / ${HOUR_MS}, source, sales.offer`,
    { hour: integer, buyer: text, offer: text, n: integer, cents: integer },
  ),
  prices: query(
    (
      dialect,
    ) => `SELECT source AS buyer, offer, COUNT(*) AS sold, CAST(SUM(cents) AS BIGINT) AS cents FROM sales
     WHERE ${within('sales', 'source', dialect)} AND sold = 1 GROUP BY source, offer`,
    { buyer: text, offer: text, sold: integer, cents: integer },
  ),
}

export const lossNoun = {
  slowReads: { deliveryOverview },
  sql: lossSql,
}
