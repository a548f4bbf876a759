import { integer, text } from '../../kernel/statement.ts'
import { hoursOfRange } from '../totals/hours.ts'
import { report } from './query.ts'

/** Number of visitors who registered in the range and have a certificate of their consent, by path, as of now. Forgotten visitors don't
 *  count, because their certificates were erased with their data. */
export const consentCoverage = report(
  `SELECT path AS url, SUM(certifiable) AS filled_basic_data, SUM(trustedform) AS trustedform_cert_url,
    SUM(jornaya) AS jornaya_lead_id, SUM(both_certificates) AS both
  FROM (
${hoursOfRange('certifiable', 'trustedform', 'jornaya', 'both_certificates')}
  ) AS counted
  GROUP BY path
  HAVING SUM(certifiable) > 0
  ORDER BY path`,
  {
    url: text,
    filled_basic_data: integer,
    trustedform_cert_url: integer,
    jornaya_lead_id: integer,
    both: integer,
  },
)
