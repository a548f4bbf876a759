import type { DatabaseSync } from 'node:sqlite'
import { prepare } from './file.ts'

/** Every statement that writes, or that a write asks first. */
export function statements(db: DatabaseSync) {
  const patch = (column: string) => prepare(db, `UPDATE sessions SET ${column} = $1 WHERE uuid = $2`)
  return {
    known: prepare(db, 'SELECT session FROM sessions WHERE uuid = $1'),
    session: prepare(
      db,
      `SELECT session, version, channel, path, aff_id, sub1
       FROM sessions JOIN channels USING (channel) WHERE uuid = $1`,
    ),
    channel: prepare(
      db,
      `SELECT channel FROM channels
       WHERE path = $1 AND aff_id = $2 AND sub1 = $3 AND sub2 = $4 AND sub3 = $5`,
    ),
    addChannel: prepare(
      db,
      `INSERT INTO channels (path, aff_id, sub1, sub2, sub3) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
    ),
    openSession: prepare(
      db,
      `INSERT INTO sessions
         (uuid, token_hash, version, channel, origin, page_url, referrer, ip, user_agent, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    ),
    event: prepare(
      db,
      `INSERT INTO events (session, kind, offer, version, channel, at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
    ),
    step: prepare(
      db,
      `INSERT INTO steps
         (session, id, offer_key, step_key, answers, time_on_step, execute_actions, page_url, at)
       SELECT session, $2, $3, $4, $5, $6, $7, $8, $9 FROM sessions WHERE uuid = $1
       ON CONFLICT DO NOTHING`,
    ),
    patch: {
      jornaya_lead_id: patch('jornaya_lead_id'),
      trustedform_cert_url: patch('trustedform_cert_url'),
      ef_transaction_id: patch('ef_transaction_id'),
    },
    lead: prepare(db, 'INSERT INTO leads (session, lead, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'),
    linkOut: prepare(
      db,
      'INSERT INTO link_outs (uuid, session, offer, step, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    ),
    sale: prepare(
      db,
      `SELECT sessions.uuid AS session_uuid, offer, cents FROM sales JOIN sessions USING (session)
       WHERE source = $1 AND external_id = $2 AND sold = $3`,
    ),
    sell: prepare(
      db,
      `INSERT INTO sales
         (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    ),
    quarantine: prepare(
      db,
      'INSERT INTO quarantine (session_uuid, call, reason, body, at) VALUES ($1, $2, $3, $4, $5)',
    ),
    trimQuarantine: prepare(db, 'DELETE FROM quarantine WHERE entry <= $1'),
    addSecret: prepare(db, 'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING'),
    secret: prepare(db, 'SELECT value FROM secrets WHERE name = $1'),
    saveOperator: prepare(
      db,
      `INSERT INTO operators (name, password_hash) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET password_hash = excluded.password_hash`,
    ),
    saveLogin: prepare(
      db,
      `INSERT INTO login_sessions (id, data, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`,
    ),
    dropLogin: prepare(db, 'DELETE FROM login_sessions WHERE id = $1'),
    sweepLogins: prepare(db, 'DELETE FROM login_sessions WHERE expires_at <= $1'),
    beat: prepare(db, 'UPDATE heartbeat SET beats = beats + 1'),
  }
}
