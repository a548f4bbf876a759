import { DatabaseSync } from 'node:sqlite'
import { hoursOfRange } from '../../../src/store/nouns/totals/hours.ts'
import { HOUR_SUMS } from '../../../src/store/nouns/totals/tally.ts'
import { newYorkDay } from '../../../src/time/newYorkDay.ts'

/** Number of visitors who come to the store through its own methods; the others are copies of them. */
const SEEDED = 50_000

/** Number of sessions to seed, and times that each exists, to make this many for a bench. */
export function copiesOf(sessions: number, seeded = SEEDED): { seeded: number; times: number } {
  const times = Math.ceil(sessions / seeded)
  return { seeded: Math.ceil(sessions / times), times }
}

/** Multiplies the sessions of a database with everything they did, and recounts the totals. Each copy came a second before the last.
 *  Ten million events take minutes, not an hour. Nothing is flushed on the way, as an incomplete file is thrown away. */
export function copySessions(sqliteFile: string, times: number): void {
  const db = new DatabaseSync(sqliteFile)
  db.function('new_york_day', { deterministic: true }, (at) => newYorkDay(Number(at)))
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA wal_autocheckpoint = 100000')
  const { many } = db.prepare('SELECT MAX(session) AS many FROM sessions').get() as { many: number }
  const indexes = db
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
       AND tbl_name IN ('sessions', 'events', 'sales', 'steps')`,
    )
    .all() as { name: string; sql: string }[]
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  const statements = [
    `INSERT INTO sessions (session, uuid, token_hash, version, channel, origin, page_url, referrer, ip, user_agent, at,
       language, trustedform_cert_url, jornaya_lead_id)
     SELECT session + $1, substr(uuid, 1, 24) || printf('%012x', session + $1), token_hash, version, channel, origin,
       page_url, referrer, ip, user_agent, at - $2, language, trustedform_cert_url, jornaya_lead_id
     FROM sessions WHERE session <= $3`,
    `INSERT INTO events (session, kind, offer, version, channel, at)
     SELECT session + $1, kind, offer, version, channel, at - $2 FROM events WHERE session <= $3`,
    `INSERT INTO sales (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
     SELECT session + $1, offer, source, external_id || '-' || $1, sold, cents, version, path, aff_id, sub1, at - $2
     FROM sales WHERE session <= $3`,
    `INSERT INTO steps (session, id, offer_key, step_key, answers, time_on_step, execute_actions, page_url, at)
     SELECT session + $1, id, offer_key, step_key, answers, time_on_step + $2 % 7919, execute_actions, page_url, at - $2
     FROM steps WHERE session <= $3 ORDER BY entry`,
  ].map((sql) => db.prepare(sql.replaceAll('$', '?')))
  for (let copy = 1; copy < times; copy++) {
    db.exec('BEGIN')
    for (const statement of statements) statement.run(copy * many, copy * 1000, many)
    db.exec('COMMIT')
  }
  for (const { sql } of indexes) db.exec(sql)
  db.exec(`BEGIN; ${TOTALS}; COMMIT`)
  db.close()
}

const events = (kinds: string) => `FROM events JOIN channels USING (channel) WHERE kind IN (${kinds})`
const count = (kind: string) => `SUM(kind = '${kind}')`

/** Recounts all totals from raw rows. */
const TOTALS = `
  DELETE FROM totals_offers;
  INSERT INTO totals_offers (day, path, version, offer, visits, impressions, sold, returned, cents)
    SELECT day, path, version, offer, SUM(visits), SUM(impressions), SUM(sold), SUM(returned), SUM(cents) FROM (
      SELECT new_york_day(at) AS day, path, version, offer, kind = 'visit' AS visits, kind = 'impression' AS impressions,
        0 AS sold, 0 AS returned, 0 AS cents
      ${events(`'visit', 'impression'`)}
      UNION ALL SELECT new_york_day(at), path, version, offer, 0, 0, sold = 1, sold = -1, cents FROM sales
    ) GROUP BY day, path, version, offer;
  DELETE FROM totals_channels;
  INSERT INTO totals_channels (path, day, channel, page_visits, registrations)
    SELECT path, new_york_day(at) AS day, channel, ${count('page_visit')}, ${count('registration')}
    ${events(`'page_visit', 'registration'`)} GROUP BY path, day, channel;
  DELETE FROM totals_affiliates;
  INSERT INTO totals_affiliates (path, day, aff_id, page_visits, registrations)
    SELECT channels.path, day, aff_id, SUM(page_visits), SUM(registrations)
    FROM totals_channels JOIN channels USING (channel) GROUP BY channels.path, day, aff_id;
  DELETE FROM totals_versions;
  INSERT INTO totals_versions (version, sessions)
    SELECT version, COUNT(*) FROM events WHERE kind = 'page_visit' AND arrival = 0 GROUP BY version;
  DELETE FROM totals_sales;
  INSERT INTO totals_sales (path, day, offer, aff_id, sub1, sold, returned, cents)
    SELECT path, new_york_day(at) AS day, offer, aff_id, sub1, SUM(sold = 1), SUM(sold = -1), SUM(cents)
    FROM sales GROUP BY path, day, offer, aff_id, sub1;
  DELETE FROM totals_hours;
  INSERT INTO totals_hours (hour, path, language, ${HOUR_SUMS.join(', ')})
    SELECT hour, path, language, ${HOUR_SUMS.map((sum) => `SUM(${sum})`).join(', ')}
    FROM (${rawHours()}) GROUP BY hour, path, language`

/** Rows that make up the hourly totals, read as a range without a whole hour. */
function rawHours(): string {
  const values: Record<string, string> = { from: '0', firstHour: '1e15', endHour: '1e15', end: '1e15' }
  return hoursOfRange(...HOUR_SUMS).replaceAll(/:([a-z]+(?:Hour)?)\b/g, (_, name: string) => values[name]!)
}
