import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { startServer, type Serving } from '../../journeys/serving.ts'
import { answerAll, publishSelling } from '../../soak/leadVisitor.ts'
import { publishPlaceholders } from '../../server/placeholders.ts'
import { openBuyer } from './countingBuyer.ts'
import { databaseOf } from './database.ts'

/** Three servers, started as their user starts them, that sell to buyers who count. The clock of one is right, one is ten minutes ahead,
 *  one ten minutes behind. */

const CLOCKS_OFF_MS = [0, 600_000, -600_000]
const VISITORS = IN_FULL ? 40 : 12
/** A buyer gets eight posts at once, from all servers together. */
const BUYERS = ['acme', 'bolt', 'core'] as const
/** Seconds to wait for a buyer; its leads are leased for half a minute more, while their server is alive. */
const TIMEOUT_S = 30
/** Time beyond a server's next look for work that others had begun when they ended. */
const LOOKED_MS = 6000

const folder = mkdtempSync(join(tmpdir(), 'leadloom-selling-'))
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
/** Buyers answer once this has resolved. */
let thinking = Promise.resolve()
let buyer: Awaited<ReturnType<typeof openBuyer>>
let url: string
let store: Store
let servers: Serving[] = []

beforeAll(async () => {
  buyer = await openBuyer(() => thinking)
  const acme = {
    format: 'json',
    url: buyer.url,
    local: true,
    honors_key: true,
    timeout_s: TIMEOUT_S,
    duplicate_window_days: 0,
  }
  const file = join(folder, 'buyers.json')
  writeFileSync(file, JSON.stringify({ buyers: Object.fromEntries(BUYERS.map((name) => [name, acme])) }))
  url = await databaseOf('selling')
  store = await openPostgres({ url })
  for (const name of BUYERS) await publishSelling(store, name, name)
  await publishPlaceholders(store)
  const clock = pathToFileURL(join(import.meta.dirname, 'clockOff.ts')).href
  servers = await Promise.all(
    CLOCKS_OFF_MS.map((offMs) =>
      startServer({
        DATABASE_URL: url,
        BUYERS_FILE: file,
        LOCAL_TARGETS: 'allow',
        RATE_LIMIT: '0',
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import ${clock}`,
        CLOCK_OFF_MS: String(offMs),
      }),
    ),
  )
})
afterAll(async () => {
  agent.destroy()
  await Promise.all(servers.map((server) => server.end()))
  await store.close()
  buyer.close()
  rmSync(folder, { recursive: true })
})

test('no answer is lost or refused, and each lead is sent and sold once, whatever each server’s clock', async () => {
  const visits = await Promise.all(Array.from({ length: VISITORS }, (_, i) => visit(BUYERS[i % 3]!)))
  await sold(VISITORS)
  expect(new Set(buyer.keys).size).toBe(VISITORS)
  expect(buyer.keys).toHaveLength(VISITORS)
  expect(await sales()).toBe(VISITORS)
  for (const { uuid, steps } of visits)
    expect((await store.session(uuid))!.steps.map(({ id }) => id)).toEqual(steps)
})

test('a server that restarts while others have 20 leads in flight posts none of them', async () => {
  const [restarted] = servers as [Serving, ...Serving[]]
  buyer.keys.length = 0
  const { promise, resolve: answerAll } = Promise.withResolvers<void>()
  thinking = promise
  await restarted.kill()
  const living = servers.slice(1)
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => visit(BUYERS[Math.floor(i / 8)]!, { among: living })),
  )
  await expect.poll(() => buyer.keys.length).toBe(20)
  await restarted.restart()
  await sleep(LOOKED_MS)
  answerAll()
  await sold(VISITORS + 20)
  expect(new Set(buyer.keys).size).toBe(20)
  expect(buyer.keys).toHaveLength(20)
  expect(await sales()).toBe(VISITORS + 20)
})

test('a lead whose server is killed during its post is posted again within seconds, under the same key', async () => {
  buyer.keys.length = 0
  thinking = new Promise(() => {})
  await visit('acme')
  await expect.poll(() => buyer.keys.length).toBe(1)
  await Promise.all(servers.map((server) => server.kill()))
  const killedAt = Date.now()
  thinking = Promise.resolve()
  await servers[0]!.restart()
  await expect.poll(() => buyer.keys.length).toBe(2)
  // Their last heartbeat was at most two seconds before they were killed, and they count as dead ten seconds after it.
  expect(Date.now() - killedAt).toBeGreaterThan(7000)
  // By time alone the lease would last for a minute.
  expect(Date.now() - killedAt).toBeLessThan((TIMEOUT_S + 30) * 1000)
  await sold(VISITORS + 21)
  expect(buyer.keys).toEqual([buyer.keys[0], buyer.keys[0]])
  expect(await sales()).toBe(VISITORS + 21)
})

/** A visitor of that buyer's path. Each of their calls goes to any of the servers. */
function visit(path: (typeof BUYERS)[number], { among = servers } = {}) {
  return answerAll({ urls: among.map((server) => server.url), agent }, path)
}

/** Waits until this many leads are sold in total. */
async function sold(leads: number): Promise<void> {
  const accepted = async () => (await store.deliveries({ state: 'accepted', limit: 100 })).length
  await expect.poll(accepted).toBe(leads)
}

async function sales(): Promise<number> {
  return Number((await query<{ n: string }>('SELECT COUNT(*) AS n FROM sales'))[0]!.n)
}

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
