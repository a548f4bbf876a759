import { LANGUAGE_NAMES, type Language } from '../../../schemas/flow/languages.ts'
import { integer, word, text } from '../statement.ts'
import { ratio, report } from './query.ts'

/** Visits, registrations and sales by path and by the language that the visitor chose last, from raw rows: totals do not tell
 *  languages apart. */
export const languages = report(
  `SELECT path AS url, language, SUM(visits) AS visits, SUM(registrations) AS filled_basic_data,
    SUM(sold) AS total, SUM(cents) AS revenue
  FROM (
    SELECT path, language, CASE WHEN kind = 'visit' THEN 1 ELSE 0 END AS visits,
      CASE WHEN kind = 'registration' THEN 1 ELSE 0 END AS registrations, 0 AS sold, 0 AS cents
    FROM events
      JOIN sessions ON sessions.session = events.session
      JOIN channels ON channels.channel = events.channel
    WHERE kind IN ('visit', 'registration') AND events.at >= :from AND events.at < :end
    UNION ALL
    SELECT path, language, 0 AS visits, 0 AS registrations, sold, cents
    FROM sales JOIN sessions ON sessions.session = sales.session
    WHERE sales.at >= :from AND sales.at < :end
  ) AS counted
  GROUP BY path, language
  ORDER BY url, language`,
  {
    url: text,
    language: word<Language>(),
    visits: integer,
    filled_basic_data: integer,
    total: integer,
    revenue: integer,
  },
  (columns) => ({
    ...columns,
    language_name: LANGUAGE_NAMES[columns.language],
    EPR: ratio(columns.revenue / 100, columns.visits),
  }),
)
