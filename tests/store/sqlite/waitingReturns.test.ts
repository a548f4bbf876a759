import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'

test('10,000 returns of one source wait for their sales, and no more', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-waiting-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  await (await openSqlite({ dataDir, hasThreads: false })).close()
  const file = readdirSync(dataDir).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'))!
  const db = new DatabaseSync(join(dataDir, file))
  const keep = db.prepare(`INSERT INTO unbooked (state, source, external_id, returned, reason, at)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $count)
    SELECT $state, $source, $state || n, 1, '', 0 FROM numbers`)
  keep.run({ state: 'waiting', source: 'acme', count: 9999 })
  keep.run({ state: 'conflict', source: 'acme', count: 5 })
  keep.run({ state: 'waiting', source: 'bolt', count: 5 })
  db.close()

  const store = await openSqlite({ dataDir, hasThreads: false })
  onTestFinished(() => store.close())
  const returned = async (source: string, external_id: string) =>
    (await store.returnSale({ source, external_id, key: null, cents: null, at: 1000 })).outcome
  expect(await returned('acme', 'A-1')).toBe('waits')
  expect(await returned('acme', 'A-2')).toBe('full')
  // One that waits already isn't another.
  expect(await returned('acme', 'A-1')).toBe('waits')
  expect(await returned('bolt', 'A-2')).toBe('waits')
})
