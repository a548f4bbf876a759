import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { startCluster } from '../cluster/cluster.ts'
import { untilLive } from '../journeys/publishing.ts'
import { openBuyer } from '../store/postgres/countingBuyer.ts'
import { answerAll, publishSelling } from './leadVisitor.ts'

/** Seconds to wait for a buyer. By time alone a lease is half a minute longer; see src/server/delivery/attempt.ts. */
const TIMEOUT_S = 30
/** Time that a dead server still counts as alive; see src/store/kernel/presences.ts. */
const LEASE_MS = 10_000
/** Time from then to the next look, and to the post. */
const LOOKED_MS = 15_000
const LOOK_EVERY_MS = 20

/** Kills the servers that share a PostgreSQL in the middle of a lead's post, and restarts one at once: `npm run soak leases [times]`. Fails
 *  if the lead is posted while its server may be alive, or much later, or under another key, or is sold twice. */
export async function leases([times = '3']: string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-leases-'))
  let thinking: Promise<void> = Promise.resolve()
  const buyer = await openBuyer(() => thinking)
  const acme = {
    format: 'json',
    url: buyer.url,
    local: true,
    honors_key: true,
    timeout_s: TIMEOUT_S,
    duplicate_window_days: 0,
  }
  const file = join(folder, 'buyers.json')
  writeFileSync(file, JSON.stringify({ buyers: { acme } }))
  const cluster = await startCluster({
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    BUYERS_FILE: file,
    LOCAL_TARGETS: 'allow',
  })
  const store = await openPostgres({ url: cluster.postgres.url })
  const agent = new Agent({ maxSockets: 1 })
  const untilPosts = async (posts: number) => {
    const end = Date.now() + LEASE_MS + LOOKED_MS
    while (buyer.keys.length < posts && Date.now() < end) await sleep(LOOK_EVERY_MS)
  }
  const delaysMs: number[] = []
  try {
    await publishSelling(store, 'small')
    for (const { url } of cluster.servers) await untilLive(url, 'small')
    for (let n = 0; n < Number(times); n++) {
      thinking = new Promise(() => {})
      await answerAll({ urls: cluster.servers.map(({ url }) => url), agent }, 'small')
      await untilPosts(2 * n + 1)
      const postedAt = Date.now()
      await Promise.all(cluster.servers.map((server) => server.kill()))
      thinking = Promise.resolve()
      const [first, ...others] = cluster.servers
      await first!.restart()
      await untilPosts(2 * n + 2)
      delaysMs.push(Date.now() - postedAt)
      await Promise.all(others.map((server) => server.restart()))
    }
    while ((await store.deliveries({ state: 'due', limit: 1 })).length > 0) await sleep(LOOK_EVERY_MS)
    const accepted = (await store.deliveries({ state: 'accepted', limit: 1000 })).length
    const keys = Array.from({ length: Number(times) }, (_, n) => buyer.keys.slice(2 * n, 2 * n + 2))
    const again = keys.filter(([one, other]) => one === other).length
    console.log(
      `${times} kills: ${accepted} leads sold in ${buyer.keys.length} posts, ${again} of them posted again under the same key, ` +
        `after ${delaysMs.join(' ms, ')} ms`,
    )
    const inTime = delaysMs.every((ms) => ms > LEASE_MS - 1000 && ms < LEASE_MS + LOOKED_MS)
    return inTime && [accepted, again, buyer.keys.length / 2].every((count) => count === Number(times))
  } finally {
    agent.destroy()
    await store.close()
    await cluster.stop()
    buyer.close()
    rmSync(folder, { recursive: true })
  }
}
