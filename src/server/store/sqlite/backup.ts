import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { attempt, databaseFile, openForReading } from './file.ts'

/** Copies the database as it is at one instant into a new file, whether or not a server writes to it: resolves to the
 *  copy's bytes when it is on the disk and was read through from end to end. The copy is one file that needs no other.
 *  Rejects with one plain sentence when there is no database, the file is there already or cannot be written, or the
 *  database is damaged; then there is no copy. */
export async function backUp(dataDir: string, file: string): Promise<number> {
  if (!existsSync(databaseFile(dataDir)))
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR to the server’s folder.`)
  if (existsSync(file)) throw new Error(`${file} is there already: name a new file.`)
  const partial = `${file}.partial`
  const source = openForReading(databaseFile(dataDir))
  try {
    // All pages in one step: the copying begins anew whenever another process writes between two.
    await backup(source, partial, { rate: ALL_PAGES }).catch(refuse(file))
    readThrough(partial, dataDir)
    renameSync(partial, file)
    keepName(file)
    return statSync(file).size
  } finally {
    source.close()
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(partial + ending, { force: true })
  }
}

const ALL_PAGES = 2 ** 31 - 1

function refuse(file: string) {
  return (cause: Error): never => {
    throw new Error(`${file} cannot be written: name a file in a folder that has room. (${cause.message})`, {
      cause,
    })
  }
}

function readThrough(copy: string, dataDir: string): void {
  const damaged = `The database in ${dataDir} is damaged, so no copy was made: restore an earlier backup.`
  const db = new DatabaseSync(copy)
  try {
    const check = attempt(damaged, () => db.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
    if (check !== 'ok') throw new Error(`${damaged} (${String(check)})`)
    db.exec('PRAGMA journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/** The pages are on the disk; so is the file's name after this. */
function keepName(file: string): void {
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
