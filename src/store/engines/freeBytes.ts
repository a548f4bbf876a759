import { statfsSync } from 'node:fs'

/** Free bytes on the disk of a file or folder, for this user. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/** The same, or null if the path doesn't exist here or this user may not look. */
export function freeBytesAt(path: string): number | null {
  try {
    return freeBytes(path)
  } catch {
    return null
  }
}
