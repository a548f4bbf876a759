import type { ReportKey } from '../../../../schemas/people/reportKey.ts'
import { all, command, integerOrNull, jsonOrNull, one, run, type Rule } from '../../kernel/statement.ts'
import { keySql } from './keySql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Keys with which programs read reports. See keySql.ts. */

/** Saves a key with which programs read reports, by its SHA-256. False if its name is or was in use. */
function* addReportKey(
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

/** False if none has this name, or it is revoked. */
function* revokeReportKey(name: string, at: number): Rule<boolean> {
  return (yield* run(reportKeySql.revoke, name, at)) === 1
}

/** Records that it was used. */
function* seeReportKey(hash: string, at: number): Rule<void> {
  yield* run(reportKeySql.see, hash, at)
}

/** The key with this SHA-256, even if it was revoked or has expired. */
const reportKey = (hash: string): Rule<ReportKey | null> => one(reportKeySql.key, hash)

/** Keys by name, including revoked ones. */
const reportKeys = (): Rule<ReportKey[]> => all(reportKeySql.keys)

const reportKeySql = {
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

export const reportKeyNoun = {
  writes: ofRecords({ addReportKey, revokeReportKey, seeReportKey }),
  reads: { reportKey, reportKeys },
  sql: reportKeySql,
}
