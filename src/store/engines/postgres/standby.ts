import type { Client } from 'pg'
import { unusable } from '../../kernel/storeErrors.ts'
import { connect, inTime, REPORT_MS } from './connection.ts'
import { placeOf } from './prepareDatabase.ts'
import { troubleOf } from './trouble.ts'

/** A standby of the database, from which reports are read while it isn't far behind. */
export interface Standby {
  /** A connection to it; null while it can't be reached. */
  client(): Promise<Client | null>
  /** Time up to which it has everything, epoch ms; null if that is too long ago or it can't be reached. */
  asOf(): Promise<number | null>
  close(): Promise<void>
}

/** Longest lag that a report may have. */
export const STALE_MS = 60_000

/** Shortest time between tries to reach a standby that is out of reach. */
const RETRY_MS = 5000

/** The standby at `url` of the PostgreSQL at `primary`. Rejects with one plain sentence if it can be reached and is another database,
 *  because its figures would be someone else's. */
export async function openStandby(
  url: string,
  { primary, now }: { primary: string; now: () => number },
): Promise<Standby> {
  const place = placeOf(url, 'REPORTS_URL')
  const client = await connect(primary, { use: 'reading' })
  const ours = await identityOf(client).finally(() => client.end())
  let connection: Promise<Client | null> | null = null
  let refusal: Error | null = null
  let isClosed = false

  async function connectToRead(): Promise<Client | null> {
    try {
      const made = await connect(url, { use: 'reports', onEnd: () => (connection = null) })
      if ((await identityOf(made)) === ours) return made
      await made.end()
      refusal = unusable(
        `REPORTS_URL points to ${place}, which isn't a standby of the database in DATABASE_URL.`,
      )
    } catch {
      // Reports are read from the database itself.
    }
    const none = Promise.resolve(null)
    connection = none
    setTimeout(() => connection === none && (connection = null), RETRY_MS).unref()
    return null
  }

  const standby: Standby = {
    client: () => (isClosed ? Promise.resolve(null) : (connection ??= connectToRead())),
    async asOf() {
      try {
        const client = await standby.client()
        if (!client) return null
        // This may have to wait for a report.
        const { rows } = await inTime(client, REPORT_MS, client.query<{ at: number | null }>(AS_OF))
        const at = rows[0]?.at ?? null
        return at !== null && now() - at <= STALE_MS ? at : null
      } catch (error) {
        if (!troubleOf(error)) throw error
        return null
      }
    },
    async close() {
      isClosed = true
      await (await connection)?.end()
    },
  }
  await standby.client()
  if (refusal) throw refusal as Error
  return standby
}

/** Time of the newest commit that a standby has; one that has become the primary has everything. */
const AS_OF = `SELECT CAST(EXTRACT(EPOCH FROM
    CASE WHEN pg_is_in_recovery() THEN pg_last_xact_replay_timestamp() ELSE clock_timestamp() END) * 1000 AS BIGINT) AS at`

/** Identity that a database and its standbys share. */
async function identityOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT CONCAT(system_identifier, ' ', current_database()) AS identity FROM pg_control_system()`,
  )
  return rows[0]!.identity
}
