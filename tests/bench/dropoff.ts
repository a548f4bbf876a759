import { deepStrictEqual } from 'node:assert'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seed } from '../../src/cli/seed/seedSite.ts'
import { newYorkDay } from '../../src/time/newYorkDay.ts'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { makeDatabase as makePostgres, startPostgres, urlOf } from '../store/postgres/server.ts'
import { copyIntoPostgres } from './reports/postgresCopy.ts'
import { copiesOf, copySessions } from './reports/copies.ts'
import { DROPOFF_QUESTION, openStepsInDuckDb } from './reports/steps.ts'

/** Compares the drop-off report with DuckDB on raw steps, over all 90 days of one path, and checks that the medians agree.
 *  `node tests/bench/dropoff.ts [--sessions 1000000] [--postgres]`, with --postgres for the same on PostgreSQL, into which the database is
 *  copied. The database stays in the temp directory for the next run. */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000000' },
    postgres: { type: 'boolean', default: false },
  },
})
const sessions = Number(values.sessions)

/** Number of visitors who walk the flows; the others are copies of them at other times. */
const SEEDED = 5000
const DAYS = 90
const NOW = Date.parse('2026-11-20T23:59:59.999-05:00')
const PATHS = ['class-action-finder', 'found-money', 'leadloom', 'unemployment-guru']
const RUNS = 5
/** Most time the report may take, as a multiple of DuckDB's. */
const GOAL = 1.5
/** Most time for a started server's first answer, all days. */
const STARTED_MS = 1000

const range = { path: PATHS[0]!, from: newYorkDay(NOW - (DAYS - 1) * 86_400_000), to: NOW }
const dataDir = join(tmpdir(), `leadloom-bench-steps-${sessions}`)
const file = join(dataDir, 'leadloom.db')
if (!existsSync(file)) await makeDatabase()
const store = await openStore({ dataDir })
const duck = await openStepsInDuckDb(file, join(dataDir, 'steps.duckdb'))

const first = performance.now()
let rows = await store.report('step-dropoff', range)
console.log(
  `first answer after ${ms(first)}, from ${new Date(rows[0]?.counted_from ?? 0).toISOString().slice(0, 10)} on`,
)
while (rows[0]?.counted_from !== range.from) {
  await new Promise((done) => setTimeout(done, 1000))
  rows = await store.report('step-dropoff', range)
}
console.log(`all days of the path counted after ${ms(first)}`)

// As a server's job does in the background.
const kept = performance.now()
for (;;) {
  const counted = await store.stepHoursToKeep(NOW + DAYS * 86_400_000)
  if (!counted) break
  await store.keepStepHours(counted)
}
console.log(`hours of all paths kept in ${ms(kept)}`)
const again = await openStore({ dataDir })
await sayStarted('a server that starts', again)
await again.close()

const ask = async () => (await duck.runAndReadAll(DROPOFF_QUESTION(range))).getRowObjects()
const medians = new Map(rows.map((row) => [`${row.version_id} ${row.offer}/${row.step}`, row.median_ms]))
for (const { version, id, median } of await ask()) {
  // Hidden steps are recorded and never shown.
  const ours = medians.get(`${String(version)} ${String(id)}`)
  if (ours !== undefined) deepStrictEqual(ours, median, `the median of ${String(id)}`)
}

const ours = await medianMs(() => store.report('step-dropoff', range))
const theirs = await medianMs(ask)
console.log(
  `drop-off, ${DAYS} days of ${sessions.toLocaleString('en-US')} sessions: store ${ours} ms; ` +
    `DuckDB on raw steps ${theirs} ms, ratio ${(ours / theirs).toFixed(2)} (goal ${GOAL}); medians agree`,
)
duck.closeSync()
if (values.postgres) await sayPostgres(ours)
await store.close()

/** Measures the first answer of a store that has just been opened, and checks that it answers like the other once all days are counted. */
async function sayStarted(where: string, opened: Store): Promise<void> {
  const start = performance.now()
  let [first, ...others] = await opened.report('step-dropoff', range)
  const startedMs = Math.round(performance.now() - start)
  console.log(
    `${where}: first answer after ${startedMs} ms (goal ${STARTED_MS}), from ` +
      `${new Date(first?.counted_from ?? 0).toISOString().slice(0, 10)} on; load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
  )
  if (startedMs > STARTED_MS) process.exitCode = 1
  while (first?.counted_from !== range.from) {
    await new Promise((done) => setTimeout(done, 1000))
    ;[first, ...others] = await opened.report('step-dropoff', range)
  }
  deepStrictEqual([first, ...others], rows)
}

async function sayPostgres(sqliteMs: number): Promise<void> {
  const server = await startPostgres({ under: tmpdir() })
  try {
    await makePostgres(server.url, 'steps', 'template0')
    const url = urlOf(server.url, 'steps')
    const csv = join(tmpdir(), `leadloom-bench-copied-steps-${sessions}`)
    rmSync(csv, { recursive: true, force: true })
    mkdirSync(csv)
    await copyIntoPostgres(file, url, join(csv, 'rows.csv'))
    rmSync(csv, { recursive: true })
    const moved = await openPostgres({ url })
    await sayStarted('a server that starts on PostgreSQL', moved)
    const movedMs = await medianMs(() => moved.report('step-dropoff', range))
    console.log(`drop-off on PostgreSQL ${movedMs} ms, ratio to SQLite ${(movedMs / sqliteMs).toFixed(2)}`)
    await moved.close()
  } finally {
    await server.stop()
  }
}

async function makeDatabase(): Promise<void> {
  const making = `${dataDir}.making`
  rmSync(making, { recursive: true, force: true })
  const store = await openStore({ dataDir: making })
  for (const path of PATHS) {
    const site = new URL(`../../fixtures/sites/${path}/flow.json`, import.meta.url)
    const { $schema: _, ...flow } = JSON.parse(readFileSync(site, 'utf8'))
    await store.publish({ path, flow, style: '', validators: '', icons: {}, at: NOW - DAYS * 86_400_000 })
  }
  const { seeded, times } = copiesOf(sessions, SEEDED)
  await seed(store, { sessions: seeded, days: DAYS, seed: 1, now: NOW })
  await store.close()
  copySessions(join(making, 'leadloom.db'), times)
  renameSync(making, dataDir)
}

async function medianMs(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return Number(times.sort((a, b) => a - b)[RUNS >> 1]!.toFixed(1))
}

function ms(start: number): string {
  return `${Math.round(performance.now() - start).toLocaleString('en-US')} ms`
}
