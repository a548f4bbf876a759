import { integer, integerOrNull, textOrNull, type Columns, type RowOf } from '../../kernel/statement.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import type { ReportQueries } from './query.ts'
import { ratio, report, totalsAndEdges } from './query.ts'
import { onDayReported } from './sales.ts'
import { visitsOfPath } from './visits.ts'

/** Reports of what is left of the revenue after payouts and costs. A cost belongs to the rows whose words it has; one that names none of
 *  a report's words is in a row of its own, whose words are NULL. It is never spread over others. */

const SUMS = [
  'page_visits',
  'visits',
  'impressions',
  'filled_basic_data',
  'sold',
  'cents',
  'returned',
] as const
type Sum = (typeof SUMS)[number]

/** Rows with these words and sums, in the form in which all sources of a report are put together. */
function counted(
  words: readonly string[],
  sums: Partial<Record<Sum, string>> & { payout?: string; micros?: string },
  from: string,
): string {
  const known = (sum: string | undefined) => sum ?? 'CAST(NULL AS BIGINT)'
  const columns = [
    ...words,
    ...SUMS.map((sum) => `${sums[sum] ?? '0'} AS ${sum}`),
    `${known(sums.payout)} AS payout`,
    `${known(sums.micros)} AS micros`,
  ]
  return `    SELECT ${columns.join(', ')}\n    ${from}`
}

const from = (rows: string) => `FROM (\n${rows}\n    ) AS counted`

const SOLD = { sold: 'sold', cents: 'cents', returned: 'returned' }

const sold = (...words: string[]) => counted(words, SOLD, from(onDayReported))

/** Payouts of the path by any of their words. */
const payouts = (...words: string[]) =>
  counted(
    words,
    { payout: 'payout' },
    from(
      totalsAndEdges(
        `    SELECT aff_id, sub1, version, offer AS offer_name, source AS buyer, payout_cents AS payout
    FROM totals_payouts JOIN channels ON channels.channel = totals_payouts.channel
    WHERE totals_payouts.path = :path AND day >= :firstDay AND day < :endDay`,
        `    SELECT channels.aff_id AS aff_id, sub1, version, offer AS offer_name, source AS buyer, cents AS payout
    FROM payouts JOIN channels ON channels.channel = payouts.channel WHERE payouts.path = :path AND :within`,
      ),
    ),
  )

/** Costs of the days that begin in the range. They name no version, offer or buyer. */
const COSTS = 'FROM costs WHERE path = :path AND live = 1 AND day >= :from AND day < :end'
const costs = (...words: string[]) => counted(words, { micros: 'usd_micros' }, COSTS)
const unassignedCosts = (word: string, type: 'TEXT' | 'BIGINT') =>
  counted([`CAST(NULL AS ${type}) AS ${word}`], { micros: 'usd_micros' }, COSTS)

const sums = {
  page_visits: integer,
  visits: integer,
  impressions: integer,
  filled_basic_data: integer,
  total: integer,
  revenue: integer,
  returned: integer,
  payout: integerOrNull,
  micros: integerOrNull,
}
type Summed = { [N in keyof typeof sums]: number | (N extends 'payout' | 'micros' ? null : never) }

/** SQL of a report by these words; of a row without one, the word is NULL, and it comes last. */
function by(words: readonly string[], ...sources: string[]): string {
  const total = (sum: string, name = sum) => `CAST(SUM(${sum}) AS BIGINT) AS ${name}`
  return `SELECT ${words.join(', ')}, ${[
    ...['page_visits', 'visits', 'impressions', 'filled_basic_data'].map((sum) => total(sum)),
    total('sold', 'total'),
    total('cents', 'revenue'),
    total('returned'),
    total('payout'),
    total('micros'),
  ].join(', ')}
  FROM (
${sources.join('\n    UNION ALL\n')}
  ) AS summed
  GROUP BY ${words.join(', ')}
  ORDER BY ${words.map((word) => `CASE WHEN ${word} IS NULL THEN 1 ELSE 0 END, ${word}`).join(', ')}`
}

const MICROS_PER_CENT = 10_000

/** Figures of a row. The profit is known if its cost or its payout is. */
export function moneyOf({ revenue, returned, payout, micros, total }: Summed, isCostKnown = true) {
  const cost = micros === null ? null : micros / MICROS_PER_CENT
  const spent = (payout ?? 0) + (cost ?? 0)
  const balance = revenue - spent
  const isKnown = cost !== null || (payout !== null && isCostKnown)
  const profit = isKnown ? balance : null
  return {
    total,
    gross: revenue + returned,
    returned,
    revenue,
    payout,
    cost,
    profit,
    ROI: profit === null ? null : percent(profit, spent),
    margin: profit === null ? null : percent(profit, revenue),
    spent,
    balance,
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100)

const visited = (...words: string[]) =>
  counted(words, { page_visits: 'page_visits', filled_basic_data: 'registrations' }, from(visitsOfPath))

const visitedBySub = counted(
  ['aff_id', 'sub1'],
  { page_visits: 'page_visits', filled_basic_data: 'registrations' },
  from(
    totalsAndEdges(
      `    SELECT aff_id, sub1, page_visits, registrations FROM totals_channels
    JOIN channels ON channels.channel = totals_channels.channel
    WHERE totals_channels.path = :path AND day >= :firstDay AND day < :endDay`,
      `    SELECT aff_id, sub1, CASE kind WHEN 'page_visit' THEN 1 ELSE 0 END AS page_visits,
      CASE kind WHEN 'registration' THEN 1 ELSE 0 END AS registrations
    FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind IN ('page_visit', 'registration') AND path = :path AND :within`,
    ),
  ),
)

/** Visits, impressions and sales by version. Totals that count only what isn't of the report are left out. */
const byVersion = counted(
  ['version AS version_id'],
  { visits: 'visits', ...SOLD },
  from(
    [
      totalsAndEdges(
        `    SELECT version, visits, sold - returned AS sold, cents, 0 AS returned FROM totals_offers
    WHERE path = :path AND day >= :firstDay AND day < :endDay AND visits + sold + returned + 2 * changes > 0`,
        `    SELECT events.version AS version, 1 AS visits, 0 AS sold, 0 AS cents, 0 AS returned
    FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind = 'visit' AND path = :path AND :within`,
        `    SELECT version, 0 AS visits, sold, cents, 0 AS returned FROM ${LEDGER_SQL} AS sales
    WHERE path = :path AND :within`,
      ),
      `    SELECT version, 0 AS visits, 0 AS sold, 0 AS cents, -cents AS returned
    FROM sales WHERE path = :path AND sold = -1 AND at >= :from AND at < :end`,
      `    SELECT version, 0 AS visits, 0 AS sold, 0 AS cents, -cents AS returned
    FROM sale_changes WHERE path = :path AND kind = 'return' AND at >= :from AND at < :end`,
    ].join('\n    UNION ALL\n'),
  ),
)

const impressions = counted(
  ['offer_name'],
  { impressions: 'impressions' },
  from(
    totalsAndEdges(
      `    SELECT offer AS offer_name, impressions FROM totals_offers
    WHERE path = :path AND day >= :firstDay AND day < :endDay AND impressions > 0`,
      `    SELECT events.offer AS offer_name, 1 AS impressions
    FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind = 'impression' AND path = :path AND :within`,
    ),
  ),
)

/** Sales by who reported them, which no totals have; an index covers them. */
const byBuyer = counted(
  ['buyer'],
  SOLD,
  from(`    SELECT source AS buyer, sold, cents, CASE kind WHEN 'return' THEN -cents ELSE 0 END AS returned
    FROM ${LEDGER_SQL} AS sales WHERE path = :path AND at >= :from AND at < :end`),
)

/** Report by these words, with these counts before the money. EPC divides by the first one. `select`: SQL around it, for more columns. */
function profit<
  const W extends Columns,
  const C extends readonly Count[],
  const M extends Columns = Record<never, never>,
>(
  words: W,
  counts: C,
  sources: readonly string[],
  { more, select = (rows) => rows }: { more?: M; select?: (rows: string) => string } = {},
) {
  const isCostKnown = 'aff_id' in words
  const text = select(by(Object.keys(words), ...sources))
  return report(text, { ...words, ...more, ...sums }, (selected) => {
    const row = selected as unknown as Summed & RowOf<W & M>
    const [visits] = counts
    return {
      ...pick(row, Object.keys({ ...words, ...more }) as (keyof (W & M))[]),
      ...pick(row, counts),
      ...moneyOf(row, isCostKnown),
      ...(visits === undefined ? {} : { EPC: ratio(row.revenue, row[visits]) }),
    } as RowOf<W & M> & Pick<Summed, C[number]> & ReturnType<typeof moneyOf> & { EPC: number | null }
  })
}
type Count = 'page_visits' | 'visits' | 'impressions' | 'filled_basic_data'

function pick<Row extends object, const K extends keyof Row>(row: Row, keys: readonly K[]): Pick<Row, K> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, K>
}

type ProfitReport = Extract<keyof ReportQueries, `profit-${string}`>

export const PROFIT_REPORTS: Pick<ReportQueries, ProfitReport> = {
  'profit-by-affiliate': profit(
    { aff_id: textOrNull },
    ['page_visits', 'filled_basic_data'],
    [visited('aff_id'), sold('aff_id'), payouts('aff_id'), costs('aff_id')],
  ),
  'profit-by-affiliate-and-sub': profit(
    { aff_id: textOrNull, sub1: textOrNull },
    ['page_visits', 'filled_basic_data'],
    [visitedBySub, sold('aff_id', 'sub1'), payouts('aff_id', 'sub1'), costs('aff_id', 'sub1')],
  ),
  'profit-by-version': profit(
    { version_id: integerOrNull },
    ['visits'],
    [byVersion, payouts('version AS version_id'), unassignedCosts('version_id', 'BIGINT')],
    {
      more: { activation_date: integerOrNull, deactivation_date: integerOrNull },
      select: (
        rows,
      ) => `SELECT version_id, activated_at AS activation_date, deactivated_at AS deactivation_date,
    ${Object.keys(sums).join(', ')}
  FROM (${rows}) AS summed LEFT JOIN versions ON versions.version = summed.version_id
  ORDER BY CASE WHEN version_id IS NULL THEN 1 ELSE 0 END, version_id`,
    },
  ),
  'profit-by-offer': profit(
    { offer_name: textOrNull },
    ['impressions'],
    [impressions, sold('offer_name'), payouts('offer_name'), unassignedCosts('offer_name', 'TEXT')],
  ),
  'profit-by-buyer': profit(
    { buyer: textOrNull },
    [],
    [byBuyer, payouts('buyer'), unassignedCosts('buyer', 'TEXT')],
  ),
}
