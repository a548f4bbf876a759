import { one, only, run, type Rule } from '../../statement.ts'
import { presenceSql } from '../../presences.ts'
import type { Job } from '../../store.ts'
import { inTime, openLine } from './connection.ts'
import { drive } from './driver.ts'
import { tryLock } from './locks.ts'
import { asNotKept, troubleOf } from './trouble.ts'

/** That this process lives, as the others see it: it beats, by a row of its own, and what it has under way is everybody's again when
 *  it no longer does. On the same connection are the locks of the jobs that it does for all. PostgreSQL ends both for a process that
 *  is frozen or cut off.
 *  `onTrouble`: called when its connection fails, or leads to a server that takes no writes. */
export function openHeartbeat(url: string, onTrouble: () => void) {
  const line = openLine(url, {
    use: 'presence',
    oldestMs: Infinity,
    // A beat that is lost is made up for by the next: it waits for no disk and for no standby.
    prepare: async (client) => void (await client.query(BEATS_LIGHTLY)),
  })
  let number: number | null = null
  /** When the last beat that PostgreSQL has was sent: by a clock that only goes forward, and by that of the machine, which also goes
   *  on while the machine sleeps. */
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
      // The others took it for dead, or it is the first: whatever was under way before is not its own.
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

  /** The number is one that a standby has as well: after a failover nobody else gets it. */
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
    /** Resolves once it is known to the others, or cannot be made known now. */
    start: () => beat(),
    /** Its number; null while it has none. Its leases end by time alone then. */
    process: () => number,
    /** Whether the others take it for alive, as they do for longer than this says. A process that wakes from being frozen finds that
     *  they may not. */
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
    /** What it has under way is the others' at once. */
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

/** False when it is not known any more. Those that have not beaten for long are taken for dead, by one that has lived for as long
 *  itself: after an outage of the database, nobody has beaten. */
function* beatOnce(process: number): Rule<boolean> {
  if ((yield* run(presenceSql.beat, process, 0)) === 0) return false
  if (yield* one(presenceSql.mayBury, process, 0)) yield* run(presenceSql.bury, 0)
  return true
}
