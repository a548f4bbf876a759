import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { makeFolder } from './file.ts'

/** Result for files that other users of this machine could open. */
export interface Narrowed {
  narrowed: string[]
  /** Files whose modes this user may not change. */
  wide: string[]
}

/** Makes this process create files for its own user only, whatever its umask. */
export function writePrivately(): void {
  // Threads share the mask of their process and may not set it.
  if (isMainThread) process.umask(OTHERS)
}

/** Creates the data directory if needed, and makes it and our files in it inaccessible to other users. */
export function keepPrivate(dataDir: string): Narrowed {
  writePrivately()
  makeFolder(dataDir)
  const ours = readdirSync(dataDir).filter((name) => OURS.test(name))
  const all = [dataDir, ...ours.map((name) => join(dataDir, name))].filter(isWide)
  const narrowed = all.filter(narrow)
  return { narrowed, wide: all.filter((path) => !narrowed.includes(path)) }
}

/** Mode bits for other users. */
const OTHERS = 0o077

/** The database, SQLite's files beside it, its copies, and its server's lock. */
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
