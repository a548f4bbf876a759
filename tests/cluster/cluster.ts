import { startServer, type Serving } from '../journeys/serving.ts'
import { openBalancer } from './balancer.ts'
import { hasHaproxy, openServersProxy } from './haproxy.ts'
import { startPostgresCluster } from './postgresCluster.ts'

const SERVERS = 3

interface Database {
  url: string
  stop: () => Promise<void>
}

/** Three PostgreSQL servers, whose primary fails over when a test says so, and three servers of ours. */
export function startCluster(env: Record<string, string> = {}) {
  return startServers(env, () => startPostgresCluster({ withHaproxy: hasHaproxy() }))
}

/** Three servers on a database, with a balancer in front, on loopback. The balancer is HAProxy if it is installed, else our own. */
export async function startServers<D extends Database>(
  env: Record<string, string>,
  startDatabase: () => Promise<D>,
) {
  const withHaproxy = hasHaproxy()
  const postgres = await startDatabase()
  const servers: Serving[] = []
  try {
    const starting = Array.from({ length: SERVERS }, () =>
      startServer({ ...env, DATABASE_URL: postgres.url }),
    )
    for (const started of await Promise.allSettled(starting)) {
      if (started.status === 'rejected') throw started.reason
      servers.push(started.value)
    }
    const balancer = await (withHaproxy ? openServersProxy : openBalancer)(
      servers.map(({ url }) => Number(new URL(url).port)),
    )
    return {
      url: `http://127.0.0.1:${balancer.port}`,
      balancedBy: withHaproxy ? 'HAProxy' : 'our own balancer',
      servers,
      postgres,
      async stop(): Promise<void> {
        await balancer.close()
        await Promise.all(servers.map((server) => server.end()))
        await postgres.stop()
      },
    }
  } catch (error) {
    await Promise.all(servers.map((server) => server.end()))
    await postgres.stop()
    throw error
  }
}
