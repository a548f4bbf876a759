import type { Quarantined } from './sessionTypes.ts'

import {
  all,
  command,
  integer,
  one,
  only,
  query,
  run,
  text,
  textOrNull,
  type Rule,
} from '../../kernel/statement.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { countingSql } from './counting.ts'
import { ofRecords } from '../../kernel/writeScopes.ts'

/** A normal submission is a few hundred bytes. */
export const QUARANTINE_BODY_BYTES = 16 * 1024
/** Number of newest entries kept per session and per network; further ones replace the oldest of the same sender. */
export const QUARANTINE_SHARES = { session: 20, source: 500 } as const

function* quarantine(
  { quarantineRows }: WriteContext,
  { session_uuid, call, reason, body, source, at }: Quarantined,
): Rule<void> {
  if (session_uuid !== null && (yield* one(countingSql.session, session_uuid))?.forgotten) return
  yield* run(quarantineSql.add, session_uuid, call, reason, cut(body), source, at)
  if (session_uuid !== null) yield* run(quarantineSql.trimSession, session_uuid, QUARANTINE_SHARES.session)
  yield* run(quarantineSql.trimSource, source, QUARANTINE_SHARES.source)
  yield* trim(quarantineRows)
}

/** Removes entries of the sender with the most. */
function* trim(quarantineRows: number): Rule<void> {
  if ((yield* only(quarantineSql.size)).n <= quarantineRows) return
  const { source, n } = yield* only(quarantineSql.largestSource)
  yield* run(quarantineSql.trimSource, source, n - Math.ceil(n / TRIMMED_SHARE))
}

/** A tenth at once, so that the largest sender rarely has to be looked up. */
const TRIMMED_SHARE = 10

/** The first QUARANTINE_BODY_BYTES; drops a character cut in two. */
function cut(body: string): string {
  const bytes = Buffer.from(body)
  if (bytes.length <= QUARANTINE_BODY_BYTES) return body
  return new TextDecoder().decode(bytes.subarray(0, QUARANTINE_BODY_BYTES), { stream: true })
}

/** Newest first. If there were too many, the oldest of the largest sender are gone. */
const quarantined = (limit: number): Rule<Quarantined[]> => all(quarantineSql.newest, limit)

/** Entries of one session, newest first. */
const quarantinedOf = (uuid: string): Rule<Quarantined[]> => all(quarantineSql.ofSession, uuid)

/** Deletes all except the `$2` newest of one session or source. */
const trimOf = (column: 'session_uuid' | 'source') =>
  command(
    `DELETE FROM quarantine WHERE ${column} = $1 AND entry <=
       (SELECT entry FROM quarantine WHERE ${column} = $1 ORDER BY entry DESC LIMIT 1 OFFSET $2)`,
  )

const SET_ASIDE = 'SELECT session_uuid, call, reason, body, source, at FROM quarantine'
const setAside = {
  session_uuid: textOrNull,
  call: text,
  reason: text,
  body: text,
  source: text,
  at: integer,
}

const quarantineSql = {
  add: command(
    'INSERT INTO quarantine (session_uuid, call, reason, body, source, at) VALUES ($1, $2, $3, $4, $5, $6)',
  ),
  trimSession: trimOf('session_uuid'),
  trimSource: trimOf('source'),
  size: query('SELECT COUNT(*) AS n FROM quarantine', { n: integer }),
  largestSource: query(
    'SELECT source, COUNT(*) AS n FROM quarantine GROUP BY source ORDER BY n DESC, MIN(entry) LIMIT 1',
    { source: text, n: integer },
  ),
  newest: query(`${SET_ASIDE} ORDER BY entry DESC LIMIT $1`, setAside),
  ofSession: query(`${SET_ASIDE} WHERE session_uuid = $1 ORDER BY entry DESC`, setAside),
}

export const quarantineNoun = {
  writesInContext: ofRecords({ quarantine }),
  reads: { quarantined, quarantinedOf },
  sql: quarantineSql,
}
