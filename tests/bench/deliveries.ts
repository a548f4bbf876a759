import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import type { Store } from '../../src/store/store.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { makeDatabase, startPostgres, urlOf } from '../store/postgres/server.ts'
import type { DeliveryOrder } from './deliveriesProcess.ts'
import { rateOf } from './rate.ts'
import { openSessions, publishFlow, SESSIONS, stepOf } from './storeRate.ts'

/** Measures what deliveries cost visitors, and how many are begun and ended a second by one process and by three, if a commit takes five
 *  milliseconds, or as many as you ask for. Each figure is shown beside its floor: the same at the same time in separate databases, which
 *  share the machine and no lock. Medians of the rounds. Four deliveries of a process at once leave two processors idle at times;
 *  with eight, or beside other work, the processors are the limit, and commits of 50 ms are needed to see what locks cost.
 *  `node tests/bench/deliveries.ts [seconds] [rounds] [deliveries of one process at once] [ms of a commit]` */
const durationMs = 1000 * Number(process.argv[2] ?? 4)
const rounds = Number(process.argv[3] ?? 3)
const VISITORS = 8
/** Number of deliveries that one process makes at once. */
const DELIVERIES = Number(process.argv[4] ?? 4)
const BUYERS = 24
const LEADS_OF_EACH = 12
/** Delay before each flush. Source: postgresql.org/docs/current/runtime-config-wal.html, "commit_delay". */
const SLOW_COMMITS = { commit_delay: String(1000 * Number(process.argv[5] ?? 5)), commit_siblings: '0' }
const AT = Date.parse('2026-11-20T12:00:00-05:00')
let sent = 0

const postgres = await startPostgres({ under: tmpdir(), settings: SLOW_COMMITS })
try {
  const server = urlOf(postgres.url, 'postgres')
  const urls = [0, 1, 2].map((n) => urlOf(server, `bench_deliveries${n}`))
  for (const n of urls.keys()) await makeDatabase(server, `bench_deliveries${n}`, 'template0')
  const stores = await Promise.all(urls.map((url) => openPostgres({ url, deadlineMs: 60_000 })))
  for (const store of stores) {
    await publishFlow(store)
    await openSessions(store)
    await makeLeads(store)
  }
  const [url, elsewhere] = urls as [string, string]
  const [store] = stores as [Store]
  const steps: number[] = []
  const ofOne: number[] = []
  const ofApart: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await visitorsBeside(store, [])
    const floor = await visitorsBeside(store, [elsewhere])
    const beside = await visitorsBeside(store, [url])
    const one = await deliveriesBy([url])
    const apart = await deliveriesBy(urls)
    const three = await deliveriesBy([url, url, url])
    steps.push(beside / floor)
    ofOne.push(three / one)
    ofApart.push(three / apart)
    console.log(
      `a visitor's step: ${alone.toFixed(1)} ms alone, ${floor.toFixed(1)} beside deliveries elsewhere, ${beside.toFixed(1)} ` +
        `beside deliveries; deliveries a second: ${one.toFixed(0)} by one process, ${three.toFixed(0)} by three, ` +
        `${apart.toFixed(0)} by three apart`,
    )
  }
  console.log(
    `medians: beside deliveries a step takes ${median(steps).toFixed(2)} of what it takes beside deliveries elsewhere; ` +
      `three processes deliver ${median(ofOne).toFixed(2)} times what one does, ${median(ofApart).toFixed(2)} of three apart`,
  )
  await Promise.all(stores.map((store) => store.close()))
} finally {
  await postgres.stop()
}

/** Median time of a visitor's step, ms, while a process delivers in each of these databases. */
async function visitorsBeside(store: Store, delivering: readonly string[]): Promise<number> {
  const deliver = await getReady(delivering)
  const deliveries = deliver()
  const { p50Ms } = await rateOf(
    () => {
      const n = sent++
      return store.appendStep(uuidOf(n % SESSIONS), stepOf(n))
    },
    { inFlight: VISITORS, durationMs },
  )
  await deliveries
  return p50Ms
}

/** Makes leads, each for one buyer, to be attempted again and again. */
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

/** Starts a process for each URL; processes with the same database share its deliveries. Resolves to a function that has them begin, all
 *  at once, and gives the total deliveries begun and ended a second. */
async function getReady(urls: readonly string[]): Promise<() => Promise<number>> {
  const children = urls.map(() => fork(join(import.meta.dirname, 'deliveriesProcess.ts')))
  const areReady = children.map((child) => once(child, 'message'))
  for (const [i, child] of children.entries()) {
    const url = urls[i]!
    const share = urls.slice(0, i).filter((other) => other === url).length
    const of = urls.filter((other) => other === url).length
    child.send({ url, durationMs, share, of, inFlight: DELIVERIES } satisfies DeliveryOrder)
  }
  await Promise.all(areReady)
  return async () => {
    const heard = children.map(async (child) => ((await once(child, 'message')) as [number])[0])
    for (const child of children) child.send('go')
    return (await Promise.all(heard)).reduce((sum, perSecond) => sum + perSecond, 0)
  }
}

async function deliveriesBy(urls: readonly string[]): Promise<number> {
  const deliver = await getReady(urls)
  return deliver()
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
