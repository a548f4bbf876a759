import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { NotKept } from '../../../src/store/kernel/storeErrors.ts'
import type { Store } from '../../../src/store/store.ts'
import { openBalancer } from '../../cluster/balancer.ts'
import { PATIENCE_MS } from '../../patience.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { databaseOf, openOnPostgres } from './database.ts'
import { startPostgres } from './server.ts'

/** Tests machines that freeze, and networks that drop everything silently. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
/** Longest time that the others acknowledge nothing. */
const HELD_UP_MS = 5000

async function stage(place: string) {
  const url = await databaseOf(place)
  const store = await openOnPostgres(place)
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ at: NOON }))
  const asking = new Client({ connectionString: url })
  await asking.connect()
  onTestFinished(() => asking.end())
  const ask = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await asking.query<Row>(sql, values)).rows
  /** True if a connection is idle in the middle of a transaction and holds one of our locks. */
  const isHeld = async () => {
    const held = await ask(
      `SELECT 1 FROM pg_stat_activity JOIN pg_locks USING (pid)
       WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 2 AND objid < 1000 AND granted
         AND state = 'idle in transaction'`,
    )
    return held.length > 0
  }
  return { url, store, ask, isHeld }
}

const sale = (external_id: string) => ({
  session_uuid: uuidOf(0),
  offer: 'mva',
  source: 'partner',
  external_id,
  cents: 100,
  returned: false,
  at: NOON,
})

/** Stops a process in the middle of a transaction in which it holds a lock; tries until it does. */
async function catchHolding(stop: () => void, goOn: () => void, isHeld: () => Promise<boolean>) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    await sleep(Math.random() * 50)
    stop()
    // Statements that it had sent by then have finished.
    await sleep(100)
    if (await isHeld()) return
    goOn()
  }
  throw new Error('It was never caught in the middle of a transaction.')
}

test('a process frozen with a lock delays the others for seconds, and loses and doubles nothing when it wakes', async () => {
  const { url, store, ask, isHeld } = await stage('frozen')
  const script = fileURLToPath(new URL('../sellingProcess.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, 'F'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged: string[] = []
  createInterface(child.stdout).on('line', (id) => acknowledged.push(id))
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10)

  await catchHolding(
    () => child.kill('SIGSTOP'),
    () => child.kill('SIGCONT'),
    isHeld,
  )
  const beganAt = performance.now()
  expect(await store.sell(sale('A-1'))).toBe('new')
  await store.appendStep(uuidOf(0), step({ at: NOON }))
  expect(performance.now() - beganAt).toBeLessThan(HELD_UP_MS)

  child.kill('SIGCONT')
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const rows = await ask<{ external_id: string }>("SELECT external_id FROM sales WHERE external_id LIKE 'F%'")
  const kept = rows.map(({ external_id }) => external_id)
  expect(new Set(kept).size).toBe(kept.length)
  expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([])
})

test('a process without a network delays the others for seconds, reports it in time, and recovers by itself', async () => {
  const { url, store, isHeld } = await stage('cut off')
  const { port } = new URL(url)
  const network = await openBalancer([Number(port)])
  onTestFinished(() => network.close())
  const apart = await openPostgres({
    url: Object.assign(new URL(url), { port: network.port }).href,
    deadlineMs: 3000,
  })
  onTestFinished(() => apart.close())
  let next = 0
  const refusedAfterMs: number[] = []
  let isOver = false
  const selling = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const beganAt = performance.now()
      try {
        await apart.sell(sale(`C${next++}`))
      } catch (error) {
        expect(error).toBeInstanceOf(NotKept)
        refusedAfterMs.push(performance.now() - beganAt)
        await sleep(50)
      }
    }
  })
  await catchHolding(network.cutNetwork, network.mendNetwork, isHeld)
  const beganAt = performance.now()
  expect(await store.sell(sale('A-1'))).toBe('new')
  expect(performance.now() - beganAt).toBeLessThan(HELD_UP_MS)

  await expect.poll(() => apart.trouble()?.name).toBe('out of reach')
  refusedAfterMs.length = 0
  await expect.poll(() => refusedAfterMs.length).toBeGreaterThan(10)
  expect(Math.max(...refusedAfterMs)).toBeLessThan(500)
  await expect(apart.operator('ada')).rejects.toThrow(NotKept)
  // The others may have taken over the work it had begun.
  await expect.poll(() => apart.isSeen()).toBe(false)
  network.mendNetwork()
  await expect.poll(() => apart.trouble()).toBeNull()
  isOver = true
  await Promise.all(selling)
  expect(await apart.sell(sale('C-last'))).toBe('new')
  expect(await apart.operator('ada')).toBeNull()
  await expect.poll(() => apart.isSeen()).toBe(true)
})

test('readers and the locks of jobs follow the writer to another server', async () => {
  const [old, next] = await Promise.all([startPostgres(), startPostgres()])
  onTestFinished(old.stop)
  onTestFinished(next.stop)
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
  const address = await openBalancer([portOf(old)])
  onTestFinished(() => address.close())
  const there = await openPostgres({ url: next.url })
  onTestFinished(() => there.close())
  const url = Object.assign(new URL(old.url), { port: address.port }).href
  const stores = await Promise.all([openPostgres({ url }), openPostgres({ url })])
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const [store, silent] = stores
  await store.ready()
  expect(await store.takesJob('retention')).toBe(true)
  for (const each of stores) expect(await each.operator('ada')).toBeNull()

  // The old primary is demoted: its standby takes over its address, while open connections stay.
  address.leadTo([portOf(next)])
  const admin = new Client({ connectionString: old.url })
  await admin.connect()
  await admin.query('ALTER SYSTEM SET default_transaction_read_only = on')
  await admin.query('SELECT pg_reload_conf()')
  await admin.end()
  const isRefused = () =>
    store.ready().then(
      () => false,
      (error: unknown) => error instanceof NotKept,
    )
  await expect.poll(isRefused, { interval: 10 }).toBe(true)
  await expect.poll(() => isSaved(store)).toBe(true)
  expect(await store.operator('ada')).toMatchObject({ name: 'ada' })
  // This server has written nothing before.
  await expect.poll(() => isSaved(silent)).toBe(true)
  expect(await silent.operator('ada')).toMatchObject({ name: 'ada' })
  expect(await store.takesJob('retention')).toBe(true)
  expect(await there.takesJob('retention')).toBe(false)
})

async function isSaved(store: Store): Promise<boolean> {
  return store
    .saveOperator({ name: 'ada', password_hash: 'x', role: 'admin', sites: null, since: NOON })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotKept) return false
        throw error
      },
    )
}
