import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { Client } from 'pg'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { startCluster } from '../cluster/cluster.ts'
import { untilLive } from '../journeys/publishing.ts'
import { HURT } from '../server/smallFlow.ts'
import { publishSelling } from './leadVisitor.ts'
import { openSession, send } from './send.ts'

/** Sessions at a time. */
const TOGETHER = 20

/** Sends the same step of each of 1,000 sessions to three servers at once: `npm run soak sameStep [sessions]`. Fails if one of them doesn't
 *  acknowledge it, or if it isn't stored exactly once. */
export async function sameStep([sessions = '1000']: string[]): Promise<boolean> {
  const cluster = await startCluster({ RATE_LIMIT: '0', LOG_LEVEL: 'error' })
  try {
    const store = await openPostgres({ url: cluster.postgres.url })
    await publishSelling(store, 'small')
    await store.close()
    for (const { url } of cluster.servers) await untilLive(url, 'small')
    const urls = cluster.servers.map(({ url }) => url)
    const { acknowledged, keptOnce } = await sendToAll(urls, cluster.postgres.url, Number(sessions))
    console.log(
      `${acknowledged} of ${Number(sessions) * urls.length} calls acknowledged, ${keptOnce} of ${sessions} steps kept once`,
    )
    return acknowledged === Number(sessions) * urls.length && keptOnce === Number(sessions)
  } finally {
    await cluster.stop()
  }
}

/** Opens this many sessions on the path `small` of any server and sends a step of each to all servers at once. */
export async function sendToAll(urls: readonly string[], databaseUrl: string, sessions: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER })
  const uuids: string[] = []
  let acknowledged = 0
  let left = sessions
  const takeTurns = async () => {
    while (left-- > 0) {
      const session = await openSession({ urls, agent }, 'small')
      uuids.push(session.uuid)
      const body = { id: randomUUID(), ...HURT, time_on_step: 1200, execute_actions: [] }
      const call = { name: 'POST /api/sessions/step', body } as const
      const answers = await Promise.allSettled(urls.map((url) => send({ urls: [url], agent }, session, call)))
      acknowledged += answers.filter(({ status }) => status === 'fulfilled').length
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, takeTurns))
  agent.destroy()
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'SELECT 1 FROM steps JOIN sessions USING (session) WHERE uuid = ANY($1) GROUP BY uuid HAVING COUNT(*) = 1',
    [uuids],
  )
  await client.end()
  return { acknowledged, keptOnce: rows.length }
}
