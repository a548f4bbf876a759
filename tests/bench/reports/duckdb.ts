import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { once } from 'node:events'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import type { ReportName } from '../../../schemas/reports/reports.ts'

/** Opens the same events and ledger as one flat DuckDB table, in order of time, with each session's words in every row, and the time of
 *  the sale in the row of a return. */
export async function openDuckDb(sqliteFile: string, duckFile: string): Promise<DuckDBConnection> {
  if (!existsSync(duckFile)) {
    const making = `${duckFile}.making`
    await rm(making, { force: true })
    await fill(sqliteFile, making)
    await rename(making, duckFile)
  }
  return (await DuckDBInstance.create(duckFile)).connect()
}

async function fill(sqliteFile: string, duckFile: string): Promise<void> {
  const csv = `${duckFile}.csv`
  await exportEvents(sqliteFile, csv)
  const instance = await DuckDBInstance.create(duckFile)
  const connection = await instance.connect()
  await connection.run(`
      CREATE TABLE versions AS SELECT * FROM (VALUES ${versionRows(sqliteFile)}) AS v(version, path, activated_at, deactivated_at);
      CREATE TABLE events AS SELECT * FROM read_csv('${csv}', header = false, nullstr = 'NULL', columns = {
        session: 'INTEGER', kind: 'VARCHAR', offer: 'VARCHAR', version: 'INTEGER', path: 'VARCHAR', aff_id: 'VARCHAR',
        sub1: 'VARCHAR', sub2: 'VARCHAR', sub3: 'VARCHAR', sold: 'INTEGER', cents: 'INTEGER', sold_ts: 'BIGINT', ts: 'BIGINT', language: 'VARCHAR',
        trustedform: 'INTEGER', jornaya: 'INTEGER' })
      ORDER BY ts;
      CHECKPOINT`)
  await rm(csv)
  connection.closeSync()
  instance.closeSync()
}

async function exportEvents(sqliteFile: string, csv: string): Promise<void> {
  const db = new DatabaseSync(sqliteFile, { readOnly: true })
  const out = createWriteStream(csv)
  const rows = db
    .prepare(
      `SELECT session || ',' || kind || ',' || offer || ',' || version || ',' || path || ',' || aff_id || ',' || sub1
         || ',' || sub2 || ',' || sub3 || ',' || sold || ',' || cents || ',' || sold_at || ',' || counted.at || ',' || language
         || ',' || (trustedform_cert_url IS NOT NULL) || ',' || (jornaya_lead_id IS NOT NULL) AS line
       FROM (
         SELECT session, kind, offer, version, channel, 0 AS sold, 0 AS cents, 0 AS sold_at, at FROM events
         UNION ALL
         SELECT sales.session, 'sale', sales.offer, sales.version, channel, sales.sold, sales.cents, first.at, sales.at
         FROM sales JOIN sessions ON sessions.session = sales.session
           JOIN sales AS first ON first.source = sales.source AND first.external_id = sales.external_id AND first.sold = 1
       ) AS counted JOIN channels USING (channel) JOIN (
         SELECT session, language, trustedform_cert_url, jornaya_lead_id FROM sessions
       ) USING (session)`,
    )
    .iterate()
  for (const row of rows) if (!out.write(`${String(row['line'])}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'close')
  db.close()
}

function versionRows(sqliteFile: string): string {
  const db = new DatabaseSync(sqliteFile, { readOnly: true })
  const rows = db
    .prepare('SELECT version, path, activated_at, deactivated_at FROM versions')
    .all() as unknown as VersionRow[]
  db.close()
  return rows
    .map((v) => `(${v.version}, '${v.path}', ${v.activated_at}::BIGINT, ${v.deactivated_at}::BIGINT)`)
    .join(', ')
}

interface VersionRow {
  version: number
  path: string
  activated_at: number
  deactivated_at: number | null
}

type Range = { path: string; from: number; to: number }

/** The dashboard's reports as an analyst would query raw events. Ratios are left to the reader, as in the store. */
export const DUCKDB_QUESTIONS = {
  paths: () => 'SELECT DISTINCT path FROM versions ORDER BY path',
  'analytics-epr': ({ from, to }) => `
    SELECT v.version AS version_id, v.activated_at AS activation_date, v.deactivated_at AS deactivation_date,
      e.path AS url, COUNT(*) FILTER (kind = 'visit') AS visits, SUM(cents) AS revenue
    FROM events e JOIN versions v ON v.version = e.version
    WHERE kind IN ('visit', 'sale') AND ts BETWEEN ${from} AND ${to} GROUP BY ALL ORDER BY version_id, url`,
  'analytics-ecpm': ({ from, to }) => `
    SELECT v.version AS version_id, v.activated_at AS activation_date, v.deactivated_at AS deactivation_date,
      offer, e.path AS url, e.path AS path_name, COUNT(*) FILTER (kind = 'impression') AS impressions, SUM(cents) AS revenue
    FROM events e JOIN versions v ON v.version = e.version
    WHERE kind IN ('impression', 'sale') AND ts BETWEEN ${from} AND ${to} GROUP BY ALL ORDER BY version_id, offer, url`,
  'visits-by-affiliate': (range) => visits('aff_id', range),
  'visits-by-affiliate-and-subs': (range) => visits('aff_id, sub1, sub2, sub3', range),
  'sale-stats': ({ path, from, to }) => `
    WITH in_range AS (FROM events WHERE path = '${path}' AND ts BETWEEN ${from} AND ${to} AND kind IN ('sale', 'registration')),
    leads AS (SELECT SUM(sold) AS sold, SUM(cents) AS cents FROM in_range
      WHERE kind = 'sale' AND sold_ts >= ${from} GROUP BY session)
    SELECT COUNT(*) AS leads, MAX(sold) AS max_sold, MAX(cents) AS max_revenue, COALESCE(SUM(sold), 0) AS total, COALESCE(SUM(cents), 0) AS revenue,
      (SELECT COUNT(*) FROM in_range WHERE kind = 'registration') AS registrations
    FROM leads`,
  'sale-by-affiliate': (range) => sales('offer_name, aff_id', range),
  'sale-by-offer': (range) => sales('offer_name', range),
  'sale-by-aff-sub-offer': (range) => sales('offer_name, aff_id, sub1', range),
  'analytics-languages': ({ from, to }) => `
    SELECT path AS url, language, COUNT(*) FILTER (kind = 'visit') AS visits,
      COUNT(*) FILTER (kind = 'registration') AS filled_basic_data, SUM(sold) AS total, SUM(cents) AS revenue
    FROM events WHERE kind IN ('visit', 'registration', 'sale') AND ts BETWEEN ${from} AND ${to}
    GROUP BY ALL ORDER BY url, language`,
  'trend-hours': ({ from, to }) => `
    SELECT ts // 3600000 * 3600000 AS "at", path, COUNT(*) FILTER (kind = 'page_visit') AS page_visits,
      COUNT(*) FILTER (kind = 'visit') AS visits, COUNT(*) FILTER (kind = 'registration') AS registrations,
      SUM(sold) AS sales, SUM(cents) AS revenue
    FROM events WHERE kind <> 'impression' AND ts BETWEEN ${from} AND ${to} GROUP BY ALL ORDER BY "at", path`,
  'consent-coverage': ({ from, to }) => `
    SELECT path AS url, COUNT(*) AS filled_basic_data, SUM(trustedform) AS trustedform_cert_url,
      SUM(jornaya) AS jornaya_lead_id, SUM(trustedform * jornaya) AS "both"
    FROM events WHERE kind = 'registration' AND ts BETWEEN ${from} AND ${to} GROUP BY ALL ORDER BY url`,
} satisfies Partial<Record<ReportName | 'paths', (range: Range) => string>>

/** The reports that the bench compares. */
export type Compared = Exclude<keyof typeof DUCKDB_QUESTIONS, 'paths'>

function visits(words: string, { path, from, to }: Range): string {
  return `
    SELECT ${words}, COUNT(*) FILTER (kind = 'page_visit') AS page_visits, COUNT(*) FILTER (kind = 'registration') AS filled_basic_data
    FROM events WHERE path = '${path}' AND kind IN ('page_visit', 'registration') AND ts BETWEEN ${from} AND ${to}
    GROUP BY ALL ORDER BY ${words}`
}

function sales(words: string, { path, from, to }: Range): string {
  return `
    SELECT ${words.replace('offer_name', 'offer AS offer_name')}, SUM(sold) AS total, SUM(cents) AS revenue,
      SUM(CASE sold WHEN -1 THEN -cents ELSE 0 END) AS returned
    FROM events WHERE path = '${path}' AND kind = 'sale' AND ts BETWEEN ${from} AND ${to}
    GROUP BY ALL ORDER BY ${words}`
}
