import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Tables of a store as they are on disk, read beside the store that writes them. */
export function openTables(dataDir: string, { write = false } = {}): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: !write })
}
