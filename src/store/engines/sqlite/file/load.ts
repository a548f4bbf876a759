import { statfsSync, statSync } from 'node:fs'
import type { Load } from '../../../storeState.ts'

/** Of the database, of its log, and what is free on their disk. */
export function bytesNow(file: string): Load['bytes'] {
  return { database: bytesOf(file), log: logBytes(file), free: freeBytes(file) }
}

/** Of the log of writes. */
export function logBytes(file: string): number {
  return bytesOf(`${file}-wal`)
}

/** On the disk of `file`, for this user. */
export function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(file)
  return bavail * bsize
}

/** 0 for a file that is not there: the log is made with the first write. */
function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
