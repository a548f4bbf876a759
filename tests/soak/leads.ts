import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLocalBuyer } from '../../src/cli/kernel/localBuyer.ts'
import { openStore } from '../../src/store/openStore.ts'
import { untilLive } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import { answerAll, publishSelling } from './leadVisitor.ts'
import { openTables } from '../store/tables.ts'

/** Outcome of the visitors' leads, one for each kill. */
export interface Delivered {
  leads: number
  /** Counts by the server. */
  delivered: number
  sold: number
  /** Counts by the buyer: posts that arrived, and leads that it accepted, each known by its idempotency key. */
  posts: number
  accepted: number
}

/** Kills the server (50 times) between the instant at which a lead is stored and the one at which its buyer's answer is: `npm run soak
 *  leads [times]`. Fails if a lead was not delivered, or if one was accepted or sold twice. */
export async function leads([times = '50']: string[]): Promise<boolean> {
  const { leads, delivered, sold, posts, accepted } = await killedWhileSelling(Number(times))
  console.log(
    `${times} kills: ${delivered} of ${leads} leads delivered in ${posts} posts, ${accepted} accepted by the buyer, ${sold} sold`,
  )
  return leads === Number(times) && [delivered, accepted, sold].every((count) => count === leads)
}

/** Instants of the kills, in turn: the lead is stored and acknowledged; the buyer has it and hasn't answered; the buyer's answer is on its
 *  way. */
const INSTANTS = ['kept', 'posted', 'answered'] as const

export async function killedWhileSelling(times: number): Promise<Delivered> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-leads-'))
  const accepted = new Set<string>()
  let posts = 0
  let onPost = () => {}
  let stalls = false
  const buyer = await openLocalBuyer({
    port: 0,
    price: '25.00',
    mannerOf: () => (stalls ? 'stall' : 'accept'),
    onPost({ key, manner }) {
      posts++
      if (manner === 'accept') accepted.add(key)
      onPost()
    },
  })
  const file = join(folder, 'buyers.json')
  writeFileSync(
    file,
    JSON.stringify({
      buyers: {
        acme: {
          format: 'json',
          url: `${buyer.url}/json`,
          local: true,
          honors_key: true,
          duplicate_window_days: 0,
        },
      },
    }),
  )
  const server = await startServer({
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    BUYERS_FILE: file,
    LOCAL_TARGETS: 'allow',
  })
  // Each kill replaces the server, so connections aren't reused.
  const agent = new Agent({ maxSockets: 1 })
  try {
    const store = await openStore({ dataDir: server.dataDir })
    await publishSelling(store, 'small')
    await store.close()
    await untilLive(server.url, 'small')
    for (let n = 0; n < times; n++) {
      const instant = INSTANTS[n % INSTANTS.length]!
      stalls = instant === 'posted'
      const posted = new Promise<void>((resolve) => (onPost = resolve))
      await answerAll({ urls: [server.url], agent }, 'small')
      if (instant !== 'kept') await posted
      if (instant === 'answered') await new Promise((resolve) => setImmediate(resolve))
      await server.kill()
      stalls = false
      await server.restart()
      while (stateOf(server.dataDir).delivered <= n) await sleep(LOOK_EVERY_MS)
    }
    return { ...stateOf(server.dataDir), posts, accepted: accepted.size }
  } finally {
    await server.end()
    await buyer.close()
    rmSync(folder, { recursive: true })
  }
}

const LOOK_EVERY_MS = 50

function stateOf(dataDir: string): Pick<Delivered, 'leads' | 'delivered' | 'sold'> {
  const db = openTables(dataDir)
  try {
    const count = (sql: string) => Number(db.prepare(sql).get()!['n'])
    return {
      leads: count('SELECT COUNT(*) AS n FROM leads'),
      delivered: count("SELECT COUNT(*) AS n FROM outbox WHERE state = 'accepted'"),
      sold: count('SELECT COUNT(*) AS n FROM sales'),
    }
  } finally {
    db.close()
  }
}
