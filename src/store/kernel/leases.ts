/** Default time during which an entry in flight belongs to its process. */
export const LEASE_MS = 5 * 60_000

/** Longest time from one attempt to the next. An entry with a later due time was written before the clock was set back, so it is due. */
export const LONGEST_WAIT_MS = 3_600_000

/** Fields of every outgoing entry: a delivery, an email, an event for a vendor, or a webhook message. A process that makes an attempt
 *  has the entry in flight until its lease ends, by time or with the process. Then another process may try, and the attempt's number
 *  tells whose answer counts. */
export interface OnItsWay {
  state: string
  attempts: number
  under_way: boolean
  /** Epoch ms; null if it isn't due. */
  due_at: number | null
}

/** True if an attempt may begin. A due time beyond the longest wait was written before the clock was set back, so the entry is due. */
export function isDue({ state, under_way, due_at }: OnItsWay, now: number): boolean {
  if (state !== 'due' || under_way || due_at === null) return false
  return due_at <= now || due_at > now + LONGEST_WAIT_MS
}

/** The same as an SQL condition, for an index on `due_at`. `now` and `latest` are parameters: the time, and its `latestDue`. */
export const dueSql = (now: string, latest: string) =>
  `due_at IS NOT NULL AND (due_at <= ${now} OR due_at > ${latest}) AND under_way = 0`

export const latestDue = (now: number) => now + LONGEST_WAIT_MS

/** True if the answer to an attempt comes after its lease has ended; a newer attempt decides, or will. */
export const isLate = ({ attempts, under_way }: OnItsWay, attempt: number) => !under_way || attempt < attempts

/** Condition that a lease has ended. `clock` and `isAlone` are parameters; a process that is alone has lost everything in flight when it
 *  starts. Leases of a process that the others took for dead (presences.ts) have ended too. A lease begun by a release before 2026-12
 *  doesn't name its process; its `leased_attempt` is that of another attempt. */
export const leaseEndedSql = (clock: string, isAlone: string) =>
  `under_way = 1 AND (${isAlone} = 1 OR leased_until IS NULL OR leased_until <= ${clock}
     OR (leased_attempt IS NOT DISTINCT FROM attempts AND NOT EXISTS (SELECT 1 FROM processes WHERE process = leased_by)))`

/** Assignments of an UPDATE that begins a lease. `process`: a parameter, the number of the process, or NULL. */
export const leaseSet = ({ until, process }: { until: string; process: string }) =>
  `attempts = attempts + 1, under_way = 1, leased_until = ${until},
       leased_by = CAST(${process} AS BIGINT), leased_attempt = CASE WHEN ${process} IS NOT NULL THEN attempts + 1 END`
