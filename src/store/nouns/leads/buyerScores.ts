import type { ScoreFigures } from '../../../../schemas/desk/scorecard.ts'
import { leftOfSale } from '../../kernel/ledgerSql.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import {
  all,
  integer,
  only,
  query,
  text,
  word,
  type Dialect,
  type RowOf,
  type Rule,
} from '../../kernel/statement.ts'
import { SCORED, statusSql } from './deliveryColumns.ts'
import { OTHERS_BID, reasonIn } from './deliveryLosses.ts'

/** Ranges of a buyer's leads, by when they became due; both ends are included. */
export interface ScoresAsked extends OfSites {
  buyer: string
  ranges: readonly { from: number; to: number }[]
}

export interface BuyerScores {
  ranges: ScoreFigures[]
  total: ScoreFigures
  /** Leads and cents that counted toward the buyer's caps in each range, of all sites. */
  taken: { leads: number; cents: number }[]
}

/** Outcomes of a buyer's leads in each range and in all of them. `leastOfOne`: rarer reasons are combined. */
function* buyerScores({ buyer, ranges, sites }: ScoresAsked, leastOfOne: number): Rule<BuyerScores> {
  const list = siteList({ sites })
  const found: Counts[] = []
  const taken = []
  for (const { from, to } of ranges) {
    found.push(countsIn(yield* all(scoreSql.counts, buyer, from, to, list)))
    taken.push(yield* only(scoreSql.taken, buyer, from, to))
  }
  return {
    ranges: found.map((counts) => figuresOf(counts, leastOfOne)),
    total: figuresOf(found.reduce(together, NONE), leastOfOne),
    taken,
  }
}

interface Counts extends Pick<
  ScoreFigures,
  'asked' | 'bid' | 'won' | 'lost' | 'refused' | 'returned' | 'net_cents'
> {
  /** Number of lost auctions by how far the bid was behind, in cents. */
  lostBy: ReadonlyMap<number, number>
  /** Number of answers by their time in ms, rounded up to tens. */
  answers: ReadonlyMap<number, number>
  reasons: ReadonlyMap<string, number>
}

const NONE: Counts = {
  asked: 0,
  bid: 0,
  won: 0,
  lost: 0,
  refused: 0,
  returned: 0,
  net_cents: 0,
  lostBy: new Map(),
  answers: new Map(),
  reasons: new Map(),
}

function together(a: Counts, b: Counts): Counts {
  return {
    asked: a.asked + b.asked,
    bid: a.bid + b.bid,
    won: a.won + b.won,
    lost: a.lost + b.lost,
    refused: a.refused + b.refused,
    returned: a.returned + b.returned,
    net_cents: a.net_cents + b.net_cents,
    lostBy: summed([...a.lostBy, ...b.lostBy]),
    answers: summed([...a.answers, ...b.answers]),
    reasons: summed([...a.reasons, ...b.reasons]),
  }
}

function summed<Key>(counts: readonly (readonly [Key, number])[]): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const [key, n] of counts) sums.set(key, (sums.get(key) ?? 0) + n)
  return sums
}

/** Figures by their names, and the numbers of leads or attempts by what they have in common. */
function countsIn(rows: readonly RowOf<typeof countColumns>[]): Counts {
  const by = Map.groupBy(rows, ({ what }) => what)
  const figure = (what: Figure) => by.get(what)?.[0]!.n ?? 0
  const spread = (what: Spread) => new Map(by.get(what)?.map(({ value, n }) => [value, n]))
  return {
    asked: figure('asked'),
    bid: figure('bid'),
    won: figure('won'),
    lost: figure('lost'),
    refused: figure('refused'),
    returned: figure('returned'),
    net_cents: figure('net_cents'),
    lostBy: spread('behind'),
    answers: spread('answer_ms'),
    reasons: summed((by.get('message') ?? []).map(({ words, n }) => [reasonIn(words), n])),
  }
}

type Figure = 'asked' | 'bid' | 'won' | 'lost' | 'refused' | 'returned' | 'net_cents'
type Spread = 'behind' | 'answer_ms'

function figuresOf({ lostBy, answers, reasons, ...counts }: Counts, leastOfOne: number): ScoreFigures {
  return {
    ...counts,
    lost_by_cents: atShare(lostBy, 0.5),
    lost_by: BEHIND.map(([over_cents, up_to_cents]) => ({
      over_cents,
      up_to_cents,
      count: sumOf(lostBy, (cents) => cents > over_cents && (up_to_cents === null || cents <= up_to_cents)),
    })),
    reasons: frequentOf(reasons, counts.refused, leastOfOne),
    answers: sumOf(answers, () => true),
    p50_ms: atShare(answers, 0.5),
    p95_ms: atShare(answers, 0.95),
  }
}

/** Ranges of how far a bid was below the winning one, in cents. A bid as high as the winning one came later or has a lower priority. */
const BEHIND = [
  [-1, 100],
  [100, 200],
  [200, 500],
  [500, 1000],
  [1000, null],
] as const

function sumOf(counts: ReadonlyMap<number, number>, isCounted: (value: number) => boolean): number {
  let sum = 0
  for (const [value, n] of counts) if (isCounted(value)) sum += n
  return sum
}

/** The least value that at least this share of all values doesn't exceed; null if there are none. */
function atShare(counts: ReadonlyMap<number, number>, share: number): number | null {
  const needed = share * sumOf(counts, () => true)
  let seen = 0
  for (const [value, n] of [...counts].sort(([a], [b]) => a - b)) {
    seen += n
    if (seen >= needed) return value
  }
  return null
}

/** The most frequent reasons; all others count as one without words. */
function frequentOf(
  reasons: ReadonlyMap<string, number>,
  refused: number,
  leastOfOne: number,
): ScoreFigures['reasons'] {
  const named = [...reasons]
    .filter(([reason, count]) => reason !== '' && count >= leastOfOne)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, MOST_REASONS)
  const others = refused - named.reduce((sum, { count }) => sum + count, 0)
  return others > 0 ? [...named, { reason: '', count: others }] : named
}

const MOST_REASONS = 12

/** Different messages that are read of a range; the rest counts as other reasons. */
const MOST_MESSAGES = 2000

const countColumns = { what: word<Figure | Spread | 'message'>(), value: integer, words: text, n: integer }

const OUTBID = `outbox.state = 'rejected' AND latest.auction = 'lost' AND ${statusSql('outbox')} = 'outbid'`

/** Leads of the buyer $1 that were asked and became due from $2 to $3, on the sites $4. They are looked up once for all figures, which takes
 *  half the time of a statement for each. A shared lead has several winners; the lowest of these was to be beaten. */
const asked = ({ textsIn }: Dialect) => `asked AS MATERIALIZED (
  SELECT outbox.delivery AS delivery, outbox.attempts AS attempts, outbox.state AS state, outbox.buyer AS buyer,
    outbox.external_id AS external_id, latest.answer_ms AS answer_ms,
    CASE WHEN latest.auction IN ('won', 'lost') OR (outbox.attempts > 1 AND ${SCORED.bid('outbox')})
      THEN 1 ELSE 0 END AS bid,
    CASE WHEN ${OUTBID} THEN 1 ELSE 0 END AS lost,
    CASE WHEN ${OUTBID} THEN
      (SELECT MIN(winner.bid_cents) ${OTHERS_BID} AND other.state = 'accepted') - latest.bid_cents END AS behind,
    CASE WHEN ${SCORED.refused('outbox')} THEN COALESCE(latest.message, '') END AS message
  FROM outbox LEFT JOIN attempts AS latest ON latest.delivery = outbox.delivery AND latest.attempt = outbox.attempts
  WHERE outbox.buyer = $1 AND outbox.at >= $2 AND outbox.at <= $3 AND ${SCORED.asked('outbox')}
    AND ${isOfSites('outbox.session', '$4', textsIn)})`

/** Sales of the leads won. */
const WON = `won AS MATERIALIZED (
  SELECT ${leftOfSale('asked.buyer', 'asked.external_id')} AS cents,
    CASE WHEN ${SCORED.returned('asked')} THEN 1 ELSE 0 END AS returned
  FROM asked WHERE ${SCORED.won('asked')})`

/** Sums of the figures, each in a row with its name. */
const FIGURES = Object.entries({
  asked: 'COUNT(*) AS n FROM asked',
  bid: 'COALESCE(SUM(bid), 0) AS n FROM asked',
  won: 'COUNT(*) AS n FROM won',
  lost: 'COALESCE(SUM(lost), 0) AS n FROM asked',
  refused: 'COUNT(message) AS n FROM asked',
  returned: 'COALESCE(SUM(returned), 0) AS n FROM won',
  net_cents: 'CAST(COALESCE(SUM(cents), 0) AS BIGINT) AS n FROM won',
} satisfies Record<Figure, string>).map(
  ([what, sum]) => `SELECT '${what}' AS what, 0 AS value, '' AS words, ${sum}`,
)

const scoreSql = {
  counts: query(
    (dialect) => `WITH ${asked(dialect)}, ${WON}
     ${FIGURES.join(' UNION ALL ')}
     UNION ALL SELECT 'behind', behind, '', COUNT(*) FROM asked WHERE behind >= 0 GROUP BY behind
     UNION ALL SELECT 'answer_ms', tens * 10, '', COUNT(*) FROM (
       SELECT (answer_ms + 9) / 10 AS tens FROM asked WHERE answer_ms IS NOT NULL
       UNION ALL SELECT (earlier.answer_ms + 9) / 10 FROM asked JOIN attempts AS earlier
         ON earlier.delivery = asked.delivery AND earlier.attempt < asked.attempts
       WHERE asked.attempts > 1 AND earlier.answer_ms IS NOT NULL) AS answered
     GROUP BY tens
     UNION ALL SELECT 'message', 0, message, n FROM (
       SELECT message, COUNT(*) AS n FROM asked WHERE message IS NOT NULL
       GROUP BY message ORDER BY n DESC, message LIMIT ${MOST_MESSAGES}) AS refused`,
    countColumns,
  ),
  taken: query(
    `SELECT CAST(COALESCE(SUM(leads), 0) AS BIGINT) AS leads, CAST(COALESCE(SUM(cents), 0) AS BIGINT) AS cents
     FROM buyer_places WHERE buyer = $1 AND quarter >= $2 AND quarter <= $3`,
    { leads: integer, cents: integer },
  ),
}

export const scoreNoun = {
  slowReads: { buyerScores },
  sql: scoreSql,
}
