import { one, only, run, type Rule } from '../../kernel/statement.ts'
import { presenceSql } from '../../kernel/presences.ts'
import type { Job } from '../../store.ts'
import { inTime, openLine } from './connection.ts'
import { drive } from './driver.ts'
import { tryLock } from './locks.ts'
import { asNotKept, troubleOf } from './trouble.ts'

/** Shows the other processes that this one is alive. It beats by a row of its own; once it stops, others may take over its work. The
 *  same connection holds the locks of the jobs that it does for all. PostgreSQL ends both for a process that is frozen or cut off.
 *  `onTrouble`: called when its connection fails, or leads to a server that accepts no writes. */
export function openHeartbeat(url: string, onTrouble: () => void) {
  const line = openLine(url, {
    use: 'presence',
    oldestMs: Infinity,
    // The next beat makes up for a lost one, so it waits for no disk and no standby.
    prepare: async (client) => void (await client.query(BEATS_LIGHTLY)),
  })
  let number: number | null = null
  /** Time when the last beat that PostgreSQL received was sent, by a monotonic clock and by the machine's clock, which also advances
   *  while the machine sleeps. */
  let beatAt = { steady: -Infinity, wall: -Infinity }
  let isClosed = false
  let isBeating: Promise<void> | null = null

  async function ask<T>(rule: Rule<T>): Promise<T> {
    const client = await line.client()
    return inTime(client, ANSWER_MS, drive(client, rule))
  }

  async function beat(): Promise<void> {
    const sentAt = { steady: performance.now(), wall: Date.now() }
    try {
      if (number !== null && (await ask(beatOnce(number)))) beatAt = sentAt
      // The others took it for dead, or it is the first beat, so earlier work no longer belongs to it.
      else {
        number = null
        number = await enroll()
        beatAt = sentAt
      }
    } catch (error) {
      line.letGo()
      if (!troubleOf(error)) throw error
      onTrouble()
    }
  }

  /** Gets a number that standbys have too, so that after a failover no other process gets it. */
  async function enroll(): Promise<number> {
    const client = await line.client()
    await inTime(client, ANSWER_MS, client.query('SET synchronous_commit = on'))
    const { process } = await ask(only(presenceSql.enroll, 0))
    await inTime(client, ANSWER_MS, client.query(BEATS_LIGHTLY))
    return process
  }

  const timer = setInterval(() => {
    isBeating ??= beat()
      .catch(() => {})
      .finally(() => (isBeating = null))
  }, BEAT_MS)
  timer.unref()

  return {
    /** Resolves once the others know this process, or can't be told now. */
    start: () => beat(),
    /** Its number; null while it has none. Its leases then end by time alone. */
    process: () => number,
    /** True if the others consider it alive, which they do for longer than this reports. A process that wakes up from being frozen finds
     *  that they may not. */
    isSeen(): boolean {
      const { steady, wall } = beatAt
      return number === null || Math.max(performance.now() - steady, Date.now() - wall) < SEEN_MS
    },
    async take(job: Job): Promise<boolean> {
      try {
        const client = await line.client()
        const { rows } = await inTime(client, ANSWER_MS, client.query<{ taken: boolean }>(tryLock(job)))
        return rows[0]!.taken
      } catch (error) {
        line.letGo()
        throw asNotKept(error)
      }
    },
    letGo: line.letGo,
    /** Hands its work to the others at once. */
    async close(): Promise<void> {
      if (isClosed) return
      isClosed = true
      clearInterval(timer)
      await isBeating
      if (number !== null) await ask(run(presenceSql.leave, number)).catch(() => {})
      await line.close()
    },
  }
}

const BEATS_LIGHTLY = 'SET synchronous_commit = off'
const BEAT_MS = 2000
/** Less than the time after which others take it for dead, by more than a beat takes. */
const SEEN_MS = 8000
const ANSWER_MS = 3000

/** False if the process is no longer known. Processes that haven't beaten for long are taken for dead, but only by one that has been
 *  alive for as long, because no one has beaten after an outage of the database. */
function* beatOnce(process: number): Rule<boolean> {
  if ((yield* run(presenceSql.beat, process, 0)) === 0) return false
  if (yield* one(presenceSql.mayBury, process, 0)) yield* run(presenceSql.bury, 0)
  return true
}
