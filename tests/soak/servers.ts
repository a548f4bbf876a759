import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../cluster/cluster.ts'
import { startLoad } from './load.ts'
import { sharedAccountOf } from './sharedAccount.ts'
import { openTraffic } from './traffic.ts'

/** Visitors at a time. */
const TOGETHER = 32
/** Longest time that all servers run until the next is killed. */
const RUNNING_MS = 1000
const HEALING_MS = 60_000

/** Kills any of three servers that share a PostgreSQL (50 times), as a power cut would, while visitors answer and try again: `npm run soak
 *  servers [times]`. Fails if an acknowledged call is lost or doubled, or if the servers still alive acknowledge nothing meanwhile. */
export async function servers([times = '50']: string[]): Promise<boolean> {
  const { acknowledged, lost, doubled, kills, slowestMs } = await killServers(Number(times))
  console.log(
    `${times} kills (${kills.join(', ')} of each server): ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled; ` +
      `the others acknowledged ${TOGETHER} calls within ${slowestMs} ms after a kill`,
  )
  return acknowledged > 500 && lost + doubled === 0
}

async function killServers(times: number) {
  const cluster = await startCluster({ RATE_LIMIT: '0', LOG_LEVEL: 'error' })
  try {
    const urls = cluster.servers.map(({ url }) => url)
    const traffic = openTraffic({ url: urls, dataDir: cluster.servers[0]!.dataDir }, TOGETHER)
    const load = startLoad(traffic, TOGETHER)
    const kills = cluster.servers.map(() => 0)
    let slowestMs = 0
    for (let n = 0; n < times; n++) {
      await load.acknowledges(1, HEALING_MS)
      await sleep(Math.random() * RUNNING_MS)
      const victim = Math.floor(Math.random() * cluster.servers.length)
      kills[victim]!++
      await cluster.servers[victim]!.kill()
      slowestMs = Math.max(slowestMs, await load.acknowledges(TOGETHER, HEALING_MS))
      await cluster.servers[victim]!.restart()
    }
    await load.acknowledges(TOGETHER, HEALING_MS)
    await load.stop()
    const account = await sharedAccountOf(cluster.postgres.url, await traffic.close())
    return { ...account, kills, slowestMs }
  } finally {
    await cluster.stop()
  }
}
