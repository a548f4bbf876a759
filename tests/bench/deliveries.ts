import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import type { Store } from '../../src/store/store.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { makeDatabase, startPostgres, urlOf } from '../store/postgres/server.ts'
import type { DeliveryOrder } from './deliveriesProcess.ts'
import { rateOf, type Rate } from './rate.ts'
import { openSessions, publishFlow, SESSIONS, stepOf } from './storeRate.ts'

/** What deliveries cost visitors, and how many are begun and ended a second by one process and by three, where a commit takes five
 *  milliseconds. Medians of the rounds.
 *  `node tests/bench/deliveries.ts [seconds] [rounds]` */
const durationMs = 1000 * Number(process.argv[2] ?? 4)
const rounds = Number(process.argv[3] ?? 3)
const VISITORS = 8
/** What one process delivers at once. */
const DELIVERIES = Number(process.argv[4] ?? 8)
const BUYERS = 24
const LEADS_OF_EACH = 24
/** Five milliseconds before each flush. Source: postgresql.org/docs/current/runtime-config-wal.html, "commit_delay". */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0' }
const AT = Date.parse('2026-11-20T12:00:00-05:00')
let steps = 0

const postgres = await startPostgres({ under: tmpdir(), settings: SLOW_COMMITS })
try {
  const server = urlOf(postgres.url, 'postgres')
  await makeDatabase(server, 'bench_deliveries', 'template0')
  const url = urlOf(server, 'bench_deliveries')
  const store = await openPostgres({ url, deadlineMs: 60_000 })
  await publishFlow(store)
  await openSessions(store)
  await makeLeads(store)
  const ratios: number[] = []
  const delivered: Record<1 | 3, number[]> = { 1: [], 3: [] }
  for (let round = 0; round < rounds; round++) {
    const alone = await visitorsOf(store)
    const deliveries = deliveriesBy(url, 1)
    const beside = await visitorsOf(store)
    delivered[1].push(await deliveries)
    delivered[3].push(await deliveriesBy(url, 3))
    ratios.push(beside.p50Ms / alone.p50Ms)
    console.log(
      `a visitor's step: ${alone.p50Ms.toFixed(1)} ms alone, ${beside.p50Ms.toFixed(1)} ms beside deliveries; ` +
        `deliveries: ${delivered[1].at(-1)!.toFixed(0)} a second by one process, ${delivered[3].at(-1)!.toFixed(0)} by three`,
    )
  }
  console.log(
    `medians: a step takes ${median(ratios).toFixed(2)} of the time; three processes deliver ` +
      `${(median(delivered[3]) / median(delivered[1])).toFixed(2)} times what one does`,
  )
  await store.close()
} finally {
  await postgres.stop()
}

function visitorsOf(store: Store): Promise<Rate> {
  return rateOf(
    () => {
      const n = steps++
      return store.appendStep(uuidOf(n % SESSIONS), stepOf(n))
    },
    { inFlight: VISITORS, durationMs },
  )
}

/** Each is one buyer's, and attempted again and again. */
async function makeLeads(store: Store): Promise<void> {
  await Promise.all(
    Array.from({ length: BUYERS * LEADS_OF_EACH }, async (_, n) => {
      const uuid = uuidOf(SESSIONS + n)
      await store.openSession(session({ uuid, at: AT }))
      const lead = { offer: 'mva', buyers: [`buyer${n % BUYERS}`], payload: { phone: '5125552310' } }
      await store.appendStep(uuid, step({ id: uuidOf(1_000_000 + n), at: AT }), { lead })
    }),
  )
}

/** How many deliveries so many processes begin and end a second, all in all. */
async function deliveriesBy(url: string, processes: number): Promise<number> {
  const children = Array.from({ length: processes }, () =>
    fork(join(import.meta.dirname, 'deliveriesProcess.ts')),
  )
  const heard = children.map(async (child) => ((await once(child, 'message')) as [number])[0])
  for (const [i, child] of children.entries())
    child.send({ url, durationMs, share: i, of: processes, inFlight: DELIVERIES } satisfies DeliveryOrder)
  return (await Promise.all(heard)).reduce((sum, perSecond) => sum + perSecond, 0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
