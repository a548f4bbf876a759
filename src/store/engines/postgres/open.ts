import type { PoolClient } from 'pg'
import { backlog } from '../../nouns/leads/backlog.ts'
import type { Trouble } from '../../kernel/storeState.ts'
import { readsTotals } from '../../nouns/reports/reportRules.ts'
import type { Rule } from '../../kernel/statement.ts'
import { NotKept } from '../../kernel/storeErrors.ts'
import type { Store } from '../../store.ts'
import type { Scope } from '../../kernel/writeScopes.ts'
import { openVerbs, scopeOf, type SlowRead, type Write } from '../../nouns/verbs.ts'
import { conditionOf } from './condition.ts'
import { inTime, openPool } from './connection.ts'
import { drive } from './driver.ts'
import { prepareDatabase } from './prepareDatabase.ts'
import { openHeartbeat } from './heartbeat.ts'
import { openReporter } from './reporter.ts'
import { openStandby } from './standby.ts'
import { asNotKept } from './trouble.ts'
import { openWriter } from './writer.ts'

export interface PostgresOptions {
  /** postgres://user:password@host:port/database */
  url: string
  /** A standby, from which reports are read while it is at most a minute behind. */
  reportsUrl?: string | null
  now?: () => number
  /** Number of newest rows to keep. */
  quarantineRows?: number
  /** A batch without an answer by then isn't acknowledged, whether it was saved or not. */
  deadlineMs?: number
  /** True if a move opens it before it has ended. */
  isMoving?: boolean
}

const DEADLINE_MS = 10_000

/** Longest time that a lookup may take. */
const LOOKUP_MS = 10_000

/** Lookups take tens of microseconds each; more connections cost the server more than they gain. */
const READERS = 4

const BEAT_MS = 1000

/** Locks of one process block the others until its commit, so it takes only as many at a time as make a commit worthwhile. */
const SUBJECTS_AT_ONCE = 16

/** The store in a PostgreSQL database. A connection for each kind of write writes, two answer reports, a few look up. Rejects with one
 *  plain sentence if the database can't be used; see prepareDatabase. */
export async function openPostgres({
  url,
  reportsUrl = null,
  now = Date.now,
  quarantineRows = 10_000,
  deadlineMs = DEADLINE_MS,
  isMoving = false,
}: PostgresOptions): Promise<Store> {
  await prepareDatabase(url, { isMoving })
  const standby = reportsUrl === null ? null : await openStandby(reportsUrl, { primary: url, now })
  const heartbeat = openHeartbeat(url, () => follow())
  const options = { quarantineRows, deadlineMs, process: heartbeat.process, onMove: () => follow() }
  // Visitors' writes never wait for a lock of all servers, nor in a batch with writes that do. Sales don't wait for other messages, and
  // neither of them waits for writes that lock everything.
  const rest = openWriter(url, options)
  const byScope: Record<Scope, ReturnType<typeof openWriter>> = {
    visit: openWriter(url, options),
    sale: openWriter(url, { ...options, batchWrites: SUBJECTS_AT_ONCE }),
    message: openWriter(url, { ...options, batchWrites: SUBJECTS_AT_ONCE }),
    record: rest,
    all: rest,
  }
  const writers = [...new Set(Object.values(byScope))]
  const troubleNow = () => writers.reduce<Trouble | null>((known, { trouble }) => known ?? trouble(), null)
  const write = (write: Write) => byScope[scopeOf(write)].write(write)
  const reading = { standby, now }
  const [reporter, rawReporter] = [openReporter(url, reading), openReporter(url, reading)]
  const lookups = openLookups(url, troubleNow)
  let closing: Promise<void> | undefined
  await heartbeat.start()

  /** Uses new connections from now on. The address may lead to another server, and data written there must be found. */
  function follow(): void {
    if (closing) return
    for (const line of [lookups, heartbeat, reporter, rawReporter]) line.letGo()
  }

  const read = <T>(rule: Rule<T>): Promise<T> => lookups.lookUp((client) => drive(client, rule))

  const readSlowly = (asked: SlowRead) => (readsTotals(asked) ? reporter : rawReporter).ask(asked)

  // The time of a standby's newest commit shows how far behind it is.
  const beating = standby && setInterval(() => void write(['ready']).catch(() => {}), BEAT_MS).unref()

  async function close(): Promise<void> {
    if (beating) clearInterval(beating)
    await Promise.all([reporter, rawReporter, ...writers].map((part) => part.close()))
    // From then on, the others may take over its work.
    await Promise.all([heartbeat.close(), lookups.close(), standby?.close()])
  }

  return {
    isShared: true,
    takesJob: (job) => heartbeat.take(job),
    isSeen: () => heartbeat.isSeen(),
    trouble: troubleNow,
    ...openVerbs({ write, read, readSlowly, now }),
    reportsAsOf: async () => (await standby?.asOf()) ?? null,
    prepareReports() {},
    watch: (onCommit) => writers.forEach(({ watch }) => watch(onCommit)),
    onEnd: (act) => writers.forEach(({ onEnd }) => onEnd(act)),
    logBytes: async () => null,
    async load() {
      // Read before this takes a connection.
      const pool = lookups.connections()
      const { bytes, postgres } = await lookups.lookUp((client) => conditionOf(client, url))
      return {
        writes: writers.reduce((sum, { waiting }) => sum + waiting(), 0),
        ...(await read(backlog(now()))),
        bytes,
        postgres: { ...postgres, pool },
      }
    },
    close: () => (closing ??= close()),
  }
}

/** Opens the connections for lookups. */
function openLookups(url: string, troubleNow: () => Trouble | null) {
  let readers = openPool(url, READERS)
  return {
    async lookUp<T>(ask: (client: PoolClient) => Promise<T>): Promise<T> {
      const trouble = troubleNow()
      if (trouble?.name === 'out of reach') throw new NotKept(trouble.sentence)
      try {
        const client = await readers.connect()
        try {
          const answer = await inTime(client, LOOKUP_MS, ask(client))
          client.release()
          return answer
        } catch (error) {
          const reason = asNotKept(error)
          // A broken connection isn't used again.
          client.release(reason !== error)
          throw reason
        }
      } catch (error) {
        throw asNotKept(error)
      }
    },
    /** Makes the next lookups use new connections. */
    letGo(): void {
      const before = readers
      readers = openPool(url, READERS)
      void before.end()
    },
    connections() {
      const { totalCount, idleCount, waitingCount } = readers
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    close: () => readers.end(),
  }
}
