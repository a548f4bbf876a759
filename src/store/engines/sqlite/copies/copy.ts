import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { attempt } from '../file/file.ts'
import { stopNoting } from '../file/noteChanges.ts'

/** Copies a snapshot of a database into `file`, and resolves to the copy's size in bytes once it is on disk and was read back
 *  completely. The copy is one file that needs no other, and gets its name only then. Rejects with the sentence `damaged` or
 *  `unwritable`; then there is no copy. */
export async function copyWhole(
  source: DatabaseSync,
  file: string,
  { damaged, unwritable }: { damaged: string; unwritable: string },
): Promise<number> {
  const partial = partialOf(file)
  dropLeftovers(file)
  try {
    // All pages in one step, because copying starts over whenever another process writes between two steps.
    await backup(source, partial, { rate: ALL_PAGES }).catch((cause: Error) => {
      throw new Error(`${unwritable} (${cause.message})`, { cause })
    })
    readThrough(partial, damaged)
    renameSync(partial, file)
    keepNames(dirname(file))
    return statSync(file).size
  } finally {
    dropDatabase(partial)
  }
}

/** Name of a copy until it is complete. Two processes may copy at once; each that starts on an older schema does. */
export function partialOf(file: string): string {
  return `${file}.${process.pid}.partial`
}

/** Deletes a database and the files that SQLite keeps beside it. */
export function dropDatabase(file: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(file + ending, { force: true })
}

const ALL_PAGES = 2 ** 31 - 1

/** Deletes partial copies of the same kind as `file` that killed processes left behind, because a start that is killed repeatedly would
 *  fill the disk. Keeps other kinds, since another container may be making one under the same ID. */
export function dropLeftovers(file: string): void {
  const folder = dirname(file)
  const kind = LEFTOVERS.find((kind) => kind.test(basename(partialOf(file))))
  // The copy itself reports a missing folder.
  if (!kind || !existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const id = kind.exec(name)?.[1]
    if (id !== undefined && !isRunning(Number(id))) rmSync(join(folder, name), { force: true })
  }
}

/** Copies by a start or a restore, copies that exist only to be encrypted, and backups named by their time. */
const LEFTOVERS = [
  /^leadloom\.(?:schema-|restored).*\.db\.(\d+)\.partial/,
  /^leadloom\.plain\.(\d+)\.db/,
  /^leadloom-[\dTZ-]+\.db(?:\.age)?\.(\d+)\.partial/,
]

/** True if another process has this ID. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readThrough(copy: string, damaged: string): void {
  const db = new DatabaseSync(copy)
  try {
    const check = attempt(damaged, () => db.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
    if (check !== 'ok') throw new Error(`${damaged} (${String(check)})`)
    db.exec('PRAGMA journal_mode = DELETE')
    // A move continues with the database itself, never with a copy.
    stopNoting(db)
  } finally {
    db.close()
  }
}

/** Makes the names of files in a folder durable; the files' pages already are. */
export function keepNames(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
