import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Acknowledged } from './traffic.ts'

/** What the database holds beside what was acknowledged. */
export interface Account {
  acknowledged: { sessions: number; steps: number; events: number }
  recorded: { sessions: number; steps: number; events: number }
  /** Acknowledged and not recorded. */
  lost: number
  /** Recorded more than once, or counted otherwise than recorded. */
  doubled: number
  /** SQLite's own words: ok. */
  integrity: string
}

/** Reads the whole database of a server that has ended. */
export function accountOf(dataDir: string, acknowledged: ReadonlyMap<string, Acknowledged>): Account {
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  try {
    const told = { sessions: acknowledged.size, steps: 0, events: 0 }
    let lost = 0
    const session = db.prepare('SELECT session FROM sessions WHERE uuid = ?')
    const steps = db.prepare('SELECT id FROM steps WHERE session = ?')
    const events = db.prepare('SELECT kind, offer FROM events WHERE session = ?')
    for (const [uuid, one] of acknowledged) {
      told.steps += one.steps.length
      told.events += one.events.length
      const row = session.get(uuid)
      if (!row) {
        lost += 1 + one.steps.length + one.events.length
        continue
      }
      const number = row['session']!
      const kept = new Set(steps.all(number).map(({ id }) => id))
      const counted = new Set(events.all(number).map(({ kind, offer }) => offer || kind))
      lost += one.steps.filter((id) => !kept.has(id)).length
      lost += one.events.filter((event) => !counted.has(event)).length
    }
    const count = (sql: string) => Number(db.prepare(sql).get()!['n'])
    return {
      acknowledged: told,
      recorded: {
        sessions: count('SELECT COUNT(*) AS n FROM sessions'),
        steps: count('SELECT COUNT(*) AS n FROM steps'),
        events: count("SELECT COUNT(*) AS n FROM events WHERE kind <> 'page_visit'"),
      },
      lost,
      doubled: DOUBLED.reduce((sum, sql) => sum + count(sql), 0),
      integrity: String(db.prepare('PRAGMA integrity_check').get()!['integrity_check']),
    }
  } finally {
    db.close()
  }
}

/** Each counts what must not be: rows of one thing, and totals beside the rows that they are the totals of. */
const DOUBLED = [
  'SELECT COUNT(*) - COUNT(DISTINCT uuid) AS n FROM sessions',
  'SELECT COUNT(*) AS n FROM (SELECT 1 FROM steps GROUP BY session, id HAVING COUNT(*) > 1)',
  'SELECT COUNT(*) AS n FROM (SELECT 1 FROM events GROUP BY session, kind, offer HAVING COUNT(*) > 1)',
  ...(
    [
      ['page_visits', 'totals_affiliates', 'page_visit'],
      ['registrations', 'totals_affiliates', 'registration'],
      ['page_visits', 'totals_channels', 'page_visit'],
      ['page_visits', 'totals_versions', 'page_visit'],
      ['visits', 'totals_offers', 'visit'],
      ['impressions', 'totals_offers', 'impression'],
    ] as const
  ).map(
    ([sum, table, kind]) =>
      `SELECT ABS((SELECT COALESCE(SUM(${sum}), 0) FROM ${table}) - (SELECT COUNT(*) FROM events WHERE kind = '${kind}')) AS n`,
  ),
]
