import { openSqlite, type SqliteOptions } from './engines/sqlite/open.ts'
import type { Store } from './store.ts'

/** Opens the store in a folder, which is made when it is missing.
 *  Rejects with one plain sentence when what is there cannot be used. */
export const openStore: (options: SqliteOptions) => Promise<Store> = openSqlite
