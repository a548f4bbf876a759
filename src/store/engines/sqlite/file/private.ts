import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { makeFolder } from './file.ts'

/** What became of files that other users of this machine could open. */
export interface Narrowed {
  narrowed: string[]
  /** Those whose modes this user may not change. */
  wide: string[]
}

/** Makes this process write files for its own user alone, whatever umask it was started with. */
export function writePrivately(): void {
  // A thread has the mask of its process and may not set it.
  if (isMainThread) process.umask(OTHERS)
}

/** Makes the data directory where it's missing, and takes it and what we keep in it away from other users. */
export function keepPrivate(dataDir: string): Narrowed {
  writePrivately()
  makeFolder(dataDir)
  const ours = readdirSync(dataDir).filter((name) => OURS.test(name))
  const all = [dataDir, ...ours.map((name) => join(dataDir, name))].filter(isWide)
  const narrowed = all.filter(narrow)
  return { narrowed, wide: all.filter((path) => !narrowed.includes(path)) }
}

/** The bits of a mode that are for other users. */
const OTHERS = 0o077

/** The database, what SQLite keeps beside it, its copies and the lock of its server. */
const OURS = /^(leadloom\..+|server\.lock.*)$/

function isWide(path: string): boolean {
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return (mode & OTHERS) !== 0
}

function narrow(path: string): boolean {
  try {
    chmodSync(path, statSync(path).mode & ~OTHERS & 0o777)
    return true
  } catch {
    return false
  }
}
