import { run, type Rule } from '../../kernel/statement.ts'
import { challengeSql } from './proofSql.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** Uses up a challenge by its SHA-256, even if other processes try at the same moment. False if it was used. Drops challenges that have
 *  expired by `at`. */
function* useChallenge(hash: string, expiresAt: number, at: number): Rule<boolean> {
  yield* run(challengeSql.sweep, at)
  return (yield* run(challengeSql.use, hash, expiresAt)) === 1
}

export const challengeNoun = {
  writes: ofRecords({ useChallenge }),
  sql: challengeSql,
}
