import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The tables of a store as they stand on the disk, beside the store that writes them. */
export function openTables(dataDir: string, { write = false } = {}): DatabaseSync {
  return new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: !write })
}
