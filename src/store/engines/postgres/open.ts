import type { PoolClient } from 'pg'
import { backlog } from '../../leads/backlog.ts'
import type { Trouble } from '../../storeState.ts'
import { READS_RAW_ROWS } from '../../reports/reportRules.ts'
import type { Rule } from '../../statement.ts'
import { NotKept, type Store } from '../../store.ts'
import { openVerbs, type Write } from '../../verbs.ts'
import { scopeOf, type Scope } from '../../writeScopes.ts'
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
  /** A standby of it, from which reports are read while it is at most a minute behind. */
  reportsUrl?: string | null
  now?: () => number
  /** The newest that are kept. */
  quarantineRows?: number
  /** A batch that has no answer by then is not acknowledged, whether it is kept or not. */
  deadlineMs?: number
  /** Whether it is a move that opens it, before it has ended. */
  isMoving?: boolean
}

const DEADLINE_MS = 10_000

/** The longest that a lookup may take. */
const LOOKUP_MS = 10_000

/** Lookups take some tens of microseconds each; more connections than that cost the server more than they serve. */
const READERS = 4

const BEAT_MS = 1000

/** What one process has locked is in the way of the others until its commit: it takes no more at a time than makes a commit worth it. */
const SUBJECTS_AT_ONCE = 16

/** The store in a database of PostgreSQL: one connection writes, two answer reports, a few look up.
 *  Rejects with one plain sentence when the database cannot be used: see prepareDatabase. */
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
  // What visitors write never waits for a lock of all servers, nor in a batch with what does; nor do sales for what is sent besides, nor
  // either of them for what locks everything.
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
  let readers = openPool(url, READERS)
  let closing: Promise<void> | undefined
  await heartbeat.start()

  /** Whatever is asked from now on goes by connections that are made from now on: the address may lead to another server, and what was
   *  written there is to be found. */
  function follow(): void {
    if (closing) return
    const before = readers
    readers = openPool(url, READERS)
    void before.end()
    for (const line of [heartbeat, reporter, rawReporter]) line.letGo()
  }

  const read = <T>(rule: Rule<T>): Promise<T> => lookUp((client) => drive(client, rule))

  async function lookUp<T>(ask: (client: PoolClient) => Promise<T>): Promise<T> {
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
        // One that is broken is not used again.
        client.release(reason !== error)
        throw reason
      }
    } catch (error) {
      throw asNotKept(error)
    }
  }

  // By its newest commit one sees how far behind a standby is.
  const beating = standby && setInterval(() => void write(['ready']).catch(() => {}), BEAT_MS).unref()

  async function close(): Promise<void> {
    if (beating) clearInterval(beating)
    await Promise.all([reporter, rawReporter, ...writers].map((part) => part.close()))
    // What it had under way is the others' from then on.
    await Promise.all([heartbeat.close(), readers.end(), standby?.close()])
  }

  return {
    isShared: true,
    takesJob: (job) => heartbeat.take(job),
    isSeen: () => heartbeat.isSeen(),
    trouble: troubleNow,
    ...openVerbs({ write, read, now }),
    report: (name, range) => (READS_RAW_ROWS.has(name) ? rawReporter : reporter).ask({ report: name, range }),
    reportPage: (pageOf, range, asked) => reporter.ask({ pageOf, range, asked }),
    reportsAsOf: async () => (await standby?.asOf()) ?? null,
    prepareReports() {},
    offerNames: (path) => reporter.ask({ offersOf: path }),
    recordedVisits: (visits) => rawReporter.ask({ visits }),
    leadList: (leads) => rawReporter.ask({ leads }),
    deliveryList: (deliveries) => rawReporter.ask({ deliveries }),
    deliveryOverview: (overviewOf, leastOfOne) => rawReporter.ask({ overviewOf, leastOfOne }),
    outgoingList: (outgoing) => rawReporter.ask({ outgoing }),
    buyersOfLeads: (buyersOf) => rawReporter.ask({ buyersOf }),
    drilldown: (name, words) => rawReporter.ask({ drilldown: name, words } as never),
    watch: (onCommit) => writers.forEach(({ watch }) => watch(onCommit)),
    onEnd: (act) => writers.forEach(({ onEnd }) => onEnd(act)),
    logBytes: async () => null,
    async load() {
      // Before a connection is taken for this.
      const { totalCount, idleCount, waitingCount } = readers
      const pool = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
      const { bytes, postgres } = await lookUp((client) => conditionOf(client, url))
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
