import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { backUp } from '../../../src/store/engines/sqlite/copies/backup.ts'
import { claim } from '../../../src/store/engines/sqlite/file/claim.ts'
import { APPLICATION_ID } from '../../../src/store/engines/sqlite/file/file.ts'
import { prepareFile } from '../../../src/store/engines/sqlite/prepareFile.ts'
import { MIGRATIONS, newest } from '../../../src/store/engines/sqlite/schema/migrate.ts'
import { openSqlite } from '../../../src/store/engines/sqlite/open.ts'
import { restore } from '../../../src/store/engines/sqlite/copies/restore.ts'
import { layEmptyDatabase } from '../emptyDatabase.ts'
import { publish, session, uuidOf } from '../history.ts'

const root = mkdtempSync(join(tmpdir(), 'leadloom-restore-'))
afterAll(() => rmSync(root, { recursive: true }))

const NOW = Date.UTC(2026, 10, 23, 12)

test('restores a backup, keeps a copy of the current database, and leaves the backup unchanged', async () => {
  const { dataDir, copy } = await backedUp('sound')
  const before = readFileSync(copy)
  const { database, aside, bytes } = await restore(dataDir, copy, NOW)
  expect(aside).toBe(join(dataDir, 'leadloom.replaced-2026-11-23T12-00-00-000Z.db'))
  expect(bytes).toBe(readFileSync(database).length)
  expect(readFileSync(copy)).toEqual(before)
  expect(await sessionsIn(dataDir, [1, 2])).toEqual([true, false])

  await restore(dataDir, aside!, NOW + 1)
  expect(await sessionsIn(dataDir, [1, 2])).toEqual([true, true])
})

test('sets the log of a killed server aside with its database, so the backup doesn’t read it', async () => {
  const { dataDir, copy } = await backedUp('killed')
  const file = join(dataDir, 'leadloom.db')
  const other = new DatabaseSync(file)
  other.exec(`UPDATE heartbeat SET beats = beats + 1000`)
  const [database, log] = [readFileSync(file), readFileSync(`${file}-wal`)]
  other.close()
  writeFileSync(file, database)
  writeFileSync(`${file}-wal`, log)
  const { aside } = await restore(dataDir, copy, NOW)
  expect(readFileSync(`${aside}-wal`)).toEqual(log)
  expect(existsSync(`${file}-wal`)).toBe(false)
  expect(beatsIn(file)).toBeLessThan(1000)
  expect(beatsIn(aside!)).toBeGreaterThanOrEqual(1000)
})

test('restores over a damaged database, and into an empty folder', async () => {
  const { dataDir, copy } = await backedUp('damaged')
  writeFileSync(join(dataDir, 'leadloom.db'), 'To whom it may concern.')
  const { aside } = await restore(dataDir, copy, NOW)
  expect(readFileSync(aside!, 'utf8')).toBe('To whom it may concern.')
  expect(await sessionsIn(dataDir, [1])).toEqual([true])
  expect(await restore(join(root, 'new', 'folder'), copy, NOW)).toMatchObject({ aside: null })
  expect(await sessionsIn(join(root, 'new', 'folder'), [1])).toEqual([true])
})

test.each([
  ['a file that is not there', () => join(root, 'nowhere.db'), 'isn’t a file. Use one from leadloom backup'],
  ['a folder', () => root, 'isn’t a file'],
  ['the database itself', (dataDir: string) => join(dataDir, 'leadloom.db'), 'is the database itself'],
  ['a text', () => made('text.db', 'Dear Sir, '.repeat(1000)), 'isn’t a database or is damaged'],
  ['an empty file', () => made('empty.db', ''), 'isn’t a Leadloom database'],
  [
    "another program's database",
    () => madeBy('other.db', 'CREATE TABLE recipes (name TEXT)'),
    'isn’t a Leadloom database',
  ],
  [
    'the backup of a newer release',
    () =>
      madeBy(
        'newer.db',
        `CREATE TABLE a (b); PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 999`,
      ),
    'was written by a newer release (schema 999',
  ],
  [
    'the backup of an earlier schema',
    () =>
      madeBy(
        'earlier.db',
        `CREATE TABLE a (b); PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 55`,
      ),
    'earlier.db has schema 55, which is too old for this release, so run commit',
  ],
  [
    'a backup with noise in the middle',
    (_: string, copy: string) => {
      const pages = readFileSync(copy)
      return made('noise.db', pages.fill(0xa5, pages.length / 2, pages.length / 2 + 8192))
    },
    'is damaged, so nothing was restored',
  ],
])('refuses %s and changes nothing', async (what, make, says) => {
  const { dataDir, copy } = await backedUp(what)
  const names = readdirSync(dataDir)
  const refused = await restore(dataDir, make(dataDir, copy), NOW).catch((error: Error) => error.message)
  expect(refused).toContain(says)
  expect(readdirSync(dataDir).filter((name) => name !== 'server.lock')).toEqual(names)
  expect(await sessionsIn(dataDir, [1, 2])).toEqual([true, true])
})

test('refuses while a server runs', async () => {
  const { dataDir, copy } = await backedUp('running')
  const release = claim(dataDir)
  await expect(restore(dataDir, copy, NOW)).rejects.toThrow('Another server is running on')
  release()
})

test('copies the database before its schema changes, prints the copy’s name, and keeps the newest two', async () => {
  const dataDir = join(root, 'older')
  const sentences: string[] = []
  const onUpgrade = (sentence: string) => void sentences.push(sentence)
  const migrations = [...MIGRATIONS, 'CREATE TABLE later (x INTEGER)']
  const schema = newest()
  for (const year of [2021, 2022, 2023, 2024]) {
    rmSync(join(dataDir, 'leadloom.db'), { force: true })
    await layEmptyDatabase(dataDir)
    const db = new DatabaseSync(join(dataDir, 'leadloom.db'))
    db.exec(`INSERT INTO operators (name, password_hash) VALUES ('of ${year}', '')`)
    db.close()
    await prepareFile(dataDir, { onUpgrade, migrations, now: Date.UTC(year, 0, 2, 3, 4, 5) })
  }
  const copies = readdirSync(dataDir).filter((name) => name.includes('schema'))
  expect(copies).toEqual([
    `leadloom.schema-${schema}.2023-01-02T03-04-05.db`,
    `leadloom.schema-${schema}.2024-01-02T03-04-05.db`,
  ])
  const db = new DatabaseSync(join(dataDir, copies[0]!))
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: schema })
  expect(db.prepare('SELECT name FROM operators').all()).toEqual([{ name: 'of 2023' }])
  db.close()
  await prepareFile(dataDir, { onUpgrade, migrations, now: 0 })
  expect(sentences).toEqual(
    [2021, 2022, 2023, 2024].map((year) =>
      expect.stringContaining(join(dataDir, `leadloom.schema-${schema}.${year}-01-02T03-04-05.db`)),
    ),
  )
  expect(readdirSync(dataDir).filter((name) => name.includes('schema'))).toEqual(copies)
})

test('says to restore again if a restore was killed before the backup was in place', async () => {
  const { dataDir, copy } = await backedUp('broken off')
  writeFileSync(join(dataDir, 'leadloom.restored.db'), readFileSync(copy))
  await expect(openSqlite({ dataDir })).rejects.toThrow('was interrupted. Run leadloom restore FILE again')
  await restore(dataDir, copy, NOW)
  expect(await sessionsIn(dataDir, [1, 2])).toEqual([true, false])
})

test('deletes only what killed processes left of their copies', async () => {
  const { dataDir, copy } = await backedUp('killed while copying')
  const ended = spawnSync('true').pid
  const left = ['leadloom.schema-1.2023-01-02T03-04-05.db', 'leadloom.restored.db']
    .map((name) => `${name}.${ended}.partial`)
    .flatMap((name) => [name, `${name}-journal`])
  const other = [`leadloom.restored.db.${process.ppid}.partial`, `holiday.${ended}.partial`]
  for (const name of [...left, ...other]) writeFileSync(join(dataDir, name), '')
  await restore(dataDir, copy, NOW)
  expect(readdirSync(dataDir).filter((name) => name.includes('partial'))).toEqual(other.toSorted())
})

/** A database with the sessions 1 and 2, and a backup with only the first. */
async function backedUp(name: string) {
  const dataDir = join(root, name)
  const copy = join(root, `${name}.copy.db`)
  const store = await openSqlite({ dataDir })
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ uuid: uuidOf(1) }))
  await backUp(dataDir, copy)
  await store.openSession(session({ uuid: uuidOf(2) }))
  await store.close()
  return { dataDir, copy }
}

async function sessionsIn(dataDir: string, numbers: number[]): Promise<boolean[]> {
  const store = await openSqlite({ dataDir })
  const found = await Promise.all(numbers.map((n) => store.session(uuidOf(n))))
  await store.close()
  return found.map((session) => session !== null)
}

function beatsIn(file: string): number {
  const db = new DatabaseSync(file)
  const { beats } = db.prepare('SELECT beats FROM heartbeat').get()!
  db.close()
  return Number(beats)
}

function made(name: string, content: string | Buffer): string {
  writeFileSync(join(root, name), content)
  return join(root, name)
}

function madeBy(name: string, sql: string): string {
  const db = new DatabaseSync(join(root, name))
  db.exec(sql)
  db.close()
  return join(root, name)
}
