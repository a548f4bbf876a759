import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { copyBeforeMigration } from './copies/beforeMigration.ts'
import {
  attempt,
  BUSY_TIMEOUT_MS,
  databaseFile,
  makeFolder,
  restoredFile,
  schemaVersion,
  value,
} from './file/file.ts'
import { migrate, MIGRATIONS, newest, refuseSchema } from './schema/migrate.ts'
import { refuseMoved } from './copies/movedMark.ts'
import { stopNoting, stopNotingAbandoned } from './file/noteChanges.ts'
import { troubleOf } from './file/fileTrouble.ts'
import { refuseOldSqlite } from './file/sqliteVersion.ts'

/** Reading a whole file takes 2 s per GB, so only a file that is read within half a second is checked completely at start. A larger one
 *  is still refused if its first pages are broken or its end is missing. */
const CHECKED_BYTES = 256 * 1024 * 1024

/** Creates what is missing, updates the schema and resolves to the file's path. The file is copied before an update; `now`, epoch ms,
 *  names the copy, and `onUpgrade` gets a sentence with that name. `isMoving`: called by a move, which alone may use a database that was
 *  moved elsewhere. Rejects with one plain sentence, naming the file and what to do, if the database isn't ours, newer, too old, damaged or
 *  not writable. */
export async function prepareFile(
  dataDir: string,
  {
    now,
    onUpgrade = () => {},
    isMoving = false,
    migrations = MIGRATIONS,
  }: {
    now: number
    onUpgrade?: (sentence: string) => void
    isMoving?: boolean
    migrations?: readonly string[]
  },
): Promise<string> {
  refuseOldSqlite(process.versions.sqlite ?? 'unknown')
  const file = databaseFile(dataDir)
  makeFolder(dataDir)
  if (!isMoving) refuseMoved(dataDir)
  // Its log may already have been set aside, and data that is only in the log would be missing.
  if (existsSync(restoredFile(dataDir)))
    throw new Error(`A restore into ${dataDir} was interrupted. Run leadloom restore FILE again.`)
  const db = attempt(
    `${file} can’t be opened. Make it a file that this user can write, or set DATA_DIR to another folder.`,
    // A migration recreates tables that others refer to.
    () => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false }),
  )
  try {
    const unwritable = `${file} can’t be written. Make it writable for this user, and check that its disk has enough space.`
    const unreadable = `${file} isn’t a database or is damaged. Restore it from a backup with leadloom restore FILE, or move it away to start with an empty one.`
    const version = attempt(
      (cause) => ((troubleOf(cause)?.name ?? 'damaged') === 'damaged' ? unreadable : unwritable),
      () => schemaVersion(db, file),
    )
    refuseSchema(version, file, {
      migrations,
      instead: 'Start that release, or restore a backup from before it',
    })
    if (statSync(file).size <= CHECKED_BYTES && value(db, 'quick_check') !== 'ok')
      throw new Error(`${file} is damaged. Restore it from a backup with leadloom restore FILE.`)
    if (version > 0 && version < newest(migrations)) {
      const copy = await copyBeforeMigration(file, version, now)
      onUpgrade(
        `Upgrading the database from schema ${version} to ${newest(migrations)}. This takes up to a minute per GB. A copy from before the upgrade is kept. To go back, run leadloom restore ${copy}`,
      )
    }
    attempt(unwritable, () => {
      db.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON')
      stopNotingAbandoned(db, now)
      if (version < newest(migrations)) {
        // Tables that are recreated lose their triggers.
        stopNoting(db)
        migrate(db, migrations)
      }
      db.exec('UPDATE heartbeat SET beats = beats + 1')
    })
  } finally {
    db.close()
  }
  return file
}
