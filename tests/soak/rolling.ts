import { setTimeout as sleep } from 'node:timers/promises'
import { openBalancer } from '../cluster/balancer.ts'
import { startServer, type Serving } from '../journeys/serving.ts'
import { makeDatabase, startPostgres, urlOf } from '../store/postgres/server.ts'
import { openEarlierRelease } from './earlierRelease.ts'
import { startLoad } from './load.ts'
import { sharedAccountOf } from './sharedAccount.ts'
import { openTraffic } from './traffic.ts'

/** First commit whose database this release still upgrades. */
const EARLIER = '2c4336ae'
const SERVERS = 3
/** Visitors at a time. */
const TOGETHER = 32
/** Duration of each mixture of releases. */
const RUNNING_MS = 4000
const HEALING_MS = 60_000

/** Rolls three servers of an earlier release that share a PostgreSQL over to this one: `npm run soak rolling [commit]`. Each is stopped in
 *  turn and replaced with one of this release; then one goes back to the earlier release and forward again. Meanwhile visitors answer,
 *  behind a balancer, and try again as a page does. Fails if a call is refused, or if an acknowledged call is lost or doubled. */
export async function rolling([commit = EARLIER]: string[]): Promise<boolean> {
  const earlier = openEarlierRelease(commit)
  try {
    const { acknowledged, lost, doubled, refusals, again, calls } = await roll(earlier.folder)
    console.log(
      `${calls.map((n, i) => `${MIXTURES[i]!.join('')}: ${n} calls`).join(', ')}; ${acknowledged} acknowledged, ` +
        `${lost} lost, ${doubled} doubled, ${refusals.length} refused (${[...new Set(refusals)].join(', ') || 'none'}), ` +
        `${again} connections that a stopping server closed under a call, which was sent again`,
    )
    return Math.min(...calls) > TOGETHER && lost + doubled + refusals.length === 0
  } finally {
    earlier.remove()
  }
}

/** Release of each server, the earlier one (e) or this one (t), in one mixture after the other. */
type Release = 'e' | 't'
const MIXTURES: readonly (readonly Release[])[] = [
  ['e', 'e', 'e'],
  ['t', 'e', 'e'],
  ['t', 't', 'e'],
  ['t', 't', 't'],
  ['e', 't', 't'],
  ['t', 't', 't'],
]

async function roll(folder: string) {
  const postgres = await startPostgres()
  const servers: Serving[] = []
  try {
    await makeDatabase(postgres.url, 'rolling', 'template0')
    const env = { DATABASE_URL: urlOf(postgres.url, 'rolling'), RATE_LIMIT: '0', LOG_LEVEL: 'error' }
    const start = (release: Release, port = '0') =>
      startServer({ ...env, PORT: port }, release === 'e' ? { folder } : {})
    for (let n = 0; n < SERVERS; n++) servers.push(await start('e'))
    const ports = servers.map(({ url }) => new URL(url).port)
    const balancer = await openBalancer(ports.map(Number))
    const traffic = openTraffic(
      { url: `http://127.0.0.1:${balancer.port}`, dataDir: servers[0]!.dataDir },
      TOGETHER,
    )
    const load = startLoad(traffic, TOGETHER)
    const calls: number[] = []
    for (const [i, mixture] of MIXTURES.entries()) {
      const before = traffic.calls
      for (const [n, release] of mixture.entries()) {
        if (i === 0 || MIXTURES[i - 1]![n] === release) continue
        await servers[n]!.stop()
        servers.push(servers[n]!)
        servers[n] = await start(release, ports[n])
      }
      await sleep(RUNNING_MS)
      await load.acknowledges(TOGETHER, HEALING_MS)
      calls.push(traffic.calls - before)
    }
    await load.stop()
    const seen = load.refused()
    const account = await sharedAccountOf(env.DATABASE_URL, await traffic.close())
    await balancer.close()
    const refusals = seen.filter((status) => status !== null)
    return { ...account, calls, refusals, again: seen.length - refusals.length }
  } finally {
    await Promise.all(servers.map((server) => server.end()))
    await postgres.stop()
  }
}
