import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

/** Marks a file as ours: "Load" in ASCII. */
export const APPLICATION_ID = 0x4c6f6164
/** Another process may hold the file for a moment, such as `leadloom publish` beside a running server. */
export const BUSY_TIMEOUT_MS = 10_000
/** Cache of a connection, in SQLite's unit of negative KiB: 32 MB for the writer, enough for the pages of a large batch, and 16 for each
 *  of the three readers. The system caches the rest. A page from it costs two microseconds, and four caches of everything ever read
 *  would take memory for as long as the server runs. */
const CACHE = { writing: -32_768, reading: -16_384 } as const

/** Creates the data directory if it is missing. Throws one plain sentence if it can't. */
export function makeFolder(dataDir: string): void {
  attempt(`The data directory ${dataDir} can’t be created. Set DATA_DIR to another one.`, () =>
    mkdirSync(dataDir, { recursive: true, mode: 0o700 }),
  )
}

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'leadloom.db')
}

/** Copy that a restore has checked, until it takes the database's place. */
export function restoredFile(dataDir: string): string {
  return join(dataDir, 'leadloom.restored.db')
}

/** Unencrypted copy used while a backup is encrypted or decrypted. It is next to the database, which has the same content. */
export function plainFile(dataDir: string): string {
  return join(dataDir, `leadloom.plain.${process.pid}.db`)
}

/** Size above which the log of writes is emptied. It is usually 4 MB, and grows while someone reads. */
export const LOG_BYTES = 64 * 1024 * 1024

/** Connection of the single writer. Nothing is acknowledged before its commit is on disk, and erased data is overwritten with zeros
 *  instead of being left in the file's free space. */
export function openForWriting(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  db.exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = ${CACHE.writing}`)
  db.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`)
  return db
}

/** Moves the log of writes into the database and empties its file. False if a report is being read, another process writes, or the disk
 *  refuses; then the log stays the same. Doesn't wait for any of them. */
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

/** Schema number; 0 for an empty file. Throws if the file has tables that aren't ours. */
export function schemaVersion(db: DatabaseSync, file: string): number {
  const version = Number(value(db, 'user_version'))
  const tables = Number(db.prepare('SELECT COUNT(*) AS n FROM sqlite_schema').get()?.['n'])
  const ours = value(db, 'application_id') === APPLICATION_ID
  if (!ours && tables > 0) throw new Error(`${file} has another program's tables`)
  return version
}

export function value(db: DatabaseSync, pragma: string, column = pragma): SQLOutputValue | undefined {
  return db.prepare(`PRAGMA ${pragma}`).get()?.[column]
}

/** Runs `act`, or throws an error with one plain sentence and the cause in parentheses. */
export function attempt<T>(sentence: string | ((cause: unknown) => string), act: () => T): T {
  try {
    return act()
  } catch (cause) {
    const message = typeof sentence === 'string' ? sentence : sentence(cause)
    throw new Error(`${message} (${cause instanceof Error ? cause.message : String(cause)})`, { cause })
  }
}
