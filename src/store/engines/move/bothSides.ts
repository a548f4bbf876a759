import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Client } from 'pg'
import type { Table } from './movedTables.ts'

/** Rows of one table on both sides, read and written by the table's key, which both sort the same way. */

/** Cells in the order of the columns. */
export type Row = SQLOutputValue[]
export type Key = SQLOutputValue[]

const MOST_ROWS = 5000
/** Characters per statement. A file of a draft has up to 8 MB, in base64; V8 strings are limited to 512 MB, and a statement's parameters
 *  begin as one. */
const MOST_SIGNS = 16 * 1024 * 1024

/** Next rows of the file after a key, or the first rows; as many as one statement takes. Empty once there are no more. */
export function rowsAfter(source: DatabaseSync, { name, columns, key }: Table, after: Key | null): Row[] {
  const from = after === null ? '' : `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`
  const next = source.prepare(
    `SELECT ${namesOf(columns)} FROM ${name} ${from} ORDER BY ${key.join(', ')} LIMIT ${MOST_ROWS}`,
  )
  next.setReturnArrays(true)
  const rows: Row[] = []
  let signs = 0
  for (const row of next.iterate(...(after ?? [])) as unknown as Iterable<Row>) {
    rows.push(row)
    signs += signsOf(row)
    if (signs >= MOST_SIGNS) break
  }
  return rows
}

/** Rows of the file with these keys, together with the keys that no row has, in groups that one statement takes. */
export function* rowsWith(
  source: DatabaseSync,
  { name, columns, key }: Table,
  keys: readonly Key[],
): Generator<{ keys: Key[]; rows: Row[] }> {
  const find = source.prepare(
    `SELECT ${namesOf(columns)} FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
  )
  find.setReturnArrays(true)
  let group: { keys: Key[]; rows: Row[] } = { keys: [], rows: [] }
  let signs = 0
  for (const key of keys) {
    const row = find.get(...key) as unknown as Row | undefined
    group.keys.push(key)
    if (row) group.rows.push(row)
    signs += row ? signsOf(row) : 0
    if (signs < MOST_SIGNS && group.keys.length < MOST_ROWS) continue
    yield group
    group = { keys: [], rows: [] }
    signs = 0
  }
  if (group.keys.length > 0) yield group
}

function signsOf(row: Row): number {
  return row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)
}

/** Rows of the database after one key, up to another if given. */
export async function rowsThere(
  target: Client,
  { name, columns, key }: Table,
  { after, last }: { after: Key | null; last: Key | null },
): Promise<Row[]> {
  const given = [...(after ?? []), ...(last ?? [])]
  const bound = (sign: string, first: number) =>
    `(${key.join(', ')}) ${sign} (${key.map((_, i) => `$${first + i}`).join(', ')})`
  const bounds = [
    ...(after === null ? [] : [bound('>', 1)]),
    ...(last === null ? [] : [bound('<=', 1 + (after?.length ?? 0))]),
  ]
  const where = bounds.length === 0 ? '' : `WHERE ${bounds.join(' AND ')}`
  return askRows(
    target,
    `SELECT ${namesOf(columns)} FROM ${name} ${where} ORDER BY ${key.join(', ')}`,
    given.map(held),
  )
}

/** Rows of the database with these keys. */
export function rowsThereWith(target: Client, table: Table, keys: readonly Key[]): Promise<Row[]> {
  const { name, columns, key } = table
  const list = columns.map((column) => `${name}.${column.name}`).join(', ')
  return askRows(
    target,
    `SELECT ${list} FROM ${name} JOIN ${givenKeys(table)} USING (${key.join(', ')})`,
    keyArrays(table, keys),
  )
}

async function askRows(target: Client, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await target.query<Row>({ text, values, rowMode: 'array' })
  return rows
}

/** Adds rows; existing ones stay the same. */
export async function addRows(target: Client, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await target.query(
    `INSERT INTO ${name} (${namesOf(columns)}) SELECT * FROM ${given(columns)} ON CONFLICT DO NOTHING`,
    arraysOf(columns, rows),
  )
}

export async function changeRows(target: Client, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const { name, columns, key } = table
  const others = columns.filter((column) => !key.includes(column.name))
  await target.query(
    `UPDATE ${name} SET ${others.map((column) => `${column.name} = given.${column.name}`).join(', ')}
     FROM ${given(columns)} AS given (${namesOf(columns)}) WHERE ${hasKey(table)}`,
    arraysOf(columns, rows),
  )
}

export async function deleteRows(target: Client, table: Table, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  await target.query(
    `DELETE FROM ${table.name} USING ${givenKeys(table)} WHERE ${hasKey(table)}`,
    keyArrays(table, keys),
  )
}

function namesOf(columns: Table['columns']): string {
  return columns.map(({ name }) => name).join(', ')
}

function given(columns: Table['columns']): string {
  return `unnest(${columns.map(({ type }, i) => `CAST($${i + 1} AS ${type}[])`).join(', ')})`
}

function givenKeys({ columns, key, keyAt }: Table): string {
  return `${given(keyAt.map((at) => columns[at]!))} AS given (${key.join(', ')})`
}

function hasKey({ name, key }: Table): string {
  return key.map((column) => `${name}.${column} = given.${column}`).join(' AND ')
}

function arraysOf(columns: Table['columns'], rows: readonly Row[]): SQLOutputValue[][] {
  return columns.map((_, at) => rows.map((row) => row[at]!))
}

function keyArrays({ key }: Table, keys: readonly Key[]): SQLOutputValue[][] {
  return key.map((_, i) => keys.map((cells) => held(cells[i]!)))
}

export function keyOf({ keyAt }: Table, row: Row): Key {
  return keyAt.map((at) => row[at]!)
}

/** A key as text, equal on both sides. */
export function keyText(key: Key): string {
  return JSON.stringify(key.map(held))
}

/** A row of the file as PostgreSQL stores it. */
export function heldRow(row: Row): Row {
  return row.map(held)
}

/** PostgreSQL can't store U+0000, which no stored text should contain. */
function held(value: SQLOutputValue): SQLOutputValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}
