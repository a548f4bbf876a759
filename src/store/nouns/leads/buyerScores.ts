import type { ScoreFigures } from '../../../../schemas/desk/scorecard.ts'
import { leftOfSale } from '../../kernel/ledgerSql.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import { all, integer, only, query, text, type Dialect, type Rule } from '../../kernel/statement.ts'
import { SCORED, statusSql } from './deliveryColumns.ts'
import { LAST_ATTEMPT, OTHERS_BID, reasonIn } from './deliveryLosses.ts'

/** Ranges of a buyer's leads, by when they fell due; both ends are included. */
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
    const range = [buyer, from, to, list] as const
    const lostBy = yield* all(scoreSql.lostBy, ...range)
    const answers = yield* all(scoreSql.answers, ...range)
    found.push({
      ...(yield* only(scoreSql.figures, ...range)),
      lostBy: new Map(lostBy.map(({ behind, n }) => [behind, n])),
      answers: new Map(answers.map(({ tens, n }) => [tens * 10, n])),
      reasons: reasonsIn(yield* all(scoreSql.reasons, ...range)),
    })
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

function reasonsIn(rows: readonly { message: string; n: number }[]): Map<string, number> {
  return summed(rows.map(({ message, n }) => [reasonIn(message), n] as const))
}

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
  const needed = Math.ceil(share * sumOf(counts, () => true))
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

/** Leads of the buyer $1 that were asked and fell due in the range, on the sites $4. */
const within = ({ textsIn }: Dialect) =>
  `outbox.buyer = $1 AND outbox.at >= $2 AND outbox.at <= $3 AND ${SCORED.asked('outbox')}
     AND ${isOfSites('outbox.session', '$4', textsIn)}`

const counted = (condition: string) => `COALESCE(SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`

const scoreSql = {
  figures: query(
    (dialect) => `SELECT COUNT(*) AS asked, ${counted(SCORED.bid('outbox'))} AS bid,
       ${counted(SCORED.won('outbox'))} AS won, ${counted(`${statusSql('outbox')} = 'outbid'`)} AS lost,
       ${counted(SCORED.refused('outbox'))} AS refused, ${counted(SCORED.returned('outbox'))} AS returned,
       CAST(COALESCE(SUM(CASE WHEN ${SCORED.won('outbox')}
         THEN ${leftOfSale('outbox.buyer', 'outbox.external_id')} END), 0) AS BIGINT) AS net_cents
     FROM outbox WHERE ${within(dialect)}`,
    {
      asked: integer,
      bid: integer,
      won: integer,
      lost: integer,
      refused: integer,
      returned: integer,
      net_cents: integer,
    },
  ),
  // A shared lead has several winners; the lowest of these was to be beaten.
  lostBy: query(
    (dialect) => `SELECT winning - bid AS behind, COUNT(*) AS n FROM (
       SELECT bid_cents AS bid,
         (SELECT MIN(winner.bid_cents) ${OTHERS_BID} AND other.state = 'accepted') AS winning
       FROM outbox JOIN ${LAST_ATTEMPT}
       WHERE ${within(dialect)} AND outbox.state = 'rejected' AND auction = 'lost'
         AND ${statusSql('outbox')} = 'outbid') AS lost
     WHERE winning >= bid GROUP BY winning - bid`,
    { behind: integer, n: integer },
  ),
  answers: query(
    (dialect) => `SELECT tens, COUNT(*) AS n FROM (
       SELECT (answer_ms + 9) / 10 AS tens FROM outbox JOIN attempts ON attempts.delivery = outbox.delivery
       WHERE ${within(dialect)} AND answer_ms IS NOT NULL) AS answered
     GROUP BY tens`,
    { tens: integer, n: integer },
  ),
  reasons: query(
    (dialect) => `SELECT message, COUNT(*) AS n FROM outbox JOIN ${LAST_ATTEMPT}
     WHERE ${within(dialect)} AND ${SCORED.refused('outbox')}
     GROUP BY message ORDER BY n DESC, message LIMIT ${MOST_MESSAGES}`,
    { message: text, n: integer },
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
