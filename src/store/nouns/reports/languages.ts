import { LANGUAGE_NAMES, type Language } from '../../../../schemas/flow/languages.ts'
import { integer, word, text } from '../../kernel/statement.ts'
import { hoursOfRange } from '../totals/hours.ts'
import { ratio, report } from './query.ts'

/** Visits, registrations, and sales by path and by the language that the visitor chose last. */
export const languages = report(
  `SELECT path AS url, language, SUM(visits) AS visits, SUM(registrations) AS filled_basic_data,
    SUM(sold) - SUM(returned) AS total, SUM(cents) AS revenue
  FROM (
${hoursOfRange('visits', 'registrations', 'sold', 'returned', 'cents', 'changes')}
  ) AS counted
  GROUP BY path, language
  HAVING SUM(visits + registrations + sold + returned + 2 * changes) > 0
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
