import { integer, text } from '../statement.ts'
import { hoursOfRange } from '../totals/hours.ts'
import { report } from './query.ts'

/** How many of those who registered in the range have a certificate of their consent, by path, as of now. Those who are
 *  forgotten count no more: their certificates went with their data. */
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
