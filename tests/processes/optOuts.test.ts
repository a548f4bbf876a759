import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/store/openStore.ts'
import { optOutsThroughKills } from '../soak/optOutKills.ts'

test('an opt-out that a buyer reports reaches all other buyers through kills', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-opt-outs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  const open = () => openStore({ dataDir, hasThreads: false })
  expect(await optOutsThroughKills(folder, { DATA_DIR: dataDir }, open)).toEqual({
    notices: 12,
    leads: { acme: 0, bolt: 4, core: 4 },
    states: ['acme sent acme', 'bolt sent bolt', 'core sent core'],
    suppressed: true,
  })
})
