import { hash, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { unusable } from '../../kernel/storeErrors.ts'
import { LOCK_MS } from '../postgres/connection.ts'
import { hasUnfinishedMove, UNFINISHED_MOVE } from '../postgres/prepareDatabase.ts'
import { troubleOf } from '../postgres/trouble.ts'
import type { Key } from './bothSides.ts'
import type { Table } from './movedTables.ts'

/** Progress of a move, stored in the database that it fills. It always matches the rows there, because both are written in one
 *  transaction. */
export interface State {
  /** ID under which the file notes changes; see noteChanges.ts. */
  id: string
  phase: 'copying' | 'comparing' | 'compared'
  /** Newest change of the file that has been applied. */
  applied: number
  /** Progress of the phase: the last row, and the number of rows before it. */
  at: { table: string; key: Key; done: number } | null
  /** Foreign keys that are off while rows are copied in any order. */
  references: { table: string; name: string; definition: string }[]
  /** Time before which every report was equal; epoch ms. */
  reportsTo: number | null
}

/** Any number that nothing else in this database uses: "LoadMove" in ASCII. */
const ONE_AT_A_TIME = 0x4c6f61644d6f7665n

/** Ensures that no other process moves into this database. */
export async function lockForMove(target: Client, place: string): Promise<void> {
  // A process that was killed holds the lock for a moment longer.
  await target.query(`SET lock_timeout = ${LOCK_MS}`)
  try {
    await target.query(`SELECT pg_advisory_lock(${ONE_AT_A_TIME})`)
  } catch (error) {
    if (troubleOf(error)?.name !== 'locked') throw error
    throw unusable(`Another leadloom move into ${place} is running. Wait for it, or stop it.`)
  }
  await target.query('SET lock_timeout = 0')
}

/** State of an interrupted move of this file; null if the database is empty. Throws if it holds anything else. */
export async function stateOf(target: Client, source: DatabaseSync, place: string): Promise<State | null> {
  if (await hasUnfinishedMove(target)) {
    await target.query(`ALTER TABLE ${UNFINISHED_MOVE} ADD COLUMN IF NOT EXISTS state TEXT`)
    const { rows } = await target.query<{ source: string; state: string | null }>(
      `SELECT source, state FROM ${UNFINISHED_MOVE}`,
    )
    const [found] = rows
    if (found?.source !== fileOf(source))
      throw unusable(
        `${place} has an unfinished move of another file. Create an empty database with createdb.`,
      )
    return found.state === null ? begun([]) : (JSON.parse(found.state) as State)
  }
  const { rows: kept } = await target.query(
    'SELECT FROM versions UNION ALL SELECT FROM sessions UNION ALL SELECT FROM operators UNION ALL SELECT FROM secrets LIMIT 1',
  )
  if (kept.length > 0) throw unusable(`${place} already has data. Create an empty database with createdb.`)
  return null
}

/** Fingerprint that tells files apart. */
function fileOf(source: DatabaseSync): string {
  return hash('sha256', JSON.stringify(source.prepare('SELECT name, value FROM secrets ORDER BY name').all()))
}

function begun(references: State['references']): State {
  return {
    id: randomUUID(),
    phase: 'copying',
    applied: 0,
    at: null,
    references,
    reportsTo: null,
  }
}

/** Begins a move with empty tables, whatever an earlier one left in them. */
export async function beginMove(
  target: Client,
  source: DatabaseSync,
  { tables, before }: { tables: readonly Table[]; before: State | null },
): Promise<State> {
  const found = await referencesThere(target)
  const names = new Set(found.map(({ name }) => name))
  const state = begun([...found, ...(before?.references.filter(({ name }) => !names.has(name)) ?? [])])
  await inTransaction(target, async () => {
    await target.query(`CREATE TABLE IF NOT EXISTS ${UNFINISHED_MOVE} (source TEXT NOT NULL, state TEXT)`)
    await target.query(`DELETE FROM ${UNFINISHED_MOVE}`)
    await target.query(`INSERT INTO ${UNFINISHED_MOVE} VALUES ($1, $2)`, [
      fileOf(source),
      JSON.stringify(state),
    ])
    await target.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
    for (const { table, name } of found) await target.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  })
  return state
}

/** Saves the state; call this in the transaction that makes it true. */
export async function keepState(target: Client, state: State): Promise<void> {
  await target.query(`UPDATE ${UNFINISHED_MOVE} SET state = $1`, [JSON.stringify(state)])
}

async function referencesThere(target: Client): Promise<State['references']> {
  const { rows } = await target.query<State['references'][number]>(
    `SELECT CAST(conrelid AS regclass)::text AS table, quote_ident(conname) AS name,
       regexp_replace(pg_get_constraintdef(oid), ' DEFERRABLE.*$', '') AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = CAST(current_schema AS regnamespace) ORDER BY conname`,
  )
  return rows
}

/** Restores the foreign keys, which checks every row there. Until a move ends they are checked only at each commit, because changes come
 *  in any order. */
export async function restoreReferences(target: Client, { references }: State): Promise<void> {
  for (const { table, name, definition } of references)
    await target.query(
      `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition} DEFERRABLE INITIALLY DEFERRED`,
    )
}

/** Ends a move, leaving the database as if it had never been moved into. */
export async function endMove(
  target: Client,
  { references }: State,
  tables: readonly Table[],
): Promise<void> {
  await inTransaction(target, async () => {
    for (const { table, name } of references)
      await target.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${name} NOT DEFERRABLE`)
    for (const { name, key, columns } of tables) {
      const [id] = key
      if (key.length === 1 && columns.find((column) => column.name === id)?.type === 'BIGINT')
        await target.query(
          `SELECT setval(pg_get_serial_sequence('${name}', '${id}'), MAX(${id})) FROM ${name}
           WHERE pg_get_serial_sequence('${name}', '${id}') IS NOT NULL HAVING MAX(${id}) IS NOT NULL`,
        )
    }
    await target.query(`DROP TABLE ${UNFINISHED_MOVE}`)
  })
}

export async function inTransaction<T>(target: Client, work: () => Promise<T>): Promise<T> {
  await target.query('BEGIN')
  try {
    const result = await work()
    await target.query('COMMIT')
    return result
  } catch (error) {
    // A broken connection has already rolled back.
    await target.query('ROLLBACK').catch(() => {})
    throw error
  }
}
