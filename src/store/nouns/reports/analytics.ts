import { integer, integerOrNull, text } from '../../kernel/statement.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { ratio, report, totalsAndEdges } from './query.ts'

/** Revenue of every version and how often its offers were reached, on all paths.
 *  A version is included if it had a visit, an impression, or a ledger entry, even one that a return cancels out.
 *  An entry besides sales and whole returns may subtract one from the others, so it counts twice to be seen. */
const counted = totalsAndEdges(
  `    SELECT version, path, offer, visits, impressions, sold + returned + 2 * changes AS entries, cents
    FROM totals_offers WHERE day >= :firstDay AND day < :endDay`,
  `    SELECT events.version AS version, path, offer, CASE WHEN kind = 'visit' THEN 1 ELSE 0 END AS visits,
      CASE WHEN kind = 'impression' THEN 1 ELSE 0 END AS impressions, 0 AS entries, 0 AS cents
    FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind IN ('visit', 'impression') AND :within`,
  `    SELECT version, path, offer, 0 AS visits, 0 AS impressions, 1 AS entries, cents
    FROM ${LEDGER_SQL} AS sales WHERE :within`,
)

const version = { version_id: integer, activation_date: integer, deactivation_date: integerOrNull }

/** Revenue per real visit, by version and path. */
export const epr = report(
  `SELECT versions.version AS version_id, versions.activated_at AS activation_date,
    versions.deactivated_at AS deactivation_date, url, visits, revenue
  FROM (
    SELECT version, path AS url, SUM(visits) AS visits, SUM(cents) AS revenue
    FROM (
${counted}
    ) AS counted
    GROUP BY version, path
    HAVING SUM(visits + entries) > 0
  ) AS earned JOIN versions ON versions.version = earned.version
  ORDER BY version_id, url`,
  { ...version, url: text, visits: integer, revenue: integer },
  (columns) => ({ ...columns, EPR: ratio(columns.revenue / 100, columns.visits) }),
)

/** Revenue per thousand impressions, by version, offer, and path. */
export const ecpm = report(
  `SELECT versions.version AS version_id, versions.activated_at AS activation_date,
    versions.deactivated_at AS deactivation_date, offer, url, url AS path_name, impressions, revenue
  FROM (
    SELECT version, offer, path AS url, SUM(impressions) AS impressions, SUM(cents) AS revenue
    FROM (
${counted}
    ) AS counted
    GROUP BY version, offer, path
    HAVING SUM(impressions + entries) > 0
  ) AS earned JOIN versions ON versions.version = earned.version
  ORDER BY version_id, offer, url`,
  { ...version, offer: text, url: text, path_name: text, impressions: integer, revenue: integer },
  (columns) => ({ ...columns, ECPM: ratio(columns.revenue * 10, columns.impressions) }),
)
