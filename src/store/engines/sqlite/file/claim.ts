import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from './file.ts'
import { troubleOf } from './fileTrouble.ts'

/** Claims a data directory for one server, because two would each keep sessions in memory that the other changes. The claim is a system
 *  lock on a file beside the database, so it ends with the process in any case. Commands beside a running server need none. Returns a
 *  function that releases it. Throws one plain sentence if another server has the claim or the directory can't be used. */
export function claim(dataDir: string): () => void {
  makeFolder(dataDir)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, LOCK))
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock?.close()
    throw new Error(
      troubleOf(cause)?.name === 'held'
        ? `Another server is running on ${dataDir}. Stop it first, or set DATA_DIR to a different folder.`
        : `The data directory ${dataDir} can’t be written. Make it writable for this user.`,
      { cause },
    )
  }
  const held = lock
  return () => held.close()
}

const LOCK = 'server.lock'

/** True if a server runs on a data directory. */
export function isClaimed(dataDir: string): boolean {
  const file = join(dataDir, LOCK)
  if (!existsSync(file)) return false
  const lock = new DatabaseSync(file, { readOnly: true })
  try {
    lock.prepare('SELECT * FROM sqlite_schema').all()
    return false
  } catch (error) {
    return troubleOf(error)?.name === 'held'
  } finally {
    lock.close()
  }
}
