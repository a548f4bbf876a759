import type { Job } from '../../store.ts'

/** Locks of the database's own that say what only one process does at a time. They end with the transaction or the connection
 *  that took them. Source: postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS. */

/** Marks them as ours: "Load" in ASCII. */
const OURS = 0x4c6f6164

const NUMBERS = {
  migrating: 1,
  writing: 2,
  retention: 3,
  publishing: 4,
  forgetting: 5,
  counting: 6,
  recording: 7,
  promoting: 8,
  escalating: 9,
} as const

/** Each with a number for what is locked. */
export const [LEADS, BUYERS] = [OURS + 1, OURS + 2]

/** The connections that wait for any of them, and for how long the first has. */
export const OURS_WAITING = `SELECT COUNT(*) AS waiting,
    COALESCE(CAST(EXTRACT(EPOCH FROM MAX(clock_timestamp() - waitstart)) * 1000 AS BIGINT), 0) AS "longestMs"
  FROM pg_locks WHERE locktype = 'advisory' AND classid BETWEEN ${OURS} AND ${BUYERS} AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Waits for the one of this name; to be asked within a transaction, with which it ends. */
export function takeLock(name: 'migrating' | 'writing' | 'recording'): string {
  return `SELECT pg_advisory_xact_lock(${OURS}, ${NUMBERS[name]})`
}

/** Waits until nobody writes alone, and lets nobody do so until its transaction ends. */
export const WRITE_BESIDE = `SELECT pg_advisory_xact_lock_shared(${OURS}, ${NUMBERS.writing})`

/** Takes the first number that no other connection has, for as long as this one lasts: what it adds to the totals goes into rows
 *  of that number. */
export const TAKE_SLOT = `SELECT set_config('leadloom.slot', CAST(slot AS text), false)
  FROM generate_series(1, 1000) AS slot WHERE pg_try_advisory_lock(${OURS}, 1000 + slot) LIMIT 1`

/** Marks this connection as one whose writes are counted in the totals of sales and of hours, so that the triggers in
 *  postgresSchema.ts leave them alone. */
export const COUNTS_TOTALS =
  "SELECT set_config('leadloom.counts_sales', 'yes', false), set_config('leadloom.counts_hours', 'yes', false)"

/** Takes the lock of a job for as long as this connection lasts, where no other has it. */
export function tryLock(job: Job): string {
  return `SELECT pg_try_advisory_lock(${OURS}, ${NUMBERS[job]}) AS taken`
}
