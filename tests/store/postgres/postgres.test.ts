import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { SCHEMA, SCHEMA_NUMBER } from '../../../src/store/engines/postgres/postgresSchema.ts'
import {
  MIGRATIONS,
  ONLY_ADDED_SINCE,
  prepareDatabase,
  wrongWith,
} from '../../../src/store/engines/postgres/prepareDatabase.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { LEADS_PER_SESSION } from '../../../src/store/nouns/leads/keptLeads.ts'
import { NotKept } from '../../../src/store/kernel/storeErrors.ts'
import type { Store } from '../../../src/store/store.ts'
import { HURT, SMALL_FLOW } from '../../server/smallFlow.ts'
import { play, publish, session, step, uuidOf, type History } from '../history.ts'
import { ingestUntilKilled } from '../ingestUntilKilled.ts'
import { beginSteps } from './beginSteps.ts'
import { databaseOf, openOnPostgres } from './database.ts'
import { openPooler } from './pooler.ts'
import { SERVER_URL, startPostgres, urlOf } from './server.ts'

/** Tests of PostgreSQL beyond the contract of every store. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const day = { path: 'leadloom', from: NOON - 1000, to: NOON + 86_400_000 }

/** Two stores on one database, as two processes have them. */
async function openTwo(place: string): Promise<[Store, Store]> {
  const stores = await Promise.all([openOnPostgres(place), openOnPostgres(place)])
  await publish(stores[0], 'leadloom', 1000)
  return stores
}

async function ask(place: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: await databaseOf(place) })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('refuses one write of a batch and keeps all others', async () => {
  const store = await openOnPostgres('refused')
  await publish(store, 'leadloom', 1000)
  const commits: number[] = []
  store.watch(({ writes }) => commits.push(writes))
  const told = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) =>
      // Every tenth call is refused: half of those by the rule, half by a foreign key.
      i % 20 === 10
        ? store.track(uuidOf(9999), { kind: 'visit', at: NOON })
        : store.openSession(session({ uuid: uuidOf(i), at: NOON, version: i % 20 === 0 ? 404 : 1 })),
    ),
  )
  const refused = told.flatMap((one, i) => (one.status === 'rejected' ? [i] : []))
  expect(refused).toEqual([0, 10, 20, 30, 40, 50])
  expect(commits).toEqual([60])
  expect(await store.versions()).toMatchObject([{ sessions: 54 }])
  expect(await store.report('visits-by-affiliate', day)).toMatchObject([{ page_visits: 54 }])
})

test('stores a text that PostgreSQL can’t represent, with a replacement character', async () => {
  const place = 'nul'
  const store = await openOnPostgres(place)
  await publish(store, 'leadloom', 1000)
  const origin = { today: '2026-11-20', query: { utm_source: 'a\0b\\u0000' } }
  await store.openSession(session({ origin, referrer: 'a\0b', user_agent: 'x\0', at: NOON }))
  expect(await store.session(uuidOf(0))).toMatchObject({
    origin: { ...origin, query: { utm_source: 'a\uFFFDb\\u0000' } },
    referrer: 'a\uFFFDb',
    user_agent: 'x\uFFFD',
  })
  expect(await store.forgetSession(uuidOf(0))).toBe(true)
  expect((await store.session(uuidOf(0)))?.origin).toEqual({ today: '2026-11-20', query: {} })
})

test('adds up the counts of several processes, each in its own rows', async () => {
  const place = 'slots'
  const stores = await openTwo(place)
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      stores[i % 2]!.openSession(session({ uuid: uuidOf(i), at: NOON, aff_id: String(i % 3) })),
    ),
  )
  const wide = { ...day, from: NOON - 5 * 86_400_000, to: NOON + 5 * 86_400_000 }
  for (const store of stores) {
    expect((await store.report('visits-by-affiliate', wide)).map((row) => row.page_visits)).toEqual([
      14, 13, 13,
    ])
    expect(await store.versions()).toMatchObject([{ sessions: 40 }])
  }
  const slots = await ask(place, 'SELECT slot, sessions FROM totals_versions ORDER BY slot')
  expect(slots.map(({ sessions }) => Number(sessions))).toEqual([20, 20])
})

test('counts a history shared by two processes as one process does', async () => {
  const history: History = {
    versions: [{ path: 'leadloom', at: 1000 }],
    sessions: Array.from({ length: 30 }, (_, i) => ({
      path: 'leadloom',
      version: 1,
      aff_id: String(i % 4),
      sub1: String(i % 3),
      sub2: '',
      sub3: '',
      at: NOON + i,
      events: [
        { kind: 'visit', at: NOON + i },
        { kind: 'registration', at: NOON + i },
      ],
      sales: [{ offer: 'mva', cents: 100 * i, at: NOON + i }],
    })),
  }
  const [alone, [one, other]] = [await openOnPostgres('alone'), await openTwo('shared')]
  await play(alone, history)
  // Both get every call, as a browser sends again what wasn't answered.
  await Promise.all([play(one, history), play(other, history)])
  for (const name of ['visits-by-affiliate-and-subs', 'analytics-epr', 'sale-by-aff-sub-offer'] as const) {
    const rows = await alone.report(name, day)
    expect(rows.length).toBeGreaterThan(0)
    expect(await one.report(name, day)).toEqual(rows)
    expect(await other.report(name, day)).toEqual(rows)
  }
})

test('keeps the limits of a session across all processes', async () => {
  const stores = await openTwo('limits')
  await stores[0].openSession(session({ at: NOON }))
  const kept = await Promise.all(
    Array.from({ length: 3 * LEADS_PER_SESSION }, (_, i) =>
      stores[i % 2]!.storeLead(uuidOf(0), { phone: String(i) }, NOON),
    ),
  )
  expect(kept.filter(Boolean)).toHaveLength(LEADS_PER_SESSION)
})

test('lets only one process take a delivery', async () => {
  const stores = await openTwo('taken up')
  for (let i = 0; i < 20; i++) {
    await stores[0].openSession(session({ uuid: uuidOf(i), at: NOON }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: { phone: `51255523${10 + i}` } }
    await stores[0].appendStep(uuidOf(i), step({ id: uuidOf(100 + i), at: NOON }), { lead })
  }
  const due = await stores[1].dueDeliveries('acme', NOON, 100)
  expect(due).toHaveLength(20)
  const taken = await Promise.all(
    due.map((delivery) => Promise.all(stores.map((store) => store.beginAttempt(delivery, NOON)))),
  )
  for (const attempts of taken) expect(attempts.filter((attempt) => attempt !== null)).toHaveLength(1)
})

const MAIL = { offer: 'mva', step: 'end', recipient: 'ann@example.com', subject: 'Hello', body: 'Text' }
const EVENT = { vendor: 'meta', account: '1', name: 'Lead', kind: 'lead', offer: 'mva', step: '' } as const
const HOOK = { name: 'crm', url: 'https://crm.example/', kinds: ['lead'], made_by: 'ada' } as const

test.each([
  {
    what: 'an email',
    due: (store: Store) => store.dueMails(NOON, 100),
    begin: (store: Store, entry: number) => store.beginMail(entry, NOON),
  },
  {
    what: 'an event for a vendor',
    due: (store: Store) => store.duePixelEvents(EVENT, NOON, 100),
    begin: (store: Store, entry: number) => store.beginPixelEvent(entry, NOON),
  },
  {
    what: 'a message of a webhook',
    due: (store: Store) => store.dueWebhookMessages('crm', NOON, 100),
    begin: (store: Store, entry: number) => store.beginWebhookMessage(entry, NOON),
  },
])('lets only one process take $what', async ({ what, due, begin }) => {
  const stores = await openTwo(`taken up: ${what}`)
  await stores[0].addWebhook({ ...HOOK, kinds: ['lead'], persons: true, local: false, made_at: NOON })
  for (let i = 0; i < 20; i++) {
    await stores[0].openSession(session({ uuid: uuidOf(i), at: NOON }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: { phone: `51255523${10 + i}` } }
    const mails = [{ ...MAIL, recipient: `visitor${i}@example.com` }]
    const given = { lead, mails, pixelEvents: [EVENT] }
    await stores[0].appendStep(uuidOf(i), step({ id: uuidOf(100 + i), at: NOON }), given)
  }
  const entries = await due(stores[1])
  expect(entries).toHaveLength(20)
  const taken = await Promise.all(
    entries.map((entry) => Promise.all(stores.map((store) => begin(store, entry)))),
  )
  for (const attempts of taken) expect(attempts.filter((attempt) => attempt !== null)).toHaveLength(1)
})

test('has one process do a job for all, and another once it has ended', async () => {
  const url = await databaseOf('jobs')
  const [one, other] = await Promise.all([openPostgres({ url }), openOnPostgres('jobs')])
  expect(await one.takesJob('retention')).toBe(true)
  expect(await other.takesJob('retention')).toBe(false)
  expect(await one.takesJob('retention')).toBe(true)
  await one.close()
  await expect.poll(() => other.takesJob('retention')).toBe(true)
})

test('publishes one version after another, in any process', async () => {
  const stores = await openTwo('publishing')
  await Promise.all(Array.from({ length: 10 }, (_, i) => publish(stores[i % 2]!, 'leadloom', 2000 + i)))
  expect(await stores[0].live()).toHaveLength(1)
  expect(await stores[1].splits('leadloom')).toHaveLength(11)
})

test('doesn’t acknowledge writes lost with a connection, and continues with another', async () => {
  const place = 'ended'
  const store = await openOnPostgres(place)
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ at: NOON }))
  const kept: string[] = []
  const refusals: unknown[] = []
  const write = async (n: number) => {
    const id = uuidOf(1000 + n)
    try {
      if (await store.appendStep(uuidOf(0), step({ id, at: NOON }))) kept.push(id)
    } catch (error) {
      refusals.push(error)
    }
  }
  for (let round = 0; round < 5; round++) {
    const writing = Array.from({ length: 200 }, (_, n) => write(200 * round + n))
    await ask(
      place,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await Promise.all(writing)
  }
  await store.ready()
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(NotKept)
  const found = (await store.session(uuidOf(0)))!.steps.map(({ id }) => id)
  expect(new Set(found).size).toBe(found.length)
  expect(kept.filter((id) => !found.includes(id))).toEqual([])
})

test('continues with new connections if all were closed while idle', async () => {
  const place = 'ended idle'
  const store = await openOnPostgres(place)
  await publish(store, 'leadloom', 1000)
  expect(await store.report('visits-by-affiliate', day)).toEqual([])
  await ask(
    place,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  const left = async () =>
    (await ask(place, 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database()')).length - 1
  await expect.poll(left).toBe(0)
  await sleep(100)
  await store.openSession(session({ at: NOON }))
  expect(await store.live()).toHaveLength(1)
  expect(await store.report('visits-by-affiliate', day)).toMatchObject([{ page_visits: 1 }])
})

test('doesn’t acknowledge a batch without a response in time, and continues', async () => {
  const place = 'deadline'
  const url = await databaseOf(place)
  const store = await openPostgres({ url, deadlineMs: 300 })
  onTestFinished(() => store.close())
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ at: NOON }))
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query(`BEGIN; SELECT 1 FROM sessions WHERE uuid = '${uuidOf(0)}' FOR UPDATE`)
  const sent = step({ id: uuidOf(5), at: NOON })
  await expect(store.appendStep(uuidOf(0), sent)).rejects.toThrow(NotKept)
  // New calls are refused at once from now on.
  const beganAt = performance.now()
  await expect(store.appendStep(uuidOf(0), sent)).rejects.toThrow(NotKept)
  expect(performance.now() - beganAt).toBeLessThan(100)
  expect(store.trouble()).toMatchObject({ name: 'locked' })
  await other.end()
  await expect.poll(() => store.trouble()).toBeNull()
  expect(await store.appendStep(uuidOf(0), sent)).toBe(true)
})

test('a process killed while writing loses nothing it acknowledged, and its counts are right', async () => {
  const place = 'killed'
  const store = await openOnPostgres(place)
  await publish(store, 'leadloom', 1000)
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++)
    acknowledged.push(
      ...(await ingestUntilKilled(await databaseOf(place), {
        first: round * 1_000_000,
        killAfter: 300 + 300 * round,
      })),
    )
  await expectKept(store, acknowledged)
  expect(await store.versions()).toMatchObject([{ sessions: 1 }])
})

test('PostgreSQL killed during writes loses nothing acknowledged, and keeps what follows', async () => {
  const server = await startPostgres()
  onTestFinished(server.stop)
  const store = await openPostgres({ url: server.url })
  onTestFinished(() => store.close())
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ at: NOON }))
  const acknowledged: string[] = []
  let isOver = false
  let next = 1000
  const writing = Array.from({ length: 32 }, async () => {
    while (!isOver) {
      const id = uuidOf(next++)
      try {
        if (await store.appendStep(uuidOf(0), step({ id, at: NOON }))) acknowledged.push(id)
      } catch (error) {
        expect(error).toBeInstanceOf(NotKept)
        await sleep(20)
      }
    }
  })
  for (let round = 0; round < 3; round++) {
    const before = acknowledged.length
    while (acknowledged.length < before + 200) await sleep(10)
    await server.kill()
    await server.restart()
  }
  const before = acknowledged.length
  while (acknowledged.length < before + 200) await sleep(10)
  isOver = true
  await Promise.all(writing)
  await expectKept(store, acknowledged)
})

/** Checks that a session has each of these steps, and none twice. */
async function expectKept(store: Store, acknowledged: readonly string[]): Promise<void> {
  const kept = (await store.session(uuidOf(0)))!.steps.map(({ id }) => id)
  const found = new Set(kept)
  expect(found.size).toBe(kept.length)
  expect(acknowledged.length).toBeGreaterThan(500)
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
}

test('creates its tables once if several processes start on an empty database', async () => {
  const url = await databaseOf('starts', 'template0')
  const stores = await Promise.all([1, 2, 3].map(() => openPostgres({ url })))
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const secrets = await Promise.all(stores.map((store) => store.secret('people')))
  expect(new Set(secrets).size).toBe(1)
})

test.each([
  { wrong: 'no address of PostgreSQL', url: 'mysql://a@b/c', says: 'must be like postgres://' },
  { wrong: 'no database in it', url: 'postgres://a:secret@b', says: 'must be like postgres://' },
  {
    wrong: 'a port on which nothing listens',
    url: 'postgres://a:secret@127.0.0.1:1/leadloom',
    says: '127.0.0.1:1/leadloom can’t be reached. Check that PostgreSQL is running there',
  },
])('refuses $wrong in a sentence without the password', async ({ url, says }) => {
  expect(await refusalOf(url)).toContain(says)
})

test('a wrong password or an unknown database is refused in a sentence without the password', async () => {
  const server = process.env[SERVER_URL]!
  const wrong = Object.assign(new URL(server), { password: 'secret' }).href
  expect(await refusalOf(wrong)).toContain('rejected this user or password. Correct them in DATABASE_URL.')
  expect(await refusalOf(urlOf(server, 'nowhere'))).toContain(
    'has no database with this name. Create it with createdb',
  )
})

test('a user who can’t create tables, and a read-only database, are refused with a clear message', async () => {
  const url = await databaseOf('of another', 'template0')
  await ask('of another', "CREATE ROLE ann LOGIN PASSWORD 'secret'")
  onTestFinished(() => ask('of another', 'DROP ROLE ann').then(() => {}))
  const anns = Object.assign(new URL(url), { username: 'ann', password: 'secret' }).href
  expect(await refusalOf(anns)).toMatch(
    /doesn’t let this user create and use tables\. Run ALTER DATABASE \w+ OWNER TO with this user\. \(permission denied/,
  )
  const unwritten = await databaseOf('unwritten', 'template0')
  const database = new URL(unwritten).pathname.slice(1)
  await ask('unwritten', `ALTER DATABASE ${database} SET default_transaction_read_only = on`)
  expect(await refusalOf(unwritten)).toContain(
    'doesn’t accept writes. Set default_transaction_read_only to off.',
  )
})

test('another program’s tables and those of a newer release are refused and left unchanged', async () => {
  const [foreign, newer] = ['foreign', 'newer']
  const url = await databaseOf(foreign, 'template0')
  await ask(foreign, 'CREATE TABLE recipes (name TEXT)')
  expect(await refusalOf(url)).toContain("has another program's tables (recipes). Use a separate database")
  expect(await ask(foreign, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toHaveLength(1)

  const later = await databaseOf(newer)
  await ask(newer, 'UPDATE leadloom SET schema = 999, oldest = 999')
  expect(await refusalOf(later)).toContain('was written by a newer release (schema 999, this one supports')
})

test('drop-off counts late commits, even if later rows were counted before', async () => {
  const { store, shown, begin } = await twoVisitors('late')
  // Another process has taken the next number and not committed yet.
  const late = await begin()
  await late.answer(0)
  expect(await shown()).toEqual([2])
  await store.appendStep(uuidOf(1), step({ ...HURT, id: uuidOf(51), at: NOON + 2 }))
  expect(await shown()).toEqual([2, 1])
  expect(await shown()).toEqual([2, 1])
  await late.commit()
  expect(await shown()).toEqual([2, 2])
  expect(await shown()).toEqual([2, 2])
})

test('drop-off counts late commits of a transaction that began after the newest finished one', async () => {
  const { shown, begin } = await twoVisitors('later')
  const [first, late] = [await begin(), await begin()]
  await late.answer(0)
  await first.answer(1)
  await first.commit()
  expect(await shown()).toEqual([2, 1])
  expect(await shown()).toEqual([2, 1])
  await late.commit()
  expect(await shown()).toEqual([2, 2])
})

/** Two visitors whom drop-off has counted, and transactions of other processes. */
async function twoVisitors(place: string) {
  const store = await openOnPostgres(place)
  await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
  const range = { path: 'small', from: NOON - 1000, to: NOON + 86_400_000 }
  const shown = async () => (await store.report('step-dropoff', range)).map((row) => row.shown)
  for (const n of [0, 1])
    await store.openSession(session({ uuid: uuidOf(n), path: 'small', version: 1, at: NOON }))
  expect(await shown()).toEqual([2])
  const begin = async () => beginSteps(await databaseOf(place))
  return { store, shown, begin }
}

test('accounts of an earlier release whose names differ only by case both stay, and no new ones are created', async () => {
  const url = await databaseOf('names')
  for (const [name, since] of [
    ['Ada', 5],
    ['ADA', 3],
    ['bob', 4],
  ])
    await ask(
      'names',
      `INSERT INTO operators (name, role, password_hash, since) VALUES ('${name}', 'admin', '', ${since})`,
    )
  const store = await openPostgres({ url })
  onTestFinished(() => store.close())
  expect(await store.foldNames()).toEqual(['Ada'])
  const found = ['Ada', 'ADA', 'ada', 'Bob'].map(async (name) => (await store.operator(name))?.name)
  expect(await Promise.all(found)).toEqual(['Ada', 'ADA', 'ADA', 'bob'])
})

test('a database of an earlier schema is refused in one sentence that names the commit to run first', async () => {
  const url = await databaseOf('earlier schema')
  await ask('earlier schema', `UPDATE leadloom SET schema = ${SCHEMA_NUMBER - 1}, oldest = 1`)
  expect(await refusalOf(url)).toMatch(
    new RegExp(
      `^127.0.0.1:\\d+/.+ has schema ${SCHEMA_NUMBER - 1}, which is too old for this release, so run commit 2c4336ae465551da0ca2fd3727612aed09fd0028 on it once before you start this one\\.$`,
    ),
  )
})

test('a database of the first schema of this release opens without change', async () => {
  const url = await databaseOf('first schema', 'template0')
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`${SCHEMA}; INSERT INTO leadloom VALUES (${SCHEMA_NUMBER}, 1)`)
  await prepareDatabase(url, { migrations: [] })
  expect((await client.query('SELECT CAST(schema AS INT), CAST(oldest AS INT) FROM leadloom')).rows).toEqual([
    { schema: SCHEMA_NUMBER, oldest: 1 },
  ])
})

test('migrations run in order, each once, and finished ones stay if the next one fails', async () => {
  const url = await databaseOf('migrated')
  const after = [...MIGRATIONS, 'CREATE TABLE later (x BIGINT)', 'INSERT INTO later VALUES (1)']
  await expect(
    prepareDatabase(url, { migrations: [...after, 'INSERT INTO nowhere VALUES (1)'] }),
  ).rejects.toThrow('relation "nowhere" does not exist')
  await prepareDatabase(url, { migrations: after })
  expect(await ask('migrated', 'SELECT CAST(x AS INT) AS x FROM later')).toEqual([{ x: 1 }])
  expect(
    await ask(
      'migrated',
      'SELECT CAST(schema AS INT) AS schema, CAST(oldest AS INT) AS oldest FROM leadloom',
    ),
  ).toEqual([{ schema: SCHEMA_NUMBER + after.length, oldest: ONLY_ADDED_SINCE }])
})

test('this release can use the database of a newer one that only added to it', async () => {
  const url = await databaseOf('added')
  await ask('added', 'UPDATE leadloom SET schema = 999; ALTER TABLE sessions ADD COLUMN later BIGINT')
  await (await openPostgres({ url })).close()
  expect(await ask('added', 'SELECT CAST(schema AS INT) AS schema FROM leadloom')).toEqual([{ schema: 999 }])
})

test('a release only adds to what other running releases use', () => {
  const added = MIGRATIONS.slice(ONLY_ADDED_SINCE - SCHEMA_NUMBER).join(';')
  const ownTables = [...added.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name)
  const ofOwnTable = new RegExp(
    `^(INSERT INTO|DROP TABLE|CREATE UNIQUE INDEX \\w+ ON) (${ownTables.join('|')})\\b`,
  )
  // A release that doesn't know a column leaves it NULL, which satisfies any unique index.
  const isOfOwnColumn = (statement: string) => {
    const [, table, column] = /^CREATE UNIQUE INDEX \w+ ON (\w+) \((\w+)\)$/.exec(statement) ?? []
    return new RegExp(`ALTER TABLE ${table} ADD COLUMN ${column} (TEXT COLLATE "C"|BIGINT);`).test(added)
  }
  const others = added
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .replaceAll(/^ *--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !ADDS.test(statement) && !ofOwnTable.test(statement))
    .filter((statement) => !isOfOwnColumn(statement))
  expect(others).toEqual([])
})

/** A new table, index or function, a view that keeps its columns (PostgreSQL refuses to drop one), a row of the audit log, a trigger that
 *  runs on new rows or counts for an earlier release, a lock while it is made, how a table's pages are stored, or a column that releases
 *  without it may leave out. */
const ADDS =
  /^(ALTER TABLE \w+ SET \((fillfactor|autovacuum_\w+) = [\d.]+(,\s+autovacuum_\w+ = [\d.]+)*\)$|LOCK TABLE |INSERT INTO audit \(|CREATE (TABLE|INDEX|FUNCTION) |CREATE OR REPLACE VIEW |CREATE TRIGGER \w+ AFTER INSERT |CREATE TRIGGER \w+_of_earlier_release_\w+ |ALTER TABLE \w+ ADD COLUMN \w+ \w+( COLLATE "C")?( NOT NULL DEFAULT [^,]+)?$)/

test.each([
  ['DROP TABLE sessions', false],
  ['ALTER TABLE sessions ADD COLUMN x BIGINT', true],
  ['ALTER TABLE sessions ADD COLUMN x TEXT COLLATE "C" NOT NULL DEFAULT \'\'', true],
  ['ALTER TABLE sessions ADD COLUMN x BIGINT NOT NULL', false],
  ['ALTER TABLE sessions SET (fillfactor = 80, autovacuum_vacuum_threshold = 500)', true],
  ['ALTER TABLE sessions SET UNLOGGED', false],
  ['ALTER TABLE sessions ADD COLUMN x BIGINT, DROP COLUMN ip', false],
  ['CREATE TRIGGER x BEFORE UPDATE ON sessions', false],
  ['CREATE UNIQUE INDEX x ON sessions (ip)', false],
  ['CREATE OR REPLACE VIEW x AS SELECT ip FROM sessions', true],
  ['DROP VIEW live', false],
])('%s only adds: %s', (statement, adds) => {
  expect(ADDS.test(statement)).toBe(adds)
})

test.each(['last', 'first'] as const)(
  'a pooler that gives each transaction the connection freed %s is refused, however many are free',
  async (takes) => {
    const pooler = await openPooler(await databaseOf('pooled'), takes)
    onTestFinished(() => pooler.close())
    // Each try adds two more free connections.
    for (let tries = 0; tries < 5; tries++)
      expect(await refusalOf(pooler.url)).toContain(
        'a pooler that uses another connection for each transaction. Set it to pool_mode = session',
      )
  },
)

const GOOD = { version: 150_004, isStandby: false, fsync: 'on', commits: 'on', encoding: 'UTF8' }

test.each([
  { facts: GOOD, says: null },
  { facts: { ...GOOD, version: 140_011 }, says: 'PostgreSQL 14. Use version 15 or newer.' },
  { facts: { ...GOOD, isStandby: true }, says: 'a standby and doesn’t accept writes. Use the primary' },
  { facts: { ...GOOD, fsync: 'off' }, says: 'fsync = off' },
  { facts: { ...GOOD, commits: 'off' }, says: 'synchronous_commit = off' },
  { facts: { ...GOOD, commits: 'remote_apply' }, says: null },
  { facts: { ...GOOD, encoding: 'SQL_ASCII' }, says: 'Create it with createdb -E UTF8 -T template0' },
])('refuses a server that could lose or change acknowledged data: $says', ({ facts, says }) => {
  if (says === null) expect(wrongWith(facts)).toBeNull()
  else expect(wrongWith(facts)).toContain(says)
})

async function refusalOf(url: string): Promise<string> {
  const message = await openPostgres({ url }).then(
    () => 'opened',
    (error: Error) => error.message,
  )
  expect(message).not.toMatch(/secret|kept-to-itself/)
  return message
}
