import type { ReportKey } from '../../../schemas/people/reportKey.ts'
import { all, command, integer, integerOrNull, one, query, run, text, textOrNull } from '../statement.ts'
import type { Rule } from '../statement.ts'

/** Keys with which programs read reports. Each is known by the SHA-256 of it: who reads the database can use none. */

/** False when there is, or was, one of this name. */
export function* addReportKey(
  hash: string,
  { name, made_by, made_at, expires_at }: Omit<ReportKey, 'revoked_at' | 'seen_at'>,
): Rule<boolean> {
  return (yield* run(reportKeySql.add, hash, name, made_by, made_at, expires_at)) === 1
}

export function* revokeReportKey(name: string, at: number): Rule<boolean> {
  return (yield* run(reportKeySql.revoke, name, at)) === 1
}

export function* seeReportKey(hash: string, at: number): Rule<void> {
  yield* run(reportKeySql.see, hash, at)
}

export const reportKey = (hash: string): Rule<ReportKey | null> => one(reportKeySql.key, hash)

export const reportKeys = (): Rule<ReportKey[]> => all(reportKeySql.keys)

const key = {
  name: text,
  made_by: textOrNull,
  made_at: integer,
  expires_at: integerOrNull,
  seen_at: integerOrNull,
  revoked_at: integerOrNull,
}
const KEY = 'name, made_by, made_at, expires_at, seen_at, revoked_at'

export const reportKeySql = {
  add: command(
    `INSERT INTO report_keys (hash, name, made_by, made_at, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
  ),
  revoke: command('UPDATE report_keys SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL'),
  see: command('UPDATE report_keys SET seen_at = $2 WHERE hash = $1'),
  key: query(`SELECT ${KEY} FROM report_keys WHERE hash = $1`, key),
  keys: query(`SELECT ${KEY} FROM report_keys ORDER BY name`, key),
}
