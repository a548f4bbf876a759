import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'

/** What stands in a server's database, read past the server. */
export function recordedSteps(dataDir: string): { session: number; step: string; answers: string }[] {
  return query(
    dataDir,
    `SELECT session, offer_key || '/' || step_key AS step, answers FROM steps ORDER BY entry`,
  )
}

export function counted(
  dataDir: string,
  kind: 'page_visit' | 'visit' | 'registration' | 'impression',
): number {
  const [row] = query<{ n: number }>(dataDir, `SELECT count(*) AS n FROM events WHERE kind = '${kind}'`)
  return row?.n ?? 0
}

function query<T>(dataDir: string, sql: string): T[] {
  const database = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
  try {
    return database.prepare(sql).all() as T[]
  } finally {
    database.close()
  }
}
