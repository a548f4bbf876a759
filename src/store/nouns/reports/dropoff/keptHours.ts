import { command, integer, json, one, query, run, text, type Rule } from '../../../kernel/statement.ts'
import { changedHours, missesErasures, type UpTo } from './changedHours.ts'
import type { KeptCount } from './writtenCounts.ts'
import { ofAll } from '../../../kernel/writeScopes.ts'

/** Hours of drop-off that stay counted when a process ends. One of the processes counts them and saves them together with how far it had
 *  read the database. Readers recount the hours that have changed since. So no visitor waits for the walks, and a restored copy of the
 *  database tells by itself what it includes. */

export interface HoursToKeep {
  /** Digest of the code that counted them; see walkSource.ts. */
  walk: string
  /** Newest rows that are surely included; newer ones may be missing. */
  upTo: UpTo
  /** `counts`: see writtenCounts.ts. */
  hours: { path: string; hour: number; counts: string }[]
}

/** Saves counted hours of drop-off, so that no process counts them again, and drops those that have changed since the last time. Drops all
 *  hours that another release counted, because its walk may differ. If this process has read less than the one before, readers recount more
 *  hours. */
function* keepStepHours({ walk, upTo, hours }: HoursToKeep): Rule<void> {
  const before = yield* one(keptHourSql.upTo, walk)
  if (!before || (yield* missesErasures(before))) yield* run(keptHourSql.dropAll)
  else
    for (const { path, hour } of yield* changedHours(before, upTo)) yield* run(keptHourSql.drop, path, hour)
  for (const { path, hour, counts } of hours) yield* run(keptHourSql.keep, path, hour, counts)
  yield* run(keptHourSql.dropUpTo)
  yield* run(keptHourSql.setUpTo, walk, upTo.event, upTo.step, upTo.erasure)
}

export const keptHourSql = {
  upTo: query('SELECT event, step, erasure FROM totals_steps_read WHERE walk = $1', {
    event: integer,
    step: integer,
    erasure: integer,
  }),
  setUpTo: command('INSERT INTO totals_steps_read (walk, event, step, erasure) VALUES ($1, $2, $3, $4)'),
  dropUpTo: command('DELETE FROM totals_steps_read'),
  of: query(
    ({ numbersIn }) => `SELECT hour, counts FROM totals_steps
     WHERE path = $1 AND hour IN ${numbersIn('$2')} AND EXISTS (SELECT 1 FROM totals_steps_read WHERE walk = $3)`,
    { hour: integer, counts: json<KeptCount[]>() },
  ),
  /** Hours with visitors that aren't saved yet, newest first. */
  missing: query(
    `SELECT path, hour FROM totals_hours
     WHERE hour < $1 AND NOT EXISTS (
       SELECT 1 FROM totals_steps, totals_steps_read
       WHERE totals_steps.path = totals_hours.path AND totals_steps.hour = totals_hours.hour AND walk = $2)
     GROUP BY path, hour HAVING SUM(page_visits) > 0
     ORDER BY hour DESC, path LIMIT $3`,
    { path: text, hour: integer },
  ),
  keep: command(
    `INSERT INTO totals_steps (path, hour, counts) VALUES ($1, $2, $3)
     ON CONFLICT (path, hour) DO UPDATE SET counts = excluded.counts`,
  ),
  drop: command('DELETE FROM totals_steps WHERE path = $1 AND hour = $2'),
  dropAll: command('DELETE FROM totals_steps'),
}

export const keptHourNoun = {
  writes: ofAll({ keepStepHours }),
  sql: keptHourSql,
}
