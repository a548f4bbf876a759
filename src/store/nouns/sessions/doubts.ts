import { command, jsonOrNull, query, run, only, type Rule } from '../../kernel/statement.ts'
import { notErased } from './counting.ts'
import { ofSession } from '../../kernel/writeScopes.ts'

/** Answers that a check called unknown; a visitor may insist on these and no others. */

/** Saves the newest of the answers that a check called unknown, as keyed hashes. */
function* noteDoubts(uuid: string, doubts: readonly string[]): Rule<void> {
  const { session } = yield* notErased(uuid)
  const known = (yield* only(doubtSql.known, session)).doubted ?? []
  const all = [...new Set([...known, ...doubts])].slice(-DOUBTS_PER_SESSION)
  yield* run(doubtSql.keep, JSON.stringify(all), session)
}

/** A visitor mistypes a few times; someone who tries whole lists can only insist on the last entries. */
export const DOUBTS_PER_SESSION = 20

const doubtSql = {
  known: query('SELECT doubted FROM sessions WHERE session = $1', { doubted: jsonOrNull<string[]>() }),
  keep: command('UPDATE sessions SET doubted = $1 WHERE session = $2'),
}

export const doubtNoun = {
  writes: ofSession({ noteDoubts }),
  sql: doubtSql,
}
