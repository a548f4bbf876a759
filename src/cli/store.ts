import { parseSettings } from '../server/settings.ts'
import { openSqlite } from '../server/store/sqlite/open.ts'
import type { Store } from '../server/store/store.ts'
import type { World } from './command.ts'

/** Runs `work` on the store that the server would open, and closes it whatever happens. */
export async function withStore<T>({ env, now }: World, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqlite({ dataDir: parseSettings(env).dataDir, now })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
