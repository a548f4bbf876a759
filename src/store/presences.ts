import { command, integer, integerOrNull, query } from './statement.ts'

/** Which processes that share a store live: each has a row that it beats by, every two seconds. What one had under way is due again once
 *  the others took it for dead: see leases.ts. Only the database's clock counts. */

/** How long a process that does not beat is taken for alive. */
export const DEAD_MS = 10_000

/** Whether an instant that a column says is close to now. It may be ahead: the clock of another machine became the database's. */
const isRecent = (column: string, clock: string) =>
  `${column} BETWEEN ${clock} - ${DEAD_MS} AND ${clock} + ${DEAD_MS}`

/** In all of them the last parameter is the time, where the database has no clock. `since`: from when on it has beaten without a
 *  gap. */
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
