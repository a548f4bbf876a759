import type { Account, AuditEntry, OperatorRole } from '../../../schemas/operator.ts'
import type { LoginBound, OperatorRecord } from '../records.ts'
import {
  all,
  command,
  integer,
  integerOrNull,
  one,
  only,
  query,
  run,
  text,
  word,
  type Rule,
} from '../statement.ts'

export function* saveOperator({
  name,
  role,
  password_hash,
  since,
}: Omit<OperatorRecord, 'revoked_at'>): Rule<void> {
  yield* run(operatorSql.save, name, role, password_hash, since)
  yield* run(operatorSql.dropLoginsOf, name)
}

export function* saveFirstOperator(operator: Omit<OperatorRecord, 'revoked_at'>): Rule<boolean> {
  if ((yield* operatorCount()) > 0) return false
  yield* saveOperator(operator)
  return true
}

export function* revokeOperator(name: string, at: number): Rule<boolean> {
  yield* run(operatorSql.dropLoginsOf, name)
  return (yield* run(operatorSql.revoke, at, name)) === 1
}

export function* beginLogin(bounds: LoginBound[], at: number, windowMs: number): Rule<number | null> {
  yield* run(operatorSql.sweepFailures, at - windowMs)
  for (const { key, most } of bounds) {
    const failures = yield* one(operatorSql.loginFailures, key)
    if (failures && failures.count >= most) return failures.since
  }
  for (const { key } of bounds) yield* run(operatorSql.countLogin, key, at)
  return null
}

/** One that was wrong takes back nothing, in the same time: it says nothing of whether there is the account. */
export function* endLogin(keys: string[], isRight: boolean): Rule<void> {
  for (const key of keys) yield* run(operatorSql.endLogin, key, isRight ? 1 : 0)
}

export function* audit({ at, operator, act, about }: AuditEntry): Rule<void> {
  yield* run(operatorSql.audit, at, operator, act, about)
}

/** What has expired by `now` goes with it. */
export function* saveLoginSession(id: string, data: string, expiresAt: number, now: number): Rule<void> {
  yield* run(operatorSql.sweepLogins, now)
  yield* run(operatorSql.saveLogin, id, data, expiresAt)
}

export function* dropLoginSession(id: string): Rule<void> {
  yield* run(operatorSql.dropLogin, id)
}

export const operator = (name: string): Rule<OperatorRecord | null> => one(operatorSql.operator, name)

export const operators = (): Rule<Account[]> => all(operatorSql.operators)

export function* operatorCount(): Rule<number> {
  return (yield* only(operatorSql.count)).operators
}

export const auditLog = (limit: number): Rule<AuditEntry[]> => all(operatorSql.auditLog, limit)

export function* loginSession(id: string, now: number): Rule<string | null> {
  return (yield* one(operatorSql.loginSession, id, now))?.data ?? null
}

const account = { name: text, role: word<OperatorRole>(), since: integer, revoked_at: integerOrNull }

export const operatorSql = {
  save: command(
    `INSERT INTO operators (name, role, password_hash, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO UPDATE SET role = excluded.role, password_hash = excluded.password_hash,
       since = excluded.since, revoked_at = NULL`,
  ),
  revoke: command('UPDATE operators SET revoked_at = $1 WHERE name = $2 AND revoked_at IS NULL'),
  dropLoginsOf: command(
    ({ jsonText }) => `DELETE FROM login_sessions WHERE ${jsonText('data', 'operator')} = $1`,
  ),
  countLogin: command(
    `INSERT INTO login_failures (key, count, since) VALUES ($1, 1, $2)
     ON CONFLICT (key) DO UPDATE SET count = login_failures.count + 1`,
  ),
  endLogin: command('UPDATE login_failures SET count = count - $2 WHERE key = $1'),
  sweepFailures: command('DELETE FROM login_failures WHERE since <= $1'),
  audit: command('INSERT INTO audit (at, operator, act, about) VALUES ($1, $2, $3, $4)'),
  saveLogin: command(
    `INSERT INTO login_sessions (id, data, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`,
  ),
  dropLogin: command('DELETE FROM login_sessions WHERE id = $1'),
  sweepLogins: command('DELETE FROM login_sessions WHERE expires_at <= $1'),
  operator: query('SELECT name, role, since, revoked_at, password_hash FROM operators WHERE name = $1', {
    ...account,
    password_hash: text,
  }),
  operators: query('SELECT name, role, since, revoked_at FROM operators ORDER BY name', account),
  count: query('SELECT COUNT(*) AS operators FROM operators', { operators: integer }),
  loginFailures: query('SELECT count, since FROM login_failures WHERE key = $1', {
    count: integer,
    since: integer,
  }),
  auditLog: query('SELECT at, operator, act, about FROM audit ORDER BY entry DESC LIMIT $1', {
    at: integer,
    operator: text,
    act: word<AuditEntry['act']>(),
    about: text,
  }),
  loginSession: query('SELECT data FROM login_sessions WHERE id = $1 AND expires_at > $2', { data: text }),
}
