import type { Store } from '../server/store/store.ts'
import type { World } from './command.ts'

/** Runs `work` on the store that the server would open, and closes it whatever happens. The server is loaded only here,
 *  so that what needs no store starts at once. */
export async function withStore<T>({ env }: World, work: (store: Store) => Promise<T>): Promise<T> {
  const [{ openWorld }, { parseSettings }] = await Promise.all([
    import('../server/main.ts'),
    import('../server/settings.ts'),
  ])
  const { store } = await openWorld(parseSettings(env))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
