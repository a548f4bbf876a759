import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { running, submission, wrapped } from './running.ts'
import { HURT, MAIL, WHERE } from './smallFlow.ts'

vi.setConfig({ testTimeout: 60_000 })

test('a session whose answer waits for the disk is not loaded a second time, however many others come', async () => {
  const { ctx, dataDir, send, open, store } = await running()
  const session = await open()
  const sent = (step: object) =>
    send(wrapped('POST /api/sessions/step', submission(session, step), session.token))
  const other = new DatabaseSync(join(dataDir, 'leadloom.db'))
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const first = sent(HURT)
  await vi.waitFor(async () => expect((await store.load()).writes).toBe(1))
  await Promise.all(Array.from({ length: 10_001 }, () => ctx.visitors.find(randomUUID())))
  const second = sent(WHERE)
  await sleep(100)
  other.exec('COMMIT')
  expect([(await first).statusCode, (await second).statusCode]).toEqual([204, 204])
  expect((await sent(MAIL)).statusCode).toBe(204)
  expect((await store.session(session.uuid))?.steps.map(({ step_key }) => step_key)).toEqual(
    [HURT, WHERE, MAIL].map(({ step_key }) => step_key),
  )
})
