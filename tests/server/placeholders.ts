import { readdirSync } from 'node:fs'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { layEmptyDatabase } from '../store/emptyDatabase.ts'
import { SMALL_FLOW } from './smallFlow.ts'

/** Publishes the small flow on the path of each site but `but`. A server's first start publishes the sites without a version, which takes
 *  seconds. */
export async function publishPlaceholders(store: Store, { but = '' } = {}): Promise<void> {
  const version = { flow: SMALL_FLOW, style: '', validators: compileValidators(SMALL_FLOW), icons: {} }
  for (const path of readdirSync('fixtures/sites'))
    if (path !== but) await store.publish({ ...version, path, at: Date.now() })
}

/** Puts a database into a folder, on which a server starts at once. */
export async function layPlaceholders(dataDir: string): Promise<void> {
  await layEmptyDatabase(dataDir)
  const store = await openStore({ dataDir, hasThreads: false })
  await publishPlaceholders(store)
  await store.close()
}
