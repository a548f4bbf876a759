import { openTables } from '../store/tables.ts'

/** All rows of a database, by table; equal before and after if nothing changed. */
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
