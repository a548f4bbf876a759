import { command, run, type Rule } from './statement.ts'
import { alone } from './writeScopes.ts'

/** Writes one row to find out if writes are saved. */
function* ready(): Rule<void> {
  yield* run(readinessSql.beat)
}

const readinessSql = { beat: command('UPDATE heartbeat SET beats = beats + 1') }

export const readinessNoun = {
  writes: alone({ ready }),
  sql: readinessSql,
}
