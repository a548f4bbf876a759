import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Client } from 'pg'
import { IN_FULL } from '../../inFull.ts'
import type { MoveAnswer } from '../../../schemas/commands/operating.ts'
import { REPORTS } from '../../../schemas/reports/reports.ts'
import { seed } from '../../../src/cli/seed/seedSite.ts'
import { publishFile } from '../../../src/server/publish/publish.ts'
import { move, type MoveProgress } from '../../../src/store/engines/move/move.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { leadloom } from '../../cli/commandLine.ts'
import { databaseOf } from './database.ts'
import { startPostgres } from './server.ts'

const REPORT_COUNT = Object.keys(REPORTS).length

const NOW = Date.parse('2026-11-20T15:00:00-05:00')
const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-move-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** A separate folder for each test, as a move marks it. */
function folder(): string {
  const copy = mkdtempSync(join(tmpdir(), 'leadloom-move-'))
  cpSync(dataDir, copy, { recursive: true })
  onTestFinished(() => rmSync(copy, { recursive: true }))
  return copy
}

const SESSIONS = IN_FULL ? 300 : 80

/** Visitors of a demo site. One of their leads was held back because of another. */
beforeAll(async () => {
  const store = await openStore({ dataDir, now: () => NOW })
  const site = { path: 'class-action-finder', productName: 'Leadloom', now: NOW }
  await publishFile(store, { ...site, file: 'fixtures/sites/class-action-finder/flow.json' })
  await seed(store, { sessions: SESSIONS, days: 7, seed: 3, now: NOW })
  await store.saveOperator({ name: 'ada', password_hash: 'x', role: 'admin', sites: null, since: NOW })
  await store.close()
})

const moveTo = (to: string, { from = folder(), ...progress }: MoveProgress & { from?: string } = {}) =>
  move({ dataDir: from, to, now: () => NOW, ...progress })

test('copies every row, and everything continues there', async () => {
  const to = await databaseOf('moved')
  const from = folder()
  const { rows, reports } = await moveTo(to, { from })
  expect(reports).toBe(REPORT_COUNT)
  expect(rows['sessions']).toBe(SESSIONS)
  expect(rows['steps']).toBeGreaterThan(SESSIONS)
  // The server has statistics on the new rows, as it would choose the wrong indexes without them.
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
    // New rows get their own numbers, and totals are added to.
    const site = { path: 'class-action-finder', productName: 'Leadloom', now: NOW }
    await publishFile(after, { ...site, file: 'fixtures/sites/class-action-finder/flow.json', weight: 50 })
    await seed(after, { sessions: 20, days: 7, seed: 9, now: NOW })
    const [{ n }] = await count(to, 'sessions')
    expect(n).toBeGreaterThan(SESSIONS)
  } finally {
    await before.close()
    await after.close()
  }
  await expect(moveTo(to)).rejects.toThrow('already has data. Create an empty database')
  // The old folder tells everyone where its data went, until the mark is deleted.
  const went =
    /^The database in .* was moved to 127\.0\.0\.1:\d+\/t_\w+\. Set DATABASE_URL to the new one\. To use /
  await expect(openStore({ dataDir: from })).rejects.toThrow(went)
  await expect(moveTo(to, { from })).rejects.toThrow(went)
  await expect(moveTo(await databaseOf('moved elsewhere'), { from })).rejects.toThrow(went)
  rmSync(join(from, 'leadloom.moved'))
  await (await openStore({ dataDir: from })).close()
})

test('resumes where it stopped, and no server starts before it’s done', async () => {
  const to = await databaseOf('cut off')
  const from = folder()
  const cut = new Error('cut off')
  const over = (done: number, total: number) => {
    if (done > total / 2) throw cut
  }
  await expect(moveTo(to, { from, onRows: over })).rejects.toBe(cut)
  await expect(openPostgres({ url: to })).rejects.toThrow('Run that again first')
  const seen: number[] = []
  const onRows = (done: number, total: number) => {
    if (seen.length === 0) expect(done).toBeGreaterThan(total / 2)
    seen.push(done)
  }
  const { rows } = await moveTo(to, { from, onRows })
  expect(seen.at(-1)).toBe(Object.values(rows).reduce((sum, count) => sum + count, 0))
  const whole = await moveTo(await databaseOf('whole'))
  expect(rows).toEqual(whole.rows)
  await (await openPostgres({ url: to })).close()
})

function cutOff(): never {
  throw new Error('cut off')
}

function cutAtTheEnd(done: number, total: number): void {
  if (done === total) cutOff()
}

test('resumes if it was interrupted during the comparison', async () => {
  const to = await databaseOf('cut off at the reports')
  const from = folder()
  await expect(moveTo(to, { from, onReports: cutOff })).rejects.toThrow('cut off')
  const reports: number[] = []
  await moveTo(to, { from, onReports: (done, total) => void reports.push(total - done) })
  expect(reports).toHaveLength(REPORT_COUNT)
  expect(reports.at(-1)).toBe(0)
})

test('notices what another program has changed there', async () => {
  const to = await databaseOf('changed')
  const from = folder()
  await expect(moveTo(to, { from, onRows: cutAtTheEnd })).rejects.toThrow('cut off')
  await query(to, "UPDATE operators SET role = 'viewer' WHERE name = 'ada'")
  const changed = 'The rows of operators in the target differ from the file'
  await expect(moveTo(to, { from })).rejects.toThrow(changed)
  await query(to, "UPDATE operators SET role = 'admin' WHERE name = 'ada'")
  await query(to, "INSERT INTO operators (name, password_hash) VALUES ('zoe', 'x')")
  await expect(moveTo(to, { from })).rejects.toThrow(changed)
  await query(to, "DELETE FROM operators WHERE name = 'zoe'")
  await expect(moveTo(to, { from, onReports: cutOff })).rejects.toThrow('cut off')
  await query(to, "INSERT INTO operators (name, password_hash) VALUES ('zoe', 'x')")
  await expect(moveTo(to, { from })).rejects.toThrow(changed)
  expect(existsSync(join(from, 'leadloom.moved'))).toBe(false)
})

test('copies large rows a few at a time', async () => {
  const from = mkdtempSync(join(tmpdir(), 'leadloom-large-'))
  onTestFinished(() => rmSync(from, { recursive: true }))
  const store = await openStore({ dataDir: from, now: () => NOW })
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `/main/assets/${name}.js`)
  await store.beginBuild(names, NOW)
  for (const name of names) await store.keepBuiltFile(name, 'x'.repeat(6 * 1024 * 1024))
  await store.close()
  const seen: number[] = [0]
  const to = await databaseOf('large')
  const { rows } = await moveTo(to, { from, onRows: (done) => void seen.push(done) })
  expect(rows['built_files']).toBe(5)
  const batches = seen.slice(1).map((done, i) => done - seen[i]!)
  expect(batches.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
})

test('names the report that differs at the end', async () => {
  const to = await databaseOf('differs')
  const from = folder()
  await expect(moveTo(to, { from, onReports: cutOff })).rejects.toThrow('cut off')
  await query(to, 'UPDATE totals_sales SET cents = cents + 1')
  await expect(moveTo(to, { from })).rejects.toThrow(
    'The report sale-by-affiliate differs between the two databases',
  )
  await expect(openPostgres({ url: to })).rejects.toThrow('Run that again first')
})

test('doesn’t touch an unfinished move of another file', async () => {
  const to = await databaseOf('begun by another')
  await query(
    to,
    "CREATE TABLE unfinished_move (source TEXT NOT NULL); INSERT INTO unfinished_move VALUES ('x')",
  )
  await expect(moveTo(to)).rejects.toThrow('has an unfinished move of another file. Create an empty database')
})

test('says how to continue if PostgreSQL goes down midway', async () => {
  const server = await startPostgres()
  onTestFinished(server.stop)
  const to = server.url
  const killed: Promise<void>[] = []
  const onRows = () => {
    if (killed.length === 0) killed.push(server.kill())
  }
  const from = folder()
  await expect(moveTo(to, { from, onRows })).rejects.toThrow(
    /^PostgreSQL can't be reached .* Then run it again to continue where it stopped\.$/,
  )
  await Promise.all(killed)
  await server.restart()
  expect((await moveTo(to, { from })).rows['sessions']).toBe(SESSIONS)
})

test('is a command that refuses what it can’t do', async () => {
  const to = await databaseOf('by command')
  const env = { DATA_DIR: folder() }
  const { code, out } = await leadloom(`move --to ${to} --json`, { env })
  expect(code).toBe(0)
  expect((JSON.parse(out) as MoveAnswer).rows['sessions']).toBe(SESSIONS)
  expect(await leadloom(`move --to ${to}`, { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('was moved to') as string,
  })
  expect(await leadloom('move', { env })).toMatchObject({ code: 2 })
  expect(await leadloom(`move --to ${to}`, { env: { DATA_DIR: join(dataDir, 'none') } })).toMatchObject({
    code: 2,
    err: expect.stringContaining('no database in') as string,
  })
  const elsewhere = { DATABASE_URL: to, DATA_DIR: join(dataDir, 'none') }
  expect(await leadloom(`move --to ${to}`, { env: elsewhere })).toMatchObject({
    code: 2,
    err: expect.stringContaining('no database in') as string,
  })
  const wrong = await leadloom('move --to postgres://ann:secret@127.0.0.1:1/leadloom', {
    env: { DATA_DIR: folder() },
  })
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringContaining('Check that PostgreSQL is running there and that --to has') as string,
  })
  expect(wrong.err).not.toContain('secret')
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
