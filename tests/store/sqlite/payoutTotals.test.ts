import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { publish, session, uuidOf } from '../history.ts'

test('totals of payouts have each New York day, path, version, offer, payer, and click', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-payouts-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const store = await openSqlite({ dataDir, hasThreads: false })
  await publish(store, 'leadloom', 1000)
  const terms = { tiers: [{ from: 1, cents: 0, share_bp: 5000 }], caps: [] }
  const rule = { aff_id: '86', offer: '', event: 'sale' as const, terms, hold_days: 0, claw_back: true }
  await store.addPayoutRule(rule, { by: 'ada', at: 2000 })
  const midnight = Date.parse('2026-11-01T00:00:00-04:00')
  const nextMidnight = midnight + 25 * 3_600_000
  await store.openSession(session({ aff_id: '86', at: 2000 }))
  await store.openSession(session({ uuid: uuidOf(1), aff_id: '87', at: 2000 }))
  const sale = { session_uuid: uuidOf(0), offer: 'mva', cents: 2000, returned: false }
  await store.sell({ ...sale, source: 'acme', external_id: 'A-1', at: midnight - 1 })
  await store.sell({ ...sale, source: 'acme', external_id: 'A-2', at: midnight })
  await store.sell({ ...sale, source: 'best', external_id: 'A-3', at: nextMidnight - 1 })
  await store.returnSale({ source: 'acme', external_id: 'A-2', key: null, cents: 500, at: nextMidnight })
  await store.sell({ ...sale, session_uuid: uuidOf(1), source: 'acme', external_id: 'B-1', at: midnight })
  await store.close()

  const file = readdirSync(dataDir).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'))!
  const db = new DatabaseSync(join(dataDir, file), { readOnly: true })
  onTestFinished(() => db.close())
  const rows = db
    .prepare(
      'SELECT day, path, version, offer, source, aff_id, payout_cents FROM totals_payouts JOIN channels USING (channel, path) ORDER BY day, source',
    )
    .all()
  const words = { path: 'leadloom', version: 1, offer: 'mva', aff_id: '86' }
  expect(rows).toEqual([
    { ...words, day: midnight - 24 * 3_600_000, source: 'acme', payout_cents: 1000 },
    { ...words, day: midnight, source: 'acme', payout_cents: 1000 },
    { ...words, day: midnight, source: 'best', payout_cents: 1000 },
    { ...words, day: nextMidnight, source: 'acme', payout_cents: -250 },
  ])
  // Of an affiliate that nothing is paid or reported to, nothing is kept.
  expect(db.prepare('SELECT COUNT(*) AS count FROM payout_conversions').get()).toEqual({ count: 3 })
})
