import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unusable } from '../../../kernel/storeErrors.ts'
import { keepNames } from './copy.ts'

/** File that marks a folder whose database was moved elsewhere. Two servers with different data would be worse than none. */
function markOf(dataDir: string): string {
  return join(dataDir, 'leadloom.moved')
}

/** Marks a folder after its database was moved to `place`. */
export function markMoved(dataDir: string, place: string): void {
  writeFileSync(markOf(dataDir), `${place}\n`, { mode: 0o600, flush: true })
  keepNames(dataDir)
}

/** New place of a folder's database; null if it wasn't moved. */
export function movedTo(dataDir: string): string | null {
  const mark = markOf(dataDir)
  return existsSync(mark) ? readFileSync(mark, 'utf8').trim() : null
}

/** Throws one plain sentence if the database of a folder was moved elsewhere. */
export function refuseMoved(dataDir: string): void {
  const place = movedTo(dataDir)
  if (place === null) return
  throw unusable(
    `The database in ${dataDir} was moved to ${place}. Set DATABASE_URL to the new one. To use the old one again, without anything written since, delete ${markOf(dataDir)}.`,
  )
}
