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
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { attempt } from '../file/file.ts'

/** Copies a database as it is at one instant into `file`, and resolves to the copy's bytes once it is on the disk and was
 *  read through from end to end. The copy is one file that needs no other, and gets its name only then.
 *  Rejects with the sentence `damaged` or `unwritable`; then there is no copy. */
export async function copyWhole(
  source: DatabaseSync,
  file: string,
  { damaged, unwritable }: { damaged: string; unwritable: string },
): Promise<number> {
  const partial = partialOf(file)
  dropLeftovers(dirname(file))
  try {
    // All pages in one step: the copying begins anew whenever another process writes between two.
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

/** The name of a copy until it is whole. Two processes may copy at once, as each that starts on an older schema does. */
export function partialOf(file: string): string {
  return `${file}.${process.pid}.partial`
}

/** Deletes a database and what SQLite keeps beside it. */
export function dropDatabase(file: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(file + ending, { force: true })
}

const ALL_PAGES = 2 ** 31 - 1

/** A start or a restore that is killed while it copies leaves what it has of the copy: a start that is killed again and
 *  again would fill the disk. */
export function dropLeftovers(folder: string): void {
  // The copying says that it is not there.
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const id = LEFTOVER.exec(name)?.[1]
    if (id !== undefined && !isRunning(Number(id))) rmSync(join(folder, name), { force: true })
  }
}

/** Of a copy before it has its name, and of one that is only there to be encrypted. */
const LEFTOVER =
  /^leadloom(?:\.(?:schema-|restored).*\.db|-[\dTZ-]+\.db(?:\.age)?|\.plain)\.(\d+)\.(?:partial|db)/

/** Whether another process has this id. */
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
  } finally {
    db.close()
  }
}

/** The pages of files are on the disk; so are the names in their folder after this. */
export function keepNames(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
