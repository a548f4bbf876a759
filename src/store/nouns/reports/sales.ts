import type { ReturnsOn } from '../../../../schemas/reports/reports.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { integer, integerOrNull, text } from '../../kernel/statement.ts'
import type { ReportQueries } from './query.ts'
import { ratio, report, totalsAndEdges } from './query.ts'
import { visitsOfPath } from './visits.ts'

/** Reports of sales. Returns and corrections count on the day when they were booked, or on the day of their sale. */

const IN_RANGE = 'at >= :from AND at < :end'

/** Entries of the range, with totals for its whole days. Returns are few, so they are read one by one. */
export const onDayReported = [
  totalsAndEdges(
    `    SELECT offer AS offer_name, aff_id, sub1, sold - returned AS sold, cents, 0 AS returned
    FROM totals_sales WHERE path = :path AND day >= :firstDay AND day < :endDay`,
    `    SELECT offer AS offer_name, aff_id, sub1, sold, cents, 0 AS returned
    FROM ${LEDGER_SQL} AS sales WHERE path = :path AND :within`,
  ),
  `    SELECT offer AS offer_name, aff_id, sub1, 0 AS sold, 0 AS cents, -cents AS returned
    FROM sales WHERE path = :path AND sold = -1 AND ${IN_RANGE}`,
  `    SELECT offer AS offer_name, aff_id, sub1, 0 AS sold, 0 AS cents, -cents AS returned
    FROM sale_changes WHERE path = :path AND kind = 'return' AND ${IN_RANGE}`,
].join('\n    UNION ALL\n')

/** Sales in the range, and the entries about these: all of them, or those that were booked within the range as well. */
const ofSales = ({ isWithin }: { isWithin: boolean }) =>
  [
    `    SELECT session, offer AS offer_name, aff_id, sub1, sold, cents, 0 AS returned
    FROM sales WHERE path = :path AND sold = 1 AND ${IN_RANGE}`,
    `    SELECT back.session AS session, back.offer AS offer_name, back.aff_id AS aff_id, back.sub1 AS sub1,
      back.sold AS sold, back.cents AS cents, -back.cents AS returned
    FROM sales JOIN sales AS back ON back.source = sales.source AND back.external_id = sales.external_id
      AND back.sold = -1 ${isWithin ? 'AND back.at >= :from AND back.at < :end' : ''}
    WHERE sales.path = :path AND sales.sold = 1 AND sales.at >= :from AND sales.at < :end`,
    `    SELECT session, offer AS offer_name, aff_id, sub1, sold, cents,
      CASE kind WHEN 'return' THEN -cents ELSE 0 END AS returned
    FROM sale_changes WHERE path = :path AND sold_at >= :from AND sold_at < :end ${isWithin ? `AND ${IN_RANGE}` : ''}`,
  ].join('\n    UNION ALL\n')

const by = (words: string, rows: string) =>
  `SELECT ${words}, SUM(sold) AS total, SUM(cents) AS revenue, SUM(returned) AS returned
  FROM (
${rows}
  ) AS counted
  GROUP BY ${words}
  ORDER BY ${words}`

const sums = { total: integer, revenue: integer, returned: integer }

const withGross = <Row extends { revenue: number; returned: number }>(row: Row) => ({
  ...row,
  gross: row.revenue + row.returned,
})

/** Sales minus returns and their revenue. A row stays if returns cancel it out. */
const tablesOf = (rows: string) => ({
  'sale-by-offer': report(by('offer_name', rows), { offer_name: text, ...sums }, withGross),
  'sale-by-affiliate': report(
    by('offer_name, aff_id', rows),
    { offer_name: text, aff_id: text, ...sums },
    withGross,
  ),
  'sale-by-aff-sub-offer': report(
    by('offer_name, aff_id, sub1', rows),
    { offer_name: text, aff_id: text, sub1: text, ...sums },
    withGross,
  ),
})

/** One row. A lead is a session with a sale in the range. Its sales and revenue are those sales, minus their own returns, so a lead whose
 *  only sale was returned has sold 0, and returns of earlier sales change no average. No sum by day shows that, so this reads the single
 *  entries. */
const statsOf = (rows: string) =>
  report(
    `SELECT leads, max_sold, max_revenue, total, revenue, registrations
  FROM (
    SELECT COUNT(*) AS leads, MAX(sold) AS max_sold, MAX(cents) AS max_revenue,
      COALESCE(SUM(sold), 0) AS total, COALESCE(SUM(cents), 0) AS revenue
    FROM (
      SELECT session, SUM(sold) AS sold, SUM(cents) AS cents
      FROM (
${rows}
      ) AS entries GROUP BY session
    ) AS by_session
  ) AS sold, (
    SELECT COALESCE(SUM(registrations), 0) AS registrations
    FROM (
${visitsOfPath}
    ) AS counted
  ) AS registered`,
    {
      leads: integer,
      max_sold: integerOrNull,
      max_revenue: integerOrNull,
      total: integer,
      revenue: integer,
      registrations: integer,
    },
    ({ leads, max_sold, max_revenue, total, revenue, registrations }) => ({
      max_sold,
      avg_sold: ratio(total, leads),
      max_revenue,
      avg_revenue: ratio(revenue, leads),
      rev_per_optin: ratio(revenue, registrations),
    }),
  )

type SaleReport = Extract<keyof ReportQueries, `sale-${string}`>

/** Reports of sales, by the day on which returns count. */
export const SALE_REPORTS: Record<ReturnsOn, Pick<ReportQueries, SaleReport>> = {
  reported: { ...tablesOf(onDayReported), 'sale-stats': statsOf(ofSales({ isWithin: true })) },
  sold: { ...tablesOf(ofSales({ isWithin: false })), 'sale-stats': statsOf(ofSales({ isWithin: false })) },
}
