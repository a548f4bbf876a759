import { command, run, type Rule } from './statement.ts'

/** Writes one row to find out if writes are saved. */
export function* ready(): Rule<void> {
  yield* run(readinessSql.beat)
}

export const readinessSql = { beat: command('UPDATE heartbeat SET beats = beats + 1') }
