import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { openSqlite } from '../../src/store/engines/sqlite/open.ts'
import { expectPaidOnce, payForSales, sellUntilKilled } from '../store/soldUntilKilled.ts'

test.each([{ isCapped: false }, { isCapped: true }])(
  'a server that is killed twice while it sells pays every sale once: %o',
  async ({ isCapped }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-payouts-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const before = await openSqlite({ dataDir })
    await payForSales(before, { isCapped })
    await before.close()
    let acknowledged = 0
    for (const prefix of ['A', 'B']) acknowledged += await sellUntilKilled(dataDir, prefix)
    const store = await openSqlite({ dataDir })
    onTestFinished(() => store.close())
    await expectPaidOnce(store, { acknowledged, isCapped })
  },
)
