import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Client } from 'pg'
import { REPORTS } from '../../../schemas/reports/reports.ts'
import { seed } from '../../../src/cli/seed/seedSite.ts'
import { publishFile } from '../../../src/server/publish/publish.ts'
import { move, stopMove, type MoveProgress } from '../../../src/store/engines/move/move.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { backUp } from '../../../src/store/engines/sqlite/copies/backup.ts'
import { restore } from '../../../src/store/engines/sqlite/copies/restore.ts'
import { claim } from '../../../src/store/engines/sqlite/file/claim.ts'
import { markMoved } from '../../../src/store/engines/sqlite/copies/movedMark.ts'
import { startNoting } from '../../../src/store/engines/sqlite/file/noteChanges.ts'
import { MIGRATIONS } from '../../../src/store/engines/sqlite/schema/migrate.ts'
import { prepareFile } from '../../../src/store/engines/sqlite/prepareFile.ts'
import { openStore } from '../../../src/store/openStore.ts'
import { placeOf } from '../../../src/store/engines/postgres/prepareDatabase.ts'
import { leadloom } from '../../cli/commandLine.ts'
import { databaseOf } from './database.ts'

const REPORT_COUNT = Object.keys(REPORTS).length

/** Tests of a move beside a server that continues to write. */

const NOW = Date.parse('2026-11-20T15:00:00-05:00')
const DAY_MS = 24 * 60 * 60 * 1000
const SITE = { path: 'class-action-finder', productName: 'Leadloom', now: NOW }
const FILE = 'fixtures/sites/class-action-finder/flow.json'
const seeded = mkdtempSync(join(tmpdir(), 'leadloom-live-'))
afterAll(() => rmSync(seeded, { recursive: true }))

beforeAll(async () => {
  const store = await openStore({ dataDir: seeded, now: () => NOW })
  await publishFile(store, { ...SITE, file: FILE })
  await seed(store, { sessions: 60, days: 7, seed: 3, now: NOW })
  await store.close()
  const db = new DatabaseSync(join(seeded, 'leadloom.db'))
  invite(db, 'at first')
  db.close()
})

/** A separate folder for each test. */
function folder(): string {
  const copy = mkdtempSync(join(tmpdir(), 'leadloom-live-'))
  cpSync(seeded, copy, { recursive: true })
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  return copy
}

const start = (script: string, ...words: string[]) =>
  spawn(process.execPath, [fileURLToPath(new URL(`../${script}.ts`, import.meta.url)), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** A server that writes without end, once it has started. */
async function startWriting(dataDir: string) {
  const child = start('writingProcess', dataDir, String(NOW))
  const exit = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  return {
    /** Waits until it has written more. */
    more: () => once(lines, 'line'),
    async stop() {
      child.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
    },
  }
}

/** Process that moves and is killed at this call to its progress callback. */
async function moveUntilKilled(
  dataDir: string,
  to: string,
  live: string,
  where: keyof MoveProgress,
  calls = 1,
) {
  const [code, signal] = (await once(
    start('movingProcess', dataDir, to, String(NOW), live, where, String(calls)),
    'exit',
  )) as [number | null, string | null]
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
}

/** Moves with a ticking clock, as notes are dropped every five seconds. */
function moveTo(dataDir: string, to: string, rest: MoveProgress & { isLive?: boolean } = {}) {
  let at = NOW
  return move({ dataDir, to, now: () => (at += 1000), ...rest })
}

test('copies everything written in the meantime, however often it’s killed', async () => {
  const [dataDir, to] = [folder(), await databaseOf('live')]
  const server = await startWriting(dataDir)
  await expect(moveTo(dataDir, to)).rejects.toThrow(
    /^A server is running on .*\. Stop it first, or add --live to copy while it runs and stop it only for the last seconds\.$/,
  )
  await moveUntilKilled(dataDir, to, 'live', 'onRows', 8)
  await server.more()
  await moveUntilKilled(dataDir, to, 'live', 'onCompared', 12)
  await server.more()
  await moveUntilKilled(dataDir, to, 'live', 'onReports', 2)
  await server.more()
  const live = await moveTo(dataDir, to, { isLive: true })
  expect(live.rows['sessions']).toBeGreaterThan(60)
  // No server starts on it before the end.
  await expect(openPostgres({ url: to })).rejects.toThrow('Run that again first')
  await server.more()
  await server.stop()
  await moveUntilKilled(dataDir, to, '', 'onReports')
  const copied: number[] = []
  const { rows, reports } = await moveTo(dataDir, to, { onRows: (done) => void copied.push(done) })
  expect({ reports, copied }).toEqual({ reports: REPORT_COUNT, copied: [] })
  expect(await contentThere(to)).toEqual(contentOf(dataDir))
  expect(rows['sessions']).toBeGreaterThan(live.rows['sessions']!)
  const forgotten = await query(to, 'SELECT 1 FROM sessions WHERE forgotten = 1')
  expect(forgotten.length).toBeGreaterThan(6)
  expect(await shapeOf(to)).toEqual(await shapeOf(await databaseOf('never moved into')))
  expect(traces(dataDir)).toEqual([])
  // Work continues there, with its own numbers.
  const store = await openPostgres({ url: to })
  onTestFinished(() => store.close())
  await seed(store, { sessions: 5, days: 1, seed: 99, now: NOW })
  await publishFile(store, { ...SITE, file: FILE, weight: 50 })
})

test('finishes an interrupted move after the folder was marked, with everything written until then', async () => {
  const [dataDir, to] = [folder(), await databaseOf('marked')]
  await expect(moveTo(dataDir, to, { onReports: cutOff })).rejects.toThrow('cut off')
  await write(dataDir)
  markMoved(dataDir, placeOf(to))
  await expect(openStore({ dataDir })).rejects.toThrow('was moved to')
  await expect(restore(dataDir, join(seeded, 'leadloom.db'), NOW)).rejects.toThrow('was moved to')
  expect((await moveTo(dataDir, to)).reports).toBe(REPORT_COUNT)
  expect(await contentThere(to)).toEqual(contentOf(dataDir))
  expect(traces(dataDir)).toEqual([])
  await (await openPostgres({ url: to })).close()
})

test('marks the folder before servers can start on the database', async () => {
  const [dataDir, to] = [folder(), await databaseOf('in between')]
  await expect(moveTo(dataDir, to, { onReports: cutOff })).rejects.toThrow('cut off')
  // The move fails at its end.
  await query(to, 'CREATE VIEW holds AS SELECT * FROM unfinished_move')
  await expect(moveTo(dataDir, to)).rejects.toThrow('other objects depend on it')
  await expect(openStore({ dataDir })).rejects.toThrow('was moved to')
  await expect(openPostgres({ url: to })).rejects.toThrow('Run that again first')
  await query(to, 'DROP VIEW holds')
  await moveTo(dataDir, to)
  expect(await contentThere(to)).toEqual(contentOf(dataDir))
  await (await openPostgres({ url: to })).close()
})

test('leaves nothing of a canceled move in the file', async () => {
  const [dataDir, to] = [folder(), await databaseOf('given up')]
  const env = { DATA_DIR: dataDir }
  await expect(moveTo(dataDir, to, { isLive: true, onCompared: cutOff })).rejects.toThrow('cut off')
  expect(traces(dataDir)).toHaveLength(2 + 3 * Object.keys(contentOf(dataDir)).length)
  // A started server keeps noting changes, while a copy of the file doesn't.
  await write(dataDir)
  expect(traces(dataDir)).not.toEqual([])
  const copy = mkdtempSync(join(tmpdir(), 'leadloom-live-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  await backUp(dataDir, join(copy, 'leadloom.db'))
  expect(traces(copy)).toEqual([])
  expect(await leadloom('move --stop', { env })).toMatchObject({
    code: 0,
    out: 'The move was canceled and the file is unchanged. Delete the other database. It still has the data of people who ask to be forgotten later.',
  })
  expect(traces(dataDir)).toEqual([])
  expect(await leadloom('move --stop', { env })).toMatchObject({
    code: 0,
    out: 'There is no move to cancel.',
  })
  // A new move starts over where one was given up.
  await write(dataDir)
  await moveTo(dataDir, to)
  expect(await contentThere(to)).toEqual(contentOf(dataDir))
  expect(await shapeOf(to)).toEqual(await shapeOf(await databaseOf('never moved into')))
})

test('cleans up the file of a move that isn’t continued for a day', async () => {
  const [dataDir, to] = [folder(), await databaseOf('abandoned')]
  await expect(moveTo(dataDir, to, { isLive: true, onCompared: cutOff })).rejects.toThrow('cut off')
  const [last] = read(dataDir, 'SELECT asked_at FROM moving')
  const end = Number(last!['asked_at']) + DAY_MS
  expect(end).toBeGreaterThan(NOW + DAY_MS)
  await (await openStore({ dataDir, now: () => end })).close()
  expect(traces(dataDir)).not.toEqual([])
  await (await openStore({ dataDir, now: () => end + 1 })).close()
  expect(traces(dataDir)).toEqual([])
})

test('cleans up a file that a new release upgrades, because recreated tables lose their triggers', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-live-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const db = new DatabaseSync(await prepareFile(dataDir, { now: NOW }))
  startNoting(db, { id: 'x', tables: [{ name: 'sessions', key: ['session'] }], now: NOW })
  db.close()
  expect(traces(dataDir)).toHaveLength(5)
  await prepareFile(dataDir, { now: NOW, migrations: [...MIGRATIONS, 'CREATE TABLE later (x INTEGER)'] })
  expect(traces(dataDir)).toEqual([])
})

test('starts over if changes were no longer recorded', async () => {
  const [dataDir, to] = [folder(), await databaseOf('not noted')]
  const stopped = (done: number) => {
    if (done > 50) stopMove(dataDir)
  }
  await expect(moveTo(dataDir, to, { isLive: true, onRows: stopped })).rejects.toThrow(
    'Changes to the file are no longer recorded, because of leadloom move --stop or a new release',
  )
  const full = () => {
    const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
    db.exec(
      `INSERT INTO moving_changes (change, name, key) VALUES (1, 'secrets', '["x"]'), (6000000, 'secrets', '["x"]')`,
    )
    // This one doesn't fit.
    db.exec("INSERT INTO operators (name, password_hash) VALUES ('unnoted', 'x')")
    expect(db.prepare('SELECT COUNT(*) AS n FROM moving_changes').get()).toEqual({ n: 2 })
    db.close()
  }
  await expect(moveTo(dataDir, to, { isLive: true, onCompared: atFirst(full) })).rejects.toThrow(
    'Too much has changed in the file since the copy.',
  )
  await moveTo(dataDir, to)
  expect(await contentThere(to)).toEqual(contentOf(dataDir))
})

test('refuses to mix two moves', async () => {
  const [dataDir, to, other] = [folder(), await databaseOf('one'), await databaseOf('other')]
  await expect(moveTo(dataDir, to, { isLive: true, onRows: cutOff })).rejects.toThrow('cut off')
  await expect(moveTo(dataDir, other, { isLive: true })).rejects.toThrow(
    'A move of this file into another database is in progress. Cancel it first with leadloom move --stop.',
  )
  const release = claim(dataDir)
  const env = { DATA_DIR: dataDir }
  expect(await leadloom(`move --to ${to}`, { env })).toMatchObject({ code: 2 })
  const { code, out } = await leadloom(`move --live --to ${to}`, { env })
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining('Next: stop the server and run') as string,
  })
  release()
  for (const wrong of ['--stop --live', `--stop --to ${to}`, '--live'])
    expect(await leadloom(`move ${wrong}`, { env })).toMatchObject({ code: 2 })
  const holding = new Client({ connectionString: to })
  await holding.connect()
  onTestFinished(() => holding.end())
  await holding.query(`SELECT pg_advisory_lock(${0x4c6f61644d6f7665n})`)
  await expect(moveTo(dataDir, to)).rejects.toThrow(/^Another leadloom move into .* is running/)
})

function cutOff(): never {
  throw new Error('cut off')
}

function atFirst(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

async function write(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, now: () => NOW })
  await seed(store, { sessions: 4, days: 2, seed: 77, now: NOW })
  const [session] = read(dataDir, 'SELECT uuid FROM sessions WHERE forgotten = 0 LIMIT 1')
  await store.forgetSession(String(session!['uuid']))
  await store.close()
  // One row is gone, and another has the name that only one may have.
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  db.exec("DELETE FROM invitations WHERE name = 'bo'")
  invite(db, `again at ${performance.now()}`)
  db.close()
}

function invite(db: DatabaseSync, token_hash: string): void {
  db.prepare("INSERT INTO invitations (token_hash, name, made_at, expires_at) VALUES (?, 'bo', 1, 2)").run(
    token_hash,
  )
}

function read(dataDir: string, sql: string) {
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

/** Traces of a move in a file. */
function traces(dataDir: string): string[] {
  return read(dataDir, "SELECT name FROM sqlite_schema WHERE name LIKE 'moving%'").map(({ name }) =>
    String(name),
  )
}

/** Every row of every moved table, as text in sorted order. */
function contentOf(dataDir: string): Record<string, string[]> {
  const tables = read(
    dataDir,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('heartbeat', 'processes') AND name NOT LIKE 'moving%'",
  )
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      read(dataDir, `SELECT * FROM ${String(name)}`)
        .map(textOf)
        .sort(),
    ]),
  )
}

async function contentThere(to: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    to,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('leadloom', 'heartbeat', 'processes')`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables)
    content[name] = (await query<Record<string, unknown>>(to, `SELECT * FROM ${name}`)).map(textOf).sort()
  return content
}

/** Row as text. Numbers are texts in some drivers, and only there have rows of totals a slot. */
function textOf(row: Record<string, unknown>): string {
  return JSON.stringify(
    Object.keys(row)
      .filter((column) => column !== 'slot')
      .sort()
      .map((column) => [column, row[column] === null ? null : `${row[column] as string | number}`]),
  )
}

/** Constraints of a database and how they are checked. */
async function shapeOf(to: string): Promise<object[]> {
  return query(
    to,
    `SELECT CAST(conrelid AS regclass)::text AS table, conname, pg_get_constraintdef(oid), condeferrable, convalidated
     FROM pg_constraint WHERE connamespace = CAST('public' AS regnamespace) ORDER BY 1, 2`,
  )
}

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}
