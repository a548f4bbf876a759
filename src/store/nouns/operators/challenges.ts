import { run, type Rule } from '../../kernel/statement.ts'
import { challengeSql } from './proofSql.ts'

/** Uses up a challenge once, even if it is answered twice at the same moment. Expired ones are dropped, because a challenge's own text
 *  has its expiry. */
export function* useChallenge(hash: string, expiresAt: number, at: number): Rule<boolean> {
  yield* run(challengeSql.sweep, at)
  return (yield* run(challengeSql.use, hash, expiresAt)) === 1
}
