import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { startCluster } from '../cluster/cluster.ts'
import { untilLive } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import { openTables } from '../store/tables.ts'
import { openBidders, SHARES } from './bidders.ts'
import { answerAll, publishSelling } from './leadVisitor.ts'
import { MISCOUNTED_SQL, periodsBeyondCaps, PLACED_SQL, type Placed } from './spending.ts'

/** Outcome of leads whose buyers bid against each other, or were posted to at once, while servers were killed. */
export interface Auctioned {
  leads: number
  sold: number
  pings: number
  posts: number
  /** Acknowledged and not recorded: steps, and leads that one of the buyers doesn't have. */
  lost: number
  /** Leads that more buyers accepted than may share one, by the buyers' own count, and by the server's. */
  beyondShares: number
  /** Hours, days and months in which a buyer has more than one of its caps allows, by the rows of its leads and sales; the number in which
   *  it has leads, and the number of these in which a cap was reached. */
  beyondCaps: string[]
  periods: number
  reached: number
  /** Leads that a buyer was posted again after it had accepted them: it may take the second post for another lead. */
  repeated: number
  /** Leads that their buyer accepted for more than is booked or reserved, and quarters of an hour whose places differ from those of their
   *  leads. */
  unreserved: number
  miscounted: number
}

const LEADS_A_KILL = 3
/** Longest time from when leads are stored until the server is killed. */
const RUNNING_MS = 600

/** Kills the servers (50 times) on each database, after so many leads (3) each: `npm run soak auctions [times] [leads]`. Meanwhile leads go to eight buyers with caps in leads
 *  and money, by auction and at a price, who bid, refuse, accept and hang up at random. Fails if a lead was sold beyond its shares or to a
 *  buyer beyond its caps, if an accepted lead was posted again, or if an acknowledged call is lost. */
export async function auctions([times = '50', leads = '3']: string[]): Promise<boolean> {
  let isWell = true
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const counts = await killedWhileAuctioning(Number(times), engine, Number(leads))
    const { sold, lost, beyondShares, beyondCaps, repeated, unreserved, miscounted } = counts
    console.log(
      `${engine}, ${times} kills: ${sold} sales of ${counts.leads} leads, ${counts.pings} pings, ${counts.posts} posts; ${lost} lost, ` +
        `${beyondShares} leads sold beyond shares, ${beyondCaps.length} of ${counts.periods} periods beyond caps ` +
        `(${counts.reached} reached them), ${repeated} posted again after they were accepted, ${unreserved} sales beyond what was reserved, ${miscounted} quarters miscounted`,
    )
    for (const words of beyondCaps) console.log(words)
    isWell &&= sold > 0 && lost + beyondShares + beyondCaps.length + repeated + unreserved + miscounted === 0
  }
  return isWell
}

export async function killedWhileAuctioning(
  times: number,
  engine: 'SQLite' | 'PostgreSQL',
  leadsAKill = LEADS_A_KILL,
): Promise<Auctioned> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-auctions-'))
  const bidders = await openBidders()
  const file = join(folder, 'buyers.json')
  writeFileSync(file, JSON.stringify({ buyers: bidders.buyers }))
  const env = {
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    BUYERS_FILE: file,
    LOCAL_TARGETS: 'allow',
    AUCTION_MS: '300',
  }
  const place = await (engine === 'SQLite' ? oneServer(env) : threeServers(env))
  const agent = new Agent({ maxSockets: leadsAKill })
  const visits: { uuid: string; steps: string[] }[] = []
  try {
    await place.inStore((store) => publishSelling(store, 'small', ...Object.keys(bidders.buyers)))
    for (const url of place.urls) await untilLive(url, 'small')
    for (let n = 0; n < times; n++) {
      const answered = Array.from({ length: leadsAKill }, () =>
        answerAll({ urls: place.urls, agent }, 'small'),
      )
      visits.push(...(await Promise.all(answered)))
      await sleep(Math.random() * RUNNING_MS)
      await place.kill()
    }
    await sleep(SETTLING_MS)
    const { pings, posts, repeated } = bidders
    return {
      ...(await counted(place, bidders, visits)),
      pings: pings(),
      posts: posts(),
      repeated: repeated(),
    }
  } finally {
    agent.destroy()
    await place.end()
    bidders.close()
    rmSync(folder, { recursive: true })
  }
}

/** Time in which deliveries interrupted by the last kill are taken up again. */
const SETTLING_MS = 5000

async function counted(
  { rows }: Place,
  { accepted, buyers }: Pick<Awaited<ReturnType<typeof openBidders>>, 'accepted' | 'buyers'>,
  visits: readonly { uuid: string; steps: string[] }[],
) {
  const placed = (await rows<Placed>(PLACED_SQL)).map((row) => ({
    ...row,
    // PostgreSQL's driver reads these as text.
    at: row.at === null ? null : Number(row.at),
    cents: Number(row.cents),
  }))
  const steps = new Set((await rows<{ id: string }>('SELECT id FROM steps')).map(({ id }) => id))
  const leads = Map.groupBy(placed, ({ uuid }) => uuid)
  const isSold = ({ key, state }: Placed) => accepted.has(key) || state === 'accepted'
  return {
    leads: leads.size,
    sold: placed.filter(({ state }) => state === 'accepted').length,
    lost: visits.reduce((sum, visit) => {
      const unsent = Object.keys(buyers).length - (leads.get(visit.uuid)?.length ?? 0)
      return sum + unsent + visit.steps.filter((id) => !steps.has(id)).length
    }, 0),
    beyondShares: [...leads.values()].filter((lead) => lead.filter(isSold).length > SHARES).length,
    ...periodsBeyondCaps(placed, buyers),
    unreserved: placed.filter(({ key, cents }) => (accepted.get(key)?.cents ?? 0) > cents).length,
    miscounted: (await rows(MISCOUNTED_SQL)).length,
  }
}

interface Place {
  urls: string[]
  inStore: <T>(use: (store: Store) => Promise<T>) => Promise<T>
  rows: <Row>(sql: string) => Promise<Row[]>
  /** Kills the servers and starts them again. */
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
    async rows<Row>(sql: string) {
      const db = openTables(server.dataDir)
      try {
        return db.prepare(sql).all() as Row[]
      } finally {
        db.close()
      }
    },
    async kill() {
      await server.kill()
      await server.restart()
    },
    end: () => server.end(),
  }
}

/** Three servers on one PostgreSQL. The leases of a killed one end at once; the soak `leases` waits for them. */
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
    rows: (sql) => rowsOf(postgres.url, sql),
    async kill() {
      const isAll = ++turn % 5 === 0
      const killed = isAll ? servers : [servers[turn % servers.length]!]
      await Promise.all(killed.map((server) => server.kill()))
      // Only if no server runs, as the others' leases are still valid.
      if (isAll) await rowsOf(postgres.url, 'UPDATE outbox SET leased_until = 0 WHERE under_way = 1')
      await Promise.all(killed.map((server) => server.restart()))
    },
    end: () => cluster.stop(),
  }
}

async function rowsOf<Row>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
    .query<Row & object>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
