import type { ReportKey } from '../../../../schemas/people/reportKey.ts'
import { all, command, integerOrNull, jsonOrNull, one, run, type Rule } from '../../kernel/statement.ts'
import { keySql } from './keySql.ts'

/** Keys with which programs read reports. See keySql.ts. */

/** False if its name is or was in use. */
export function* addReportKey(
  hash: string,
  { name, sites, made_by, made_at, expires_at }: Omit<ReportKey, 'revoked_at' | 'seen_at'>,
): Rule<boolean> {
  return (
    (yield* run(
      reportKeySql.add,
      hash,
      name,
      sites && JSON.stringify(sites),
      made_by,
      made_at,
      expires_at,
    )) === 1
  )
}

export function* revokeReportKey(name: string, at: number): Rule<boolean> {
  return (yield* run(reportKeySql.revoke, name, at)) === 1
}

export function* seeReportKey(hash: string, at: number): Rule<void> {
  yield* run(reportKeySql.see, hash, at)
}

export const reportKey = (hash: string): Rule<ReportKey | null> => one(reportKeySql.key, hash)

export const reportKeys = (): Rule<ReportKey[]> => all(reportKeySql.keys)

export const reportKeySql = {
  ...keySql('report_keys', {
    sites: jsonOrNull<string[]>(),
    expires_at: integerOrNull,
    seen_at: integerOrNull,
  }),
  add: command(
    `INSERT INTO report_keys (hash, name, sites, made_by, made_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
  ),
  see: command('UPDATE report_keys SET seen_at = $2 WHERE hash = $1'),
}
