import { integer, text } from '../../kernel/statement.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { hoursOfRange } from '../totals/hours.ts'
import { report, totalsAndEdges } from './query.ts'

/** Events and sales of every path, by day or by hour. There are rows only where something happened. */

const SUMS = `SUM(page_visits) AS page_visits, SUM(visits) AS visits, SUM(registrations) AS registrations,
    SUM(sales) AS sales, SUM(cents) AS revenue`

const events = (at: string) =>
  `    SELECT ${at} AS at, path, CASE WHEN kind = 'page_visit' THEN 1 ELSE 0 END AS page_visits,
      CASE WHEN kind = 'visit' THEN 1 ELSE 0 END AS visits,
      CASE WHEN kind = 'registration' THEN 1 ELSE 0 END AS registrations, 0 AS sales, 0 AS cents
    FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind IN ('page_visit', 'visit', 'registration') AND :within`

const ledger = (at: string) =>
  `    SELECT ${at} AS at, path, 0 AS page_visits, 0 AS visits, 0 AS registrations, sold AS sales, cents
    FROM ${LEDGER_SQL} AS sales WHERE :within`

const trend = (rows: string) =>
  report(
    `SELECT at, path, ${SUMS}
  FROM (
${rows}
  ) AS counted
  GROUP BY at, path
  ORDER BY at, path`,
    {
      at: integer,
      path: text,
      page_visits: integer,
      visits: integer,
      registrations: integer,
      sales: integer,
      revenue: integer,
    },
  )

/** New York day of a raw row. Rows at the range's edges belong to its first or last day, because the days between have totals.
 *  PostgreSQL would take a CASE of only parameters as text. */
const DAY = 'CASE WHEN at < :nextDay THEN CAST(:fromDay AS BIGINT) ELSE CAST(:lastDay AS BIGINT) END'

export const trendDays = trend(
  totalsAndEdges(
    `    SELECT day AS at, path, 0 AS page_visits, visits, 0 AS registrations, sold - returned AS sales, cents
    FROM totals_offers WHERE day >= :firstDay AND day < :endDay AND visits + sold + returned + 2 * changes > 0
    UNION ALL
    SELECT day AS at, path, page_visits, 0 AS visits, registrations, 0 AS sales, 0 AS cents
    FROM totals_affiliates WHERE day >= :firstDay AND day < :endDay`,
    events(DAY),
    ledger(DAY),
  ),
)

export const trendHours = trend(
  `    SELECT hour AS at, path, SUM(page_visits) AS page_visits, SUM(visits) AS visits,
      SUM(registrations) AS registrations, SUM(sold - returned) AS sales, SUM(cents) AS cents
    FROM (
${hoursOfRange('page_visits', 'visits', 'registrations', 'sold', 'returned', 'cents', 'changes')}
    ) AS hours GROUP BY hour, path
    HAVING SUM(page_visits + visits + registrations + sold + returned + 2 * changes) > 0`,
)
