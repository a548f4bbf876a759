import type { ReportName } from '../../../../schemas/reports.ts'
import type { Trouble } from '../../records.ts'
import { DAY_MS, DUPLICATE_WINDOW_DAYS, NotKept, type Store } from '../../store.ts'
import { openForReading } from './file.ts'
import { prepareFile } from './prepareFile.ts'
import { openGroupCommit } from './groupCommit.ts'
import { freeBytes, openLoad } from './load.ts'
import { openReads } from './reads.ts'
import { openReporter } from './reporter.ts'
import { troubleOf } from './trouble.ts'
import type { Write } from './write.ts'

export interface SqliteOptions {
  /** The directory of the one file, leadloom.db, and SQLite's own two beside it. Made when missing. */
  dataDir: string
  now?: () => number
  /** The newest that are kept. */
  quarantineRows?: number
  /** With less room on the disk the store is not ready: a small write still fits where a batch of them does not. */
  leastFreeBytes?: number
}

/** The largest batch, 4,096 writes, takes some 8 MB. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

/** Reports that go through sessions one by one: they have a thread of their own, so that none that reads totals waits. */
const READS_RAW_ROWS = new Set<ReportName>(['trend-hours', 'step-dropoff', 'consent-coverage'])

/** The embedded store: one writer thread, two threads for reports, lookups on the caller's own.
 *  Rejects with one plain sentence when the database cannot be used: see prepareFile. */
export async function openSqlite({
  dataDir,
  now = Date.now,
  quarantineRows = 10_000,
  leastFreeBytes = LEAST_FREE_BYTES,
}: SqliteOptions): Promise<Store> {
  const file = await prepareFile(dataDir, now())
  const writer = openGroupCommit({ file, quarantineRows })
  /** What cannot be read is not added to either. */
  const met = (trouble: Trouble) => {
    if (trouble.isFinal) writer.giveUp(trouble)
  }
  const reporter = openReporter(file, met)
  const digger = openReporter(file, met)
  const reading = openForReading(file)
  const load = openLoad(reading, file)

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    // The writer last: who closes last puts the log into the database, and only a writer can.
    await Promise.all([reporter.close(), digger.close()])
    reading.close()
    await writer.close()
  }

  /** The writer's table of verbs has the store's own types, so what comes back for a verb is what the verb promises. */
  const write = <T>(...call: Write) => writer.write(call) as Promise<T>
  return {
    ...watched(openReads(reading, now), met),
    publish: (version, weight = 100) => write('publish', version, weight),
    activate: (version, change) => write('activate', version, change),
    openSession: (session) => write('openSession', session),
    arrive: (uuid, arrival) => write('arrive', uuid, arrival),
    appendStep: (uuid, step, carried) => write('appendStep', uuid, step, carried ?? {}),
    track: (uuid, event) => write('track', uuid, event),
    patchSession: (uuid, id, value) => write('patchSession', uuid, id, value),
    storeLead: (uuid, lead, at) => write('storeLead', uuid, lead, at),
    linkOut: (link) => write('linkOut', link),
    sell: (sale) => write('sell', sale),
    returnSale: (report) => write('returnSale', report),
    dismissUnbooked: (entry) => write('dismissUnbooked', entry),
    beginAttempt: (delivery, now, duplicateWindowMs = DUPLICATE_WINDOW_DAYS * DAY_MS) =>
      write('beginAttempt', delivery, now, duplicateWindowMs),
    endAttempt: (delivery, end) => write('endAttempt', delivery, end),
    beginMail: (mail, now) => write('beginMail', mail, now),
    endMail: (mail, end) => write('endMail', mail, end),
    replayMail: (mail, now) => write('replayMail', mail, now),
    resumeMails: (now) => write('resumeMails', now),
    resumeDeliveries: (now) => write('resumeDeliveries', now),
    replayDelivery: (delivery, now, force = false) => write('replayDelivery', delivery, now, force),
    optOut: (optOut) => write('optOut', optOut),
    privacyRequest: (request) => write('privacyRequest', request),
    answerPrivacyRequest: (request, answer, at) => write('answerPrivacyRequest', request, answer, at),
    forgetSession: (uuid) => write('forgetSession', uuid),
    retentionInstant: (now, stepMs) => write('retentionInstant', now, stepMs),
    expire: (before, limit) => write('expire', before, limit),
    quarantine: (item) => write('quarantine', item),
    secret: (name) => write('secret', name),
    saveOperator: (operator) => write('saveOperator', operator),
    revokeOperator: (name, at) => write('revokeOperator', name, at),
    failLogin: (keys, at, windowMs) => write('failLogin', keys, at, windowMs),
    audit: (entry) => write('audit', entry),
    dropLoginSession: (id) => write('dropLoginSession', id),
    async saveLoginSession(id, data, expiresAt) {
      await Promise.all([write('sweepLoginSessions', now()), write('saveLoginSession', id, data, expiresAt)])
    },
    report: (name, range) => (READS_RAW_ROWS.has(name) ? digger : reporter).report(name, range),
    offerNames: (path) => reporter.offerNames(path),
    behind: (name, question) => digger.behind(name, question),
    async ready() {
      await write('ready')
      if (freeBytes(file) < leastFreeBytes)
        throw new Error('The disk of the database is nearly full: make room on it.')
    },
    watch: writer.watch,
    onEnd: writer.onEnd,
    load: async () => ({ writes: writer.waiting(), ...load() }),
    close: () => (closing ??= close()),
  }
}

/** The same verbs. `met` is called with the trouble that one of them finds the file in. */
function watched<Verbs extends object>(verbs: Verbs, met: (trouble: Trouble) => void): Verbs {
  const entries = Object.entries(verbs).map(([name, verb]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await (verb as (...args: unknown[]) => Promise<unknown>)(...args)
      } catch (error) {
        const trouble = troubleOf(error)
        if (!trouble) throw error
        met(trouble)
        throw new NotKept(trouble.sentence, { cause: error })
      }
    },
  ])
  return Object.fromEntries(entries) as Verbs
}
