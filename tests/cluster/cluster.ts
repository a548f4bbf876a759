import { startServer, type Serving } from '../journeys/serving.ts'
import { openBalancer } from './balancer.ts'
import { hasHaproxy, openServersProxy } from './haproxy.ts'
import { startPostgresCluster } from './postgresCluster.ts'

const SERVERS = 3

/** Three PostgreSQL, three servers and a balancer before them, on loopback. The balancer, and what leads to the primary, is HAProxy
 *  where it is installed, else our own. */
export async function startCluster(env: Record<string, string> = {}) {
  const withHaproxy = hasHaproxy()
  const postgres = await startPostgresCluster({ withHaproxy })
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
