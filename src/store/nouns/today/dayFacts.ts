import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import type { DaySums, Today } from '../../../../schemas/desk/today.ts'
import type { LeadOutcome } from '../../../rows/outcomeOfLead.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import { all, integer, one, only, query, text, word, type Rule } from '../../kernel/statement.ts'
import { SCORED } from '../leads/deliveryColumns.ts'

/** Facts about a day so far. Every read is of some days, of what waits, or of one row for each buyer. */

/** Times of the day. Each range includes its start and not its end. */
export interface DayAsked extends OfSites {
  today: Range
  /** The same weekday last week, up to the same time of day. */
  beforeByNow: Range
  beforeDay: Range
  /** Time since which failures and changes count. */
  since: number
  /** Periods of the buyers' caps. */
  periods: readonly { buyer: string; from: number; to: number }[]
}

interface Range {
  from: number
  to: number
}

type PathSums = DaySums & { path: string }

export interface DayFacts {
  today: PathSums[]
  beforeByNow: PathSums[]
  beforeDay: PathSums[]
  leads: Today['leads']
  held: { buyer: string; reason: HeldReason; leads: number; since: number; message: string }[]
  failing: { buyer: string; leads: number; since: number; message: string }[]
  published: { path: string; at: number; version: number; weight: number }[]
  buyers: { buyer: string; at: number; saved_by: string; removed: number }[]
  /** Places taken in each of the periods that were asked for. */
  taken: { leads: number; cents: number }[]
}

function* dayFacts({ today, beforeByNow, beforeDay, since, periods, sites }: DayAsked): Rule<DayFacts> {
  const list = siteList({ sites })
  const sums = ({ from, to }: Range) => all(daySql.sums, from, to, list)
  const leads = { sold: 0, probably_sold: 0, waiting: 0, returned: 0, failed: 0, unsold: 0, unsent: 0 }
  for (const { outcome, n } of yield* all(daySql.outcomes, today.from, today.to, list)) leads[outcome] = n
  leads.unsent = (yield* only(daySql.unsent, today.from, today.to, list)).n
  const failing = []
  for (const { newest, ...one } of yield* all(daySql.failing, since, list))
    failing.push({ ...one, message: (yield* lastMessage(newest)) ?? '' })
  const taken = []
  for (const { buyer, from, to } of periods) taken.push(yield* only(daySql.taken, buyer, from, to))
  return {
    today: yield* sums(today),
    beforeByNow: yield* sums(beforeByNow),
    beforeDay: yield* sums(beforeDay),
    leads,
    held: yield* all(daySql.held, list),
    failing,
    published: yield* all(daySql.published, since, list),
    // A buyer may be of any site.
    buyers: sites ? [] : yield* all(daySql.buyers, since),
    taken,
  }
}

function* lastMessage(delivery: number): Rule<string | null> {
  return (yield* one(daySql.message, delivery))?.message ?? null
}

const CHANGES = 50

const daySql = {
  sums: query(
    ({ textsIn }) => `SELECT path, CAST(SUM(cents) AS BIGINT) AS net_cents,
       CAST(SUM(CASE WHEN kind = 'return' THEN -cents ELSE 0 END) AS BIGINT) AS returned_cents,
       SUM(CASE WHEN kind = 'sale' AND sold = 1 THEN 1 ELSE 0 END) AS sold
     FROM ${LEDGER_SQL} AS ledger WHERE at >= $1 AND at < $2 AND ($3 = '[]' OR path IN ${textsIn('$3')}) GROUP BY path ORDER BY path`,
    { path: text, net_cents: integer, returned_cents: integer, sold: integer },
  ),
  outcomes: query(
    ({ textsIn }) => `SELECT outcome, COUNT(*) AS n FROM (
       SELECT CASE WHEN MAX(CASE WHEN state = 'accepted' AND NOT ${SCORED.returned('outbox')} THEN 1 ELSE 0 END) = 1 THEN 'sold'
         WHEN MAX(unsure) = 1 THEN 'probably_sold'
         WHEN MAX(CASE state WHEN 'due' THEN 1 ELSE 0 END) = 1 THEN 'waiting'
         WHEN MAX(CASE state WHEN 'accepted' THEN 1 ELSE 0 END) = 1 THEN 'returned'
         WHEN MAX(CASE state WHEN 'dead' THEN 1 ELSE 0 END) = 1 THEN 'failed' ELSE 'unsold' END AS outcome
       FROM outbox WHERE at >= $1 AND at < $2 AND ${isOfSites('outbox.session', '$3', textsIn)}
       GROUP BY session, offer) AS leads
     GROUP BY outcome`,
    { outcome: word<Exclude<LeadOutcome, 'unsent'>>(), n: integer },
  ),
  unsent: query(
    ({ textsIn }) => `SELECT COUNT(DISTINCT session) AS n FROM leads
     WHERE at >= $1 AND at < $2 AND ${isOfSites('leads.session', '$3', textsIn)}
       AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.session = leads.session)`,
    { n: integer },
  ),
  // The index covers due entries; see leases.ts.
  held: query(
    ({ textsIn }) => `SELECT buyer, held AS reason, COUNT(*) AS leads, MIN(COALESCE(held_since, at)) AS since,
       MAX(COALESCE(held_message, '')) AS message
     FROM outbox WHERE state = 'due' AND due_at IS NOT NULL AND held IN ('full', 'closed', 'paused')
       AND ${isOfSites('outbox.session', '$1', textsIn)}
     GROUP BY buyer, held ORDER BY buyer, held`,
    { buyer: text, reason: word<HeldReason>(), leads: integer, since: integer, message: text },
  ),
  failing: query(
    ({ textsIn }) => `SELECT buyer, COUNT(*) AS leads, MIN(at) AS since, MAX(delivery) AS newest FROM outbox
     WHERE state IN ('due', 'dead') AND (state = 'dead' OR (attempts > 0 AND under_way = 0 AND held IS NULL))
       AND at >= $1 AND ${isOfSites('outbox.session', '$2', textsIn)}
     GROUP BY buyer ORDER BY buyer`,
    { buyer: text, leads: integer, since: integer, newest: integer },
  ),
  message: query('SELECT message FROM attempts WHERE delivery = $1 ORDER BY attempt DESC LIMIT 1', {
    message: text,
  }),
  published: query(
    ({ textsIn }) => `SELECT path, at, version, weight FROM splits
     WHERE at >= $1 AND ($2 = '[]' OR path IN ${textsIn('$2')})
     ORDER BY split DESC, version DESC LIMIT ${CHANGES}`,
    { path: text, at: integer, version: integer, weight: integer },
  ),
  buyers: query(
    `SELECT buyer, saved_at AS at, saved_by, removed FROM buyers WHERE saved_at >= $1
     ORDER BY saved_at DESC, buyer LIMIT ${CHANGES}`,
    { buyer: text, at: integer, saved_by: text, removed: integer },
  ),
  taken: query(
    `SELECT COALESCE(SUM(leads), 0) AS leads, CAST(COALESCE(SUM(cents), 0) AS BIGINT) AS cents
     FROM buyer_places WHERE buyer = $1 AND quarter >= $2 AND quarter < $3`,
    { leads: integer, cents: integer },
  ),
}

export const dayNoun = {
  slowReads: { dayFacts },
  sql: daySql,
}
