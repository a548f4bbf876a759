import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { drive, drivesTogether } from '../../../src/store/engines/postgres/driver.ts'
import { change, command, integer, only, query, type Rule } from '../../../src/store/kernel/statement.ts'
import { databaseOf } from './database.ts'

/** Tests how PostgreSQL runs a rule's statements that don't wait for an answer. */

const NOTES = {
  add: command('INSERT INTO notes (note) VALUES ($1)'),
  count: query('SELECT CAST(COUNT(*) AS INTEGER) AS n FROM notes', { n: integer }),
}

async function connect(place: string): Promise<Client> {
  const client = new Client({ connectionString: await databaseOf(place), pipeline: true })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('CREATE TABLE notes (note INTEGER CHECK (note < 10))')
  await client.query('BEGIN')
  return client
}

function* noteAll(...notes: number[]): Rule<number> {
  for (const note of notes) yield* change(NOTES.add, note)
  return (yield* only(NOTES.count)).n
}

test('a rule sees what it changed without waiting for it', async () => {
  const client = await connect('sees')
  expect(await drive(client, noteAll(1, 2, 3))).toBe(3)
  expect(await Promise.all([1, 2].map((note) => drivesTogether(client)(noteAll(note))))).toEqual([4, 5])
})

test.each([
  ['before it asks something', [1, 10]],
  ['before another that fails as well', [10, 1, 11]],
])('a rule fails with the reason of its change, %s', async (place, notes) => {
  const client = await connect(place)
  await expect(drive(client, noteAll(...notes))).rejects.toThrow('notes_note_check')
})

test('a rule whose last change fails fails', async () => {
  const client = await connect('last')
  function* note(): Rule<string> {
    yield* change(NOTES.add, 10)
    return 'noted'
  }
  await expect(drive(client, note())).rejects.toThrow('notes_note_check')
})
