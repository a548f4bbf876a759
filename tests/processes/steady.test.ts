import { expect, test } from 'vitest'
import { answering } from '../soak/steady.ts'

/** Runs for two seconds; `npm run soak steady` runs for half an hour and watches time and memory too. */
test('every acknowledged call is recorded once, and counted once in the reports', async () => {
  const { failed, account, reported } = await answering(2000, 60)
  const { acknowledged, recorded, ...rest } = account
  expect([failed, rest]).toEqual([0, { lost: 0, doubled: 0, integrity: 'ok' }])
  expect(recorded).toEqual(acknowledged)
  expect(reported).toEqual({ sessions: acknowledged.sessions, events: acknowledged.events })
  expect(acknowledged.sessions + acknowledged.steps + acknowledged.events).toBe(120)
})
