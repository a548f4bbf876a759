import type { SqliteOptions } from './engines/sqlite/open.ts'
import type { Store } from './store.ts'

/** Opens the store: in the database of PostgreSQL at `databaseUrl`, with reports from its standby at `reportsUrl`; without one, in a folder, which is made when it is missing.
 *  Only the engine that is used is loaded. Rejects with one plain sentence when what is there cannot be used. */
export async function openStore({
  databaseUrl = null,
  reportsUrl = null,
  ...options
}: SqliteOptions & { databaseUrl?: string | null; reportsUrl?: string | null }): Promise<Store> {
  if (databaseUrl !== null) {
    const { openPostgres } = await import('./engines/postgres/open.ts')
    return openPostgres({ ...options, url: databaseUrl, reportsUrl })
  }
  const { openSqlite } = await import('./engines/sqlite/open.ts')
  return openSqlite(options)
}
