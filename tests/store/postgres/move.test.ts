import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { IN_FULL } from '../../inFull.ts'
import type { MoveAnswer } from '../../../schemas/commands/operating.ts'
import { seed } from '../../../src/cli/seed/seedSite.ts'
import { publishFile } from '../../../src/server/publish/publish.ts'
import { move } from '../../../src/store/engines/move.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { leadloom } from '../../cli/commandLine.ts'
import { databaseOf } from './database.ts'

const NOW = Date.parse('2026-11-20T15:00:00-05:00')
const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-move-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const SESSIONS = IN_FULL ? 300 : 80

/** Visitors of a demo site, one of whose leads was kept back for another's sake. */
beforeAll(async () => {
  const store = await openStore({ dataDir, now: () => NOW })
  const site = { path: 'class-action-finder', productName: 'Leadloom', now: NOW }
  await publishFile(store, { ...site, file: 'fixtures/sites/class-action-finder/flow.json' })
  await seed(store, { sessions: SESSIONS, days: 7, seed: 3, now: NOW })
  await store.saveOperator({ name: 'ada', password_hash: 'x', role: 'admin', sites: null, since: NOW })
  await store.close()
})

const moveTo = (to: string, onRows = (_done: number, _total: number): void => {}) =>
  move({ dataDir, to, now: NOW, onRows })

test('copies every row, and all goes on there', { timeout: 120_000 }, async () => {
  const to = await databaseOf('moved')
  const { rows, reports } = await moveTo(to)
  expect(reports).toBe(13)
  expect(rows['sessions']).toBe(SESSIONS)
  expect(rows['steps']).toBeGreaterThan(SESSIONS)
  // The server has counted what it got: without that it would choose the wrong indexes.
  const client = new Client({ connectionString: to })
  await client.connect()
  const { rows: counted } = await client.query("SELECT reltuples FROM pg_class WHERE relname = 'sessions'")
  await client.end()
  expect(counted).toEqual([{ reltuples: SESSIONS }])
  const [before, after] = [await openStore({ dataDir, now: () => NOW }), await openPostgres({ url: to })]
  try {
    const [{ uuid }] = await sessionsIn(to)
    expect(await after.session(uuid)).toEqual(await before.session(uuid))
    expect(await after.operators()).toEqual(await before.operators())
    // New rows get numbers of their own, and totals are added to.
    const site = { path: 'class-action-finder', productName: 'Leadloom', now: NOW }
    await publishFile(after, { ...site, file: 'fixtures/sites/class-action-finder/flow.json', weight: 50 })
    await seed(after, { sessions: 20, days: 7, seed: 9, now: NOW })
    const [{ n }] = await count(to, 'sessions')
    expect(n).toBeGreaterThan(SESSIONS)
  } finally {
    await before.close()
    await after.close()
  }
  await expect(moveTo(to)).rejects.toThrow('holds data already: make an empty database')
})

test(
  'goes on where it was cut off, and no server starts before it has ended',
  { timeout: 120_000 },
  async () => {
    const to = await databaseOf('cut off')
    const cut = new Error('cut off')
    const over = (done: number, total: number) => {
      if (done > total / 2) throw cut
    }
    await expect(moveTo(to, over)).rejects.toBe(cut)
    await expect(openPostgres({ url: to })).rejects.toThrow('run it again first')
    const seen: number[] = []
    const { rows } = await moveTo(to, (done) => void seen.push(done))
    expect(seen.at(-1)).toBe(Object.values(rows).reduce((sum, count) => sum + count, 0))
    const whole = await moveTo(await databaseOf('whole'))
    expect(rows).toEqual(whole.rows)
    await (await openPostgres({ url: to })).close()
  },
)

test('tells what differs in the end', { timeout: 120_000 }, async () => {
  const to = await databaseOf('differs')
  const cutAtTheEnd = (done: number, total: number) => {
    if (done === total) throw new Error('cut off')
  }
  await expect(moveTo(to, cutAtTheEnd)).rejects.toThrow('cut off')
  await query(to, 'UPDATE totals_sales SET cents = cents + 1')
  await expect(moveTo(to)).rejects.toThrow('The report sale-by-affiliate says something else there')
  await query(to, 'UPDATE events SET at = at - 86400000 WHERE entry = 1')
  await query(to, 'UPDATE sales SET cents = cents + 1 WHERE entry = (SELECT MIN(entry) FROM sales)')
  await query(to, 'UPDATE totals_offers SET cents = cents + 1')
  await expect(moveTo(to)).rejects.toThrow(/^The report \S+ says something else there/)
})

test('is a command, which refuses what it cannot do', { timeout: 120_000 }, async () => {
  const to = await databaseOf('by command')
  const env = { DATA_DIR: dataDir }
  const { code, out } = await leadloom(`move --to ${to} --json`, { env })
  expect(code).toBe(0)
  expect((JSON.parse(out) as MoveAnswer).rows['sessions']).toBe(SESSIONS)
  expect(await leadloom(`move --to ${to}`, { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('holds data already') as string,
  })
  expect(await leadloom('move', { env })).toMatchObject({ code: 2 })
  expect(await leadloom(`move --to ${to}`, { env: { DATA_DIR: join(dataDir, 'none') } })).toMatchObject({
    code: 2,
    err: expect.stringContaining('no database in') as string,
  })
})

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const sessionsIn = (url: string) =>
  query<{ uuid: string }>(url, 'SELECT uuid FROM sessions ORDER BY session LIMIT 1') as Promise<
    [{ uuid: string }]
  >
const count = (url: string, table: string) =>
  query<{ n: number }>(url, `SELECT CAST(COUNT(*) AS INT) AS n FROM ${table}`) as Promise<[{ n: number }]>
