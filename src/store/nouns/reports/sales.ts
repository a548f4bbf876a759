import { integer, integerOrNull, text } from '../../kernel/statement.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { ratio, report, totalsAndEdges } from './query.ts'
import { visitsOfPath } from './visits.ts'

/** Sales minus returns, and their revenue. */
const sold = totalsAndEdges(
  `    SELECT offer AS offer_name, aff_id, sub1, sold - returned AS sold, cents
    FROM totals_sales WHERE path = :path AND day >= :firstDay AND day < :endDay`,
  `    SELECT offer AS offer_name, aff_id, sub1, sold, cents
    FROM ${LEDGER_SQL} AS sales WHERE path = :path AND :within`,
)

const by = (words: string) =>
  `SELECT ${words}, SUM(sold) AS total, SUM(cents) AS revenue
  FROM (
${sold}
  ) AS counted
  GROUP BY ${words}
  ORDER BY ${words}`

const sums = { total: integer, revenue: integer }

/** Sales minus returns and their revenue in the range. A row stays if returns cancel it out. */
export const saleByOffer = report(by('offer_name'), { offer_name: text, ...sums })
export const saleByAffiliate = report(by('offer_name, aff_id'), { offer_name: text, aff_id: text, ...sums })
export const saleByAffSubOffer = report(by('offer_name, aff_id, sub1'), {
  offer_name: text,
  aff_id: text,
  sub1: text,
  ...sums,
})

/** One row. A lead is a session with a sale in the range. Its sales and revenue are minus its own returns in the range, so a lead whose
 *  only sale was returned has sold 0. No sum by day shows that, so this reads the single entries. The averages divide the totals of the
 *  other sales reports, which also include returns of earlier sales, by the number of leads. So the tables and the boxes of one screen
 *  add up. */
export const saleStats = report(
  `SELECT leads, max_sold, max_revenue, total, revenue, registrations
  FROM (
    SELECT COALESCE(SUM(bought), 0) AS leads, MAX(CASE WHEN bought = 1 THEN sold END) AS max_sold,
      MAX(CASE WHEN bought = 1 THEN cents END) AS max_revenue,
      COALESCE(SUM(sold), 0) AS total, COALESCE(SUM(cents), 0) AS revenue
    FROM (
      SELECT session, CASE WHEN MAX(sold) = 1 THEN 1 ELSE 0 END AS bought, SUM(sold) AS sold, SUM(cents) AS cents
      FROM sales WHERE path = :path AND at >= :from AND at < :end
      GROUP BY session
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
    ...sums,
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
