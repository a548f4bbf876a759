import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { optOutsThroughKills } from '../../soak/optOutKills.ts'
import { databaseOf } from './database.ts'

test('an opt-out that a buyer reports reaches all other buyers through kills, on PostgreSQL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-opt-outs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = await databaseOf('opt-outs through kills')
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  expect(await optOutsThroughKills(folder, env, () => openPostgres({ url }))).toEqual({
    notices: 12,
    leads: { acme: 0, bolt: 4, core: 4 },
    states: ['acme sent acme', 'bolt sent bolt', 'core sent core'],
    suppressed: true,
  })
})
