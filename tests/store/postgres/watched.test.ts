import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requiredStandbys } from '../../../src/store/engines/postgres/condition.ts'
import { takeLock } from '../../../src/store/engines/postgres/locks.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { serveMetrics } from '../../../src/server/metrics/metrics.ts'
import type { Store } from '../../../src/store/store.ts'
import { startPostgresCluster } from '../../cluster/postgresCluster.ts'
import { running } from '../../server/running.ts'
import { databaseOf } from './database.ts'
import { makeDatabase, startPostgres, urlOf } from './server.ts'

/** Tests of the metrics that a server shows for a real PostgreSQL. */

async function opened(url: string): Promise<Store> {
  const store = await openPostgres({ url })
  onTestFinished(() => store.close())
  return store
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Values of a scrape, by name and labels as written. */
async function shownOf(store: Store): Promise<() => Promise<Record<string, number>>> {
  const { ctx } = await running({ store })
  const metrics = await serveMetrics(ctx.metrics, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void metrics.close())
  const { port } = metrics.address() as { port: number }
  return async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(response.status).toBe(200)
    const lines = (await response.text()).matchAll(/^(leadloom_\w+(?:\{[^}]*\})?) (\S+)$/gm)
    return Object.fromEntries(
      [...lines].map(([, name, value]) => [name!, Number(value!.replace('+Inf', 'Infinity'))]),
    )
  }
}

test('shows sizes, the pool, leases, and heartbeats, and nothing that isn’t set up', async () => {
  const shown = await (await shownOf(await opened(await databaseOf('plain'))))()
  expect(shown).toMatchObject({
    leadloom_store_up: 1,
    leadloom_heartbeat_up: 1,
    leadloom_backup_age_seconds: Infinity,
    leadloom_replication_standbys: 0,
    leadloom_replication_required_standbys: 0,
    leadloom_lock_waiting_connections: 0,
    leadloom_lock_longest_wait_seconds: 0,
    leadloom_pool_waiting_lookups: 0,
    'leadloom_leases{state="open"}': 0,
  })
  expect(shown['leadloom_heartbeat_oldest_seconds']).toBeLessThan(10)
  for (const file of ['database', 'wal', 'free'])
    expect(shown[`leadloom_store_bytes{file="${file}"}`], file).toBeGreaterThan(1e6)
  const missing = Object.keys(shown).filter((name) => /archive|lag|file="log"/.test(name))
  expect(missing).toEqual([])
})

test('reports what its user can’t see as unknown, never as 0', async () => {
  const url = await databaseOf('unprivileged')
  const owner = await connected(url)
  const name = new URL(url).pathname.slice(1)
  await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'; ALTER DATABASE ${name} OWNER TO ${name};
    GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${name}`)
  const store = await openPostgres({
    url: Object.assign(new URL(url), { username: name, password: 'plain' }).href,
  })
  try {
    const { bytes, postgres } = await store.load()
    expect([bytes.wal, bytes.free, postgres!.standbys]).toEqual([null, null, null])
    expect(bytes.database).toBeGreaterThan(1e6)
    const shown = await (await shownOf(store))()
    expect(Object.keys(shown).filter((name) => /standbys$|lag|file="(wal|free)"/.test(name))).toEqual([
      'leadloom_replication_required_standbys',
    ])
  } finally {
    await store.close()
  }
})

test('shows how many wait for one of our locks, and how long', async () => {
  const url = await databaseOf('locks')
  const shown = await shownOf(await opened(url))
  const [holds, waits, another] = [await connected(url), await connected(url), await connected(url)]
  await holds.query('BEGIN')
  await holds.query(takeLock('writing'))
  // A lock that isn't ours.
  await holds.query('SELECT pg_advisory_lock(7, 7)')
  const foreign = another.query('SELECT pg_advisory_lock(7, 7)')
  await waits.query('BEGIN')
  const waiting = waits.query(takeLock('writing'))
  await expect.poll(async () => (await shown())['leadloom_lock_waiting_connections']).toBe(1)
  await sleep(500)
  const { leadloom_lock_longest_wait_seconds: seconds } = await shown()
  expect(seconds).toBeGreaterThan(0.4)
  expect(seconds).toBeLessThan(60)
  await holds.query('COMMIT; SELECT pg_advisory_unlock(7, 7)')
  await Promise.all([waiting, foreign])
  expect((await shown())['leadloom_lock_waiting_connections']).toBe(0)
})

test('shows when a backup was recorded last', async () => {
  const url = await databaseOf('backed up')
  const shown = await shownOf(await opened(url))
  const client = await connected(url)
  for (const ago of ['1 hour', '2 days'])
    await client.query(
      `INSERT INTO backups (at) VALUES (CAST(EXTRACT(EPOCH FROM now() - interval '${ago}') * 1000 AS BIGINT))`,
    )
  const age = (await shown())['leadloom_backup_age_seconds']!
  expect(Math.abs(age - 3600)).toBeLessThan(60)
})

test('shows if the archive accepts WAL', async () => {
  const server = await startPostgres({
    settings: { archive_mode: 'on', archive_command: 'test -e archive-works', archive_timeout: '1s' },
  })
  onTestFinished(() => server.stop())
  await makeDatabase(server.url, 'archived', 'template0')
  const url = urlOf(server.url, 'archived')
  const store = await openPostgres({ url })
  const client = await connected(url)
  try {
    const shown = await shownOf(store)
    const failing = async () => (await shown())['leadloom_archive_failing_seconds']
    await client.query('SELECT pg_switch_wal()')
    await expect.poll(failing, { timeout: 20_000 }).toBeGreaterThan(0)
    expect((await shown())['leadloom_archive_age_seconds']).toBe(Infinity)
    await client.query("COPY (SELECT 'now') TO PROGRAM 'cat > archive-works'")
    await client.query('CREATE TABLE something (n INTEGER); SELECT pg_switch_wal()')
    await expect.poll(failing, { timeout: 90_000 }).toBe(0)
    expect((await shown())['leadloom_archive_age_seconds']).toBeLessThan(90)
  } finally {
    await store.close()
  }
}, 150_000)

test('shows each standby, how far behind it is, and how many are needed, even while the database is down', async () => {
  const cluster = await startPostgresCluster()
  const store = await openPostgres({ url: cluster.url, deadlineMs: 3000 })
  try {
    const shown = await shownOf(store)
    await expect.poll(async () => (await shown())['leadloom_replication_standbys']).toBe(2)
    expect(await shown()).toMatchObject({ leadloom_replication_required_standbys: 1 })
    const [paused, killed] = cluster.standbys()
    await cluster.pauseReplay(paused!)
    await store.keepSecret('large', 'x'.repeat(200_000))
    const behind = async ({ name }: { name: string }) =>
      (await shown())[`leadloom_replication_lag_bytes{standby="${name}"}`]
    await expect.poll(() => behind(paused!)).toBeGreaterThan(1000)
    await expect.poll(() => behind(killed!)).toBeLessThan(1000)
    await cluster.kill([killed!])
    await expect.poll(async () => (await shown())['leadloom_replication_standbys']).toBe(1)
    expect(await behind(killed!)).toBeUndefined()

    await cluster.kill([paused!])
    await expect(store.keepSecret('small', 'x')).rejects.toThrow('No PostgreSQL standby confirms commits')
    expect(await shown()).toMatchObject({
      leadloom_replication_standbys: 0,
      leadloom_store_up: 1,
      'leadloom_store_troubles{trouble="no standby confirms"}': 1,
    })
  } finally {
    await store.close()
    await cluster.stop()
  }
}, 120_000)

test('can be read while the database is down, without what can’t be known', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  await makeDatabase(server.url, 'away', 'template0')
  const store = await openPostgres({ url: urlOf(server.url, 'away'), deadlineMs: 2000 })
  try {
    const shown = await shownOf(store)
    expect(await shown()).toMatchObject({ leadloom_store_up: 1, leadloom_replication_standbys: 0 })
    await server.kill()
    await store.ready().catch(() => {})
    const away = await shown()
    expect(away).toMatchObject({ leadloom_store_up: 0, 'leadloom_store_troubles{trouble="out of reach"}': 1 })
    const looked = Object.keys(away).filter((name) => /replication|outbox|leases|backup|bytes/.test(name))
    expect(looked).toEqual([])
    await server.restart()
    await expect.poll(async () => (await shown())['leadloom_store_up'], { timeout: 20_000 }).toBe(1)
    await store.ready()
    expect(Object.keys(await shown()).filter((name) => name.includes('troubles'))).toEqual([])
  } finally {
    await store.close()
  }
}, 60_000)

describe('how many standbys a commit needs', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['a, b', 1],
    ['*', 1],
    ['ANY 1 (a, b)', 1],
    ['any 2 (*)', 2],
    ['FIRST 2 (a, b, c)', 2],
    ['3 ( a,b,c )', 3],
    ['"ANY 9 (x)"', 1],
  ])('%s: %i', (names, needed) => expect(requiredStandbys(names)).toBe(needed))
})
