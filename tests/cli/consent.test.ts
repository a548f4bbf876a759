import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsentAnswer } from '../../schemas/commands/visitors.ts'
import type { NewConsent } from '../../src/store/nouns/sessions/sessionTypes.ts'
import { openStore } from '../../src/store/openStore.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from '../server/smallFlow.ts'
import { leadloom, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-consent-'))
const AGREED = uuidOf(1)
const SILENT = uuidOf(2)
/** The same person on a second visit, now with a phone number. */
const AGAIN = uuidOf(3)
/** A visitor of a site with other field names. */
const ELSEWHERE = uuidOf(4)
const HTML = '<p>I agree<script>alert(1)</script></p>'

const consent = (line: string) => leadloom(`consent ${line}`, { env: { DATA_DIR } })

const CONSENT: NewConsent = {
  decision: 'agreed',
  field: 'mva_tcpa',
  text: 'I agree to be called.',
  flow_sha256: 'b'.repeat(64),
  sellers: ['Acme'],
  control: { element: 'submit', text: 'Go on', state: 'pressed' },
  browser_at: NOW - 100,
  ip: '203.0.113.7',
  user_agent: 'Phone 9',
  opt_out: null,
  certificates: {},
  html: HTML,
}

beforeAll(async () => {
  const store = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: NOW })
  for (const uuid of [AGREED, SILENT, AGAIN])
    await store.openSession(session({ uuid, path: 'small', version: 1, at: NOW }))
  for (const [index, submission] of [HURT, WHERE].entries())
    await store.appendStep(AGREED, step({ ...submission, id: uuidOf(7 + index), at: NOW }))
  const answered = step({ ...MAIL, id: uuidOf(9), at: NOW })
  await store.appendStep(AGREED, answered, { consents: [CONSENT] })
  await store.appendStep(AGAIN, step({ ...MAIL, id: uuidOf(9), at: NOW }))
  const phone = [{ question_key: 'phone', answer_key: 'value', raw_data: '(512) 555-2368' }]
  await store.appendStep(AGAIN, step({ ...MAIL, id: uuidOf(10), answers: phone, at: NOW }))
  const flow = structuredClone(SMALL_FLOW)
  flow.constants_config.questions['mail']!.answers['value']!.backend_field_name = 'mail_address'
  await store.publish({ path: 'other', flow, style: '', validators: '', icons: {}, at: NOW })
  await store.openSession(session({ uuid: ELSEWHERE, path: 'other', version: 2, at: NOW }))
  const answers = [{ ...MAIL.answers[0]!, raw_data: 'bo@example.com' }]
  for (const [index, submission] of [HURT, WHERE, { ...MAIL, answers }].entries())
    await store.appendStep(ELSEWHERE, step({ ...submission, id: uuidOf(11 + index), at: NOW }))
  // These came after the consent. The proof shows what is known now beside what was known then.
  await store.patchSession(AGREED, 'jornaya_lead_id', 'J-1')
  await store.optOut({ session_uuid: AGREED, phone: null, email: null, source: 'gpc', at: NOW + 1 })
  await store.optOut({
    session_uuid: null,
    phone: null,
    email: 'ANN@example.com',
    source: 'unsubscribe',
    at: NOW + 2,
  })
  await store.optOut({
    session_uuid: null,
    phone: null,
    email: 'bo@example.com',
    source: 'do_not_sell',
    at: NOW + 3,
  })
  await store.close()
})
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('the export has the full consent, who gave it, and the IDs that came later', async () => {
  const { code, out } = await consent(`${AGREED} --json`)
  const answer = JSON.parse(out) as ConsentAnswer
  expect([code, Value.Check(ConsentAnswer, answer)]).toEqual([0, true])
  expect(answer.sessions).toHaveLength(1)
  expect(answer.sessions[0]).toMatchObject({
    session_uuid: AGREED,
    certificates: { jornaya_lead_id: 'J-1' },
    given: { email: 'ann@example.com' },
    person: { name: null, phone: null, email: 'ann@example.com' },
    revocations: [
      { of: 'session', source: 'gpc', at: NOW + 1 },
      { of: 'email', source: 'unsubscribe', at: NOW + 2 },
    ],
    consents: [{ text: 'I agree to be called.', sellers: ['Acme'], certificates: {}, html: HTML, at: NOW }],
  })
})

test('names the person known when each consent was given, not from later answers', async () => {
  const store = await openStore({ dataDir: DATA_DIR, hasThreads: false })
  const first = [{ ...MAIL.answers[0]!, raw_data: 'yuri@example.com' }]
  const later = [{ ...MAIL.answers[0]!, raw_data: 'zoe@example.com' }]
  await store.openSession(session({ uuid: uuidOf(5), path: 'small', version: 1, at: NOW }))
  for (const [index, submission] of [HURT, WHERE].entries())
    await store.appendStep(uuidOf(5), step({ ...submission, id: uuidOf(20 + index), at: NOW }))
  const consents = [CONSENT]
  await store.appendStep(uuidOf(5), step({ ...MAIL, answers: first, id: uuidOf(22), at: NOW }), { consents })
  await store.appendStep(uuidOf(5), step({ ...MAIL, answers: later, id: uuidOf(23), at: NOW }))
  await store.close()
  const { sessions } = JSON.parse((await consent(`${uuidOf(5)} --json`)).out) as ConsentAnswer
  expect(sessions).toMatchObject([
    { person: { email: 'zoe@example.com' }, consents: [{ person: { email: 'yuri@example.com' } }] },
  ])
  expect((await consent(uuidOf(5))).out).toContain('by: yuri@example.com')
})

test('lists withdrawn consents, whatever the flow calls the address field', async () => {
  const { sessions } = JSON.parse((await consent(`${ELSEWHERE} --json`)).out) as ConsentAnswer
  expect(sessions[0]?.revocations).toEqual([{ of: 'email', source: 'do_not_sell', at: NOW + 3 }])
})

test('prints who, what, when, and how as text, without markup', async () => {
  const { code, out } = await consent(AGREED)
  expect(code).toBe(0)
  for (const said of [
    '“I agree to be called.”',
    'Acme',
    'submit “Go on”, pressed',
    '203.0.113.7',
    'J-1',
    'unsubscribe, for this email',
  ])
    expect(out).toContain(said)
  expect(out).not.toContain('<script>')
})

test('reports a session without a consent, and one that doesn’t exist', async () => {
  expect(await consent(SILENT)).toMatchObject({ code: 0, err: '' })
  expect((await consent(SILENT)).out).toContain("hasn't given any consent")
  expect(await consent(uuidOf(404))).toMatchObject({ code: 1, out: '' })
  expect((await consent('nonsense')).code).toBe(2)
})

test('finds a person in every session by their answers, however they’re written', async () => {
  const uuids = async (line: string) => {
    const { code, out } = await consent(`${line} --json`)
    return [code, (JSON.parse(out) as ConsentAnswer).sessions.map(({ session_uuid }) => session_uuid)]
  }
  expect(await uuids('--email ANN@example.com')).toEqual([0, [AGREED, AGAIN]])
  expect(await uuids('--phone (512)555-2368')).toEqual([0, [AGAIN]])
  expect(await uuids('--phone +15125552368 --email ann@example.com')).toEqual([0, [AGREED, AGAIN]])
  const { out } = await consent('--email ann@example.com')
  expect(out).toMatch(new RegExp(`Session ${AGREED}[^]+\n\n[^]*${AGAIN}`))
})

test.each([
  ['--email bob@example.com', 1, 'No session has these contact details'],
  ['--email bob', 2, '--email must be an email address'],
  ['--phone 555', 2, '--phone must be a US phone number with 10 digits'],
  ['', 2, 'Add one session UUID, or --email'],
  [`${AGREED} --email ann@example.com`, 2, 'Add one session UUID, or --email'],
])('reports a search without results: %s', async (line, code, said) => {
  const answer = await consent(line)
  expect(answer).toMatchObject({ code, out: '' })
  expect(answer.err).toContain(said)
})
