import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { buildApp } from '../../src/server/app.ts'
import { compileValidators } from '../../src/server/publish/compileValidators.ts'
import { FOLDERS } from '../../src/server/main.ts'
import { firstOperator } from '../../src/server/operators/operators.ts'
import { parseSettings } from '../../src/server/settings/settings.ts'
import { move } from '../../src/store/engines/move/move.ts'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import { openStore } from '../../src/store/openStore.ts'
import { newYorkWeeks } from '../../src/time/newYorkDay.ts'
import { SELLING_FLOW } from '../server/smallFlow.ts'
import { makeDatabase, startPostgres, urlOf } from '../store/postgres/server.ts'
import { writeLeads } from './deskRows.ts'

/** Measures the lists of /desk over 100,000 leads, call by call, as an operator's browser makes them: the first call, which for the first
 *  list is the first one after the start, and the slowest of some more.
 *  `node tests/bench/desk.ts [--leads 100000] [--postgres]`, with --postgres for the same on PostgreSQL, after a move into it. */
const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '100000' },
    postgres: { type: 'boolean', default: false },
  },
})
const count = Number(values.leads)
const ROUNDS = 5
const FIRST_ROWS_MS = 300
const SEARCH_MS = 500
const MOST_TIMES_READING = 15

// Same cache as for `leadloom`: threads read code from it that was compiled before.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/compiled')

const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-bench-desk-'))
const now = Date.now()
let store = await openStore({ dataDir })
const validators = compileValidators(SELLING_FLOW)
await store.publish({ path: 'small', flow: SELLING_FLOW, style: '', validators, icons: {}, at: now })
await store.secret('people')
await store.close()
writeLeads(join(dataDir, 'leadloom.db'), { count, now })
const postgres = values.postgres ? await startPostgres() : null
if (postgres) {
  const url = urlOf(postgres.url, 'desk')
  await makeDatabase(postgres.url, 'desk', 'template0')
  await move({ dataDir, to: url, now: () => now })
  store = await openPostgres({ url })
} else store = await openStore({ dataDir })

const OPERATOR_PASSWORD = 'correct horse battery'
const env = { LOG_LEVEL: 'silent', RATE_LIMIT: '0', OPERATOR_NAME: 'ada', OPERATOR_PASSWORD }
const world = {
  store,
  settings: parseSettings(env),
  now: Date.now,
  random: randomBytes,
  buyers: new Map(),
  pixels: {},
  folders: FOLDERS,
}
await firstOperator(world)
const { app } = await buildApp(world)
const ours = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
const payload = { name: 'ada', password: OPERATOR_PASSWORD }
const { cookies } = await app.inject({ method: 'POST', url: '/api/reports/login', payload, headers: ours })
const headers = { ...ours, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }

/** Requests of the page before the list. It asks who is logged in, then loads its part's script, which takes some 200 ms on a local
 *  network. */
await app.inject({ url: '/api/reports/me', headers })
await sleep(200)

type Call = [what: string, url: string, body: object | null, goalMs: number]

let isSlow = await measure(['leads: the first page', 'leads', {}, FIRST_ROWS_MS])
const middle = await store.leadList({ limit: 1, to: now - (count / 2) * 30_000 })
const uuid = middle.rows[0]!.session_uuid
const CALLS: Call[] = [
  ['leads: a page in the middle', 'leads', { before: middle.next ?? '' }, FIRST_ROWS_MS],
  ['leads: of one buyer and state', 'leads', { buyer: 'acme', status: 'dead' }, FIRST_ROWS_MS],
  ['leads: sent to nobody', 'leads', { status: 'unsent' }, FIRST_ROWS_MS],
  ['leads: a filter that finds nothing', 'leads', { offer: 'none' }, FIRST_ROWS_MS],
  ['leads: by phone number', 'leads', { search: '(212) 000-0777' }, SEARCH_MS],
  ['leads: by email address', 'leads', { search: 'visitor500@example.com' }, SEARCH_MS],
  ['leads: by a buyer’s id', 'leads', { search: 'S-900-0' }, SEARCH_MS],
  ['leads: by what nobody has', 'leads', { search: 'nobody@example.org' }, SEARCH_MS],
  ['one lead', `lead?uuid=${uuid}`, null, FIRST_ROWS_MS],
  ['deliveries: the first page', 'deliveries', {}, FIRST_ROWS_MS],
  ['deliveries: retried', 'deliveries', { status: 'retried' }, FIRST_ROWS_MS],
  ['deliveries: rejected by one buyer', 'deliveries', { status: 'rejected', buyer: 'acme' }, FIRST_ROWS_MS],
  ['lost in a week', `deliveries/overview?from=${now - 7 * 86_400_000}`, null, SEARCH_MS],
  ['privacy requests: the first page', 'privacy', {}, FIRST_ROWS_MS],
  ['privacy requests: a page at the end', 'privacy', { before: '60' }, FIRST_ROWS_MS],
  ['privacy requests: being forgotten', 'privacy', { state: 'forgetting' }, FIRST_ROWS_MS],
  ['privacy requests: by phone number', 'privacy', { search: '(212) 000-0777' }, SEARCH_MS],
  ['privacy requests: by what none has', 'privacy', { search: 'nobody@example.org' }, SEARCH_MS],
  ['what lists are filtered by', 'choices', null, FIRST_ROWS_MS],
]

for (const call of CALLS) isSlow = (await measure(call)) || isSlow

/** A scorecard beside its floor: reading the same deliveries with their last attempts, and counting nothing but them. */
const weeks = newYorkWeeks(now, 8)
const floorSql = `SELECT COUNT(answer_ms) AS n FROM outbox JOIN attempts
  ON attempts.delivery = outbox.delivery AND attempts.attempt = outbox.attempts
  WHERE outbox.buyer = 'acme' AND outbox.at >= ${weeks.at(-1)!.from} AND outbox.attempts > 0`
const read = await reader()
isSlow = (await measure(['a buyer’s scorecard', 'buyers/scorecard?buyer=acme', null, SEARCH_MS])) || isSlow
const [floors, cards]: [number[], number[]] = [[], []]
let deliveries = 0
for (let round = 0; round < ROUNDS; round++) {
  const begun = performance.now()
  deliveries = await read.rows()
  floors.push(performance.now() - begun)
  cards.push(await callMs('buyers/scorecard?buyer=acme', null))
}
await read.close()
const ratio = Math.min(...cards) / Math.min(...floors)
isSlow ||= ratio > MOST_TIMES_READING
console.log(
  `a scorecard of ${deliveries.toLocaleString('en-US')} deliveries takes ${ratio.toFixed(1)} times reading them (at most ${MOST_TIMES_READING})`,
)

/** A connection of its own, as reports have. */
async function reader(): Promise<{ rows: () => Promise<number>; close: () => Promise<void> }> {
  if (postgres) {
    const client = new Client({ connectionString: urlOf(postgres.url, 'desk') })
    await client.connect()
    return {
      rows: async () => Number((await client.query<{ n: string }>(floorSql)).rows[0]!.n),
      close: () => client.end(),
    }
  }
  const db = new DatabaseSync(join(dataDir, 'leadloom.db'), { readOnly: true })
  return {
    rows: async () => Number((db.prepare(floorSql).get() as { n: number }).n),
    close: async () => db.close(),
  }
}

/** Prints how long a call takes, and returns true if that is too long. */
async function measure([what, url, body, goalMs]: Call): Promise<boolean> {
  const first = await callMs(url, body)
  let slowest = 0
  for (let round = 0; round < ROUNDS; round++) slowest = Math.max(slowest, await callMs(url, body))
  const figures = [first, slowest].map((ms) => ms.toFixed(0).padStart(6))
  console.log(`${what.padEnd(36)} first ${figures[0]} ms, then at most ${figures[1]} ms of ${goalMs}`)
  return first > goalMs || slowest > goalMs
}

async function callMs(url: string, body: object | null): Promise<number> {
  const begun = performance.now()
  const { statusCode } = await app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/reports/desk/${url}`,
    headers,
    ...(body && { payload: body }),
  })
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`)
  return performance.now() - begun
}

await app.close()
await store.close()
await postgres?.stop()
rmSync(dataDir, { recursive: true })
process.exitCode = isSlow ? 1 : 0
