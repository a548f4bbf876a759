import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Buyer } from '../../schemas/buyer.ts'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { startCluster } from '../cluster/cluster.ts'
import { untilLive } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import { answerAll, publishSelling } from './leadVisitor.ts'

/** What became of leads whose buyers bid against each other while servers were killed. */
export interface Auctioned {
  leads: number
  sold: number
  pings: number
  posts: number
  /** Leads that more buyers accepted than share one, by the buyers' own count, and by the server's. */
  beyondShares: number
  /** Buyers that accepted more than one of their caps, by their own count, and by the server's. */
  beyondCaps: number
}

const SHARES = 2
const CAP_LEADS = 30
const CAP_CENTS = 60_000
const LEADS_A_KILL = 3
/** The longest from when leads are kept until the server is killed. */
const RUNNING_MS = 600
const NAMES = ['acme', 'bolt', 'core', 'dent', 'east']

/** `npm run soak auctions [times]`: on each database, kills the servers (50 times) while leads are auctioned among five buyers who
 *  bid, refuse, accept and hang up as chance has it. Not well when a lead was sold beyond its shares or a buyer beyond its caps. */
export async function auctions([times = '50']: string[]): Promise<boolean> {
  let isWell = true
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const { leads, sold, pings, posts, beyondShares, beyondCaps } = await killedWhileAuctioning(
      Number(times),
      engine,
    )
    console.log(
      `${engine}, ${times} kills: ${sold} sales of ${leads} leads, ${pings} pings, ${posts} posts; ` +
        `${beyondShares} leads sold beyond shares, ${beyondCaps} buyers beyond caps`,
    )
    isWell &&= sold > 0 && beyondShares === 0 && beyondCaps === 0
  }
  return isWell
}

export async function killedWhileAuctioning(
  times: number,
  engine: 'SQLite' | 'PostgreSQL',
): Promise<Auctioned> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-auctions-'))
  const bidders = await openBidders()
  const file = join(folder, 'buyers.json')
  writeFileSync(file, JSON.stringify({ buyers: bidders.buyers }))
  const env = { RATE_LIMIT: '0', LOG_LEVEL: 'error', BUYERS_FILE: file, AUCTION_MS: '300' }
  const place = await (engine === 'SQLite' ? oneServer(env) : threeServers(env))
  const agent = new Agent({ maxSockets: LEADS_A_KILL })
  try {
    await place.inStore((store) => publishSelling(store, 'small', ...NAMES))
    for (const url of place.urls) await untilLive(url, 'small')
    for (let n = 0; n < times; n++) {
      await Promise.all(
        Array.from({ length: LEADS_A_KILL }, () => answerAll({ urls: place.urls, agent }, 'small')),
      )
      await sleep(Math.random() * RUNNING_MS)
      await place.kill()
    }
    await sleep(SETTLING_MS)
    return await place.inStore(async (store) => ({
      ...(await counted(store, bidders.accepted)),
      pings: bidders.pings(),
      posts: bidders.posts(),
    }))
  } finally {
    agent.destroy()
    await place.end()
    bidders.close()
    rmSync(folder, { recursive: true })
  }
}

/** What was under way at the last kill is taken up again by then. */
const SETTLING_MS = 5000

/** By the buyers' own count and by the server's; the larger one is held against the bounds. */
async function counted(store: Store, accepted: ReadonlyMap<string, { name: string; cents: number }>) {
  const deliveries = await store.deliveries({ state: null, limit: 100_000 })
  const ledger = await store.ledger({ path: null, from: 0, to: Date.now() + 1 })
  const bookedBy = (name: string) =>
    ledger.reduce((sum, { source, net_cents }) => sum + (source === name ? net_cents : 0), 0)
  const perLead = new Map<string, number>()
  const perBuyer = new Map(NAMES.map((name) => [name, { leads: 0, cents: 0 }]))
  for (const { key, session_uuid, buyer, state } of deliveries) {
    const theirs = accepted.get(key)
    if (!theirs && state !== 'accepted') continue
    perLead.set(session_uuid, (perLead.get(session_uuid) ?? 0) + 1)
    const sums = perBuyer.get(buyer)!
    sums.leads++
    sums.cents += theirs?.cents ?? 0
  }
  return {
    leads: new Set(deliveries.map(({ session_uuid }) => session_uuid)).size,
    sold: deliveries.filter(({ state }) => state === 'accepted').length,
    beyondShares: [...perLead.values()].filter((sold) => sold > SHARES).length,
    beyondCaps: [...perBuyer].filter(
      ([name, { leads, cents }]) => leads > CAP_LEADS || Math.max(cents, bookedBy(name)) > CAP_CENTS,
    ).length,
  }
}

/** Five buyers. Each lead that one accepts is known by its key, with what was bid for it last; some accept and are not heard. */
async function openBidders() {
  const accepted = new Map<string, { name: string; cents: number }>()
  const bid = new Map<string, number>()
  let pings = 0
  let posts = 0
  const server = createServer((request, response) => {
    request.resume()
    const [, name = '', what] = (request.url ?? '').split('/')
    const key = String(request.headers['idempotency-key']).replace(/-ping$/, '')
    const answer = (members: object) => response.end(JSON.stringify(members))
    const chance = Math.random()
    if (what === 'ping') {
      pings++
      if (chance < 0.1) return
      if (chance < 0.2) return void answer({ result: 'failed', msg: 'No room' })
      const cents = 500 + Math.floor(Math.random() * 3000)
      bid.set(key, cents)
      return void answer({ result: 'success', ping_id: key, price: (cents / 100).toFixed(2) })
    }
    posts++
    const sold = (price = '99.00') => answer({ result: 'success', lead_id: key, price })
    const before = accepted.get(key)
    if (before) return void sold((before.cents / 100).toFixed(2))
    if (chance < 0.25) return void answer({ result: 'failed', msg: 'Outside the area we serve' })
    if (chance < 0.3) return
    accepted.set(key, { name, cents: bid.get(key)! })
    if (chance < 0.9) setTimeout(sold, Math.random() * 200)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bidder = (name: string): Buyer => ({
    format: 'leadspedia',
    campaign_id: '7',
    url: `${url}/${name}/post`,
    ping: { url: `${url}/${name}/ping`, fields: ['state'] },
    auction: { max_bid: '90.00' },
    shares: SHARES,
    local: true,
    timeout_s: 1,
    duplicate_window_days: 0,
    caps: [{ per: 'month', leads: CAP_LEADS, dollars: (CAP_CENTS / 100).toFixed(2) }],
  })
  return {
    buyers: Object.fromEntries(NAMES.map((name) => [name, bidder(name)])),
    accepted,
    pings: () => pings,
    posts: () => posts,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Place {
  urls: string[]
  inStore: <T>(use: (store: Store) => Promise<T>) => Promise<T>
  /** Kills what serves, and starts it again. */
  kill: () => Promise<void>
  end: () => Promise<unknown>
}

async function oneServer(env: Record<string, string>): Promise<Place> {
  const server = await startServer(env)
  return {
    urls: [server.url],
    inStore: async (use) => {
      const store = await openStore({ dataDir: server.dataDir })
      return use(store).finally(() => store.close())
    },
    async kill() {
      await server.kill()
      await server.restart()
    },
    end: () => server.end(),
  }
}

/** Three servers on one PostgreSQL. The leases of one that was killed are ended at once: the soak `leases` waits for them. */
async function threeServers(env: Record<string, string>): Promise<Place> {
  const cluster = await startCluster(env)
  const { servers, postgres } = cluster
  let turn = 0
  return {
    urls: servers.map(({ url }) => url),
    inStore: async (use) => {
      const store = await openPostgres({ url: postgres.url })
      return use(store).finally(() => store.close())
    },
    async kill() {
      const isAll = ++turn % 5 === 0
      const killed = isAll ? servers : [servers[turn % servers.length]!]
      await Promise.all(killed.map((server) => server.kill()))
      if (isAll) await endLeases(postgres.url)
      await Promise.all(killed.map((server) => server.restart()))
    },
    end: () => cluster.stop(),
  }
}

/** Only where none of the servers runs: the others' leases hold. */
async function endLeases(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query('UPDATE outbox SET leased_until = 0 WHERE under_way = 1').finally(() => client.end())
}
