import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/openStore.ts'
import { layPlaceholders } from '../../server/placeholders.ts'
import { PATIENCE_MS } from '../../patience.ts'
import { running, submission, wrapped } from '../../server/running.ts'
import { HURT } from '../../server/smallFlow.ts'
import { startProcess } from '../../processes/startProcess.ts'
import { publish, session, uuidOf } from '../history.ts'

/** Kinds of damage. `look`: makes the server check its files. */
const HARM: Record<string, (file: string, look: () => Promise<unknown>) => void | Promise<void>> = {
  'replaced by another file': (file) => {
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
  },
  moved: (file) => renameSync(file, `${file}.moved`),
  deleted: (file) => rmSync(file),
  'left without its log': (file) => rmSync(`${file}-wal`),
  'left without the index of its log': (file) => rmSync(`${file}-shm`),
  'cut off': (file) => truncateSync(file, 8192),
  'overwritten from the start': (file) => writeFileSync(file, ''),
  'overwritten by an earlier copy that is no smaller': async (file, look) => {
    const earlier = Buffer.concat([readFileSync(file), Buffer.alloc(1_000_000)])
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE later (note TEXT); PRAGMA wal_checkpoint(TRUNCATE)')
    other.close()
    await look()
    writeFileSync(file, earlier)
  },
  'left with a log that was emptied': (file) => truncateSync(`${file}-wal`),
}

test.each(Object.entries(HARM))(
  'acknowledges nothing from then on when the database file is %s',
  async (_how, harm) => {
    const { dataDir, send, open } = await running()
    const file = join(dataDir, 'leadloom.db')
    intoTheFile(file)
    const visitor = await open()
    const step = wrapped('POST /api/sessions/step', submission(visitor, HURT), visitor.token)
    const arrival = { path: 'small', page_url: '', referrer: '', query: {} }
    const calls = [step, wrapped('POST /api/sessions', arrival, 'leadloom'), { url: '/readyz' }]
    const statuses = async () => Promise.all(calls.map(async (call) => (await send(call)).statusCode))
    expect(await statuses()).toEqual([204, 201, 200])
    const before = readFileSync(file)
    await harm(file, statuses)
    expect(await statuses()).toEqual([503, 503, 503])
    writeFileSync(file, before)
    expect(await statuses()).toEqual([503, 503, 503])
  },
)

test('keeps working when another program vacuums the database file', async () => {
  const { dataDir, send, open } = await running()
  const file = join(dataDir, 'leadloom.db')
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  other.exec(`CREATE TABLE waste AS SELECT zeroblob(1000000) AS waste; PRAGMA wal_checkpoint(TRUNCATE)`)
  expect((await open()).uuid).toBeDefined()
  other.exec('DROP TABLE waste; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  expect((await open()).uuid).toBeDefined()
  expect((await send({ url: '/readyz' })).statusCode).toBe(200)
})

test('accepts no more writes once a report finds damage', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-damaged-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const store = await openStore({ dataDir })
  await publish(store, 'leadloom', 1000)
  for (let n = 0; n < 2000; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => store.openSession(session({ uuid: uuidOf(n + i), at: 2000 }))),
    )
  await store.close()
  const again = await openStore({ dataDir })
  onTestFinished(() => again.close())
  // The writer thread has opened the file by then.
  await again.ready()
  noiseIn(join(dataDir, 'leadloom.db'))
  const asked = again.drilldown('visitors', {
    path: 'leadloom',
    from: 0,
    to: 5000,
    kind: 'page_visit',
  } as never)
  await expect(asked).rejects.toThrow()
  await expect(again.openSession(session({ uuid: uuidOf(9999), at: 2000 }))).rejects.toThrow(
    'The database is damaged. Stop the server',
  )
})

test('explains the recovery if the threads that open the file find damage', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-damaged-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const store = await openStore({ dataDir })
  onTestFinished(() => store.close())
  truncateSync(join(dataDir, 'leadloom.db'), 8192)
  const says =
    'The database is damaged. Stop the server, then restore the newest backup with leadloom restore FILE'
  await expect(store.report('analytics-epr', { path: 'leadloom', from: 0, to: 1 })).rejects.toThrow(says)
  await expect(store.ready()).rejects.toThrow(says)
})

test('ends if it can’t start, and leaves nothing running', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-unreadable-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  const store = await openStore({ dataDir: DATA_DIR })
  await publish(store, 'leadloom', 1000)
  await store.close()
  const other = new DatabaseSync(join(DATA_DIR, 'leadloom.db'))
  other.exec(`UPDATE versions SET flow = '{"ui_config":{}}'`)
  other.close()
  const leadloom = join(import.meta.dirname, '..', '..', 'src', 'cli', 'leadloom.js')
  const env = { ...process.env, DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' }
  const { status } = spawnSync(process.execPath, [leadloom, 'serve'], { env, timeout: PATIENCE_MS })
  expect(status).toBe(1)
})

test('says in one line of the log what happened and what to do if the file is deleted', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-lost-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  await layPlaceholders(DATA_DIR)
  const { said, lines } = await startProcess({ DATA_DIR, LOG_LEVEL: 'warn' })
  const ready = async () => (await fetch(`${said!.url}/readyz`)).status
  expect(await ready()).toBe(200)
  const atStart = lines.length
  rmSync(join(DATA_DIR, 'leadloom.db'))
  const logged = () => lines.slice(atStart).filter((line) => line.startsWith('{"level"'))
  // Found without a visitor.
  await expect.poll(logged).toHaveLength(1)
  for (let n = 0; n < 20; n++) expect(await ready()).toBe(503)
  expect(logged()).toEqual([expect.stringContaining('with leadloom restore FILE, and start it again')])
})

test('ends the process with a line of the log if the writing thread ends', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-writer-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
  await layPlaceholders(DATA_DIR)
  const { exit, said, lines } = await startProcess({
    DATA_DIR,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'endWriter.ts')}`,
    END_WRITER: join(DATA_DIR, 'end'),
  })
  expect((await fetch(`${said!.url}/readyz`)).status).toBe(200)
  writeFileSync(join(DATA_DIR, 'end'), '')
  expect(await exit).toBe(1)
  expect(lines.join('\n')).toContain('The database writer stopped, so the server stopped too')
})

/** Writes the log into the database file, so that the file has everything. */
function intoTheFile(file: string): void {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

/** Overwrites all but the first pages, which every statement reads. */
function noiseIn(file: string): void {
  const bytes = readFileSync(file).length
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(bytes - 200_000, 0xa5), 0, bytes - 200_000, 200_000)
}
