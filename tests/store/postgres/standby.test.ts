import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import { STALE_MS } from '../../../src/store/engines/postgres/standby.ts'
import { firstOperator } from '../../../src/server/operators/operators.ts'
import { startPostgresCluster } from '../../cluster/postgresCluster.ts'
import { running } from '../../server/running.ts'
import { NotKept } from '../../../src/store/kernel/storeErrors.ts'
import { SMALL_FLOW } from '../../server/smallFlow.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { beginSteps } from './beginSteps.ts'
import { buyerLock } from './besideStage.ts'
import { databaseOf } from './database.ts'

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const RANGE = { path: null, from: NOON, to: NOON + 1000 }

test('reports are read from a standby while it keeps up, or else from the database itself', async () => {
  const cluster = await startPostgresCluster()
  let aheadMs = 0
  const [standby] = cluster.standbys()
  const [, standbyUrl = ''] = cluster.addresses()
  const store = await openPostgres({
    url: cluster.url,
    reportsUrl: standbyUrl,
    now: () => Date.now() + aheadMs,
  })
  try {
    await publish(store, 'leadloom', 1000)
    let opened = 0
    const open = () => store.openSession(session({ uuid: uuidOf(opened++), at: NOON }))
    const visits = async () => {
      const [row] = await store.report('trend-hours', RANGE)
      return row?.page_visits ?? 0
    }
    await open()
    await expect.poll(visits).toBe(1)
    await expect.poll(() => store.reportsAsOf()).toBeGreaterThan(Date.now() - 5000)

    // Steps that it hasn't applied aren't counted, and the store reports the time up to which it counts.
    await cluster.pauseReplay(standby!)
    await open()
    await sleep(1500)
    const asOf = await store.reportsAsOf()
    expect([await visits(), asOf! < Date.now() - 1000]).toEqual([1, true])

    aheadMs = STALE_MS
    expect(await store.reportsAsOf()).toBeNull()
    expect(await visits()).toBe(2)
    // Reports never go back to fewer rows once more were read.
    aheadMs = 0
    expect(await visits()).toBe(2)

    await cluster.kill([standby!])
    await open()
    expect(await visits()).toBe(3)
    expect(await store.reportsAsOf()).toBeNull()
    await cluster.start([standby!])
    await expect.poll(() => store.reportsAsOf()).not.toBeNull()
    expect(await visits()).toBe(3)
  } finally {
    await store.close()
    await cluster.stop()
  }
})

test('drop-off from a standby counts late commits of a transaction that began after the newest finished one', async () => {
  const cluster = await startPostgresCluster()
  const [, standbyUrl = ''] = cluster.addresses()
  const store = await openPostgres({ url: cluster.url, reportsUrl: standbyUrl })
  try {
    await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: 1000 })
    const range = { path: 'small', from: NOON - 1000, to: NOON + 86_400_000 }
    const shown = async () => (await store.report('step-dropoff', range)).map((row) => row.shown)
    for (const n of [0, 1])
      await store.openSession(session({ uuid: uuidOf(n), path: 'small', version: 1, at: NOON }))
    await expect.poll(shown).toEqual([2])
    const [first, late] = [await beginSteps(cluster.url), await beginSteps(cluster.url)]
    await late.answer(0)
    await first.answer(1)
    await first.commit()
    await expect.poll(shown).toEqual([2, 1])
    expect(await shown()).toEqual([2, 1])
    await late.commit()
    await expect.poll(shown).toEqual([2, 2])
    expect(await store.reportsAsOf()).not.toBeNull()
  } finally {
    await store.close()
    await cluster.stop()
  }
})

test('without a standby, the first write is refused in time and the next immediately, with the cause, until there is one again', async () => {
  const cluster = await startPostgresCluster()
  const store = await openPostgres({ url: cluster.url, deadlineMs: 3000 })
  try {
    await publish(store, 'leadloom', 1000)
    await store.openSession(session({ at: NOON }))
    const troubles: (string | undefined)[] = []
    store.watch(({ trouble }) => troubles.push(trouble?.name))
    await cluster.kill(cluster.standbys())
    const refusedAfterMs = async (id: number) => {
      const beganAt = performance.now()
      await expect(store.appendStep(uuidOf(0), step({ id: uuidOf(id), at: NOON }))).rejects.toThrow(NotKept)
      return performance.now() - beganAt
    }
    // It arrives behind another call, and no longer waits for that.
    const first = refusedAfterMs(1)
    await sleep(1000)
    const behind = refusedAfterMs(2)
    expect(await first).toBeLessThan(4500)
    expect(await behind).toBeLessThan(3500)
    expect(store.trouble()).toMatchObject({ name: 'no standby confirms' })
    for (const id of [3, 4, 5]) expect(await refusedAfterMs(id)).toBeLessThan(500)
    await sleep(2000)
    expect(new Set(troubles)).toEqual(new Set(['no standby confirms']))

    await cluster.start(cluster.standbys())
    await expect.poll(() => store.trouble()).toBeNull()
    // The first may have been stored as well.
    for (const id of [1, 2, 3]) await store.appendStep(uuidOf(0), step({ id: uuidOf(id), at: NOON }))
    const kept = (await store.session(uuidOf(0)))!.steps.map(({ id }) => id)
    expect(kept.toSorted()).toEqual([1, 2, 3].map(uuidOf))
  } finally {
    await store.close()
    await cluster.stop()
  }
})

test('a delivery that no standby confirms isn’t acknowledged, and another server can lock its buyer', async () => {
  const cluster = await startPostgresCluster()
  const store = await openPostgres({ url: cluster.url, deadlineMs: 60_000 })
  const asking = new Client({ connectionString: cluster.url })
  await asking.connect()
  try {
    await publish(store, 'leadloom', 1000)
    await store.openSession(session({ at: NOON }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: {} }
    await store.appendStep(uuidOf(0), step({ id: uuidOf(1), at: NOON }), { lead })
    const [delivery] = await store.dueDeliveries('acme', Date.now(), 1)
    await cluster.kill(cluster.standbys())
    let isAnswered = false
    const begun = store.beginAttempt(delivery!, Date.now())
    void begun.then(() => (isAnswered = true))
    const attempts = async () =>
      (await asking.query('SELECT CAST(attempts AS INTEGER) AS attempts FROM outbox')).rows
    await expect.poll(attempts, { timeout: 10_000 }).toEqual([{ attempts: 1 }])
    await asking.query(`SET lock_timeout = 5000; ${buyerLock('acme')}`)
    await sleep(500)
    expect(isAnswered).toBe(false)
    await cluster.start(cluster.standbys())
    expect(await begun).toMatchObject({ attempt: 1 })
  } finally {
    await asking.end()
    await store.close()
    await cluster.stop()
  }
})

test('refuses another system’s database, but accepts one that was promoted to primary', async () => {
  const [ours, others] = await Promise.all(['standby of none', 'another'].map((place) => databaseOf(place)))
  await expect(openPostgres({ url: ours!, reportsUrl: others! })).rejects.toThrow(
    /^REPORTS_URL points to 127\.0\.0\.1:\d+\/[^@]*, which isn't a standby of the database in DATABASE_URL\.$/,
  )
  await expect(openPostgres({ url: ours!, reportsUrl: 'replica:5432/leadloom' })).rejects.toThrow(
    /^REPORTS_URL must be like postgres:/,
  )
  const store = await openPostgres({ url: ours!, reportsUrl: ours! })
  onTestFinished(() => store.close())
  expect(await store.reportsAsOf()).toBeGreaterThan(Date.now() - 5000)
})

test('a report from a standby says up to when it counts', async () => {
  const url = await databaseOf('as of')
  const store = await openPostgres({ url, reportsUrl: url })
  onTestFinished(() => store.close())
  const operator = { name: 'ada', password: 'correct horse battery' }
  const { send, ctx } = await running({
    store,
    env: { OPERATOR_NAME: operator.name, OPERATOR_PASSWORD: operator.password },
  })
  await firstOperator(ctx)
  const headers = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
  const login = await send({ method: 'POST', url: '/api/reports/login', payload: operator, headers })
  const [cookie] = login.cookies
  const answer = await send({
    url: `/api/reports/trend-days?start=${NOON}&end=${NOON + 1}`,
    headers: { ...headers, cookie: `${cookie!.name}=${cookie!.value}` },
  })
  expect(answer.json()).toEqual({ data: [], as_of: expect.closeTo(Date.now(), -4) as number })
})
