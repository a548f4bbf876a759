import type { DatabaseSync } from 'node:sqlite'

/** Notes of rows that change while a move copies them beside a running server. Triggers write each row's key into a table of the same
 *  file, in the transaction that changes the row. They work for every writing process and survive restarts. */

const NOTING = 'moving'
const NOTES = 'moving_changes'
export const TABLES_OF_NOTES: readonly string[] = [NOTING, NOTES]

/** Limit of notes that an abandoned move may leave in the file, about 300 MB. Beyond it, nothing more is noted. */
const MOST_NOTES = 5_000_000
/** Time after which the notes of a move that doesn't ask for them are deleted. */
const ABANDONED_MS = 24 * 60 * 60 * 1000

/** A row whose table and key are noted. */
export interface Change {
  name: string
  key: (string | number)[]
}

/** Starts noting for the move `id`. `now`: epoch ms. */
export function startNoting(
  db: DatabaseSync,
  {
    id,
    tables,
    now,
  }: { id: string; tables: readonly { name: string; key: readonly string[] }[]; now: number },
): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    db.exec(`CREATE TABLE ${NOTING} (id TEXT NOT NULL, asked_at INTEGER NOT NULL) STRICT;
      CREATE TABLE ${NOTES} (change INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL) STRICT;
      ${tables.map(triggersOf).join('')}`)
    db.prepare(`INSERT INTO ${NOTING} VALUES (?, ?)`).run(id, now)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

function triggersOf({ name, key }: { name: string; key: readonly string[] }): string {
  const keyOf = (row: 'NEW' | 'OLD') => `json_array(${key.map((column) => `${row}.${column}`).join(', ')})`
  const note = (row: 'NEW' | 'OLD') => `INSERT INTO ${NOTES} (name, key) SELECT '${name}', ${keyOf(row)}`
  const noteOther = `${note('NEW')} WHERE ${keyOf('NEW')} <> ${keyOf('OLD')};`
  const trigger = (act: string, notes: string) =>
    `CREATE TRIGGER ${NOTING}_${name}_${act} AFTER ${act} ON ${name} WHEN ${SPAN} < ${MOST_NOTES} BEGIN ${notes} END;`
  return [
    trigger('INSERT', `${note('NEW')};`),
    trigger('UPDATE', `${note('OLD')}; ${noteOther}`),
    trigger('DELETE', `${note('OLD')};`),
  ].join('\n')
}

/** Fast for any length, because it only looks at both ends of the table. */
const SPAN = `COALESCE((SELECT MAX(change) FROM ${NOTES}) - (SELECT MIN(change) FROM ${NOTES}), 0)`

/** Move that changes are noted for; null if none. */
export function notedFor(db: DatabaseSync): string | null {
  return isNoting(db) ? String(db.prepare(`SELECT id FROM ${NOTING}`).get()!['id']) : null
}

function isNoting(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(NOTING) !== undefined
}

/** Ends noting and deletes the notes. False if there were none. */
export function stopNoting(db: DatabaseSync): boolean {
  if (!isNoting(db)) return false
  const triggers = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '${NOTING}\\_%' ESCAPE '\\'`,
    )
    .all()
  const drops = triggers.map(({ name }) => `DROP TRIGGER ${String(name)};`)
  db.exec(`BEGIN IMMEDIATE; ${drops.join('\n')} DROP TABLE ${NOTES}; DROP TABLE ${NOTING}; COMMIT`)
  return true
}

/** Ends the noting for a move that hasn't asked for a day. `now`: epoch ms. */
export function stopNotingAbandoned(db: DatabaseSync, now: number): void {
  if (!isNoting(db)) return
  if (db.prepare(`SELECT 1 FROM ${NOTING} WHERE asked_at < ?`).get(now - ABANDONED_MS)) stopNoting(db)
}

/** Number of the newest change, 0 before the first; null if some couldn't be noted because the limit was reached. */
export function newestChange(db: DatabaseSync): number | null {
  const { newest, span } = db.prepare(`SELECT MAX(change) AS newest, ${SPAN} AS span FROM ${NOTES}`).get()!
  return Number(span) < MOST_NOTES ? Number(newest ?? 0) : null
}

/** Changes after the change with that number, oldest first. */
export function* changesAfter(db: DatabaseSync, change: number): Generator<Change> {
  for (const { name, key } of db
    .prepare(`SELECT name, key FROM ${NOTES} WHERE change > ? ORDER BY change`)
    .iterate(change))
    yield { name: String(name), key: JSON.parse(String(key)) as Change['key'] }
}

/** Deletes notes of changes before that number, some at a time, because the server waits meanwhile. The newest stays, so that numbers
 *  grow. */
export function dropNotes(db: DatabaseSync, change: number, now: number): void {
  db.prepare(
    `DELETE FROM ${NOTES} WHERE change < MIN(?, (SELECT MIN(change) FROM ${NOTES}) + ${DROPPED_AT_ONCE})`,
  ).run(change)
  db.prepare(`UPDATE ${NOTING} SET asked_at = ?`).run(now)
}

const DROPPED_AT_ONCE = 50_000
