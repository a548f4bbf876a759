import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import { APPLICATION_ID } from '../../../src/store/engines/sqlite/file/file.ts'
import { prepareFile } from '../../../src/store/engines/sqlite/prepareFile.ts'
import { SCHEMA, SCHEMA_NUMBER } from '../../../src/store/engines/sqlite/schema/sqliteSchema.ts'
import { claim } from '../../../src/store/engines/sqlite/file/claim.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { storeContract } from '../contract.ts'
import { reportContract } from '../contract/reports.ts'
import { saleContract } from '../contract/sales.ts'
import { publish, session, uuidOf } from '../history.ts'
import { ingestUntilKilled } from '../ingestUntilKilled.ts'
import { sqliteIn } from './sqliteIn.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-store-'))
afterAll(() => rmSync(root, { recursive: true }))

storeContract(sqliteIn(root, { hasThreads: false }))

describe('on threads of its own', () => {
  const open = sqliteIn(root, { hasThreads: true })
  saleContract(open)
  reportContract(open)
})

test('a missing folder is created, with its parents', async () => {
  const store = await openSqlite({ dataDir: join(root, 'not', 'there', 'yet') })
  await store.ready()
  await store.close()
})

test.each([
  {
    broken: 'a file of another kind',
    make: async (file: string) => writeFileSync(file, 'To whom it may concern. '.repeat(400)),
    says: 'isn’t a database or is damaged. Restore it from a backup',
  },
  {
    broken: "another program's database",
    make: async (file: string) => edit(file, 'CREATE TABLE recipes (name TEXT)'),
    says: "has another program's tables",
  },
  {
    broken: 'a directory',
    make: async (file: string) => mkdirSync(file),
    says: 'can’t be opened. Make it a file that this user can write',
  },
  {
    broken: 'a database of a newer release',
    make: async (file: string) => {
      await fill(file)
      edit(file, 'PRAGMA user_version = 999')
    },
    says: 'was written by a newer release (schema 999',
  },
  {
    broken: 'a database whose end is missing',
    make: async (file: string) => {
      await fill(file)
      truncateSync(file, 5 * 4096)
    },
    says: 'is damaged',
  },
  {
    broken: 'a database with noise in the middle',
    make: async (file: string) => {
      await fill(file)
      const pages = readFileSync(file)
      writeFileSync(file, pages.fill(0xa5, pages.length / 2, pages.length / 2 + 8192))
    },
    says: 'is damaged',
  },
])('refuses $broken in its place in a sentence that names the file', async ({ broken, make, says }) => {
  const dataDir = join(root, broken)
  const file = join(dataDir, 'leadloom.db')
  mkdirSync(dataDir)
  await make(file)

  for (const hasThreads of [true, false]) {
    const refusal = await openSqlite({ dataDir, hasThreads }).catch((error: Error) => error.message)
    expect(refusal).toContain(file)
    expect(refusal).toContain(says)
  }
})

test('a store without threads saves and reports the same as one with them, and nothing once it is closed', async () => {
  const range = { path: 'leadloom', from: 0, to: 2000 }
  const answers = []
  for (const hasThreads of [true, false]) {
    const store = await openSqlite({ dataDir: join(root, `threads ${hasThreads}`), hasThreads })
    await publish(store, 'leadloom', 1000)
    await Promise.all([store.openSession(session({})), store.openSession(session({ uuid: uuidOf(1) }))])
    answers.push([await store.report('step-dropoff', range), await store.session(uuidOf(1))])
    const late = [store.secret('late'), store.close()]
    await expect(late[0]).resolves.toEqual(expect.any(String))
    await late[1]
    await expect(store.secret('later')).rejects.toThrow('The store is closed.')
    await expect(store.report('step-dropoff', range)).rejects.toThrow('The store is closed.')
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]).toEqual([expect.anything(), expect.objectContaining({ uuid: uuidOf(1) })])
})

test('a folder that can’t be created is refused in a sentence that names it', async () => {
  const file = join(root, 'a-file')
  writeFileSync(file, '')

  await expect(openSqlite({ dataDir: join(file, 'data') })).rejects.toThrow(
    `The data directory ${join(file, 'data')} can’t be created. Set DATA_DIR to another one.`,
  )
})

test('a store on a nearly full disk keeps what still fits, and isn’t ready', async () => {
  const store = await openSqlite({ dataDir: join(root, 'nearly-full'), leastFreeBytes: 2 ** 60 })
  onTestFinished(() => store.close())
  await publish(store, 'leadloom', 1000)
  await expect(store.ready()).rejects.toThrow("The database's disk is nearly full. Free up some space.")
  expect((await store.load()).bytes.free).toBeGreaterThan(0)
})

test('a database that this user can’t write is refused in a sentence that names it', async () => {
  const dataDir = join(root, 'read-only')
  await fill(join(dataDir, 'leadloom.db'))
  for (const [path, mode] of [
    [root, 0o755],
    [join(dataDir, 'leadloom.db'), 0o444],
    [dataDir, 0o555],
  ] as const)
    chmodSync(path, mode)
  onTestFinished(() => chmodSync(dataDir, 0o755))
  const refusal = await asNobody(() => openSqlite({ dataDir }).catch((error: Error) => error.message))
  expect(refusal).toContain(join(dataDir, 'leadloom.db'))
  expect(refusal).toMatch(/Make it writable for this user|Make it a file that this user can write/)
  expect(await asNobody(async () => claimed(dataDir))).toContain('can’t be written')
})

function claimed(dataDir: string): string {
  try {
    claim(dataDir)()
    return 'claimed'
  } catch (error) {
    return (error as Error).message
  }
}

/** Runs `act` as a user that permissions apply to, as root may write everything. */
async function asNobody<T>(act: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid!(NOBODY)
  try {
    return await act()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}

const NOBODY = 65534

test('a process killed while writing loses nothing it acknowledged', async () => {
  const dataDir = join(root, 'killed')
  await fill(join(dataDir, 'leadloom.db'))
  const acknowledged: string[] = []
  for (let round = 0; round < KILLS; round++)
    acknowledged.push(
      ...(await ingestUntilKilled(dataDir, { first: round * 1_000_000, killAfter: 500 + 300 * round })),
    )

  const store = await openSqlite({ dataDir })
  const kept = (await store.session(session({}).uuid))!.steps.map(({ id }) => id)
  const found = new Set(kept)
  await store.close()
  expect(found.size).toBe(kept.length)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
})

/** Number of kills; `npm run soak kills` makes 200. */
const KILLS = IN_FULL ? 5 : 2

test('another process can publish while a server writes, and each sees the other’s changes', async () => {
  const dataDir = join(root, 'shared')
  const server = await openSqlite({ dataDir })
  await publish(server, 'leadloom', 1000)
  const writing = Array.from({ length: 200 }, (_, i) => server.openSession(session({ uuid: uuidOf(i) })))
  const other = await openSqlite({ dataDir })
  const version = await publish(other, 'found-money', 2000)
  await Promise.all(writing)

  expect(await server.live()).toContainEqual({ path: 'found-money', version, weight: 100 })
  expect(await other.session(uuidOf(199))).not.toBeNull()
  await Promise.all([server.close(), other.close()])
})

/** A database exactly as the first schema of this release makes it, or with another number. */
function ofSchema(folder: string, number = SCHEMA_NUMBER): string {
  const dataDir = join(root, folder)
  mkdirSync(dataDir)
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
  db.exec(`${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${number}`)
  db.close()
  return dataDir
}

function schemaIn(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
  const shape = db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
  const number = db.prepare('PRAGMA user_version').get()!['user_version']
  db.close()
  return { number, shape }
}

test('a database of an earlier schema is refused in one sentence that names the commit to run first', async () => {
  const dataDir = ofSchema('earlier schema', SCHEMA_NUMBER - 1)
  await expect(openSqlite({ dataDir })).rejects.toThrow(
    `${join(dataDir, 'leadloom.db')} has schema ${SCHEMA_NUMBER - 1}, which is too old for this release, so run commit 2c4336ae465551da0ca2fd3727612aed09fd0028 on it once before you start this one.`,
  )
  expect(schemaIn(dataDir).number).toBe(SCHEMA_NUMBER - 1)
})

test('a database of the first schema of this release opens without change', async () => {
  const dataDir = ofSchema('first schema')
  const before = schemaIn(dataDir)
  const sentences: string[] = []
  await prepareFile(dataDir, {
    now: 0,
    migrations: [],
    onUpgrade: (sentence) => void sentences.push(sentence),
  })
  expect(schemaIn(dataDir)).toEqual(before)
  expect(sentences).toEqual([])
})

test.each(['an empty folder', 'a database of the first schema'])(
  'migrations run in order on %s, each once, all or none',
  async (what) => {
    const dataDir = what === 'an empty folder' ? join(root, 'migrated') : ofSchema('migrated too')
    const migrations = ['CREATE TABLE later (x INTEGER)', 'INSERT INTO later VALUES (1)']
    const broken = [...migrations, 'INSERT INTO nowhere VALUES (1)']
    await expect(prepareFile(dataDir, { now: 0, migrations: broken })).rejects.toThrow(
      'no such table: nowhere',
    )
    expect(schemaIn(dataDir).shape).not.toContainEqual(expect.objectContaining({ name: 'later' }))
    for (const upTo of [1, 2, 2]) {
      const file = await prepareFile(dataDir, { now: 0, migrations: migrations.slice(0, upTo) })
      expect(schemaIn(dataDir).number).toBe(SCHEMA_NUMBER + upTo)
      const db = new DatabaseSync(file)
      expect(db.prepare('SELECT x FROM later').all()).toHaveLength(upTo - 1)
      db.close()
    }
  },
)

test('accounts of an earlier release whose names differ only by case both stay, and no new ones are created', async () => {
  const file = join(root, 'names', 'leadloom.db')
  await fill(file)
  const since = { Ada: 5, ADA: 3, bob: 4, Zoé: 4, ZOÉ: 2 }
  for (const [name, at] of Object.entries(since))
    edit(
      file,
      `INSERT INTO operators (name, role, password_hash, since) VALUES ('${name}', 'admin', '', ${at})`,
    )
  edit(file, "UPDATE operators SET revoked_at = 9 WHERE name = 'ZOÉ'")
  const store = await openSqlite({ dataDir: join(file, '..') })
  onTestFinished(() => store.close())
  // The revoked account gives way and doesn't need a new name.
  expect(await store.foldNames()).toEqual(['Ada'])
  expect(await store.foldNames()).toEqual(['Ada'])
  const found = ['Ada', 'ADA', 'ada', 'Bob', 'zoÉ'].map(async (name) => (await store.operator(name))?.name)
  expect(await Promise.all(found)).toEqual(['Ada', 'ADA', 'ADA', 'bob', 'Zoé'])
  await store.saveOperator({ name: 'Ada', role: 'viewer', sites: null, password_hash: 'x', since: 6 })
  expect((await store.operators()).map(({ name, role }) => [name, role])).toEqual([
    ['ADA', 'admin'],
    ['Ada', 'viewer'],
    ['ZOÉ', 'admin'],
    ['Zoé', 'admin'],
    ['bob', 'admin'],
  ])
})

async function fill(file: string): Promise<void> {
  const store = await openSqlite({ dataDir: join(file, '..') })
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({}))
  await store.close()
}

function edit(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}
