import { HOUR_MS } from '../../../../time/durations.ts'
import { all, integer, only, query, text, type Rule } from '../../../kernel/statement.ts'

/** Hours whose drop-off counts changed because a visitor came, answered, or was forgotten. Events and steps are never deleted, so newer
 *  ones have higher numbers. */

/** Numbers of the newest rows that were read. */
export interface UpTo {
  event: number
  step: number
  erasure: number
}

/** Hours that changed through rows written after `after` and up to `upTo`. Complete only while `missesErasures` is false. */
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

/** True if some erasures since then are no longer known, because only the newest are listed. */
export function* missesErasures(after: UpTo): Rule<boolean> {
  return (yield* only(changedHourSql.oldestErasure)).mark > after.erasure + 1
}

export const changedHourSql = {
  oldestErasure: query('SELECT COALESCE(MIN(mark), 0) AS mark FROM erasures', { mark: integer }),
  /** SQLite would read every visit ever made. The cross join makes it begin with the rows that are new, and `kind || ''` find those by
   *  their numbers. */
  changed: query(
    `SELECT DISTINCT path, at / ${HOUR_MS} * ${HOUR_MS} AS hour
     FROM (
       SELECT session FROM events WHERE entry > $1 AND entry <= $2 AND kind || '' = 'page_visit'
       UNION SELECT session FROM steps WHERE entry > $3 AND entry <= $4
       UNION SELECT session FROM sessions
         WHERE uuid IN (SELECT uuid FROM erasures WHERE mark > $5 AND mark <= $6)
     ) AS changed
       CROSS JOIN events JOIN channels ON channels.channel = events.channel
     WHERE events.session = changed.session AND kind = 'page_visit' AND arrival = 0`,
    { path: text, hour: integer },
  ),
}
