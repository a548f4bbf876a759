import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client, type Connection, type Submittable } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlOf } from '../../../src/store/engines/postgres/driver.ts'
import { prepareStatement } from '../../../src/store/engines/sqlite/driver.ts'
import { openForReading } from '../../../src/store/engines/sqlite/file/file.ts'
import { prepareFile } from '../../../src/store/engines/sqlite/prepareFile.ts'
import { drilldownStatement } from '../../../src/store/nouns/reports/drilldown.ts'
import { visitorsSql } from '../../../src/store/nouns/reports/dropoff/drilldownSteps.ts'
import { query, text, type Statement } from '../../../src/store/kernel/statement.ts'
import { STATEMENTS } from '../../../src/store/nouns/nouns.ts'
import { TEMPLATE, SERVER_URL, urlOf } from './server.ts'

/** Tests that SQLite and PostgreSQL both read the store's statements. */

const folder = mkdtempSync(join(tmpdir(), 'leadloom-portable-'))
let sqlite: DatabaseSync
let postgres: Client
beforeAll(async () => {
  sqlite = openForReading(await prepareFile(folder, { now: 0 }))
  postgres = new Client({ connectionString: urlOf(process.env[SERVER_URL]!, TEMPLATE) })
  await postgres.connect()
})
afterAll(async () => {
  await postgres.end()
  sqlite.close()
  rmSync(folder, { recursive: true })
})

const range = { from: 0, to: 1 }
const rows = { columns: ['version' as const, 'path' as const], values: [[1, 'a']] }
/** Statements built for a query, each with every part. */
const DRILLDOWNS: [name: string, statement: Statement][] = [
  [
    'visitors',
    drilldownStatement('visitors', {
      ...range,
      kind: 'registration',
      path: 'a',
      version: 1,
      offer: 'mva',
      aff_id: '86',
      sub1: 'b',
      sub2: 'c',
      sub3: 'd',
      certificate: 'both',
      rows,
      before: '1.2',
    }).statement,
  ],
  [
    'sales',
    drilldownStatement('sales', { ...range, leads: 'most_earned', path: 'a', rows, before: '1.2' }).statement,
  ],
  ['steps', visitorsSql(2)],
]

/** Types in which PostgreSQL returns a column's values: text; int4, int8 and the numeric of a sum of int8. */
const TYPES = { text: [25], integer: [20, 23, 1700] }

test.each([...STATEMENTS, ...DRILLDOWNS])(
  '%s is prepared by both, with the columns it declares',
  async (_, statement) => {
    prepareStatement(sqlite, statement)
    const given = (await columnsOf(sqlOf(statement))).map(({ name, dataTypeID }) => [name, dataTypeID])
    const said = Object.entries(statement.columns).map(([name, { holds }]) => [
      name,
      expect.toSatisfy((type: number) => TYPES[holds].includes(type)) as number,
    ])
    expect(given).toEqual(said)
  },
)

test.each(STATEMENTS.filter(([, { together }]) => together !== undefined))(
  '%s for several at once gives the caller before its columns',
  async (_, { together, columns }) => {
    const given = (await columnsOf(together!)).map(({ name }) => name)
    expect(given).toEqual(['caller', ...Object.keys(columns)])
  },
)

test('both have the same tables, with the same columns of the same types', async () => {
  const { rows } = await postgres.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name,
       array_agg(column_name || ' ' || data_type || ' ' || is_nullable ORDER BY column_name COLLATE "C") AS columns
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
  )
  const ours = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
  // The number of our schema, which an SQLite file has in its header.
  delete ours['leadloom']
  const theirs = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => [name, columnsInSqlite(String(name))] as const)
  expect(withoutSlots(ours)).toEqual(Object.fromEntries(theirs))
})

/** Tables without slots, as each process counts in its own rows on PostgreSQL. */
function withoutSlots(tables: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, columns]) => [
      name,
      name.startsWith('totals_') ? columns.filter((column) => column !== 'slot bigint NO') : columns,
    ]),
  )
}

/** Columns of an SQLite table, as PostgreSQL describes its own. */
function columnsInSqlite(table: string): string[] {
  return sqlite
    .prepare('SELECT * FROM pragma_table_info(?)')
    .all(table)
    .map(({ name, type, notnull, pk }) => {
      const isOptional = notnull === 0 && pk === 0
      return `${String(name)} ${type === 'INTEGER' ? 'bigint' : 'text'} ${isOptional ? 'YES' : 'NO'}`
    })
    .sort()
}

test('PostgreSQL compares every text by its bytes', async () => {
  const { rows } = await postgres.query(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
  )
  expect(rows).toEqual([])
})

test('both have the same indexes', async () => {
  const { rows } = await postgres.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes
     WHERE schemaname = 'public' AND indexname !~ '_(pkey|key)$' ORDER BY name`,
  )
  const theirs = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    .all()
  expect(rows.map(({ name }) => name)).toEqual(theirs.map(({ name }) => name))
})

test('refuses a statement whose rows lack a declared column', () => {
  const lacking = query('SELECT path FROM versions', { path: text, title: text })
  expect(() => prepareStatement(sqlite, lacking)).toThrow('gives the columns path, not path, title')
})

test('leaves out no statement of a noun', async () => {
  const modules = await Promise.all(
    globSync('src/store/{*,!(engines)/**/*}.ts').map(async (file): Promise<[string, object]> => [
      file,
      (await import(pathToFileURL(resolve(file)).href)) as object,
    ]),
  )
  const known = new Set<unknown>(STATEMENTS.map(([, statement]) => statement))
  const left = modules.flatMap(([file, module]) =>
    Object.values(module)
      .filter(isPlainObject)
      .flatMap((exported) => [exported, ...Object.values(exported).filter(isPlainObject)])
      .flatMap(Object.entries)
      .filter(([, value]) => isStatement(value) && !known.has(value))
      .map(([name]) => `${file}: ${name}`),
  )
  expect(left).toEqual([])
  expect(modules.length).toBeGreaterThan(30)
})

/** Columns of the rows that a statement would give, without running it. */
function columnsOf(sql: string): Promise<{ name: string; dataTypeID: number }[]> {
  return new Promise((resolve, reject) => {
    let columns: { name: string; dataTypeID: number }[] = []
    postgres.query({
      submit(connection: Connection) {
        connection.parse({ name: '', text: sql, types: [] }, false)
        connection.describe({ type: 'S', name: '' }, false)
        connection.sync()
      },
      handleRowDescription: (message: { fields: typeof columns }) => void (columns = message.fields),
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    } as Submittable)
  })
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isStatement(value: unknown): boolean {
  return isPlainObject(value) && 'columns' in value && 'text' in value && 'row' in value
}
