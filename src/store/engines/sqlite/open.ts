import { backlog } from '../../nouns/leads/backlog.ts'
import type { Trouble } from '../../kernel/storeState.ts'
import { readsTotals } from '../../nouns/reports/reportRules.ts'
import type { Rule } from '../../kernel/statement.ts'
import { STATEMENTS } from '../../nouns/nouns.ts'
import { NotKept } from '../../kernel/storeErrors.ts'
import type { Store } from '../../store.ts'
import { openVerbs } from '../../nouns/verbs.ts'
import { freeBytes } from '../freeBytes.ts'
import { openDriver, prepareStatement } from './driver.ts'
import { openForReading } from './file/file.ts'
import { prepareFile } from './prepareFile.ts'
import { openGroupCommit, openOwnCommit } from './groupCommit.ts'
import { bytesNow, logBytes } from './file/load.ts'
import { openOwnReporter, openReporter } from './reporter.ts'
import { troubleOf } from './file/fileTrouble.ts'

export interface SqliteOptions {
  /** Directory of the one file, leadloom.db, and SQLite's own two beside it. Created if missing. */
  dataDir: string
  now?: () => number
  /** Gets a sentence when the database was copied and needs a newer schema. */
  onUpgrade?: (sentence: string) => void
  /** Number of newest rows to keep. */
  quarantineRows?: number
  /** False to work on the caller's own thread, which a command that soon ends does: starting a thread takes longer than most of them. A
   *  server has threads of the store's own, so that no visitor waits for another's commit or for a report. */
  hasThreads?: boolean
  /** Free space below which the store isn't ready, because a small write may still fit where a batch doesn't. */
  leastFreeBytes?: number
}

/** Space for several of the largest batches; 1,024 writes take about 2 MB. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

/** The embedded store: one writer, two connections for reports, each on a thread of its own, and lookups on the caller's own thread. Rejects with one plain
 *  sentence if the database can't be used; see prepareFile. */
export async function openSqlite({
  dataDir,
  now = Date.now,
  onUpgrade = () => {},
  quarantineRows = 10_000,
  hasThreads = true,
  leastFreeBytes = LEAST_FREE_BYTES,
}: SqliteOptions): Promise<Store> {
  const file = await prepareFile(dataDir, { now: now(), onUpgrade })
  const [openWriter, openReports] = hasThreads
    ? [openGroupCommit, openReporter]
    : [openOwnCommit, openOwnReporter]
  const writer = await openWriter({ file, quarantineRows })
  /** Stops writing too if reading finds a final trouble. */
  const met = (trouble: Trouble) => {
    if (trouble.isFinal) writer.giveUp(trouble)
  }
  const reporter = await openReports(file, met)
  const rawReporter = await openReports(file, met)
  const reading = openForReading(file)
  const drive = openDriver(reading)
  for (const [, statement] of STATEMENTS) prepareStatement(reading, statement)

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    // The writer last, because the last connection to close moves the log into the database, and only a writer can.
    await Promise.all([reporter.close(), rawReporter.close()])
    reading.close()
    await writer.close()
  }

  /** Reads on the caller's own thread, which is faster than going to another one and back, and never waits for a report. In WAL mode the
   *  writer doesn't block it. */
  async function read<T>(rule: Rule<T>): Promise<T> {
    try {
      return drive(rule)
    } catch (error) {
      const trouble = troubleOf(error)
      if (!trouble) throw error
      met(trouble)
      throw new NotKept(trouble.sentence, { cause: error })
    }
  }
  const verbs = openVerbs({
    write: (write) => writer.write(write),
    read,
    readSlowly: (asked) => (readsTotals(asked) ? reporter : rawReporter).ask(asked),
    now,
  })
  return {
    ...verbs,
    // The claim on the folder ensures this; see claim.ts.
    isShared: false,
    takesJob: async () => true,
    isSeen: () => true,
    trouble: () => null,
    prepareReports() {
      reporter.start()
      rawReporter.start()
    },
    reportsAsOf: async () => null,
    async ready() {
      await verbs.ready()
      if (freeBytes(file) < leastFreeBytes)
        throw new Error("The database's disk is nearly full. Free up some space.")
    },
    watch: writer.watch,
    onEnd: writer.onEnd,
    load: async () => ({
      writes: writer.waiting(),
      ...(await read(backlog(now()))),
      bytes: bytesNow(file),
      postgres: null,
    }),
    logBytes: async () => logBytes(file),
    close: () => (closing ??= close()),
  }
}
