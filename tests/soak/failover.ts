import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../cluster/cluster.ts'
import { sharedAccountOf } from './sharedAccount.ts'
import { openTraffic } from './traffic.ts'

/** Visitors at a time. */
const TOGETHER = 32
const AGAIN_MS = 100
const ON_THE_WAY_MS = 1000
const RUNNING_MS = 3000
/** Longer than a server waits for a commit: see src/store/engines/postgres/open.ts. */
const WITHOUT_STANDBY_MS = 15_000
const HEALING_MS = 60_000

/** `npm run soak failover [times]`: three servers on a PostgreSQL with two standbys, while visitors answer and try again. The
 *  primary is killed with all its children and a standby takes its place; then the last standby is killed, and started
 *  again. Not well when what was acknowledged is lost or doubled, or something was acknowledged that no standby had. */
export async function failover([times = '3']: string[]): Promise<boolean> {
  let isWell = true
  for (let n = 0; n < Number(times); n++) {
    const { acknowledged, lost, doubled, unsafe, pauseMs, statuses } = await failOverOnce()
    console.log(
      `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled; ${pauseMs} ms without an answer at the change of the ` +
        `primary; without a standby ${unsafe} rows acknowledged, answered ${[...statuses].join(', ')}`,
    )
    isWell &&= acknowledged > 500 && lost + doubled + unsafe === 0 && !statuses.has(204)
  }
  return isWell
}

export async function failOverOnce() {
  const cluster = await startCluster({ RATE_LIMIT: '0', LOG_LEVEL: 'error' })
  try {
    const urls = cluster.servers.map(({ url }) => url)
    const traffic = openTraffic({ url: urls, dataDir: cluster.servers[0]!.dataDir }, TOGETHER)
    const coming = { goOn: true }
    const statuses = new Set<number>()
    let isWithout = false
    const visitors = Array.from({ length: TOGETHER }, async () => {
      let visitor = traffic.visitor()
      while (coming.goOn)
        try {
          if (!(await visitor.act())) visitor = traffic.visitor()
        } catch (error) {
          if (isWithout) statuses.add(Number(/answered (\d+)/.exec(String(error))?.[1]))
          await sleep(AGAIN_MS)
        }
    })
    const goesOn = async () => {
      const [before, since] = [traffic.calls, Date.now()]
      while (traffic.calls < before + TOGETHER) {
        if (Date.now() - since > HEALING_MS) throw new Error('Nothing is acknowledged any more.')
        await sleep(20)
      }
      return Date.now() - since
    }

    await sleep(RUNNING_MS)
    const killedAt = Date.now()
    await cluster.postgres.failOver()
    await goesOn()
    const pauseMs = Date.now() - killedAt
    await sleep(RUNNING_MS)

    await cluster.postgres.killStandbys()
    // What a standby had before it was killed is acknowledged still; the answer is on its way.
    await sleep(ON_THE_WAY_MS)
    const before = traffic.rows
    isWithout = true
    await sleep(WITHOUT_STANDBY_MS)
    const unsafe = traffic.rows - before
    isWithout = false
    await cluster.postgres.startStandbys()
    await goesOn()
    await sleep(RUNNING_MS)

    coming.goOn = false
    await Promise.all(visitors)
    const account = await sharedAccountOf(cluster.postgres.url, await traffic.close())
    return { ...account, unsafe, pauseMs, statuses }
  } finally {
    await cluster.stop()
  }
}
