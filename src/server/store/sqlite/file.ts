import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { APPLICATION_ID, MIGRATIONS, migrate } from './migrations.ts'
import { troubleOf } from './trouble.ts'

/** Another process may hold the file for a moment: `leadloom publish` beside a running server. */
const BUSY_TIMEOUT_MS = 10_000
/** Reading a whole file takes 2 s a GB, so only one that is read within half a second is looked through at start. A larger
 *  one is still refused when its first pages are broken or its end is missing. */
const CHECKED_BYTES = 256 * 1024 * 1024
/** What a connection keeps of the file, in SQLite's unit of negative KiB: 32 MB for the writer, where the pages of a large
 *  batch fit, and 16 for each of the three that read. The system holds the rest: a page that it hands over costs two
 *  microseconds, and four caches of all that was ever read would cost memory for as long as the server runs. */
const CACHE = { writing: -32_768, reading: -16_384 } as const

/** Makes the data directory when it is missing. Throws one plain sentence when it cannot be made. */
export function makeFolder(dataDir: string): void {
  attempt(`The data directory ${dataDir} cannot be made: set DATA_DIR to one that can.`, () =>
    mkdirSync(dataDir, { recursive: true }),
  )
}

/** Makes what is missing, brings the schema up to date and resolves to the file's path. What is brought up to date is copied
 *  before; `now`, epoch ms, names the copy.
 *  Rejects with one plain sentence, naming the file and what to do, when the database is not ours, newer, damaged or not writable. */
export async function prepareFile(dataDir: string, now: number): Promise<string> {
  const file = databaseFile(dataDir)
  makeFolder(dataDir)
  // Its log may be set aside already: what only the log holds would be missing.
  if (existsSync(restoredFile(dataDir)))
    throw new Error(`A restore into ${dataDir} was broken off: run leadloom restore FILE again.`)
  const db = attempt(
    `${file} cannot be opened: it must be a file that this user may write, or set DATA_DIR elsewhere.`,
    // A migration makes tables anew that others refer to.
    () => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false }),
  )
  try {
    const unwritable = `${file} cannot be written: make it writable for this user, with room on its disk.`
    const unreadable = `${file} is not a database or is damaged: restore it from a backup by leadloom restore FILE, or move it away to start empty.`
    const version = attempt(
      (cause) => ((troubleOf(cause)?.name ?? 'damaged') === 'damaged' ? unreadable : unwritable),
      () => schemaVersion(db, file),
    )
    if (version > MIGRATIONS.length)
      throw new Error(
        `${file} was written by a newer release (schema ${version}, this one knows ${MIGRATIONS.length}): start that release, or restore a backup from before it.`,
      )
    if (statSync(file).size <= CHECKED_BYTES && value(db, 'quick_check') !== 'ok')
      throw new Error(`${file} is damaged: restore it from a backup by leadloom restore FILE.`)
    if (version > 0 && version < MIGRATIONS.length) {
      const { copyBeforeMigration } = await import('./beforeMigration.ts')
      await copyBeforeMigration(file, version, now)
    }
    attempt(unwritable, () => {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON')
      if (version < MIGRATIONS.length) migrate(db)
      db.exec('UPDATE heartbeat SET beats = beats + 1')
    })
  } finally {
    db.close()
  }
  return file
}

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'leadloom.db')
}

/** The copy that a restore has checked, until it takes the database's place. */
export function restoredFile(dataDir: string): string {
  return join(dataDir, 'leadloom.restored.db')
}

/** For the one writer: nothing is acknowledged before its commit is on disk, and what is erased is overwritten with zeros
 *  instead of being left in the file's free room. */
export function openForWriting(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  db.exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = ${CACHE.writing}`)
  return db
}

/** Puts the log of writes into the database and empties its file. False when a report is being read or another process
 *  writes, or when the disk refuses: then the log is as it was. Waits for neither. */
export function cutLog(db: DatabaseSync): boolean {
  db.exec('PRAGMA busy_timeout = 0')
  try {
    return value(db, 'wal_checkpoint(TRUNCATE)', 'busy') === 0
  } catch {
    return false
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

export function openForReading(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true })
  db.exec(`PRAGMA cache_size = ${CACHE.reading}`)
  return db
}

/** Our SQL says `$1` on every engine; to SQLite that would be a name, its own numbers are `?1`. */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  return db.prepare(sql.replaceAll(/\$(?=\d)/g, '?'))
}

/** 0 for an empty file. Throws when there are tables, and they are not ours. */
export function schemaVersion(db: DatabaseSync, file: string): number {
  const version = Number(value(db, 'user_version'))
  const tables = Number(db.prepare('SELECT COUNT(*) AS n FROM sqlite_schema').get()?.['n'])
  const ours = value(db, 'application_id') === APPLICATION_ID
  if (!ours && tables > 0) throw new Error(`${file} holds another program's tables`)
  return version
}

function value(db: DatabaseSync, pragma: string, column = pragma): SQLOutputValue | undefined {
  return db.prepare(`PRAGMA ${pragma}`).get()?.[column]
}

/** `act`, or an error of one plain sentence, with the cause in brackets. */
export function attempt<T>(sentence: string | ((cause: unknown) => string), act: () => T): T {
  try {
    return act()
  } catch (cause) {
    const said = typeof sentence === 'string' ? sentence : sentence(cause)
    throw new Error(`${said} (${cause instanceof Error ? cause.message : String(cause)})`, { cause })
  }
}
