import { command, integer, one, only, query, run, type Rule } from '../../kernel/statement.ts'
import { alone } from '../../kernel/writeScopes.ts'

/** Cost that a process took from a limit's bucket: the time until it has refilled. */
export interface Taken {
  key: string
  costMs: number
}

/** Takes from the buckets that all processes share. Resolves to the time in ms until each is full. */
function* takeFromBuckets(taken: Taken[], now: number): Rule<number[]> {
  yield* run(bucketSql.dropFull, now)
  const levels: number[] = []
  for (const { key, costMs } of taken)
    levels.push(
      costMs === 0
        ? ((yield* one(bucketSql.level, key, now))?.to_full ?? 0)
        : (yield* only(bucketSql.take, key, costMs, now)).to_full,
    )
  return levels
}

const bucketSql = {
  take: query(
    ({ clockMs }) => `INSERT INTO buckets (key, full_at) VALUES ($1, ${clockMs('$3')} + CAST($2 AS BIGINT))
     ON CONFLICT (key) DO UPDATE SET full_at = CAST($2 AS BIGINT)
       + CASE WHEN buckets.full_at > ${clockMs('$3')} THEN buckets.full_at ELSE ${clockMs('$3')} END
     RETURNING full_at - ${clockMs('$3')} AS to_full`,
    { to_full: integer },
  ),
  level: query(({ clockMs }) => `SELECT full_at - ${clockMs('$2')} AS to_full FROM buckets WHERE key = $1`, {
    to_full: integer,
  }),
  dropFull: command(({ clockMs }) => `DELETE FROM buckets WHERE full_at < ${clockMs('$1')}`),
}

export const bucketNoun = {
  writes: alone({ takeFromBuckets }),
  sql: bucketSql,
}
