import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../../src/store/engines/postgres/connection.ts'
import { drive } from '../../src/store/engines/postgres/driver.ts'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { openGathered } from '../../src/store/nouns/gathered.ts'
import { openWrites } from '../../src/store/nouns/verbs.ts'
import { startPostgresCluster } from '../cluster/postgresCluster.ts'
import { uuidOf } from '../store/history.ts'
import { makeDatabase, startPostgres, urlOf } from '../store/postgres/server.ts'
import type { ProcessOrder, Said } from './postgresProcess.ts'
import { rateOf, type Rate } from './rate.ts'
import { openSessions, publishFlow, SESSIONS, stepOf, stepRate } from './storeRate.ts'

/** Measures durable steps a second on PostgreSQL. Each figure is beside its peer from the same minute: the embedded database, a transaction
 *  per request, a database without a standby, one process. Medians of the rounds.
 *  `node tests/bench/postgres.ts [seconds] [rounds]` */
const durationMs = 1000 * Number(process.argv[2] ?? 4)
const rounds = Number(process.argv[3] ?? 3)
const IN_FLIGHT = 64
/** Number of connections; more were slower. */
const CONNECTIONS = 16
const PROCESSES = 4
/** Delay of five milliseconds before each flush. Source: postgresql.org/docs/current/runtime-config-wal.html, "commit_delay". */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0' }
let databases = 0

const root = mkdtempSync(join(tmpdir(), 'leadloom-postgres-'))
try {
  const onDisk = await startPostgres({ under: tmpdir() })
  await compare(
    ['embedded', () => embedded()],
    ['on PostgreSQL', () => ofStore(onDisk.url), 'of the embedded'],
  )
  await compare(
    ['a transaction a request', () => aTransactionEach(onDisk.url)],
    ['on PostgreSQL', () => ofStore(onDisk.url), 'times that'],
  )
  await onDisk.stop()

  const [alone, cluster] = [await startPostgres(), await startPostgresCluster()]
  const [primary] = cluster.addresses()
  await compare(
    ['in memory, alone', () => ofStore(alone.url)],
    ['in memory, on two of three machines', () => ofStore(primary!), 'of that'],
  )
  await Promise.all([alone.stop(), cluster.stop()])

  const slow = await startPostgres({ under: tmpdir(), settings: SLOW_COMMITS })
  await compare(
    ['commits of 5 ms, one process', () => ofProcesses(slow.url, 1)],
    [`commits of 5 ms, ${PROCESSES} processes`, () => ofProcesses(slow.url, PROCESSES), 'times that'],
  )
  await slow.stop()
} finally {
  rmSync(root, { recursive: true })
}

type Case = [name: string, measure: () => Promise<Rate>]

/** Runs both in each round, so that the machine's other work is the same for both. */
async function compare(peer: Case, ours: [...Case, beside: string]): Promise<void> {
  const runs: [Rate, Rate][] = []
  for (let round = 0; round < rounds; round++) runs.push([await peer[1](), await ours[1]()])
  const median = (of: (run: [Rate, Rate]) => number) => runs.map(of).sort((a, b) => a - b)[rounds >> 1]!
  for (const [i, [name]] of [peer, ours].entries())
    console.log(
      `${name.padEnd(36)} ${Math.round(median((run) => run[i]!.perSecond))
        .toLocaleString('en-US')
        .padStart(
          8,
        )} /s   p50 ${median((run) => run[i]!.p50Ms).toFixed(1)} ms, p99 ${median((run) => run[i]!.p99Ms).toFixed(1)} ms`,
    )
  const ratios = runs.map(([theirs, ours]) => ours.perSecond / theirs.perSecond)
  console.log(
    `  ${median(([theirs, ours]) => ours.perSecond / theirs.perSecond).toFixed(2)} ${ours[2]} ` +
      `(rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})\n`,
  )
}

async function embedded(): Promise<Rate> {
  return rateOfStore(await openStore({ dataDir: mkdtempSync(join(root, 'embedded-')) }))
}

async function ofStore(server: string): Promise<Rate> {
  return rateOfStore(await openPostgres({ url: await newDatabase(server) }))
}

async function rateOfStore(store: Store): Promise<Rate> {
  await publishFlow(store)
  await openSessions(store)
  const rate = await stepRate(store, { inFlight: IN_FLIGHT, durationMs })
  await store.close()
  return rate
}

/** Follows the same rule, but with a connection and a transaction for each request. */
async function aTransactionEach(server: string): Promise<Rate> {
  const url = await newDatabase(server)
  const store = await openPostgres({ url })
  await publishFlow(store)
  await openSessions(store)
  await store.close()
  const ruleOf = openWrites({ ...openGathered(), quarantineRows: 0, process: () => null, onErase() {} })
  const pool = openPool(url, CONNECTIONS)
  const rate = await rateOf(
    async (n) => {
      const client = await pool.connect()
      await client.query('BEGIN')
      await drive(client, ruleOf(['appendStep', uuidOf(n % SESSIONS), stepOf(n)]))
      await client.query('COMMIT')
      client.release()
    },
    { inFlight: IN_FLIGHT, durationMs },
  )
  await pool.end()
  return rate
}

/** Runs several processes on one database, which begin together. */
async function ofProcesses(server: string, processes: number): Promise<Rate> {
  const url = await newDatabase(server)
  const store = await openPostgres({ url })
  await publishFlow(store)
  await store.close()
  const children = Array.from({ length: processes }, () =>
    fork(join(import.meta.dirname, 'postgresProcess.ts')),
  )
  const heard = () =>
    Promise.all(children.map(async (child) => ((await once(child, 'message')) as [Said])[0]))
  const ready = heard()
  for (const [i, child] of children.entries())
    child.send({ url, inFlight: IN_FLIGHT, durationMs, first: i * SESSIONS } satisfies ProcessOrder)
  await ready
  const ended = heard()
  for (const child of children) child.send({})
  const rates = (await ended).filter((said) => said !== 'ready')
  const sum = (of: (rate: Rate) => number) => rates.reduce((sum, rate) => sum + of(rate), 0)
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    p50Ms: Math.max(...rates.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...rates.map(({ p99Ms }) => p99Ms)),
    cpuMicros: sum(({ cpuMicros }) => cpuMicros) / processes,
  }
}

async function newDatabase(address: string): Promise<string> {
  const name = `bench_${++databases}`
  const server = urlOf(address, 'postgres')
  await makeDatabase(server, name, 'template0')
  return urlOf(server, name)
}
