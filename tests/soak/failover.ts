import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../cluster/cluster.ts'
import { startLoad } from './load.ts'
import { sharedAccountOf } from './sharedAccount.ts'
import { openTraffic } from './traffic.ts'

/** Visitors at a time. */
const TOGETHER = 32
const ON_THE_WAY_MS = 1000
const RUNNING_MS = 3000
/** Longer than a server waits for a commit; see src/store/engines/postgres/open.ts. */
const WITHOUT_STANDBY_MS = 15_000
const HEALING_MS = 60_000

type Cluster = Awaited<ReturnType<typeof startCluster>>
type Load = ReturnType<typeof startLoad>

/** Observations of a PostgreSQL that died under load. */
interface Seen {
  /** Statuses refused while one standby was dead, or lagged, and the other one was alive. */
  refusedWithOne: (number | null)[]
  /** Time from the death of each primary to the next acknowledged call. */
  pausesMs: number[]
  /** Lag of the standby that wasn't chosen, and data that both had not yet applied when the second primary died; bytes. */
  lagBytes: { received: number; replayed: number }
  /** Rows acknowledged, and the statuses of refused calls, while no standby was alive. */
  withoutStandby: { acknowledged: number; refused: (number | null)[] }
}

/** Runs three servers on a PostgreSQL with two standbys, while visitors answer and try again: `npm run soak failover [times]`. Fails if an
 *  acknowledged call is lost or doubled, or a call was acknowledged that no standby had, or refused while a standby was alive. */
export async function failover([times = '3']: string[]): Promise<boolean> {
  let isWell = true
  for (let n = 0; n < Number(times); n++) {
    const { acknowledged, lost, doubled, seen } = await failOverOnce()
    const { refusedWithOne, pausesMs, lagBytes, withoutStandby } = seen
    console.log(
      `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled; refused while one standby lived: ` +
        `${refusedWithOne.length}; without an answer when a primary died: ${pausesMs.join(' ms, ')} ms; the standby not ` +
        `chosen lagged ${lagBytes.received} bytes, ${lagBytes.replayed} bytes were not applied; without a standby ` +
        `${withoutStandby.acknowledged} rows acknowledged, answered ${withoutStandby.refused.join(', ')}`,
    )
    isWell &&= acknowledged > 500 && lost + doubled === 0
    isWell &&= refusedWithOne.length === 0 && lagBytes.received > 0 && lagBytes.replayed > 0
    isWell &&= withoutStandby.acknowledged === 0 && withoutStandby.refused.join() === '503'
  }
  return isWell
}

export async function failOverOnce() {
  const cluster = await startCluster({ RATE_LIMIT: '0', LOG_LEVEL: 'error' })
  try {
    const urls = cluster.servers.map(({ url }) => url)
    const traffic = openTraffic({ url: urls, dataDir: cluster.servers[0]!.dataDir }, TOGETHER)
    const load = startLoad(traffic, TOGETHER)
    const seen: Seen = {
      refusedWithOne: [],
      pausesMs: [],
      lagBytes: { received: 0, replayed: 0 },
      withoutStandby: { acknowledged: 0, refused: [] },
    }
    await sleep(RUNNING_MS)
    await eachStandbyDies(cluster, load, seen)
    await primaryDiesWhileOneLags(cluster, load, seen)
    await secondPrimaryDies(cluster, load, seen)
    await bothStandbysDie(cluster, load, seen, () => traffic.rows)
    await load.stop()
    return { ...(await sharedAccountOf(cluster.postgres.url, await traffic.close())), seen }
  } finally {
    await cluster.stop()
  }
}

/** Kills each standby in turn; each is restarted before the other one dies. */
async function eachStandbyDies({ postgres }: Cluster, load: Load, seen: Seen): Promise<void> {
  for (const standby of postgres.standbys()) {
    load.refusals()
    await postgres.kill([standby])
    await sleep(RUNNING_MS)
    await load.acknowledges(TOGETHER, HEALING_MS)
    seen.refusedWithOne.push(...load.refusals())
    await postgres.start([standby])
  }
}

/** Kills the primary while one standby lags, which must not be chosen. A restart ends the lag. The old primary comes back as a standby. */
async function primaryDiesWhileOneLags(cluster: Cluster, load: Load, seen: Seen): Promise<void> {
  const { postgres } = cluster
  const [lagging] = postgres.standbys()
  postgres.stopReceiving(lagging!)
  load.refusals()
  await sleep(RUNNING_MS)
  seen.refusedWithOne.push(...load.refusals())
  seen.lagBytes.received = (await postgres.lagOf(lagging!)).received
  await primaryDies(cluster, load, seen)
  if (!postgres.standbys().includes(lagging!)) throw new Error('The standby that lagged became the primary.')
  await postgres.rejoin()
}

/** Kills the second primary while both standbys have everything on their disks, and have applied less. Then the one that came back is alone
 *  with the new primary. */
async function secondPrimaryDies(cluster: Cluster, load: Load, seen: Seen): Promise<void> {
  const { postgres } = cluster
  for (const standby of postgres.standbys()) await postgres.pauseReplay(standby)
  await sleep(RUNNING_MS)
  const lags = await Promise.all(postgres.standbys().map((standby) => postgres.lagOf(standby)))
  seen.lagBytes.replayed = Math.min(...lags.map(({ replayed }) => replayed))
  await primaryDies(cluster, load, seen)
  const back = await postgres.rejoin()
  const others = postgres.standbys().filter((standby) => standby !== back)
  load.refusals()
  await postgres.kill(others)
  await sleep(RUNNING_MS)
  await load.acknowledges(TOGETHER, HEALING_MS)
  seen.refusedWithOne.push(...load.refusals())
  await postgres.start(others)
}

/** Kills the primary, and then the standby that is left, and starts it again, whatever its state; nothing is acknowledged without it. */
async function primaryDies({ postgres }: Cluster, load: Load, seen: Seen): Promise<void> {
  const killedAt = Date.now()
  await postgres.failOver()
  await postgres.kill(postgres.standbys())
  await postgres.start(postgres.standbys())
  await load.acknowledges(TOGETHER, HEALING_MS)
  seen.pausesMs.push(Date.now() - killedAt)
}

async function bothStandbysDie(
  { postgres }: Cluster,
  load: Load,
  seen: Seen,
  rows: () => number,
): Promise<void> {
  await sleep(RUNNING_MS)
  await postgres.kill(postgres.standbys())
  // Steps that a standby had before it was killed are still acknowledged, and the answers are on their way.
  await sleep(ON_THE_WAY_MS)
  load.refusals()
  const before = rows()
  await sleep(WITHOUT_STANDBY_MS)
  seen.withoutStandby = { acknowledged: rows() - before, refused: load.refusals() }
  await postgres.start(postgres.standbys())
  await load.acknowledges(TOGETHER, HEALING_MS)
  await sleep(RUNNING_MS)
}
