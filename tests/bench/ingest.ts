import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'
import { openSessions, publishFlow, SESSIONS, stepOf, stepRate } from './storeRate.ts'

/** Measures durable steps a second through the store alone, beside the same rows written by the barest possible SQLite.
 *  `node tests/bench/ingest.ts [seconds]` */
const durationMs = 1000 * Number(process.argv[2] ?? 4)
const IN_FLIGHT = [64, 512]

const root = mkdtempSync(join(tmpdir(), 'leadloom-ingest-'))
try {
  const single = bareRate(1)
  say('one transaction a step, one thread', single, '')
  for (const inFlight of IN_FLIGHT) {
    const floor = bareRate(inFlight)
    say(`one transaction a ${inFlight} steps, one thread`, floor, '')
    const store = await openStore({ dataDir: join(root, `store-${inFlight}`) })
    const { perSecond, p50Ms, p99Ms, cpuMicros } = await storeRate(store, inFlight)
    say(
      `store, ${inFlight} in flight`,
      perSecond,
      `${(perSecond / floor).toFixed(2)} of that; ${(perSecond / single).toFixed(1)} times one a transaction; ` +
        `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms; ${cpuMicros.toFixed(1)} µs of the caller's thread a step`,
    )
  }
} finally {
  rmSync(root, { recursive: true })
}

async function storeRate(store: Store, inFlight: number) {
  await publishFlow(store)
  await openSessions(store)
  const rate = await stepRate(store, { inFlight, durationMs })
  await store.close()
  return rate
}

/** Writes the same rows into a table and a unique index, with no thread, check or lookup between. */
function bareRate(batch: number): number {
  const db = new DatabaseSync(join(root, `bare-${batch}.db`))
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE steps (entry INTEGER PRIMARY KEY, session INTEGER NOT NULL, id TEXT NOT NULL, offer_key TEXT,
      step_key TEXT, answers TEXT, time_on_step INTEGER, execute_actions TEXT, page_url TEXT, at INTEGER,
      UNIQUE (session, id)) STRICT`)
  const insert = db.prepare('INSERT INTO steps VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const start = performance.now()
  let n = 0
  while (performance.now() - start < durationMs / 2) {
    db.exec('BEGIN')
    for (let i = 0; i < batch; i++, n++) {
      const { id, offer_key, step_key, answers, time_on_step, execute_actions, page_url, at } = stepOf(n)
      const texts = [JSON.stringify(answers), time_on_step, JSON.stringify(execute_actions), page_url, at]
      insert.run(n % SESSIONS, id, offer_key, step_key, ...texts)
    }
    db.exec('COMMIT')
  }
  const perSecond = n / ((performance.now() - start) / 1000)
  db.close()
  return perSecond
}

function say(what: string, perSecond: number, beside: string): void {
  console.log(`${what.padEnd(40)} ${Math.round(perSecond).toLocaleString('en-US').padStart(9)} /s  ${beside}`)
}
