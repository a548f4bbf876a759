import type { KeptLogin } from '../../../../schemas/people/people.ts'
import {
  all,
  command,
  integerOrNull,
  json,
  one,
  query,
  run,
  text,
  type Rule,
} from '../../kernel/statement.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Operators' logins, each identified by a hash of its ID. */

/** Also drops logins that have expired by `now`. */
function* saveLoginSession(id: string, data: string, expiresAt: number, now: number): Rule<void> {
  yield* run(loginSql.sweep, now)
  yield* run(loginSql.save, id, data, expiresAt)
}

/** False if it had already ended. */
function* dropLoginSession(id: string): Rule<boolean> {
  return (yield* run(loginSql.drop, id)) === 1
}

/** Records that the login was used. Doesn't revive a login that has ended. */
function* seeLogin(id: string, at: number): Rule<void> {
  yield* run(loginSql.see, id, at)
}

export const loginSession = (
  id: string,
  now: number,
): Rule<{ data: string; seen_at: number | null } | null> => one(loginSql.session, id, now)

/** All logins that haven't ended. */
function* loginSessions(now: number): Rule<KeptLogin[]> {
  const rows = yield* all(loginSql.sessions, now)
  return rows.map(({ id, seen_at, data: { operator = '', since = 0, network = '', browser = '' } }) => {
    return { id, operator, since, seen_at, network, browser }
  })
}

/** Verbs to which the store adds the current time. */
export interface LoginVerbs {
  loginSession(id: string): Promise<{ data: string; seen_at: number | null } | null>
  saveLoginSession(id: string, data: string, expiresAt: number): Promise<void>
}

const loginSql = {
  save: command(
    `INSERT INTO login_sessions (id, data, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`,
  ),
  drop: command('DELETE FROM login_sessions WHERE id = $1'),
  see: command('UPDATE login_sessions SET seen_at = $2 WHERE id = $1'),
  sweep: command('DELETE FROM login_sessions WHERE expires_at <= $1'),
  session: query('SELECT data, seen_at FROM login_sessions WHERE id = $1 AND expires_at > $2', {
    data: text,
    seen_at: integerOrNull,
  }),
  sessions: query('SELECT id, data, seen_at FROM login_sessions WHERE expires_at > $1 ORDER BY id', {
    id: text,
    data: json<Partial<Pick<KeptLogin, 'operator' | 'since' | 'network' | 'browser'>>>(),
    seen_at: integerOrNull,
  }),
}

export const loginNoun = {
  writes: ofRecords({ dropLoginSession, seeLogin, saveLoginSession }),
  reads: { loginSessions, loginSession },
  sql: loginSql,
}
