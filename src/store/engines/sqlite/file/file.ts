import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

/** Marks a file as ours: "Load" in ASCII. */
export const APPLICATION_ID = 0x4c6f6164
/** Another process may hold the file for a moment: `leadloom publish` beside a running server. */
export const BUSY_TIMEOUT_MS = 10_000
/** What a connection keeps of the file, in SQLite's unit of negative KiB: 32 MB for the writer, where the pages of a large
 *  batch fit, and 16 for each of the three that read. The system holds the rest: a page that it hands over costs two
 *  microseconds, and four caches of all that was ever read would cost memory for as long as the server runs. */
const CACHE = { writing: -32_768, reading: -16_384 } as const

/** Makes the data directory when it is missing. Throws one plain sentence when it cannot be made. */
export function makeFolder(dataDir: string): void {
  attempt(`The data directory ${dataDir} cannot be made: set DATA_DIR to one that can.`, () =>
    mkdirSync(dataDir, { recursive: true, mode: 0o700 }),
  )
}

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'leadloom.db')
}

/** The copy that a restore has checked, until it takes the database's place. */
export function restoredFile(dataDir: string): string {
  return join(dataDir, 'leadloom.restored.db')
}

/** A copy that is not encrypted, while a backup is encrypted or decrypted. It is where the database is, which holds the same. */
export function plainFile(dataDir: string): string {
  return join(dataDir, `leadloom.plain.${process.pid}.db`)
}

/** The log of writes is emptied once it is larger than this. It is 4 MB as a rule, and grows for as long as somebody reads. */
export const LOG_BYTES = 64 * 1024 * 1024

/** For the one writer: nothing is acknowledged before its commit is on disk, and what is erased is overwritten with zeros
 *  instead of being left in the file's free room. */
export function openForWriting(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  db.exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = ${CACHE.writing}`)
  db.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`)
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

/** 0 for an empty file. Throws when there are tables, and they are not ours. */
export function schemaVersion(db: DatabaseSync, file: string): number {
  const version = Number(value(db, 'user_version'))
  const tables = Number(db.prepare('SELECT COUNT(*) AS n FROM sqlite_schema').get()?.['n'])
  const ours = value(db, 'application_id') === APPLICATION_ID
  if (!ours && tables > 0) throw new Error(`${file} holds another program's tables`)
  return version
}

export function value(db: DatabaseSync, pragma: string, column = pragma): SQLOutputValue | undefined {
  return db.prepare(`PRAGMA ${pragma}`).get()?.[column]
}

/** `act`, or an error of one plain sentence, with the cause in brackets. */
export function attempt<T>(sentence: string | ((cause: unknown) => string), act: () => T): T {
  try {
    return act()
  } catch (cause) {
    const message = typeof sentence === 'string' ? sentence : sentence(cause)
    throw new Error(`${message} (${cause instanceof Error ? cause.message : String(cause)})`, { cause })
  }
}
