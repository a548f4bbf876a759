import { deepStrictEqual } from 'node:assert'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seed } from '../../src/cli/seed/seedSite.ts'
import { REPORT_QUERIES } from '../../src/store/nouns/reports/queries.ts'
import { edgeDays, newYorkDay } from '../../src/time/newYorkDay.ts'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openDriver } from '../../src/store/engines/sqlite/driver.ts'
import { openForReading } from '../../src/store/engines/sqlite/file/file.ts'
import type { PageAsked } from '../../schemas/reports/reportPages.ts'
import { all } from '../../src/store/kernel/statement.ts'
import type { Store } from '../../src/store/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { makeDatabase, startPostgres, urlOf } from '../store/postgres/server.ts'
import { copiesOf, copySessions } from './reports/copies.ts'
import { copyIntoPostgres } from './reports/postgresCopy.ts'
import { DUCKDB_QUESTIONS, openDuckDb, type Compared } from './reports/duckdb.ts'

/** Measures the dashboard's reports together, except drop-off (see dropoff.ts), beside DuckDB and SQLite on the raw events, and checks that
 *  all agree to the cent.
 *  `node tests/bench/reports.ts [--sessions 1000000] [--each] [--postgres]`, with --each for a line per report as well, --postgres for the
 *  same on PostgreSQL, into which the database is copied. The seeded database stays in the temp directory for the next run. */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000000' },
    each: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
})
const sessions = Number(values.sessions)

const DAYS = 90
const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T23:59:59.999-05:00')
const PATHS = ['class-action-finder', 'found-money', 'leadloom', 'unemployment-guru']
const PATH = PATHS[0]!
const RUNS = 5
/** Runs on raw rows, which take ten seconds and more and vary little. */
const RAW_RUNS = sessions > 1_000_000 ? 1 : 3
/** Most time for the slowest report, on either engine. */
const SLOWEST_MS = 1000
/** Most time the store may take, as multiples of DuckDB's and of SQLite's on raw rows, by the number of days in the range. */
const GOALS = [
  { days: 7, duckDb: 1.2, raw: 0.25 },
  { days: 90, duckDb: 2.5, raw: 0.1 },
]

const dataDir = join(tmpdir(), `leadloom-bench-${sessions}`)
const file = join(dataDir, 'leadloom.db')
if (!existsSync(file)) await seedDatabase()
const store = await openStore({ dataDir })
const raw = openForReading(file)
const drive = openDriver(raw)
const EVENTS = Number(raw.prepare('SELECT COUNT(*) AS n FROM events').get()!['n'])
const duck = await openDuckDb(file, join(dataDir, 'events.duckdb'))

const NAMES = Object.keys(DUCKDB_QUESTIONS) as (Compared | 'paths')[]
type Range = { path: string; from: number; to: number }
type Ask = (name: Compared | 'paths', range: Range) => Promise<object[]>

const askStore: Ask = async (name, range) =>
  name === 'paths' ? (await store.paths()).map((path) => ({ path })) : store.report(name, range)

const askDuckDb: Ask = async (name, range) => {
  const reader = await duck.runAndReadAll(DUCKDB_QUESTIONS[name](range))
  const rows = reader.getRowObjects().map((row) => ({ ...row, ...numbers(row) }))
  return name === 'paths' ? rows : REPORT_QUERIES[name].rows(rows)
}

const askRaw: Ask = async (name, { path, from, to }) => {
  if (name === 'paths') return askStore(name, { path, from, to })
  const { statement, parameters, rows } = REPORT_QUERIES[name]
  const end = to + 1
  const uncut = {
    ...edgeDays({ from, to }),
    path,
    from,
    firstDay: end,
    endDay: end,
    firstHour: end,
    endHour: end,
    end,
  }
  return rows(drive(all(statement, ...parameters.map((parameter) => uncut[parameter]))))
}

for (const { days, ...goals } of GOALS) {
  const range = { path: PATH, from: newYorkDay(NOW - (days - 1) * DAY_MS), to: NOW }
  for (const name of NAMES) {
    const rows = await askStore(name, range)
    deepStrictEqual(plain(await askDuckDb(name, range)), plain(rows), `${name} over ${days} days: DuckDB`)
    deepStrictEqual(
      plain(await askRaw(name, range)),
      plain(rows),
      `${name} over ${days} days: SQLite on raw rows`,
    )
  }
  if (values.each) await sayEach(days, range)
  await saySlowest('store', askStore, days, range)
  await sayPages('store', store, days, range)
  const ours = await medianMs(NAMES, askStore, range)
  const duckDb = await medianMs(NAMES, askDuckDb, range)
  const rawMs = await medianMs(NAMES, askRaw, range, RAW_RUNS)
  console.log(
    `${NAMES.length} reports, ${days} days of ${sessions.toLocaleString('en-US')} sessions: store ${ours} ms; ` +
      `DuckDB ${duckDb} ms, ratio ${(ours / duckDb).toFixed(2)} (goal ${goals.duckDb}); ` +
      `SQLite on raw rows ${rawMs} ms, ratio ${(ours / rawMs).toFixed(3)} (goal ${goals.raw}); equal to the cent`,
  )
}
raw.close()
duck.closeSync()
if (values.postgres) await sayPostgres()
await store.close()

async function sayPostgres(): Promise<void> {
  const server = await startPostgres({ under: tmpdir() })
  try {
    await makeDatabase(server.url, 'reports', 'template0')
    const url = urlOf(server.url, 'reports')
    const csv = join(tmpdir(), `leadloom-bench-copied-${sessions}`)
    rmSync(csv, { recursive: true, force: true })
    mkdirSync(csv)
    const start = performance.now()
    await copyIntoPostgres(file, url, join(csv, 'rows.csv'))
    console.log(`copied into PostgreSQL in ${Math.round((performance.now() - start) / 1000)} s`)
    rmSync(csv, { recursive: true })
    const moved = await openPostgres({ url })
    const ask: Ask = async (name, range) =>
      name === 'paths' ? (await moved.paths()).map((path) => ({ path })) : moved.report(name, range)
    for (const { days } of GOALS) {
      const range = { path: PATH, from: newYorkDay(NOW - (days - 1) * DAY_MS), to: NOW }
      for (const name of NAMES) {
        deepStrictEqual(
          plain(await ask(name, range)),
          plain(await askStore(name, range)),
          `${name}: PostgreSQL`,
        )
        if (values.each)
          console.log(`${name}, ${days} days: on PostgreSQL ${await medianMs([name], ask, range)} ms`)
      }
      await saySlowest('on PostgreSQL', ask, days, range)
      await sayPages('on PostgreSQL', moved, days, range)
      console.log(
        `${NAMES.length} reports, ${days} days of ${sessions.toLocaleString('en-US')} sessions: on PostgreSQL ` +
          `${await medianMs(NAMES, ask, range)} ms, store ${await medianMs(NAMES, askStore, range)} ms (goal 2000 for either)`,
      )
    }
    await moved.close()
  } finally {
    await server.stop()
  }
}

/** The report that takes longest when it is asked for alone. */
async function saySlowest(where: string, ask: Ask, days: number, range: Range): Promise<void> {
  let slowest = { name: '', ms: 0 }
  for (const name of NAMES) {
    const ms = await medianMs([name], ask, range)
    if (ms > slowest.ms) slowest = { name, ms }
  }
  console.log(
    `slowest report, ${days} days of ${sessions.toLocaleString('en-US')} sessions with ${EVENTS.toLocaleString('en-US')} events: ` +
      `${where} ${slowest.ms} ms, ${slowest.name} (goal ${SLOWEST_MS}); load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
  )
  if (slowest.ms > SLOWEST_MS) process.exitCode = 1
}

async function sayEach(days: number, range: Range): Promise<void> {
  for (const name of NAMES) {
    const times = [
      await medianMs([name], askStore, range),
      await medianMs([name], askDuckDb, range),
      await medianMs([name], askRaw, range, RAW_RUNS),
    ]
    console.log(
      `${name}, ${days} days: store ${times[0]} ms, DuckDB ${times[1]} ms, SQLite on raw rows ${times[2]} ms`,
    )
  }
}

/** Measures the long reports as the dashboard requests them: the first page, which reads the report, and then another order and another
 *  search of the same rows. */
async function sayPages(where: string, asked: Store, days: number, range: Range): Promise<void> {
  for (const name of ['visits-by-affiliate-and-subs', 'sale-by-aff-sub-offer'] as const) {
    const plain = { offset: 0, limit: 1000, sort: null, filter: null, words: {}, snapshot: null }
    const times: Record<string, number[]> = { first: [], sorted: [], searched: [] }
    let rows = 0
    for (let run = 0; run < RUNS; run++) {
      const time = async (what: string, more: Partial<PageAsked>) => {
        const start = performance.now()
        const { page } = await asked.reportPage(name, range, { ...plain, ...more })
        times[what]!.push(performance.now() - start)
        rows = page.rows
        return page.snapshot
      }
      const snapshot = await time('first', {})
      await time('sorted', { snapshot, sort: { id: 'sub1', descending: run % 2 === 0 } })
      await time('searched', { snapshot, filter: { key: 'aff_id', search: String(run) } })
    }
    const said = Object.entries(times).map(([what, ms]) => {
      const median = ms.sort((a, b) => a - b)[RUNS >> 1]!
      return `${what} ${median.toFixed(1)} ms`
    })
    console.log(
      `${name}, ${days} days, a page of its ${rows.toLocaleString('en-US')} rows ${where}: ${said.join(', ')}`,
    )
  }
}

/** Makes the database beside its place and moves it there when complete, so that an interrupted run leaves nothing that looks like it. */
async function seedDatabase(): Promise<void> {
  const making = `${dataDir}.making`
  rmSync(making, { recursive: true, force: true })
  const store = await openStore({ dataDir: making })
  for (const path of PATHS) {
    const site = new URL(`../../fixtures/sites/${path}/flow.json`, import.meta.url)
    const { $schema: _, ...flow } = JSON.parse(readFileSync(site, 'utf8'))
    await store.publish({ path, flow, style: '', validators: '', icons: {}, at: NOW - DAYS * DAY_MS })
  }
  const start = performance.now()
  const { seeded, times } = copiesOf(sessions)
  await seed(store, { sessions: seeded, days: DAYS, seed: 1, now: NOW, steps: false })
  await store.close()
  copySessions(join(making, 'leadloom.db'), times)
  renameSync(making, dataDir)
  console.log(
    `seeded ${sessions.toLocaleString('en-US')} sessions in ${Math.round((performance.now() - start) / 1000)} s`,
  )
}

async function medianMs(names: typeof NAMES, ask: Ask, range: Range, runs = RUNS): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await Promise.all(names.map((name) => ask(name, range)))
    times.push(performance.now() - start)
  }
  return Number(times.sort((a, b) => a - b)[runs >> 1]!.toFixed(1))
}

/** Converts counts, as DuckDB counts in 64 bits and sums in 128. */
function numbers(row: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => typeof value === 'bigint')
      .map(([key, value]) => [key, Number(value)]),
  )
}

function plain(rows: object[]): object[] {
  return rows.map((row) => ({ ...row }))
}
