import { tmpdir } from 'node:os'
import { Client } from 'pg'
import { openPostgres } from '../../src/store/engines/postgres/open.ts'
import type { Store } from '../../src/store/store.ts'
import { makeDatabase, startPostgres, urlOf } from '../store/postgres/server.ts'
import { openSessions, publishFlow, stepRate } from './storeRate.ts'

/** Measures what partitions of PostgreSQL's steps would gain and cost. First, sessions are forgotten by age as today, and again with a
 *  table of steps that is dropped whole, as if none of its visitors had become a lead or been asked for consent. Then, the rate of stored
 *  steps with this many partitions, as a statement that looks for a session's rows opens all of them.
 *  `node tests/bench/partitions.ts [sessions to forget] [seconds] [rounds]` */
const forgotten = Number(process.argv[2] ?? 20_000)
const durationMs = 1000 * Number(process.argv[3] ?? 4)
const rounds = Number(process.argv[4] ?? 3)
const STEPS_EACH = 8
const BURST = 100
/** Numbers of partitions: none, the months of a year and more, the weeks of 13 months, the weeks of five years. */
const PARTITIONS = [0, 15, 57, 261]
/** Number of sessions that fit into a partition; its bounds are known before it is used. */
const SESSIONS_EACH = 2 ** 32
let databases = 0

const server = await startPostgres({
  under: tmpdir(),
  settings: { max_wal_size: '4GB', autovacuum: 'off' },
})
try {
  for (const isDropped of [false, true]) console.log(await forget(isDropped))
  const rates = new Map(PARTITIONS.map((partitions) => [partitions, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const partitions of PARTITIONS) rates.get(partitions)!.push(await ingest(partitions))
  for (const [partitions, perSecond] of rates)
    console.log(
      `steps in ${String(partitions).padStart(3)} partitions: ${Math.round(median(perSecond))} /s ` +
        `(rounds ${perSecond.map(Math.round).join(', ')}), ` +
        `${median(perSecond.map((rate, round) => rate / rates.get(0)![round]!)).toFixed(2)} of none`,
    )
} finally {
  await server.stop()
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}

async function forget(isDropped: boolean): Promise<string> {
  const { store, client } = await newStore()
  const until = await fill(client)
  // An empty table leaves the statement of a session nothing to do in it.
  if (isDropped) await client.query('CREATE TABLE week AS TABLE steps; TRUNCATE steps CASCADE')
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  const [walBefore, beganMs] = [await walBytes(client), performance.now()]
  const before = { sessions: until, leads: until, privacyRequests: 0 }
  while ((await store.expire(before, BURST)) === BURST);
  if (isDropped) await client.query('DROP TABLE week')
  const tookMs = performance.now() - beganMs
  const dead = await deadRows(client)
  await client.query('VACUUM')
  const wal = (await walBytes(client)) - walBefore
  await store.close()
  await client.end()
  return (
    `${isDropped ? 'with its steps dropped as a whole' : 'forgotten in place'.padEnd(33)}: ` +
    `${((tookMs * 1000) / forgotten).toFixed(0)} µs, ${(wal / forgotten / 1000).toFixed(1)} kB of the log, ` +
    `${(dead / forgotten).toFixed(1)} dead rows a session`
  )
}

/** Fills in sessions as left by a visitor who answers a flow and becomes no lead. Returns the instant after the last. */
async function fill(client: Client): Promise<number> {
  await client.query(`
    INSERT INTO sessions (uuid, token_hash, version, channel, origin, page_url, referrer, ip, at)
    SELECT gen_random_uuid(), md5(n::text) || md5(n::text), version, channel,
      '{"today":"2026-01-01","query":{"utm_source":"search","gclid":"' || md5(n::text) || '"}}',
      'https://claims.example/leadloom?utm_source=search&gclid=' || md5(n::text), 'https://search.example/', '192.0.2.7', n
    FROM generate_series(1, ${forgotten}) AS n, (SELECT version, channel FROM sessions LIMIT 1) AS any_of_them;
    INSERT INTO events (session, kind, offer, version, channel, at)
    SELECT session, kind, '', version, channel, at
    FROM sessions, unnest(ARRAY['page_visit', 'visit', 'registration']) AS kind WHERE at <= ${forgotten};
    INSERT INTO steps (session, id, offer_key, step_key, answers, time_on_step, execute_actions, at)
    SELECT session, gen_random_uuid(), 'mva', 'step_' || n,
      '[{"question_key":"question_' || n || '","answer_key":"answer","raw_data":"' || md5((session * n)::text) || '"}]',
      1200, '[]', at
    FROM sessions, generate_series(1, ${STEPS_EACH}) AS n WHERE at <= ${forgotten} ORDER BY session, n`)
  return forgotten + 1
}

async function walBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes",
  )
  return Number(rows[0]!.bytes)
}

async function deadRows(client: Client): Promise<number> {
  const { rows } = await client.query<{ dead: string }>(
    'SELECT SUM(n_dead_tup) AS dead FROM pg_stat_user_tables',
  )
  return Number(rows[0]!.dead)
}

async function ingest(partitions: number): Promise<number> {
  const { store, client } = await newStore(partitions)
  await client.end()
  const { perSecond } = await stepRate(store, { inFlight: 64, durationMs })
  await store.close()
  return perSecond
}

async function newStore(partitions = 0): Promise<{ store: Store; client: Client }> {
  const name = `bench_${++databases}`
  await makeDatabase(server.url, name, 'template0')
  const url = urlOf(server.url, name)
  const first = await openPostgres({ url })
  await first.close()
  const client = new Client({ connectionString: url })
  await client.connect()
  if (partitions > 0) await partition(client, partitions)
  const store = await openPostgres({ url })
  await publishFlow(store)
  await openSessions(store)
  return { store, client }
}

/** Splits the empty table of steps into partitions. Sessions to come belong to the last but one, as this week's do. */
async function partition(client: Client, partitions: number): Promise<void> {
  const boundOf = (n: number) => String(n * SESSIONS_EACH)
  await client.query(`
    ALTER TABLE consents DROP CONSTRAINT consents_session_submission_fkey;
    ALTER TABLE steps RENAME TO whole;
    CREATE TABLE steps (LIKE whole, UNIQUE (session, id), FOREIGN KEY (session) REFERENCES sessions)
      PARTITION BY RANGE (session);
    CREATE SEQUENCE steps_entry;
    ALTER TABLE steps ALTER COLUMN entry SET DEFAULT nextval('steps_entry');
    CREATE INDEX steps_by_entry ON steps (entry)`)
  for (let n = 0; n < partitions; n++)
    await client.query(
      `CREATE TABLE steps_${n} PARTITION OF steps FOR VALUES
       FROM (${n === 0 ? 'MINVALUE' : boundOf(n)}) TO (${n === partitions - 1 ? 'MAXVALUE' : boundOf(n + 1)})`,
    )
  await client.query(
    `SELECT setval(pg_get_serial_sequence('sessions', 'session'), ${boundOf(partitions - 2)})`,
  )
}
