import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { openForWriting } from '../../../src/store/engines/sqlite/file/file.ts'
import { troubleOf } from '../../../src/store/engines/sqlite/file/fileTrouble.ts'

const folder = mkdtempSync(join(tmpdir(), 'leadloom-trouble-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A database with a thousand rows, and the error of `act` on it. */
function errorOf(name: string, act: (file: string) => void): unknown {
  const file = join(folder, name)
  const db = new DatabaseSync(file)
  db.exec(`CREATE TABLE notes (note TEXT);
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
    INSERT INTO notes SELECT hex(randomblob(100)) FROM numbers`)
  db.close()
  try {
    act(file)
    return null
  } catch (error) {
    return error
  }
}

const ADD = "INSERT INTO notes VALUES ('one more')"

test.each([
  [
    'full',
    (file: string) =>
      new DatabaseSync(file).exec(`PRAGMA max_page_count = 1; INSERT INTO notes SELECT note FROM notes`),
  ],
  ['read-only', (file: string) => new DatabaseSync(file, { readOnly: true }).exec(ADD)],
  [
    'held',
    (file: string) => {
      new DatabaseSync(file).exec('BEGIN EXCLUSIVE')
      new DatabaseSync(file).exec(ADD)
    },
  ],
  [
    'damaged',
    (file: string) => {
      const pages = readFileSync(file)
      writeFileSync(file, pages.fill(0xa5, 4096))
      new DatabaseSync(file).prepare('SELECT * FROM notes').all()
    },
  ],
  ['out of reach', (file: string) => new DatabaseSync(join(file, 'not-a-folder')).exec(ADD)],
] as const)('distinguishes a database that is %s from a refused write', (name, act) => {
  expect(troubleOf(errorOf(name, act))).toMatchObject({
    name,
    sentence: expect.stringMatching(/^[A-Z].+\.$/),
  })
})

test('a row that violates a constraint isn’t trouble with the disk', () => {
  const error = errorOf('refused', (file) =>
    new DatabaseSync(file).exec('CREATE UNIQUE INDEX once ON notes (length(note))'),
  )
  expect(error).toMatchObject({ message: expect.stringContaining('UNIQUE') })
  expect(troubleOf(error)).toBeNull()
})

test('the writer waits for the disk at every commit', () => {
  const file = join(folder, 'full-sync')
  const db = openForWriting(file)
  expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: FULL })
  db.close()
})

/** Value of `PRAGMA synchronous`. Source: sqlite.org/pragma.html#pragma_synchronous. */
const FULL = 2
