import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { openTables } from '../store/tables.ts'

/** Rows of the database compared with the acknowledged calls. */
export interface Account {
  acknowledged: { sessions: number; steps: number; events: number }
  recorded: { sessions: number; steps: number; events: number }
  /** Acknowledged and not recorded. */
  lost: number
  /** Recorded more than once, or counted differently than recorded. */
  doubled: number
  /** Result of SQLite's own check: ok. */
  integrity: string
}

/** Compares the whole database of a server that has ended with the file in which traffic.ts wrote the acknowledged calls. */
export async function accountOf(dataDir: string, acknowledged: string): Promise<Account> {
  const db = openTables(dataDir, { write: true })
  try {
    await load(db, acknowledged)
    const count = (sql: string) => Number(db.prepare(sql).get()!['n'])
    return {
      acknowledged: {
        sessions: count("SELECT COUNT(*) AS n FROM told WHERE kind = 'session'"),
        steps: count("SELECT COUNT(*) AS n FROM told WHERE kind = 'step'"),
        events: count("SELECT COUNT(*) AS n FROM told WHERE kind = 'event'"),
      },
      recorded: {
        sessions: count('SELECT COUNT(*) AS n FROM sessions'),
        steps: count('SELECT COUNT(*) AS n FROM steps'),
        events: count("SELECT COUNT(*) AS n FROM events WHERE kind <> 'page_visit'"),
      },
      lost: LOST.reduce((sum, sql) => sum + count(sql), 0),
      doubled: DOUBLED.reduce((sum, sql) => sum + count(sql), 0),
      integrity: String(db.prepare('PRAGMA integrity_check').get()!['integrity_check']),
    }
  } finally {
    db.close()
  }
}

async function load(db: ReturnType<typeof openTables>, acknowledged: string): Promise<void> {
  db.exec('CREATE TEMP TABLE told (session TEXT, kind TEXT, name TEXT); BEGIN')
  const insert = db.prepare('INSERT INTO told VALUES (?, ?, ?)')
  for await (const line of createInterface(createReadStream(acknowledged))) insert.run(...line.split('\t'))
  db.exec('COMMIT')
}

/** Queries that each count acknowledged calls missing from the database. */
export const LOST = [
  'SELECT COUNT(*) AS n FROM told LEFT JOIN sessions ON uuid = told.session WHERE uuid IS NULL',
  `SELECT COUNT(*) AS n FROM told JOIN sessions ON uuid = told.session
     LEFT JOIN steps ON steps.session = sessions.session AND steps.id = name
   WHERE kind = 'step' AND steps.id IS NULL`,
  `SELECT COUNT(*) AS n FROM told JOIN sessions ON uuid = told.session
     LEFT JOIN events ON events.session = sessions.session AND name IN (events.offer, events.kind)
   WHERE told.kind = 'event' AND events.session IS NULL`,
]

/** Sums of the ledger's entries, as the totals have them. */
const LEDGER = {
  sold: 'CASE sold WHEN 1 THEN 1 ELSE 0 END',
  returned: 'CASE sold WHEN 1 THEN 0 ELSE 1 END',
  cents: 'cents',
}

/** Queries that each count rows that must not be: duplicates, and totals that differ from their rows. */
export const DOUBLED = [
  "SELECT ABS((SELECT COALESCE(SUM(sessions), 0) FROM totals_versions) - (SELECT COUNT(*) FROM events WHERE kind = 'page_visit' AND arrival = 0)) AS n",
  'SELECT COUNT(*) - COUNT(DISTINCT uuid) AS n FROM sessions',
  'SELECT COUNT(*) AS n FROM (SELECT 1 FROM steps GROUP BY session, id HAVING COUNT(*) > 1) AS doubled',
  'SELECT COUNT(*) AS n FROM (SELECT 1 FROM events GROUP BY session, kind, offer, arrival HAVING COUNT(*) > 1) AS doubled',
  ...(
    [
      ['page_visits', 'totals_affiliates', 'page_visit'],
      ['registrations', 'totals_affiliates', 'registration'],
      ['page_visits', 'totals_channels', 'page_visit'],
      ['visits', 'totals_offers', 'visit'],
      ['impressions', 'totals_offers', 'impression'],
    ] as const
  ).map(
    ([sum, table, kind]) =>
      `SELECT ABS((SELECT COALESCE(SUM(${sum}), 0) FROM ${table}) - (SELECT COUNT(*) FROM events WHERE kind = '${kind}')) AS n`,
  ),
  ...Object.entries(LEDGER).flatMap(([sum, ofEntry]) =>
    ['totals_offers', 'totals_sales'].map(
      (table) =>
        `SELECT ABS((SELECT COALESCE(SUM(${sum}), 0) FROM ${table}) - (SELECT COALESCE(SUM(${ofEntry}), 0) FROM sales)) AS n`,
    ),
  ),
]
