import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import type { OpenStore } from '../contract.ts'
import { layEmptyDatabase } from '../emptyDatabase.ts'

/** Opens SQLite stores below a folder, with threads of their own or without: starting threads takes longer than most tests. */
export const sqliteIn =
  (root: string, { hasThreads }: { hasThreads: boolean }): OpenStore =>
  async (place, options) => {
    const dataDir = join(root, encodeURIComponent(`${place} ${hasThreads}`))
    await layEmptyDatabase(dataDir)
    const store = await openSqlite({ dataDir, hasThreads, ...options })
    onTestFinished(() => store.close())
    return store
  }
