import { command, integer, integerOrNull, query } from './statement.ts'

/** Presence of the processes that share a store. Each has a row that it updates every two seconds. Work of a process becomes due again
 *  once the others take it for dead; see leases.ts. Only the database's clock counts. */

/** Time for which a process that doesn't beat is taken for alive. */
const DEAD_MS = 10_000

/** Condition that a column's time is close to now. It may be ahead, if another machine's clock became the database's. */
const isRecent = (column: string, clock: string) =>
  `${column} BETWEEN ${clock} - ${DEAD_MS} AND ${clock} + ${DEAD_MS}`

/** The last parameter of each is the time, for a database without a clock. `since`: time since which it has beaten without a gap. */
export const presenceSql = {
  enroll: query(
    ({ clockMs }) =>
      `INSERT INTO processes (beat_at, since) VALUES (${clockMs('$1')}, ${clockMs('$1')}) RETURNING process`,
    { process: integer },
  ),
  beat: command(
    ({ clockMs }) => `UPDATE processes SET beat_at = ${clockMs('$2')},
       since = CASE WHEN ${isRecent('beat_at', clockMs('$2'))} THEN since ELSE ${clockMs('$2')} END
     WHERE process = $1`,
  ),
  mayBury: query(
    ({ clockMs }) =>
      `SELECT process FROM processes WHERE process = $1 AND since < ${clockMs('$2')} - ${DEAD_MS}`,
    { process: integer },
  ),
  bury: command(({ clockMs }) => `DELETE FROM processes WHERE NOT (${isRecent('beat_at', clockMs('$1'))})`),
  silence: query(({ clockMs }) => `SELECT MAX(${clockMs('$1')} - beat_at) AS ms FROM processes`, {
    ms: integerOrNull,
  }),
  leave: command('DELETE FROM processes WHERE process = $1'),
}
