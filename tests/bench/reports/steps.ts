import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { once } from 'node:events'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

/** Opens one flat DuckDB table with every step as a row, with the path, version and arrival of its visitor. */
export async function openStepsInDuckDb(sqliteFile: string, duckFile: string): Promise<DuckDBConnection> {
  if (!existsSync(duckFile)) {
    const csv = `${duckFile}.csv`
    const making = `${duckFile}.making`
    await rm(making, { force: true })
    await exportSteps(sqliteFile, csv)
    const instance = await DuckDBInstance.create(making)
    const connection = await instance.connect()
    await connection.run(`
      CREATE TABLE steps AS SELECT * FROM read_csv('${csv}', header = false, columns = {
        entry: 'INTEGER', session: 'INTEGER', version: 'INTEGER', path: 'VARCHAR', came: 'BIGINT', id: 'VARCHAR',
        time_ms: 'INTEGER' }) ORDER BY came;
      CHECKPOINT`)
    connection.closeSync()
    instance.closeSync()
    await rm(csv)
    await rename(making, duckFile)
  }
  return (await DuckDBInstance.create(duckFile)).connect()
}

async function exportSteps(sqliteFile: string, csv: string): Promise<void> {
  const db = new DatabaseSync(sqliteFile, { readOnly: true })
  const out = createWriteStream(csv)
  const rows = db
    .prepare(
      `SELECT entry || ',' || steps.session || ',' || version || ',' || path || ',' || sessions.at || ',' || offer_key
         || '/' || step_key || ',' || time_on_step AS line
       FROM steps JOIN sessions ON sessions.session = steps.session JOIN channels USING (channel)`,
    )
    .iterate()
  for (const row of rows) if (!out.write(`${String(row['line'])}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'close')
  db.close()
}

/** Query that an analyst would write on raw steps: for each step, how many answered it, for how many it was the last, and the median
 *  time. */
export const DROPOFF_QUESTION = ({ path, from, to }: { path: string; from: number; to: number }) => `
  WITH asked AS (FROM steps WHERE path = '${path}' AND came BETWEEN ${from} AND ${to}),
  last AS (SELECT MAX(entry) AS entry FROM asked GROUP BY session)
  SELECT version, id, COUNT(DISTINCT session) AS answered, COUNT(last.entry) AS last, MEDIAN(time_ms) AS median
  FROM asked LEFT JOIN last ON last.entry = asked.entry
  GROUP BY ALL ORDER BY version, id`
