import { randomUUID } from 'node:crypto'
import { setImmediate as settled, setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CallName } from '../../schemas/api.ts'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, WHERE } from './smallFlow.ts'
import { openTables } from '../store/tables.ts'

/** A server with a session, a way to block its disk, and a way to push the session out of memory with many others. */
async function stage() {
  const { ctx, dataDir, send, open, store } = await running({ hasThreads: true })
  const session = await open()
  const other = openTables(dataDir, { write: true })
  onTestFinished(() => other.close())
  const call = (name: CallName, body: object) => send(wrapped(name, body, session.token))
  return {
    store,
    session,
    find: () => ctx.visitors.find(session.uuid),
    answer: (step: object) => call('POST /api/sessions/step', submission(session, step)),
    learn: (id: object) => call('PATCH /api/sessions', { uuid: session.uuid, token: session.token, ...id }),
    hold: () => other.exec('BEGIN IMMEDIATE'),
    letGo: () => other.exec('COMMIT'),
    isHeld: () => vi.waitFor(async () => expect((await store.load()).writes).toBe(1)),
    othersCome: async () => {
      await Promise.all(Array.from({ length: 10_001 }, () => ctx.visitors.find(randomUUID())))
      await settled()
    },
  }
}

test('a session whose answer waits for the disk isn’t loaded again, however many others come', async () => {
  const { store, session, answer, hold, letGo, isHeld, othersCome } = await stage()
  hold()
  const first = answer(HURT)
  await isHeld()
  await othersCome()
  const second = answer(WHERE)
  await sleep(100)
  letGo()
  expect([(await first).statusCode, (await second).statusCode]).toEqual([204, 204])
  expect((await answer(MAIL)).statusCode).toBe(204)
  expect((await store.session(session.uuid))?.steps.map(({ step_key }) => step_key)).toEqual(
    [HURT, WHERE, MAIL].map(({ step_key }) => step_key),
  )
})

test('a session whose certificate waits for the disk isn’t loaded again either', async () => {
  const { find, learn, hold, letGo, isHeld, othersCome } = await stage()
  hold()
  const told = learn({ jornaya_lead_id: 'lead-1' })
  await isHeld()
  await othersCome()
  const found = find()
  letGo()
  expect((await told).statusCode).toBe(204)
  expect((await found)?.session.tracking).toEqual({ jornaya_lead_id: 'lead-1' })
})

test('a step that came too early gets the one before it, however many others come in the meantime', async () => {
  const { answer, othersCome } = await stage()
  const early = answer(WHERE)
  await sleep(20)
  await othersCome()
  expect((await answer(HURT)).statusCode).toBe(204)
  expect((await early).statusCode).toBe(204)
})
