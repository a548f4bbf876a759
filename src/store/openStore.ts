import type { SqliteOptions } from './engines/sqlite/open.ts'
import type { Store } from './store.ts'

/** Opens the store: a PostgreSQL database at `databaseUrl`, with reports from its standby at `reportsUrl`, or without one, a folder,
 *  which is created if missing. Only the engine in use is loaded. Rejects with one plain sentence if the database can't be used. */
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
