import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { leadMailer } from '../../../src/server/delivery/mailLead.ts'
import { deliver } from '../../../src/server/startDelivery.ts'
import type { Store } from '../../../src/store/store.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { openBuyer } from './countingBuyer.ts'
import { databaseOf, openOnPostgres } from './database.ts'

/** Tests that processes see which others are alive, and that any of them may take over the work of a dead one. */

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const END = { message: 'It says.', at: AT, due_at: null } as const
const LONG = { leaseMs: 3_600_000 }

async function stage(place: string, { leads = 1 } = {}) {
  const [store, other] = await Promise.all([openOnPostgres(place), openOnPostgres(place)])
  await publish(store, 'leadloom', AT)
  for (let i = 0; i < leads; i++) {
    await store.openSession(session({ uuid: uuidOf(i), at: AT }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: {} }
    await store.appendStep(uuidOf(i), step({ id: uuidOf(100 + i), at: AT }), { lead })
  }
  const asking = new Client({ connectionString: await databaseOf(place) })
  await asking.connect()
  onTestFinished(() => asking.end())
  const ask = async (sql: string, ...values: unknown[]) =>
    (await asking.query<{ n: string }>(sql, values)).rows.map(({ n }) => Number(n))
  return { store, other, ask, due: await store.dueDeliveries('acme', AT, 10) }
}

const PROCESSES = 'SELECT process AS n FROM processes ORDER BY process'

test('a dead process’s attempts are due again, don’t count at the buyer, and their late results don’t matter', async () => {
  const { store, other, ask, due } = await stage('dead', { leads: 2 })
  const [first, second] = due as [number, number]
  await other.beginAttempt(first, AT, LONG)
  expect(await store.beginAttempt(second, AT, { ...LONG, atOnce: 1 })).toBeNull()
  expect(await store.resumeDeliveries(AT, false)).toBe(0)
  await ask('DELETE FROM processes WHERE process = (SELECT leased_by FROM outbox WHERE delivery = $1)', first)
  expect(await store.beginAttempt(second, AT, { ...LONG, atOnce: 1 })).toMatchObject({ attempt: 1 })
  expect(await store.resumeDeliveries(AT, false)).toBe(1)
  expect(await store.beginAttempt(first, AT, LONG)).toMatchObject({ attempt: 2 })
  await other.endAttempt(first, 1, { ...END, state: 'rejected' })
  expect(await store.delivery(first)).toMatchObject({ state: 'due', attempts: 2 })
  // It is alive after all, under another number, and owns the work it begins from now on.
  await expect.poll(() => ask(PROCESSES)).toHaveLength(2)
  await store.endAttempt(first, 2, { ...END, state: 'due', due_at: AT })
  expect(await other.beginAttempt(first, AT, LONG)).toMatchObject({ attempt: 3 })
  expect(await store.resumeDeliveries(AT, false)).toBe(0)
})

test('a lease from a release that doesn’t name its process lasts by time', async () => {
  const { store, other, ask, due } = await stage('release before')
  const [delivery] = due as [number]
  await other.beginAttempt(delivery, AT, LONG)
  // An earlier release began the next attempt, and left the columns that it doesn't know as they were.
  await ask('UPDATE outbox SET attempts = attempts + 1, leased_by = -1 WHERE delivery = $1', delivery)
  expect(await store.resumeDeliveries(AT, false)).toBe(0)
  await ask('UPDATE outbox SET leased_until = 0 WHERE delivery = $1', delivery)
  expect(await store.resumeDeliveries(AT, false)).toBe(1)
})

test('unfinished work of a release without leases is due again', async () => {
  const { store, other, ask, due } = await stage('without leases')
  const [delivery] = due as [number]
  await other.beginAttempt(delivery, AT, LONG)
  await ask(
    'UPDATE outbox SET leased_until = NULL, leased_by = NULL, leased_attempt = NULL WHERE delivery = $1',
    delivery,
  )
  expect(await store.resumeDeliveries(AT, false)).toBe(1)
})

test('a process without heartbeats is considered dead, but not after an outage of all', async () => {
  const { ask } = await stage('outage')
  const alive = await ask(PROCESSES)
  expect(alive).toHaveLength(2)
  await ask('UPDATE processes SET beat_at = beat_at - 60000, since = since - 60000')
  const beaten = 'SELECT COUNT(*) AS n FROM processes WHERE since > $1'
  await expect.poll(() => ask(beaten, Date.now() - 50_000)).toEqual([2])
  expect(await ask(PROCESSES)).toEqual(alive)

  await ask('UPDATE processes SET since = since - 60000')
  await ask('INSERT INTO processes (beat_at, since) VALUES ($1, 0)', Date.now() - 11_000)
  await expect.poll(() => ask(PROCESSES)).toEqual(alive)
})

test('a process that exits releases its attempts to the others at once', async () => {
  const { store, other, due } = await stage('left')
  await other.beginAttempt(due[0]!, AT, LONG)
  await other.close()
  expect(await store.resumeDeliveries(AT, false)).toBe(1)
})

test('a process that might be considered dead posts nothing it started', async () => {
  const { store, due } = await stage('woken')
  const buyer = await openBuyer(async () => {})
  onTestFinished(() => buyer.close())
  let looks = 0
  // Frozen from the moment it had taken the lead up.
  const woken: Store = { ...store, isSeen: () => ++looks === 1 }
  const delivering = await deliver({
    mailLead: leadMailer({ smtpUrl: null, mailFrom: null }).send,
    store: woken,
    buyers: new Map([['acme', { format: 'json', url: buyer.url, local: true }]]),
    now: () => AT,
    auctionMs: 500,
    maxSaleCents: 100_000,
    random: () => 1,
    onError: (error) => expect(error).toBeNull(),
    onAttempt: () => {},
  })
  onTestFinished(() => delivering.stop())
  await expect
    .poll(() => store.delivery(due[0]!))
    .toMatchObject({
      state: 'due',
      attempts: 1,
      last: 'Not sent. This server was down for a while, so another server may have sent it.',
    })
  expect(buyer.keys).toEqual([])
})
