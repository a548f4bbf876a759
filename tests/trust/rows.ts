import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Everything that a database holds, table by table: equal before and after when nothing was changed. */
export function rowsOf(dataDir: string): Record<string, unknown[]> {
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), db.prepare(`SELECT * FROM "${String(name)}"`).all()]),
    )
  } finally {
    db.close()
  }
}
