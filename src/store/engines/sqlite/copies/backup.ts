import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyWhole, dropDatabase, dropLeftovers, keepNames, partialOf } from './copy.ts'
import { attempt, BUSY_TIMEOUT_MS, databaseFile, openForReading, plainFile } from '../file/file.ts'
import { FOUND, troubleOf } from '../file/fileTrouble.ts'

/** Copies a snapshot of the database into a new file, whether or not a server writes to it. Resolves to the copy's size in bytes once it
 *  is on disk and was read back completely. The copy is one file that needs no other; with a passphrase it is encrypted. Rejects with
 *  one plain sentence if there is no database, the file already exists or can't be written, or the database is damaged; then there is no
 *  copy. */
export async function backUp(
  dataDir: string,
  file: string,
  passphrase: string | null = null,
): Promise<number> {
  if (!existsSync(databaseFile(dataDir)))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR to the server's folder.`)
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another file.`)
  if (!existsSync(dirname(file)))
    throw new Error(
      `${file} can’t be written because its folder doesn’t exist. Create it, or choose another.`,
    )
  const damaged = `The database in ${dataDir} is damaged, so no copy was made. Restore an earlier backup.`
  // If its first pages are damaged, it can't even be opened.
  const source = attempt(
    (cause) => (troubleOf(cause) === FOUND.damaged ? damaged : CANNOT_OPEN(dataDir)),
    () => openForReading(databaseFile(dataDir)),
  )
  const unwritable = `${file} can’t be written. Choose a file in a writable folder with enough space.`
  try {
    if (passphrase === null) return await copyWhole(source, file, { damaged, unwritable })
    const plain = plainFile(dataDir)
    await copyWhole(source, plain, {
      damaged,
      unwritable: `${dataDir} can’t be written. An encrypted backup needs space there for a copy of the database.`,
    })
    return await encryptWhole(plain, file, passphrase, unwritable)
  } finally {
    source.close()
    dropDatabase(plainFile(dataDir))
  }
}

async function encryptWhole(
  plain: string,
  file: string,
  passphrase: string,
  unwritable: string,
): Promise<number> {
  const partial = partialOf(file)
  try {
    dropLeftovers(file)
    // Encryption is loaded on demand, because a server never needs it.
    const { encryptFile } = await import('./encrypted.ts')
    await encryptFile(plain, partial, passphrase).catch((cause: Error) => {
      throw new Error(`${unwritable} (${cause.message})`, { cause })
    })
    renameSync(partial, file)
    keepNames(dirname(file))
    return statSync(file).size
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Records in the database that a backup was made, for monitoring. False if that isn't possible, as in a database of an earlier release.
 *  `at`: epoch ms. */
export function recordBackup(dataDir: string, at: number): boolean {
  const db = new DatabaseSync(databaseFile(dataDir), { timeout: BUSY_TIMEOUT_MS })
  try {
    db.prepare('INSERT OR IGNORE INTO backups (at) VALUES (?)').run(at)
    return true
  } catch {
    return false
  } finally {
    db.close()
  }
}

/** A new name in `folder` for a backup. `now`: epoch ms. */
export function backupName(folder: string, now: number, isEncrypted: boolean): string {
  const time = new Date(now).toISOString().replace(/\..*/, 'Z').replaceAll(':', '')
  return join(folder, `leadloom-${time}.db${isEncrypted ? '.age' : ''}`)
}

const NAMED = /^leadloom-(\d{4}-\d\d-\d\d)T\d{6}Z\.db(?:\.age)?$/

/** Deletes backups with such a name, and nothing else. The newest one of each of the last `days` days with a backup stays. Returns the
 *  deleted files. */
export function dropOldBackups(folder: string, days: number): string[] {
  const names = readdirSync(folder)
    .filter((name) => NAMED.test(name))
    .toSorted()
  const newestOfDay = new Map(names.map((name) => [NAMED.exec(name)![1], name]))
  const kept = [...newestOfDay.values()].slice(-days)
  const dropped = names.filter((name) => !kept.includes(name)).map((name) => join(folder, name))
  for (const file of dropped) rmSync(file)
  return dropped
}

const CANNOT_OPEN = (dataDir: string) => `The database in ${dataDir} can’t be opened, so no copy was made.`

/** Copies beside the database: those made before its schema was changed, and those that a restore put aside. They still contain people
 *  who were forgotten in the database. */
export function copiesBeside(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => /^leadloom\.(schema|replaced)-.*\.db$/.test(name))
    .map((name) => join(dataDir, name))
}
