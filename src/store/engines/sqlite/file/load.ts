import { statSync } from 'node:fs'
import { freeBytes } from '../../freeBytes.ts'
import type { Load } from '../../../kernel/storeState.ts'

/** Sizes of the database and its log, and the free space on their disk. */
export function bytesNow(file: string): Load['bytes'] {
  return { database: bytesOf(file), log: logBytes(file), wal: null, free: freeBytes(file) }
}

/** Size of the log of writes. */
export function logBytes(file: string): number {
  return bytesOf(`${file}-wal`)
}

/** Returns 0 for a missing file; the log is created by the first write. */
function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
