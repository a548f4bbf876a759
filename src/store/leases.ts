import { all, command, integer, query, run, type Rule, type Statement } from './statement.ts'
import { LONGEST_WAIT_MS } from './store.ts'

/** What every entry on its way out has: a delivery, an email, an event for a vendor, a message of a webhook. A process that makes
 *  an attempt has the entry under way until its lease ends, by time or with the process; then another may try, and the number of the
 *  attempt says whose answer counts. */
export interface OnItsWay {
  state: string
  attempts: number
  under_way: boolean
  /** Epoch ms; null when it is not due. */
  due_at: number | null
}

/** Whether an attempt may begin. What is due later than the longest wait was written before the clock was set back: it is due. */
export function isDue({ state, under_way, due_at }: OnItsWay, now: number): boolean {
  if (state !== 'due' || under_way || due_at === null) return false
  return due_at <= now || due_at > now + LONGEST_WAIT_MS
}

/** The same as a condition of SQL, for an index on `due_at`. `now` and `latest` are parameters: the time, and `latestDue` of it. */
export const dueSql = (now: string, latest: string) =>
  `due_at IS NOT NULL AND (due_at <= ${now} OR due_at > ${latest}) AND under_way = 0`

export const latestDue = (now: number) => now + LONGEST_WAIT_MS

/** Whether the answer to an attempt comes when its lease has ended: a newer attempt has the say, or will have it. */
export const isLate = ({ attempts, under_way }: OnItsWay, attempt: number) => !under_way || attempt < attempts

/** The condition that a lease has ended. `clock` and `isAlone` are parameters; a process that is alone has lost all that is under way
 *  when it starts. What a process had under way that the others took for dead (presences.ts) has ended as well. A lease that a release
 *  before 2026-12 began says nothing of its process: `leased_attempt` is that of another attempt. */
export const leaseEndedSql = (clock: string, isAlone: string) =>
  `under_way = 1 AND (${isAlone} = 1 OR leased_until IS NULL OR leased_until <= ${clock}
     OR (leased_attempt IS NOT DISTINCT FROM attempts AND NOT EXISTS (SELECT 1 FROM processes WHERE process = leased_by)))`

/** What an UPDATE sets to begin a lease. `process`: a parameter, the number of the process, or NULL. */
export const leaseSet = ({ until, process }: { until: string; process: string }) =>
  `attempts = attempts + 1, under_way = 1, leased_until = ${until},
       leased_by = CAST(${process} AS BIGINT), leased_attempt = CASE WHEN ${process} IS NOT NULL THEN attempts + 1 END`

/** How a table of emails, events or messages is written, whose final states are 'sent' and 'suppressed'. `key`: the column that
 *  numbers its entries. */
export function leaseSql({ table, key }: { table: string; key: string }) {
  return {
    begin: command(
      ({ clockMs }) => `UPDATE ${table}
       SET ${leaseSet({ until: `${clockMs('$2')} + CAST($3 AS BIGINT)`, process: '$4' })}
       WHERE ${key} = $1`,
    ),
    // What was sent by a late attempt, or suppressed meanwhile, is not due again.
    end: command(
      `UPDATE ${table} SET under_way = 0,
         state = CASE WHEN state = 'sent' OR (state = 'suppressed' AND $1 <> 'sent') THEN state ELSE $1 END,
         due_at = CASE WHEN state IN ('sent', 'suppressed') THEN NULL ELSE CAST($2 AS BIGINT) END,
         message = CASE WHEN state IN ('sent', 'suppressed') THEN message ELSE $3 END
       WHERE ${key} = $4`,
    ),
    sentLate: command(
      `UPDATE ${table} SET state = 'sent', due_at = NULL,
         message = CASE WHEN state = 'suppressed' THEN message ELSE $1 END
       WHERE ${key} = $2`,
    ),
    lapsed: query(
      ({ clockMs }) => `SELECT ${key} AS entry FROM ${table} WHERE ${leaseEndedSql(clockMs('$1'), '$2')}`,
      {
        entry: integer,
      },
    ),
    resume: command(
      ({ clockMs }) => `UPDATE ${table} SET under_way = 0,
         due_at = CASE state WHEN 'due' THEN CAST($1 AS BIGINT) ELSE NULL END,
         message = CASE state WHEN 'due' THEN 'The process ended before the answer came.' ELSE message END
       WHERE ${key} = $3 AND ${leaseEndedSql(clockMs('$1'), '$2')}`,
    ),
  }
}

/** The entries under way whose leases have ended. */
export function* lapsedEntries(
  { lapsed }: { lapsed: Statement<{ entry: number }> },
  now: number,
  isAlone: boolean,
): Rule<number[]> {
  return (yield* all(lapsed, now, Number(isAlone))).map(({ entry }) => entry)
}

/** Makes an entry due again whose lease has ended. False where that is no longer so. */
export function* resumeEntry(
  { resume }: { resume: Statement<never> },
  entry: number,
  now: number,
  isAlone: boolean,
): Rule<boolean> {
  return (yield* run(resume, now, Number(isAlone), entry)) === 1
}

/** Writes down what an attempt at an entry came to. Late, a newer attempt has the say; but what was sent was sent. */
export function* endLease(
  { end, sentLate }: { end: Statement<never>; sentLate: Statement<never> },
  { entry, row, attempt }: { entry: number; row: OnItsWay; attempt: number },
  { state, message, due_at }: { state: string; message: string; due_at: number | null },
): Rule<void> {
  if (!isLate(row, attempt)) yield* run(end, state, due_at, message, entry)
  else if (state === 'sent') yield* run(sentLate, message, entry)
}
