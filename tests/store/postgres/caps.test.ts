import { expect, onTestFinished, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import type { Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { databaseOf } from './database.ts'

const PROCESSES = 3
const LEADS = IN_FULL ? 300 : 45
const CAP = 20
const DAY_MS = 86_400_000

test('servers that share a database fill a cap exactly, and never exceed it', async () => {
  const url = await databaseOf('caps of several servers')
  const stores = await Promise.all(Array.from({ length: PROCESSES }, () => openPostgres({ url })))
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))))
  const [store] = stores as [(typeof stores)[0], ...typeof stores]
  const at = Date.now()
  await publish(store, 'leadloom', at)
  for (let i = 0; i < LEADS; i++) {
    await store.openSession(session({ uuid: uuidOf(i), at }))
    const lead = { offer: 'mva', buyers: ['acme'], payload: {} }
    await store.appendStep(uuidOf(i), step({ id: uuidOf(1000 + i), at }), { lead })
  }
  const limits: Limits = {
    zone: 'UTC',
    caps: [{ per: 'month', leads: CAP }],
    hours: null,
    isPaused: false,
    waitMs: { full: DAY_MS, closed: 0, paused: 0 },
  }
  let underWay = 0
  let most = 0
  const accepted: number[] = []
  /** Takes up each lead; of three with a place, the buyer refuses one. */
  const work = async (mine: (typeof stores)[0], deliveries: readonly number[]) => {
    for (const delivery of deliveries) {
      const attempt = await mine.beginAttempt(delivery, at, { limits })
      if (!attempt) continue
      most = Math.max(most, ++underWay + accepted.length)
      const state = delivery % 3 === 0 ? 'rejected' : 'accepted'
      underWay--
      if (state === 'accepted') accepted.push(delivery)
      await mine.endAttempt(delivery, attempt.attempt, { state, message: '', at, due_at: null })
    }
  }
  while (accepted.length < CAP) {
    const due = await store.dueDeliveries('acme', at, LEADS)
    expect(due.length).toBeGreaterThan(0)
    await Promise.all(stores.flatMap((mine) => [work(mine, due), work(mine, due.toReversed())]))
    await store.lookAgain(null, at)
  }
  await Promise.all(stores.map(async (mine) => work(mine, await mine.dueDeliveries('acme', at, LEADS))))
  expect(accepted).toHaveLength(CAP)
  expect(new Set(accepted).size).toBe(CAP)
  expect(most).toBeLessThanOrEqual(CAP)
})
