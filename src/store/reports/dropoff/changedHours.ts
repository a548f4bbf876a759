import { HOUR_MS } from '../../../time/hour.ts'
import { all, integer, only, query, text, type Rule } from '../../statement.ts'

/** Which hours of drop-off count otherwise than before: somebody came, answered, or was forgotten. Events and steps are never deleted,
 *  so what is newer has a higher number. */

/** The newest rows that were read. */
export interface UpTo {
  event: number
  step: number
  erasure: number
}

/** The hours that changed by what was written after the one and not after the other. Only as long as `missesErasures` is false. */
export function changedHours(after: UpTo, upTo: UpTo): Rule<{ path: string; hour: number }[]> {
  return all(
    changedHourSql.changed,
    after.event,
    upTo.event,
    after.step,
    upTo.step,
    after.erasure,
    upTo.erasure,
  )
}

/** Whether somebody was forgotten of whom it is not known any more: only the newest erasures are listed. */
export function* missesErasures(after: UpTo): Rule<boolean> {
  return (yield* only(changedHourSql.oldestErasure)).mark > after.erasure + 1
}

export const changedHourSql = {
  oldestErasure: query('SELECT COALESCE(MIN(mark), 0) AS mark FROM erasures', { mark: integer }),
  changed: query(
    `SELECT DISTINCT path, at / ${HOUR_MS} * ${HOUR_MS} AS hour
     FROM (
       SELECT session FROM events WHERE entry > $1 AND entry <= $2 AND kind = 'page_visit'
       UNION SELECT session FROM steps WHERE entry > $3 AND entry <= $4
       UNION SELECT session FROM sessions
         WHERE uuid IN (SELECT uuid FROM erasures WHERE mark > $5 AND mark <= $6)
     ) AS changed
       JOIN events ON events.session = changed.session AND kind = 'page_visit' AND arrival = 0
       JOIN channels ON channels.channel = events.channel`,
    { path: text, hour: integer },
  ),
}
