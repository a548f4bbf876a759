import { command, run, type Rule } from './statement.ts'

/** Writes one row, to find out whether a write is kept. */
export function* ready(): Rule<void> {
  yield* run(readinessSql.beat)
}

export const readinessSql = { beat: command('UPDATE heartbeat SET beats = beats + 1') }
