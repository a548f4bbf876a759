import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import {
  changesAfter,
  dropNotes,
  newestChange,
  notedFor,
  startNoting,
  stopNoting,
} from '../../../src/store/engines/sqlite/file/noteChanges.ts'

/** A database with one table whose changes are noted. */
function noted(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec(
    'CREATE TABLE people (name TEXT, place INTEGER, said TEXT, PRIMARY KEY (name, place)) WITHOUT ROWID',
  )
  startNoting(db, { id: 'x', tables: [{ name: 'people', key: ['name', 'place'] }], now: 1000 })
  return db
}

const keysOf = (db: DatabaseSync, after = 0) => [...changesAfter(db, after)].map(({ key }) => key)

test('notes the key of each row that is added, changed or deleted', () => {
  const db = noted()
  db.exec(`INSERT INTO people VALUES ('a "b"', 1, 'x'), ('c', 2, 'y')`)
  expect([...changesAfter(db, 0)]).toEqual([
    { name: 'people', key: ['a "b"', 1] },
    { name: 'people', key: ['c', 2] },
  ])
  db.exec(`UPDATE people SET said = 'z' WHERE name = 'c'`)
  expect(keysOf(db, 2)).toEqual([['c', 2]])
  db.exec(`DELETE FROM people WHERE name = 'c'`)
  expect(keysOf(db, 3)).toEqual([['c', 2]])
  expect(newestChange(db)).toBe(4)
})

test('notes both keys of a row whose key changes', () => {
  const db = noted()
  db.exec(`INSERT INTO people VALUES ('a', 1, 'x')`)
  db.exec('UPDATE people SET place = 9')
  expect(keysOf(db, 1)).toEqual([
    ['a', 1],
    ['a', 9],
  ])
})

test('notes nothing that’s rolled back', () => {
  const db = noted()
  db.exec(`BEGIN; INSERT INTO people VALUES ('a', 1, 'x'); ROLLBACK`)
  expect(newestChange(db)).toBe(0)
})

test('gives no number twice, whatever was dropped', () => {
  const db = noted()
  db.exec(`INSERT INTO people VALUES ('a', 1, 'x'), ('b', 1, 'x'), ('c', 1, 'x')`)
  dropNotes(db, 3, 2000)
  expect(keysOf(db)).toEqual([['c', 1]])
  dropNotes(db, 3, 2000)
  db.exec(`INSERT INTO people VALUES ('d', 1, 'x')`)
  expect(newestChange(db)).toBe(4)
  expect(keysOf(db, 3)).toEqual([['d', 1]])
  // Changes that haven't been copied yet stay.
  dropNotes(db, 1, 2000)
  expect(keysOf(db)).toEqual([
    ['c', 1],
    ['d', 1],
  ])
})

test('leaves the schema unchanged', () => {
  const db = noted()
  expect(notedFor(db)).toBe('x')
  expect(stopNoting(db)).toBe(true)
  expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'people' }])
  expect(stopNoting(db)).toBe(false)
  expect(notedFor(db)).toBe(null)
})
