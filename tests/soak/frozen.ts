import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openBalancer } from '../cluster/balancer.ts'
import { startPostgresCluster } from '../cluster/postgresCluster.ts'
import { untilLive } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import { openBuyer } from '../store/postgres/countingBuyer.ts'
import { answerAll, publishSelling } from './leadVisitor.ts'

const SERVERS = 3
/** Visitors at a time; each gives a lead. */
const TOGETHER = 6
/** Longer than a silent server still counts as alive. */
const STILL_MS = 14_000
/** Longest time that the others may acknowledge nothing. */
const HELD_UP_MS = 5000
const HEALING_MS = 60_000

/** Freezes one of three servers that share a PostgreSQL in turn, or drops everything on its network, while visitors give leads that are
 *  sold at once: `npm run soak frozen [times]`. Fails if the others acknowledge nothing for five seconds, or if a lead is lost or sold
 *  twice once the server is awake again. */
export async function frozen([times = '6']: string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-frozen-'))
  const buyer = await openBuyer(() => sleep(20))
  const acme = {
    format: 'json',
    url: buyer.url,
    local: true,
    honors_key: true,
    timeout_s: 20,
    duplicate_window_days: 0,
  }
  const file = join(folder, 'buyers.json')
  writeFileSync(file, JSON.stringify({ buyers: { acme } }))
  const postgres = await startPostgresCluster()
  const database = new URL(postgres.url)
  const networks = await Promise.all(
    Array.from({ length: SERVERS }, () => openBalancer([Number(database.port)])),
  )
  const servers = await Promise.all(
    networks.map(({ port }) =>
      startServer({
        RATE_LIMIT: '0',
        LOG_LEVEL: 'error',
        BUYERS_FILE: file,
        LOCAL_TARGETS: 'allow',
        DATABASE_URL: Object.assign(new URL(database), { port }).href,
      }),
    ),
  )
  const store = await openPostgres({ url: postgres.url })
  const agent = new Agent({ maxSockets: 2 * TOGETHER })
  const given: string[] = []
  let living = servers
  let isOver = false
  /** Visitors of the servers that are alive; one whose server is stopped in the middle of a call is dropped. */
  const visitors = Array.from({ length: TOGETHER }, async () => {
    while (!isOver) {
      const urls = living.map(({ url }) => url)
      const visit = answerAll({ urls, agent }, 'small').then(({ uuid }) => given.push(uuid))
      await Promise.race([visit.catch(() => sleep(100)), sleep(HELD_UP_MS)])
    }
  })
  const more = async (leads: number) => {
    const [before, since] = [given.length, Date.now()]
    while (given.length < before + leads && Date.now() - since < HEALING_MS) await sleep(20)
    return Date.now() - since
  }
  const heldUpMs: number[] = []
  try {
    await publishSelling(store, 'small')
    for (const { url } of servers) await untilLive(url, 'small')
    for (let n = 0; n < Number(times); n++) {
      await more(TOGETHER)
      await sleep(Math.random() * 500)
      const [server, network] = [servers[n % SERVERS]!, networks[n % SERVERS]!]
      const isFrozen = n % 2 === 0
      if (isFrozen) process.kill(server.pid(), 'SIGSTOP')
      else network.cutNetwork()
      living = servers.filter((other) => other !== server)
      heldUpMs.push(await more(TOGETHER))
      await sleep(STILL_MS)
      if (isFrozen) process.kill(server.pid(), 'SIGCONT')
      else network.mendNetwork()
      living = servers
    }
    await more(TOGETHER)
    isOver = true
    await Promise.all(visitors)
    for (const end = Date.now() + HEALING_MS; Date.now() < end; await sleep(200))
      if ((await store.deliveries({ state: 'due', limit: 1 })).length === 0) break
    const accepted = await store.deliveries({ state: 'accepted', limit: 1_000_000 })
    const sold = new Set(accepted.map(({ session_uuid }) => session_uuid))
    const lost = given.filter((uuid) => !sold.has(uuid)).length
    const [ledger] = await store.ledger({ path: null, from: 0, to: Date.now() })
    const doubled = (ledger?.sales ?? 0) - new Set(buyer.keys).size
    console.log(
      `${times} times: ${given.length} leads given, ${lost} lost, ${doubled} sold twice, ${buyer.keys.length} posts of ` +
        `${new Set(buyer.keys).size} keys; the others took ${TOGETHER} leads within ${heldUpMs.join(' ms, ')} ms`,
    )
    return given.length > 0 && lost + doubled === 0 && heldUpMs.every((ms) => ms < HELD_UP_MS)
  } finally {
    isOver = true
    for (const server of servers) process.kill(server.pid(), 'SIGCONT')
    for (const network of networks) network.mendNetwork()
    agent.destroy()
    await store.close()
    await Promise.all(servers.map((server) => server.end()))
    await Promise.all(networks.map((network) => network.close()))
    await postgres.stop()
    buyer.close()
    rmSync(folder, { recursive: true })
  }
}
