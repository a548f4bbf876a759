import { integer, text } from '../statement.ts'
import { report } from './query.ts'

/** A certificate of who was asked for consents and gave none certifies none. */
export const CERTIFIES = `(NOT EXISTS (SELECT 1 FROM consents WHERE consents.session = sessions.session)
    OR EXISTS (SELECT 1 FROM consents WHERE consents.session = sessions.session AND decision = 'agreed'))`

const having = (column: string) =>
  `SUM(CASE WHEN ${column} IS NOT NULL AND ${CERTIFIES} THEN 1 ELSE 0 END) AS ${column}`

/** How many of those who registered in the range have a certificate of their consent, by path, as of now. Those who are
 *  forgotten count no more: their certificates went with their data. */
export const consentCoverage = report(
  `SELECT path AS url, COUNT(*) AS filled_basic_data, ${having('trustedform_cert_url')},
    ${having('jornaya_lead_id')},
    SUM(CASE WHEN trustedform_cert_url IS NOT NULL AND jornaya_lead_id IS NOT NULL AND ${CERTIFIES}
      THEN 1 ELSE 0 END) AS both
  FROM events
    JOIN sessions ON sessions.session = events.session
    JOIN channels ON channels.channel = events.channel
  WHERE kind = 'registration' AND forgotten = 0 AND events.at >= :from AND events.at < :end
  GROUP BY path
  ORDER BY path`,
  {
    url: text,
    filled_basic_data: integer,
    trustedform_cert_url: integer,
    jornaya_lead_id: integer,
    both: integer,
  },
)
