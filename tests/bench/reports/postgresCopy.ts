import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { Client } from 'pg'
import { prepareDatabase } from '../../../src/store/engines/postgres/prepareDatabase.ts'

/** Copies an SQLite file into an empty PostgreSQL on this machine, table by table through `csvFile`, and makes the indexes at the end.
 *  Ten million events take minutes. `leadloom move`, which can be interrupted and compares every report, takes most of an hour. */
export async function copyIntoPostgres(sqliteFile: string, url: string, csvFile: string): Promise<void> {
  await prepareDatabase(url)
  const source = new DatabaseSync(sqliteFile, { readOnly: true })
  const target = new Client({ connectionString: url })
  await target.connect()
  try {
    // An interrupted copy is thrown away.
    await target.query(`SET session_replication_role = replica; SET synchronous_commit = off;
      SET maintenance_work_mem = '512MB'; SET leadloom.slot = '1'`)
    const { rows: indexes } = await target.query<{ name: string; sql: string }>(
      `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
       WHERE schemaname = 'public' AND indexname !~ '_(pkey|key)$'`,
    )
    for (const { name } of indexes) await target.query(`DROP INDEX ${name}`)
    const tables = source
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'heartbeat'`,
      )
      .all()
    for (const { name } of tables) await copyTable(String(name), source, target, csvFile)
    for (const { sql } of indexes) await target.query(sql)
    await target.query('ANALYZE')
  } finally {
    source.close()
    await target.end()
  }
}

async function copyTable(table: string, source: DatabaseSync, target: Client, file: string): Promise<void> {
  const select = source.prepare(`SELECT * FROM ${table}`)
  select.setReturnArrays(true)
  const columns = select.columns().map(({ name }) => name)
  const out = createWriteStream(file, { mode: 0o644 })
  for (const row of select.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>)
    if (!out.write(`${row.map(cell).join(',')}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'close')
  await target.query(`COPY ${table} (${columns.join(', ')}) FROM '${file}' (FORMAT csv)`)
  await rm(file)
}

/** NULL is what has no quotes. */
function cell(value: SQLOutputValue): string {
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value ?? '')
}
