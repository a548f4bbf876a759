import { openTables } from '../store/tables.ts'

/** Everything that a database holds, table by table: equal before and after when nothing was changed. */
export function rowsOf(dataDir: string): Record<string, unknown[]> {
  const db = openTables(dataDir)
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), db.prepare(`SELECT * FROM "${String(name)}"`).all()]),
    )
  } finally {
    db.close()
  }
}
