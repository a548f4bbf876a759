import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { startCountingEarlier } from '../../../src/server/jobs/countEarlier.ts'
import { layEmptyDatabase } from '../emptyDatabase.ts'
import { uuidOf } from '../history.ts'
import { expectRawRows, instantOf, VISITORS } from '../hourActs.ts'
import { openTables } from '../tables.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-hours-'))
afterAll(() => rmSync(root, { recursive: true }))

test('sessions of an earlier release are read from raw rows until they’re counted in batches, even across a restart', async () => {
  const dataDir = join(root, 'earlier')
  await layEmptyDatabase(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  db.exec(`
    INSERT INTO versions (version, path, flow, style, validators, at, activated_at) VALUES (1, 'leadloom', '{}', '', '', 1, 1);
    INSERT INTO channels VALUES (1, 'leadloom', '', '', '', '')`)
  for (let n = 0; n < VISITORS; n++)
    db.exec(`
      INSERT INTO sessions (uuid, token_hash, version, channel, origin, page_url, referrer, ip, at, jornaya_lead_id)
        VALUES ('${uuidOf(n)}', '', 1, 1, '{"query":{}}', '', '', '', ${instantOf(0)}, 'J');
      INSERT INTO events (session, kind, offer, version, channel, at)
        VALUES (${n + 1}, 'page_visit', '', 1, 1, ${instantOf(0)}), (${n + 1}, 'registration', '', 1, 1, ${instantOf(1)});
      INSERT INTO sales (session, offer, source, external_id, sold, cents, version, path, aff_id, sub1, at)
        VALUES (${n + 1}, 'mva', 'acme', '${n}', 1, 100, 1, 'leadloom', '', '', ${instantOf(1)})`)
  db.exec('INSERT INTO uncounted_sessions SELECT MAX(session), MIN(session) FROM sessions')
  db.close()

  const store = await openSqlite({ dataDir, hasThreads: false })
  const before = await expectRawRows(store)
  expect(before).toContainEqual({
    url: 'leadloom',
    filled_basic_data: 4,
    trustedform_cert_url: 0,
    jornaya_lead_id: 4,
    both: 0,
  })
  expect(await store.countEarlierSessions(3)).toBe(3)
  // One session that is counted and one that isn't yet; each must count once.
  await store.setLanguage(uuidOf(0), 'es')
  await store.setLanguage(uuidOf(3), 'es')
  await store.track(uuidOf(3), { kind: 'visit', at: instantOf(2) })
  await store.close()

  const again = await openSqlite({ dataDir, hasThreads: false })
  onTestFinished(() => again.close())
  await expectRawRows(again)
  const counting = startCountingEarlier({ store: again }, console)
  const tables = openTables(dataDir)
  await expect.poll(() => tables.prepare('SELECT * FROM uncounted_sessions').all()).toEqual([])
  tables.close()
  await counting.stop()
  const after = await expectRawRows(again)
  expect(after).toContainEqual(expect.objectContaining({ language: 'es', total: 2, revenue: 200 }))
  expect(after).toContainEqual(expect.objectContaining({ page_visits: 4 }))
})
