import type { Client } from 'pg'
import type { Job } from '../../store.ts'
import { connect } from './connection.ts'
import { tryLock } from './locks.ts'
import { asNotKept } from './trouble.ts'

/** Which jobs this process does of those that are done once for all. Their locks are held by a connection that does nothing else,
 *  made when the first is asked for. */
export function openJobs(url: string) {
  let connection: Promise<Client> | null = null

  function connectToHold(): Promise<Client> {
    const made = connect(url, () => {
      if (connection === made) connection = null
    })
    return made
  }

  return {
    async take(job: Job): Promise<boolean> {
      try {
        const client = await (connection ??= connectToHold())
        const { rows } = await client.query<{ taken: boolean }>(tryLock(job))
        return rows[0]!.taken
      } catch (error) {
        connection = null
        throw asNotKept(error)
      }
    },
    async close(): Promise<void> {
      await (await connection?.catch(() => null))?.end()
    },
  }
}
