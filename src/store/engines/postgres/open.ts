import { backlog } from '../../leads/backlog.ts'
import { READS_RAW_ROWS } from '../../reports/reportRules.ts'
import { integer, only, query, type Rule } from '../../statement.ts'
import type { Store } from '../../store.ts'
import { openVerbs } from '../../verbs.ts'
import { openPool } from './connection.ts'
import { drive } from './driver.ts'
import { openJobs } from './jobs.ts'
import { prepareDatabase } from './prepareDatabase.ts'
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

/** Lookups take some tens of microseconds each; more connections than that cost the server more than they serve. */
const READERS = 4

const BEAT_MS = 1000

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
  const writer = openWriter(url, { quarantineRows, deadlineMs })
  const reading = { standby, now }
  const [reporter, rawReporter] = [openReporter(url, reading), openReporter(url, reading)]
  const readers = openPool(url, READERS)
  const jobs = openJobs(url)

  async function read<T>(rule: Rule<T>): Promise<T> {
    try {
      const client = await readers.connect()
      try {
        const answer = await drive(client, rule)
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
  const beating = standby && setInterval(() => void writer.write(['ready']).catch(() => {}), BEAT_MS).unref()

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    if (beating) clearInterval(beating)
    await Promise.all([reporter.close(), rawReporter.close(), writer.close(), jobs.close()])
    await Promise.all([readers.end(), standby?.close()])
  }

  return {
    isShared: true,
    takesJob: (job) => jobs.take(job),
    ...openVerbs({ write: (write) => writer.write(write), read, now }),
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
    watch: writer.watch,
    onEnd: writer.onEnd,
    logBytes: async () => null,
    async load() {
      const { bytes } = await read(only(SIZE))
      return {
        writes: writer.waiting(),
        ...(await read(backlog())),
        bytes: { database: bytes, log: null, free: null },
      }
    },
    close: () => (closing ??= close()),
  }
}

const SIZE = query('SELECT pg_database_size(current_database()) AS bytes', { bytes: integer })
