import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONSOLE_CALLS } from '../../src/server/consoleCalls.ts'
import { openStore } from '../../src/store/openStore.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { leadloom, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-call-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const say = (name: string, input?: object) =>
  leadloom(['call', name, ...(input ? ['--json', JSON.stringify(input)] : [])], { env: { DATA_DIR } })
const answer = async (name: string, input?: object) => JSON.parse((await say(name, input)).out) as object
const opened = () => openStore({ dataDir: DATA_DIR, now: () => NOW, hasThreads: false })

/** Three leads: the first is sold, the second belongs to the same person, and the buyer calls the third a duplicate. */
beforeAll(async () => {
  const store = await opened()
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
  const told = {
    vendor: 'meta',
    account: '12345',
    kind: 'lead',
    offer: 'mva',
    step: '',
    name: 'Lead',
  } as const
  await store.appendStep(uuidOf(0), step({ id: uuidOf(50), at: NOW - 1000 }), { pixelEvents: [told] })
  await store.beginPixelEvent(1, NOW)
  await store.endPixelEvent(1, 1, { state: 'refused', message: 'error 100', due_at: null })
  await store.close()
})

test('lists the same entries as the desk, filtered by the input', async () => {
  expect(await answer('desk/deliveries', { status: 'duplicate' })).toMatchObject({
    data: [
      { delivery: 3, duplicate_of: null, last: 'Seen before' },
      { delivery: 2, duplicate_of: 1 },
    ],
    next: null,
  })
  expect(await answer('desk/outgoing', { what: 'pixel', state: 'refused' })).toMatchObject({
    data: [{ entry: 1, vendor: 'meta', name: 'Lead', last: 'error 100' }],
  })
  expect(await answer('/api/reports/desk/choices')).toMatchObject({ buyers: ['acme'] })
  expect(await answer('paths')).toEqual({ data: ['leadloom'] })
})

test('sends leads again by the desk’s rules, and the audit log names the console', async () => {
  expect(await answer('desk/deliveries/replay', { deliveries: [1, 2, 3, 99] })).toEqual({
    replayed: [3],
    not_replayed: [
      { delivery: 1, reason: 'other_state' },
      { delivery: 2, reason: 'sold_before' },
      { delivery: 99, reason: 'unknown' },
    ],
  })
  expect(await answer('desk/deliveries/replay', { deliveries: [2], force: true })).toMatchObject({
    replayed: [2],
  })
  const store = await opened()
  const lines = await store.auditLog(2)
  await store.close()
  expect(lines).toMatchObject([
    { operator: 'console', act: 'replay_delivery', about: '2, although sold before' },
    { operator: 'console', act: 'replay_delivery', about: '3' },
  ])
})

test('a call without an answer prints nothing, and a refused one says why', async () => {
  expect(await say('desk/outgoing/replay', { what: 'pixel', entry: 1 })).toEqual({
    code: 0,
    out: '',
    err: '',
  })
  expect(await say('desk/outgoing/replay', { what: 'pixel', entry: 1 })).toMatchObject({ code: 1, out: '' })
})

test('a name shared by two calls reads without input and writes with it', async () => {
  const made = await answer('desk/webhooks', {
    name: 'crm',
    url: 'https://crm.example',
    kinds: ['lead'],
    persons: false,
  })
  expect(made).toMatchObject({ key: expect.stringMatching(/^whsec_/) as string })
  expect(await answer('desk/webhooks')).toMatchObject({ data: [{ name: 'crm', made_by: 'console' }] })
  const tried = await say('desk/webhooks/test', { name: 'crm' })
  expect([tried.code, JSON.parse(tried.out)]).toEqual([1, expect.objectContaining({ taken: false })])
  expect((await say('desk/webhooks/end', { name: 'crm' })).code).toBe(0)
})

test('the input of a read-only call is its query', async () => {
  expect(await answer('desk/lead', { uuid: uuidOf(0) })).toMatchObject({
    session_uuid: uuidOf(0),
  })
})

test('without a name, lists every call of the desk and of reports, with its input, and none about logins', async () => {
  const { code, out } = await leadloom('call', {})
  expect([code, out.split('\n').length]).toEqual([0, CONSOLE_CALLS.length])
  expect(out).toContain('desk/deliveries/replay  { deliveries: [...], force }  Sends leads again')
  expect(out).not.toMatch(/^(account|people|login|me|studio|.*\.pdf)\b/m)
})

test.each([
  [['desk/deliverys'], 2, 'Unknown call "desk/deliverys". Did you mean "desk/deliveries"?'],
  [['people/invite'], 2, 'Unknown call "people/invite".'],
  [['account/password', '--json', '{}'], 2, 'Unknown call "account/password".'],
  [['desk/deliveries', 'dead'], 2, 'Add one name. Input goes into --json.'],
  [['desk/deliveries', '--json', '[1]'], 2, '--json must be an object'],
  [['desk/deliveries', '--json', '{state}'], 2, '--json must be an object'],
  [
    ['desk/deliveries', '--json', '{"status":"lost"}'],
    1,
    "'status' must be equal to one of the allowed values.",
  ],
  [['desk/deliveries', '--json', '{"from":2,"to":1}'], 1, 'From must be before To.'],
])('call %j: exit code %i, %s', async (words, code, said) => {
  const { code: ended, out, err } = await leadloom(['call', ...words], { env: { DATA_DIR } })
  expect([ended, out]).toEqual([code, ''])
  expect(err).toContain(said)
})
