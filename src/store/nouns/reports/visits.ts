import { integer, text } from '../../kernel/statement.ts'
import { report, totalsAndEdges } from './query.ts'

const raw = (words: string) =>
  `    SELECT ${words}, CASE WHEN kind = 'page_visit' THEN 1 ELSE 0 END AS page_visits,
      CASE WHEN kind = 'registration' THEN 1 ELSE 0 END AS registrations
    FROM events JOIN channels ON channels.channel = events.channel
    WHERE kind IN ('page_visit', 'registration') AND path = :path AND :within`

/** Page visits and registrations of the path, by affiliate; also what sales are divided by. */
export const visitsOfPath = totalsAndEdges(
  `    SELECT aff_id, page_visits, registrations
    FROM totals_affiliates WHERE path = :path AND day >= :firstDay AND day < :endDay`,
  raw('aff_id'),
)

/** Sessions that were opened and visitors who registered, by affiliate. */
export const visitsByAffiliate = report(
  `SELECT aff_id, SUM(page_visits) AS page_visits, SUM(registrations) AS filled_basic_data
  FROM (
${visitsOfPath}
  ) AS counted
  GROUP BY aff_id
  ORDER BY aff_id`,
  { aff_id: text, page_visits: integer, filled_basic_data: integer },
)

/** The same by affiliate and the three subs. */
export const visitsByAffiliateAndSubs = report(
  `SELECT aff_id, sub1, sub2, sub3, page_visits, filled_basic_data
  FROM (
    SELECT channel, SUM(page_visits) AS page_visits, SUM(registrations) AS filled_basic_data
    FROM (
${totalsAndEdges(
  `    SELECT channel, page_visits, registrations
    FROM totals_channels WHERE path = :path AND day >= :firstDay AND day < :endDay`,
  raw('events.channel AS channel'),
)}
    ) AS counted
    GROUP BY channel
  ) AS visited JOIN channels ON channels.channel = visited.channel
  ORDER BY aff_id, sub1, sub2, sub3`,
  {
    aff_id: text,
    sub1: text,
    sub2: text,
    sub3: text,
    page_visits: integer,
    filled_basic_data: integer,
  },
)
