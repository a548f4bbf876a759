import type { DatabaseSync } from 'node:sqlite'
import { TABLES_OF_NOTES } from '../sqlite/file/noteChanges.ts'

/** A table that both databases have, and whose rows are all moved. */
export interface Table {
  name: string
  columns: readonly { name: string; type: 'BIGINT' | 'TEXT' }[]
  /** Columns of its key, in the order of the key. */
  key: readonly string[]
  /** Positions of these among the columns. */
  keyAt: readonly number[]
}

/** Tables that only record which processes use the file or the database now. */
const OWN: ReadonlySet<string> = new Set(['heartbeat', 'processes', ...TABLES_OF_NOTES])

export function tablesOf(source: DatabaseSync): Table[] {
  const names = source
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
  return names
    .filter((name) => !OWN.has(name))
    .map((name) => {
      const columns = source.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(name)
      const keyAt = columns
        .map(({ pk }, at) => ({ place: Number(pk), at }))
        .filter(({ place }) => place > 0)
        .sort((a, b) => a.place - b.place)
        .map(({ at }) => at)
      return {
        name,
        columns: columns.map((column) => ({
          name: String(column['name']),
          type: column['type'] === 'INTEGER' ? 'BIGINT' : 'TEXT',
        })),
        key: keyAt.map((at) => String(columns[at]!['name'])),
        keyAt,
      }
    })
}

/** Number of rows in the file, by table. */
export function countsOf(source: DatabaseSync, tables: readonly Table[]): Record<string, number> {
  return Object.fromEntries(
    tables.map(({ name }) => [name, Number(source.prepare(`SELECT COUNT(*) AS n FROM ${name}`).get()!['n'])]),
  )
}
