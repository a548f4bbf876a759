import { hash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from 'pg'
import { REPORTS, type ReportName } from '../../../schemas/reports/reports.ts'
import type { Store } from '../store.ts'
import { unusable } from '../unusable.ts'
import { connect } from './postgres/connection.ts'
import { COUNTS_TOTALS } from './postgres/locks.ts'
import { openPostgres } from './postgres/open.ts'
import { hasUnfinishedMove, placeOf, prepareDatabase, UNFINISHED_MOVE } from './postgres/prepareDatabase.ts'
import { troubleOf } from './postgres/trouble.ts'
import { claim } from './sqlite/file/claim.ts'
import { openForReading } from './sqlite/file/file.ts'
import { prepareFile } from './sqlite/file/prepareFile.ts'
import { openSqlite } from './sqlite/open.ts'

/** What a move came to. */
export interface Moved {
  /** Rows by table, as many on either side. */
  rows: Record<string, number>
  /** Reports whose rows are equal on either side. */
  reports: number
}

/** What hears how far a move has come. */
export interface MoveProgress {
  /** How many rows are there, of how many. */
  onRows?: (done: number, total: number) => void
  /** How many reports were compared, of how many. */
  onReports?: (done: number, total: number) => void
  /** Gets a sentence when the file was copied and is to be brought to a newer schema. */
  onUpgrade?: (sentence: string) => void
}

/** Copies all that the embedded database of a folder holds into an empty one of PostgreSQL at `to`, then compares how many rows each
 *  table has and what every report says. Cut off, it goes on there when it is called again, and compares each row that is there
 *  already; until it has ended no server starts on what it left. None may run on the folder meanwhile.
 *  Rejects with one plain sentence when the place is not empty, holds what another file gave, cannot be reached any more, or when
 *  something differs. */
export async function move({
  dataDir,
  to,
  now,
  onRows = () => {},
  onReports = () => {},
  onUpgrade = () => {},
}: { dataDir: string; to: string; now: number } & MoveProgress): Promise<Moved> {
  const release = claim(dataDir)
  try {
    const file = await prepareFile(dataDir, { now, onUpgrade })
    await prepareDatabase(to, { isMoving: true })
    const [source, target] = [openForReading(file), await connect(to)]
    try {
      const tables = await tablesOf(source, target)
      await begin(source, target, placeOf(to))
      const total = tables.reduce((sum, { rows }) => sum + rows, 0)
      let done = 0
      for (const table of tables) {
        for await (const rows of copy(table, source, target)) onRows((done += rows), total)
        await finish(table, source, target)
      }
      for (const table of tables) if ((await rowsOf(table, target)) !== table.rows) throw changed(table)
      // Until the server has counted what it got, which it does within minutes, it would choose the wrong indexes.
      await target.query('ANALYZE')
      const reports = await compareReports({ dataDir, to, now }, onReports)
      await target.query(`DROP TABLE ${UNFINISHED_MOVE}`)
      return { rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])), reports }
    } finally {
      source.close()
      await target.end()
    }
  } catch (error) {
    const trouble = troubleOf(error)
    if (!trouble) throw error
    throw new Error(`${trouble.sentence} Then run it again: it goes on where it was cut off.`, {
      cause: error,
    })
  } finally {
    release()
  }
}

/** Rows that were copied before are not those of the file any more. */
function changed({ name }: Table): Error {
  return unusable(
    `The rows of ${name} there are not those of the file, as one of the two has changed since this move began: make an empty database by createdb.`,
  )
}

interface Table {
  name: string
  columns: { name: string; type: 'BIGINT' | 'TEXT' }[]
  /** The columns of its key, by which it is read in order. */
  key: string[]
  /** Columns that name other rows of the same table, which may come later. */
  own: string[]
  rows: number
}

/** The tables of both, each after those that its rows name. */
async function tablesOf(source: DatabaseSync, target: Client): Promise<Table[]> {
  const { rows: references } = await target.query<{ from: string; to: string; column: string }>(
    `SELECT CAST(conrelid AS regclass)::text AS "from", CAST(confrelid AS regclass)::text AS "to", attname AS "column"
     FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] WHERE contype = 'f'`,
  )
  // The heartbeat is of the file itself: each time that it is opened, it beats.
  const names = source
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'heartbeat'",
    )
    .all()
    .map(({ name }) => String(name))
  const ordered: string[] = []
  const visit = (name: string) => {
    if (ordered.includes(name)) return
    for (const { from, to } of references) if (from === name && to !== name) visit(to)
    ordered.push(name)
  }
  names.forEach(visit)
  return ordered.map((name) => {
    const columns = source.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(name)
    const inKey = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a['pk']) - Number(b['pk']))
    return {
      name,
      columns: columns.map((column) => ({
        name: String(column['name']),
        type: column['type'] === 'INTEGER' ? 'BIGINT' : 'TEXT',
      })),
      key: inKey.map((column) => String(column['name'])),
      own: references.flatMap(({ from, to, column }) => (from === name && to === name ? column : [])),
      rows: Number(source.prepare(`SELECT COUNT(*) AS n FROM ${name}`).get()!['n']),
    }
  })
}

/** Begins a move, or finds one of the same file that was cut off. */
async function begin(source: DatabaseSync, target: Client, place: string): Promise<void> {
  const secrets = source.prepare('SELECT name, value FROM secrets ORDER BY name').all()
  const ours = hash('sha256', JSON.stringify(secrets))
  if (await hasUnfinishedMove(target)) {
    const { rows: found } = await target.query<{ source: string }>(`SELECT source FROM ${UNFINISHED_MOVE}`)
    if (found[0]?.source === ours) return
    throw unusable(`${place} holds an unfinished move of another file: make an empty database by createdb.`)
  }
  const { rows: kept } = await target.query(
    'SELECT FROM versions UNION ALL SELECT FROM sessions UNION ALL SELECT FROM operators UNION ALL SELECT FROM secrets LIMIT 1',
  )
  if (kept.length > 0) throw unusable(`${place} holds data already: make an empty database by createdb.`)
  await target.query(`BEGIN;
    CREATE TABLE ${UNFINISHED_MOVE} (source TEXT NOT NULL);
    INSERT INTO ${UNFINISHED_MOVE} VALUES ('${ours}');
    COMMIT`)
}

const BATCH_ROWS = 5000
/** A file of a draft has up to 8 MB, in base64; V8 takes no text over 512 MB, which a statement's parameters are at first. */
const BATCH_SIGNS = 16 * 1024 * 1024

type Row = Record<string, SQLOutputValue>

/** Copies by the order of the key what is not there yet, and compares what is; yields after each batch how many rows it had. */
async function* copy(table: Table, source: DatabaseSync, target: Client): AsyncGenerator<number> {
  const { name, columns, key, own } = table
  const columnList = columns.map((column) => column.name).join(', ')
  const keyList = key.join(', ')
  const arrays = columns.map(({ type }, i) => `CAST($${i + 1} AS ${type}[])`).join(', ')
  const insert = `INSERT INTO ${name} (${columnList}) SELECT * FROM unnest(${arrays})`
  const next = (places: readonly string[], cursor: Row | undefined, limit: number) =>
    `SELECT ${columnList} FROM ${name} ${cursor ? `WHERE (${keyList}) > (${places.join(', ')})` : ''} ORDER BY ${keyList} LIMIT ${limit}`
  const valuesOf = (rows: readonly Row[]) =>
    columns.map((column) => rows.map((row) => (own.includes(column.name) ? null : held(row[column.name]!))))
  // A process adds to totals in rows of its own slot; these are as good as those of the first.
  await target.query(`SET leadloom.slot = '1'; ${COUNTS_TOTALS}`)
  let cursor: Row | undefined
  for (let mayBeThere = true; ;) {
    const after = cursor ? key.map((column) => cursor![column]!) : []
    const inFile = next(
      key.map(() => '?'),
      cursor,
      BATCH_ROWS,
    )
    const rows = batchOf(source.prepare(inFile).iterate(...after))
    if (rows.length === 0) return
    const values = valuesOf(rows)
    let there = 0
    if (mayBeThere) {
      const inDatabase = next(
        key.map((_, i) => `$${i + 1}`),
        cursor,
        rows.length,
      )
      const { rows: found } = await target.query<Row>(inDatabase, after.map(held))
      there = found.length
      mayBeThere = there === rows.length
      const given = values.map((ofColumn) => ofColumn.slice(0, there))
      if (!isDeepStrictEqual(valuesOf(found), given)) throw changed(table)
    }
    if (there < rows.length)
      await target.query(
        insert,
        values.map((ofColumn) => ofColumn.slice(there)),
      )
    yield rows.length
    cursor = rows.at(-1)
  }
}

/** The first rows: as many as one statement takes. */
function batchOf(all: Iterable<Row>): Row[] {
  const rows: Row[] = []
  let signs = 0
  for (const row of all) {
    rows.push(row)
    for (const value of Object.values(row)) if (typeof value === 'string') signs += value.length
    if (signs >= BATCH_SIGNS) break
  }
  return rows
}

/** PostgreSQL holds no U+0000, which nothing that is written says. */
function held(value: SQLOutputValue): SQLOutputValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}

/** What rows say of others of their table, and the number that the next one gets. */
async function finish(
  { name, key, own, columns }: Table,
  source: DatabaseSync,
  target: Client,
): Promise<void> {
  const [id] = key
  for (const column of own) {
    const rows = source.prepare(`SELECT ${id}, ${column} FROM ${name} WHERE ${column} IS NOT NULL`).all()
    await target.query(
      `UPDATE ${name} SET ${column} = given.other
       FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS BIGINT[])) AS given (one, other) WHERE ${id} = given.one`,
      [rows.map((row) => row[id!]), rows.map((row) => row[column])],
    )
  }
  if (key.length === 1 && columns.find((column) => column.name === id)?.type === 'BIGINT')
    await target.query(
      `SELECT setval(pg_get_serial_sequence('${name}', '${id}'), MAX(${id})) FROM ${name}
       WHERE pg_get_serial_sequence('${name}', '${id}') IS NOT NULL HAVING MAX(${id}) IS NOT NULL`,
    )
}

async function rowsOf({ name }: Table, target: Client): Promise<number> {
  const { rows } = await target.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${name}`)
  return rows[0]!.n
}

/** How many reports say the same of all that was ever counted. Throws the name of the first that does not. */
async function compareReports(
  { dataDir, to, now }: { dataDir: string; to: string; now: number },
  onReports: (done: number, total: number) => void,
): Promise<number> {
  const stores: Store[] = []
  try {
    stores.push(await openSqlite({ dataDir }), await openPostgres({ url: to, isMoving: true }))
    const names = Object.keys(REPORTS) as ReportName[]
    const paths = await stores[0]!.paths()
    const asked = names.flatMap((name) =>
      (REPORTS[name].scope === 'path' ? paths : [null]).map((path) => ({ name, path })),
    )
    for (const [i, { name, path }] of asked.entries()) {
      const range = { path, from: 0, to: now }
      const [before, after] = await Promise.all(stores.map((store) => wholeReport(store, name, range)))
      if (!isDeepStrictEqual(before, after))
        throw new Error(
          `The report ${name} says something else there than of the file: no server starts on it.`,
        )
      onReports(i + 1, asked.length)
    }
    return names.length
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
}

/** Drop-off is counted while nothing else is asked, the newest hours first. */
async function wholeReport(
  store: Store,
  name: ReportName,
  range: { path: string | null; from: number; to: number },
) {
  for (;;) {
    const rows = await store.report(name, range)
    const [first] = rows
    if (!first || !('counted_from' in first) || first.counted_from <= range.from) return rows
    await sleep(100)
  }
}
