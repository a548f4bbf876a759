import { copyFileSync, existsSync, linkSync, renameSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { claim } from '../file/claim.ts'
import { copyWhole, dropDatabase, dropLeftovers, keepNames } from './copy.ts'
import { attempt, databaseFile, makeFolder, plainFile, restoredFile, schemaVersion } from '../file/file.ts'
import { refuseSchema } from '../schema/migrate.ts'
import { refuseMoved } from './movedMark.ts'
import { ENDINGS } from '../file/presence.ts'
import { troubleOf } from '../file/fileTrouble.ts'
import { unusable } from '../../../kernel/storeErrors.ts'

/** Result of a restore. */
export interface Restored {
  /** File of the database, with its size in bytes now. */
  database: string
  bytes: number
  /** New place of the previous database; null if there was none. */
  aside: string | null
}

/** Replaces the database with a copy. The copy is read completely first, the old database is kept under another name, and one of the two
 *  is in place at every instant. `now`: epoch ms, for that name. `passphrase`: opens the copy if it is encrypted. Rejects with one plain
 *  sentence if a server is running, if the database was moved elsewhere, if the copy is invalid, damaged, from a newer release or too old, or if
 *  the passphrase is wrong; then nothing was changed. */
export async function restore(
  dataDir: string,
  copy: string,
  now: number,
  passphrase: string | null = null,
): Promise<Restored> {
  const database = databaseFile(dataDir)
  makeFolder(dataDir)
  refuseMoved(dataDir)
  const release = claim(dataDir)
  try {
    refuseWrongFile(copy, database)
    const unwritable = `${dataDir} can’t be written. Make it writable for this user, with enough space for a copy of ${copy}.`
    const from = openCopy(await readable(copy, { dataDir, passphrase, unwritable }), copy)
    const checked = restoredFile(dataDir)
    const bytes = await copyWhole(from, checked, {
      damaged: `${copy} is damaged, so nothing was restored. Use an earlier backup.`,
      unwritable,
    }).finally(() => from.close())
    const aside = existsSync(database) ? setAside(database, now) : null
    renameSync(checked, database)
    keepNames(dataDir)
    return { database, bytes, aside }
  } finally {
    dropDatabase(plainFile(dataDir))
    release()
  }
}

/** File in which a copy can be read: the copy itself, or its decrypted form. */
async function readable(
  copy: string,
  { dataDir, passphrase, unwritable }: { dataDir: string; passphrase: string | null; unwritable: string },
): Promise<string> {
  const { decryptFile, isEncrypted } = await import('./encrypted.ts')
  if (!isEncrypted(copy)) return copy
  if (passphrase === null)
    throw unusable(
      `${copy} is encrypted. Set BACKUP_PASSPHRASE to its passphrase, or use --passphrase-file with a file that contains it.`,
    )
  dropLeftovers(plainFile(dataDir))
  await decryptFile(copy, plainFile(dataDir), { passphrase, unwritable })
  return plainFile(dataDir)
}

function refuseWrongFile(copy: string, database: string): void {
  const found = statSync(copy, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new Error(`${copy} isn’t a file. Use one from leadloom backup.`)
  const kept = statSync(database, { throwIfNoEntry: false })
  if (kept && kept.ino === found.ino && kept.dev === found.dev)
    throw new Error(`${copy} is the database itself. Use a copy from leadloom backup.`)
}

/** Opens a file that a database of ours can be restored from. `copy`: its name in messages. */
function openCopy(file: string, copy: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const version = attempt(
      (cause) =>
        troubleOf(cause)
          ? `${copy} isn’t a database or is damaged, so nothing was restored. Use an earlier backup.`
          : `${copy} isn’t a Leadloom database. Use a copy from leadloom backup.`,
      () => schemaVersion(db, file),
    )
    if (version === 0) throw new Error(`${copy} isn’t a Leadloom database. Use a copy from leadloom backup.`)
    refuseSchema(version, copy, { instead: 'Restore it with that release' })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Renames the database and the files beside it. Its own name stays until the copy takes it, so that a server never starts on an empty
 *  folder. Its log goes first, because otherwise it would be applied to the copy. */
function setAside(database: string, now: number): string {
  const aside = database.replace(
    /\.db$/,
    `.replaced-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.db`,
  )
  try {
    linkSync(database, aside)
  } catch {
    // The disk doesn't support hard links.
    copyFileSync(database, aside)
  }
  for (const ending of ENDINGS.slice(1))
    if (existsSync(database + ending)) renameSync(database + ending, aside + ending)
  return aside
}
