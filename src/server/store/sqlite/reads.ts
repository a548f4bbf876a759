import type { DatabaseSync } from 'node:sqlite'
import type { SessionRecord, StepRecord, Store, Version } from '../store.ts'
import { prepare } from './file.ts'

type ReadVerb =
  'version' | 'live' | 'session' | 'quarantined' | 'paths' | 'operator' | 'operatorCount' | 'loginSession'

/** The store's verbs that look up by key. They run on the caller's thread: some tens of microseconds each, less than the
 *  way to another thread and back, and never behind a report. In WAL mode the writer does not hold them up. */
export function openReads(db: DatabaseSync, now: () => number): Pick<Store, ReadVerb> {
  const sql = {
    version: prepare(db, 'SELECT * FROM versions WHERE version = $1'),
    live: prepare(db, 'SELECT path, version FROM versions WHERE deactivated_at IS NULL ORDER BY path'),
    session: prepare(db, 'SELECT * FROM sessions JOIN channels USING (channel) WHERE uuid = $1'),
    steps: prepare(db, 'SELECT * FROM steps WHERE session = $1 ORDER BY entry'),
    quarantined: prepare(
      db,
      'SELECT session_uuid, call, reason, body, at FROM quarantine ORDER BY entry DESC LIMIT $1',
    ),
    paths: prepare(db, 'SELECT DISTINCT path FROM versions ORDER BY path'),
    operator: prepare(db, 'SELECT name, password_hash FROM operators WHERE name = $1'),
    operatorCount: prepare(db, 'SELECT COUNT(*) AS operators FROM operators'),
    loginSession: prepare(db, 'SELECT data FROM login_sessions WHERE id = $1 AND expires_at > $2'),
  }
  return {
    async version(version) {
      const row = sql.version.get(version)
      return row ? ({ ...row, flow: JSON.parse(String(row['flow'])) } as Version) : null
    },
    live: async () => sql.live.all().map((row) => ({ ...row }) as { path: string; version: number }),
    async session(uuid) {
      const row = sql.session.get(uuid)
      if (!row) return null
      const steps = sql.steps.all(row['session']!).map(
        ({ entry: _, session: __, ...step }) =>
          ({
            ...step,
            answers: JSON.parse(String(step['answers'])),
            execute_actions: JSON.parse(String(step['execute_actions'])),
          }) as StepRecord,
      )
      const { session: _, channel: __, origin, ...columns } = row
      const { jornaya_lead_id, trustedform_cert_url, ef_transaction_id, ...session } = columns
      const ids = { jornaya_lead_id, trustedform_cert_url, ef_transaction_id }
      const tracking = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== null))
      return { ...session, origin: JSON.parse(String(origin)), tracking, steps } as unknown as SessionRecord
    },
    quarantined: async (limit) =>
      sql.quarantined.all(limit).map((row) => ({ ...row })) as unknown as Awaited<
        ReturnType<Store['quarantined']>
      >,
    paths: async () => sql.paths.all().map((row) => String(row['path'])),
    async operator(name) {
      const row = sql.operator.get(name)
      return row ? ({ ...row } as unknown as Awaited<ReturnType<Store['operator']>>) : null
    },
    operatorCount: async () => Number(sql.operatorCount.get()?.['operators']),
    async loginSession(id) {
      const row = sql.loginSession.get(id, now())
      return row ? String(row['data']) : null
    },
  }
}
