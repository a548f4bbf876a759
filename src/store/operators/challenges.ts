import { run, type Rule } from '../statement.ts'
import { challengeSql } from './proofSql.ts'

/** Once, whoever answers it at the same moment. One that has expired is no longer known: its own text says when that is. */
export function* useChallenge(hash: string, expiresAt: number, at: number): Rule<boolean> {
  yield* run(challengeSql.sweep, at)
  return (yield* run(challengeSql.use, hash, expiresAt)) === 1
}
