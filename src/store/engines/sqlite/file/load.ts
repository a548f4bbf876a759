import { statSync } from 'node:fs'
import { freeBytes } from '../../freeBytes.ts'
import type { Load } from '../../../storeState.ts'

/** Of the database, of its log, and what is free on their disk. */
export function bytesNow(file: string): Load['bytes'] {
  return { database: bytesOf(file), log: logBytes(file), wal: null, free: freeBytes(file) }
}

/** Of the log of writes. */
export function logBytes(file: string): number {
  return bytesOf(`${file}-wal`)
}

/** 0 for a file that is not there: the log is made with the first write. */
function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
