import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyWhole } from './copy.ts'
import { attempt, databaseFile, openForReading } from '../file/file.ts'
import { FOUND, troubleOf } from '../trouble.ts'

/** Copies the database as it is at one instant into a new file, whether or not a server writes to it: resolves to the
 *  copy's bytes when it is on the disk and was read through from end to end. The copy is one file that needs no other.
 *  Rejects with one plain sentence when there is no database, the file is there already or cannot be written, or the
 *  database is damaged; then there is no copy. */
export async function backUp(dataDir: string, file: string): Promise<number> {
  if (!existsSync(databaseFile(dataDir)))
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR to the server’s folder.`)
  if (existsSync(file)) throw new Error(`${file} is there already: name a new file.`)
  const damaged = `The database in ${dataDir} is damaged, so no copy was made: restore an earlier backup.`
  // Where the damage is among its first pages, it cannot even be opened.
  const source = attempt(
    (cause) => (troubleOf(cause) === FOUND.damaged ? damaged : CANNOT_OPEN(dataDir)),
    () => openForReading(databaseFile(dataDir)),
  )
  try {
    return await copyWhole(source, file, {
      damaged,
      unwritable: `${file} cannot be written: name a file in a folder that has room.`,
    })
  } finally {
    source.close()
  }
}

const CANNOT_OPEN = (dataDir: string) => `The database in ${dataDir} cannot be opened, so no copy was made.`

/** The copies that stand beside the database: those made before its schema was changed, and what a restore put aside. Who is
 *  forgotten in the database is in them still. */
export function copiesBeside(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => /^leadloom\.(schema|replaced)-.*\.db$/.test(name))
    .map((name) => join(dataDir, name))
}
