import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { SQLITE } from '../../../src/store/engines/sqlite/dialect.ts'
import { migrate } from '../../../src/store/engines/sqlite/schema/migrate.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { STATEMENTS } from '../../../src/store/nouns/nouns.ts'
import { layEmptyDatabase } from '../emptyDatabase.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { openTables } from '../tables.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-updates-'))
afterAll(() => rmSync(root, { recursive: true }))

const AT = Date.parse('2026-11-20T12:00:00-05:00')

const SALE = { external_id: 'A-1', cents: 900 }

test.each([
  { ends: { state: 'accepted', sale: SALE }, offered: 900 },
  { ends: { state: 'accepted', sale: SALE }, offered: 0 },
  { ends: { state: 'rejected' }, offered: 900 },
] as const)(
  'a delivery that is offered at $offered cents and ends $ends.state writes its row twice',
  async ({ ends, offered }) => {
    const { store, tables } = await oneLead(`${ends.state} ${offered}`)
    tables.exec(`CREATE TABLE updates (delivery INTEGER);
      CREATE TRIGGER counts_updates AFTER UPDATE ON outbox BEGIN INSERT INTO updates VALUES (NEW.delivery); END`)
    expect(await store.beginAttempt(1, AT, { cents: offered })).toMatchObject({ attempt: 1 })
    await store.endAttempt(1, 1, { ...ends, message: '', at: AT, due_at: null })
    expect(await store.delivery(1)).toMatchObject({ state: ends.state })
    expect(tables.prepare('SELECT COUNT(*) AS n FROM updates').get()).toEqual({ n: 2 })
  },
)

test('a clear response settles whether the buyer has the lead', async () => {
  const { store, tables } = await oneLead('doubt')
  const unsure = () => tables.prepare('SELECT unsure FROM outbox').get()!['unsure']
  await store.beginAttempt(1, AT)
  await store.endAttempt(1, 1, { state: 'due', isUnsure: true, message: '', at: AT, due_at: AT })
  expect(unsure()).toBe(1)
  await store.beginAttempt(1, AT)
  await store.endAttempt(1, 2, { state: 'rejected', message: '', at: AT, due_at: null })
  expect(unsure()).toBe(0)
})

/** A store with one due lead, and its tables. */
async function oneLead(place: string) {
  const dataDir = join(root, place)
  await layEmptyDatabase(dataDir)
  const store = await openSqlite({ dataDir })
  onTestFinished(() => store.close())
  const tables = openTables(dataDir, { write: true })
  onTestFinished(() => tables.close())
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ at: AT }))
  await store.appendStep(uuidOf(0), step({ at: AT }), {
    lead: { offer: 'mva', buyers: ['acme'], payload: {} },
  })
  return { store, tables }
}

test('every index of an outbox is used by a statement', () => {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
  migrate(db)
  const plans = STATEMENTS.map(([, { text }]) => {
    const sql = typeof text === 'string' ? text : text(SQLITE)
    return JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
  }).join()
  const indexes = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
         AND tbl_name IN ('outbox', 'attempts', 'people', 'mails', 'mailed', 'pixel_events', 'webhook_messages')`,
    )
    .all()
  db.close()
  expect(indexes.map(({ name }) => String(name)).filter((name) => !plans.includes(name))).toEqual([])
})
