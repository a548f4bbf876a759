import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareStatement } from '../../../src/store/engines/sqlite/driver.ts'
import { openForReading } from '../../../src/store/engines/sqlite/file.ts'
import { prepareFile } from '../../../src/store/engines/sqlite/prepareFile.ts'
import { drilldownStatement } from '../../../src/store/reports/drilldown.ts'
import { visitorsSql } from '../../../src/store/reports/drilldownSteps.ts'
import { query, text, type Statement } from '../../../src/store/statement.ts'
import { STATEMENTS } from '../../../src/store/statements.ts'
import { POSTGRES, tablesForPostgres } from './postgres.ts'

/** The statements of the store are read alike by SQLite and by PostgreSQL. */

const folder = mkdtempSync(join(tmpdir(), 'leadloom-portable-'))
let sqlite: DatabaseSync
let postgres: PGlite
beforeAll(async () => {
  sqlite = openForReading(await prepareFile(folder, { now: 0 }))
  postgres = await PGlite.create()
  await postgres.exec(tablesForPostgres(sqlite))
}, 60_000)
afterAll(async () => {
  await postgres.close()
  sqlite.close()
  rmSync(folder, { recursive: true })
})

const range = { from: 0, to: 1 }
const rows = { columns: ['version' as const, 'path' as const], values: [[1, 'a']] }
/** Those that are put together by a question: one with every part. */
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

/** The types in which PostgreSQL gives what a column holds: text; int4, int8 and the numeric of a sum of int8. */
const TYPES = { text: [25], integer: [20, 23, 1700] }

test.each([...STATEMENTS, ...DRILLDOWNS])(
  '%s is prepared by both, with the columns that it says',
  async (_, statement) => {
    prepareStatement(sqlite, statement)
    const sql = typeof statement.text === 'string' ? statement.text : statement.text(POSTGRES)
    const { resultFields } = await postgres.describeQuery(sql)
    const given = resultFields.map(({ name, dataTypeID }) => [name, dataTypeID])
    const said = Object.entries(statement.columns).map(([name, { holds }]) => [
      name,
      expect.toSatisfy((type: number) => TYPES[holds].includes(type)) as number,
    ])
    expect(given).toEqual(said)
  },
)

test('refuses a statement whose rows lack a column that it says', () => {
  const lacking = query('SELECT path FROM versions', { path: text, title: text })
  expect(() => prepareStatement(sqlite, lacking)).toThrow('gives the columns path, not path, title')
})

test('leaves out no statement of a noun', async () => {
  const modules = await Promise.all(
    globSync('src/store/{*,!(engines)/*}.ts').map(async (file): Promise<[string, object]> => [
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

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isStatement(value: unknown): boolean {
  return isPlainObject(value) && 'columns' in value && 'text' in value && 'row' in value
}
