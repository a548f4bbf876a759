import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeliveriesAnswer } from '../../schemas/commands/selling.ts'
import { openStore } from '../../src/store/openStore.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-deliveries-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const deliveries = (line: string) => leadloom(`deliveries ${line}`, { env: { DATA_DIR } })

/** Three leads: the first is sold, the second belongs to the same person, and the buyer calls the third a duplicate. */
beforeAll(async () => {
  const store = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  await publish(store, 'leadloom', 1000)
  for (const [n, phone] of ['5125552368', '(512) 555-2368', '5125552369'].entries()) {
    await store.openSession(session({ uuid: uuidOf(n) }))
    const contacts = [{ kind: 'phone' as const, text: phone }]
    const lead = { offer: 'mva', buyers: ['acme'], payload: { phone }, contacts }
    await store.appendStep(uuidOf(n), step({ id: uuidOf(n), at: NOW - 1000 }), { lead })
  }
  const [first, second, third] = await store.dueDeliveries('acme', NOW, 9)
  const end = { at: NOW, due_at: null }
  await store.beginAttempt(first!, NOW)
  const sale = { external_id: '1', cents: 100 }
  await store.endAttempt(first!, 1, { ...end, state: 'accepted', message: 'Accepted at $1.00.', sale })
  await store.beginAttempt(second!, NOW)
  await store.beginAttempt(third!, NOW)
  await store.endAttempt(third!, 1, { ...end, state: 'duplicate', message: 'Seen before' })
  const told = { vendor: 'meta', account: '12345', kind: 'lead', offer: 'mva', step: '' } as const
  await store.appendStep(uuidOf(0), step({ id: uuidOf(50), at: NOW - 1000 }), {
    pixelEvents: [
      { ...told, name: 'Lead' },
      { ...told, name: 'Submit' },
    ],
  })
  await store.beginPixelEvent(1, NOW)
  const refusal = { state: 'refused', message: 'The vendor answered: error 100', due_at: null } as const
  await store.endPixelEvent(1, 1, refusal)
  await store.close()
})

test('tells our own duplicates from what a buyer calls one', async () => {
  const { code, out } = await deliveries('--state duplicate --json')
  const answer = JSON.parse(out) as DeliveriesAnswer
  expect([code, Value.Check(DeliveriesAnswer, answer)]).toEqual([0, true])
  expect(answer.deliveries).toMatchObject([
    { delivery: 3, duplicate_of: null, last: 'Seen before' },
    {
      delivery: 2,
      duplicate_of: 1,
      last: 'Not sent: delivery 1 sold or sells the same person to this buyer, within the last 30 days.',
    },
  ])
})

test('refuses to replay our own duplicate, says why and what sends it, and sends it with --force', async () => {
  expect(await deliveries('replay 2')).toMatchObject({
    code: 1,
    err: "leadloom: Can't replay delivery 2: delivery 1 already covers the same person and acme. To send it anyway, add --force.",
  })
  const { code, out } = await deliveries('replay 2 --force')
  expect([code, out.split('\n')[0]]).toEqual([0, expect.stringMatching(/^2 {2}due {2}mva → acme/)])
})

test('replays what a buyer called a duplicate, without --force', async () => {
  expect((await deliveries('replay 3')).code).toBe(0)
})

test.each([
  ['replay 99', "Can't replay delivery 99: it doesn't exist."],
  ['replay 1', "Can't replay delivery 1: it's accepted."],
])('%s says what is wrong', async (line, message) => {
  expect(await deliveries(line)).toMatchObject({ code: 1, err: `leadloom: ${message}` })
})

test('says which email cannot be replayed', async () => {
  expect(await deliveries('--mail replay 7')).toMatchObject({
    code: 1,
    err: "leadloom: Can't replay email 7. It doesn't exist, or it hasn't failed.",
  })
})

test('takes --force with replay alone', async () => {
  expect((await deliveries('--force')).code).toBe(2)
})

test('lists what vendors are told, of one state, and tells again what they refused', async () => {
  const { code, out } = await deliveries('--pixels --state refused --json')
  const answer = JSON.parse(out) as DeliveriesAnswer
  expect([code, Value.Check(DeliveriesAnswer, answer)]).toEqual([0, true])
  expect(answer.pixelEvents).toMatchObject([
    { entry: 1, vendor: 'meta', name: 'Lead', last: expect.any(String) },
  ])
  expect(await deliveries('--pixels replay 1')).toMatchObject({ code: 0, out: 'Event 1 will be sent again.' })
  const lines = (await deliveries('--pixels')).out.split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^2 {2}due {2}Submit → meta 12345 {2}.* 0 attempts, next /),
    expect.stringMatching(
      /^1 {2}due {2}Lead → meta 12345 {2}.* 1 attempt, next .* {2}The vendor answered: error 100$/,
    ),
    '2 events.',
  ])
})

test.each([
  ['--pixels replay 2', 1, "Can't replay event 2. It doesn't exist, or it hasn't failed."],
  [
    '--pixels --state accepted',
    2,
    'For pixels, --state must be one of due, sent, refused, dead, suppressed, not "accepted".',
  ],
  ['--pixels --mail', 2, 'Use --mail or --pixels, not both.'],
  ['--pixels --force', 2, '--force only works with leads.'],
])('refuses %s', async (line, code, said) => {
  const answer = await deliveries(line)
  expect(answer.code).toBe(code)
  expect(answer.err).toContain(said)
})
