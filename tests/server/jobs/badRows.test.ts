import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore } from '../../../src/store/openStore.ts'
import { layEmptyDatabase } from '../../store/emptyDatabase.ts'
import { openTables } from '../../store/tables.ts'
import { badRowsContract } from './badRowsContract.ts'

badRowsContract(async (_place, now) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-bad-rows-'))
  await layEmptyDatabase(dataDir)
  const store = await openStore({ dataDir, now, hasThreads: false })
  onTestFinished(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  return {
    store,
    async edit(sql, ...values) {
      const tables = openTables(dataDir, { write: true })
      tables.prepare(sql).run(...values)
      tables.close()
    },
  }
})
