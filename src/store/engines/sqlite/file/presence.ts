import { openSync, readSync, statSync, type Stats } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Trouble } from '../../../kernel/storeState.ts'
import { FOUND } from './fileTrouble.ts'

/** Remembers the identity of `file` and the two files beside it. The returned function checks that they are still the same, and returns
 *  null or the trouble. Call this once the database is open, which creates the other two, and in a thread that ends after its
 *  connections. The files opened here stay open until then, because closing a second handle of the file would drop SQLite's own locks on
 *  it. Source: sqlite.org/howtocorrupt.html, 2.2 and 4. */
export function openPresence(file: string): () => Trouble | null {
  const parts = ENDINGS.map((ending) => file + ending)
  const known = parts.map(statOf)
  const [database, log] = [openSync(file, 'r'), known[1] ? openSync(`${file}-wal`, 'r') : null]
  let bytes = known[0]?.size ?? 0
  let changes = 0
  const look = (): Trouble | null => {
    for (const [i, part] of parts.entries()) {
      const before = known[i]
      if (!before) continue
      const found = statOf(part)
      if (found?.ino !== before.ino || found.dev !== before.dev) return FOUND.replaced
      if (i > 0) continue
      // It only grows, unless someone vacuums or truncates it.
      if (found.size < bytes && !isSound(file)) return FOUND.damaged
      bytes = found.size
    }
    // Another database was copied over this one, in the same file.
    const counted = numberAt(database, CHANGES_AT)
    if (counted === null || counted < changes) return FOUND.replaced
    changes = counted
    const magic = log === null ? null : numberAt(log, 0)
    return magic === null || LOG_MAGIC.has(magic) ? null : FOUND.damaged
  }
  return () => {
    try {
      return look()
    } catch {
      return FOUND.outOfReach
    }
  }
}

/** Endings of the database, its log and the index of the log. Source: sqlite.org/walformat.html. */
export const ENDINGS = ['', '-wal', '-shm'] as const

/** Offset of the change counter in a database's header, which includes changes that made the file larger. Source:
 *  sqlite.org/fileformat2.html, 1.3.5. */
const CHANGES_AT = 24
/** First bytes of a log that isn't empty. Source: sqlite.org/fileformat2.html, 4.1. */
const LOG_MAGIC: ReadonlySet<number> = new Set([0x377f0682, 0x377f0683])

/** Null if the file ends before it. */
function numberAt(handle: number, position: number): number | null {
  const bytes = Buffer.alloc(4)
  return readSync(handle, bytes, { position }) === bytes.length ? bytes.readUInt32BE() : null
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

/** Checks the file on a new connection, which has nothing of the file in memory yet. */
function isSound(file: string): boolean {
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      return db.prepare('PRAGMA quick_check').get()?.['quick_check'] === 'ok'
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}
