import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsentAnswer } from '../../schemas/commands.ts'
import { openSqlite } from '../../src/server/store/sqlite/open.ts'
import { session, step, uuidOf } from '../server/store/history.ts'
import { HURT, MAIL, SMALL_FLOW, WHERE } from '../server/smallFlow.ts'
import { leadloom, NOW } from './commandLine.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadloom-consent-'))
const AGREED = uuidOf(1)
const SILENT = uuidOf(2)
const HTML = '<p>I agree<script>alert(1)</script></p>'

const consent = (line: string) => leadloom(`consent ${line}`, { env: { DATA_DIR } })

beforeAll(async () => {
  const store = await openSqlite({ dataDir: DATA_DIR })
  await store.publish({ path: 'small', flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: NOW })
  for (const uuid of [AGREED, SILENT])
    await store.openSession(session({ uuid, path: 'small', version: 1, at: NOW }))
  for (const [index, submission] of [HURT, WHERE].entries())
    await store.appendStep(AGREED, step({ ...submission, id: uuidOf(7 + index), at: NOW }))
  const answered = step({ ...MAIL, id: uuidOf(9), at: NOW })
  await store.appendStep(AGREED, answered, {
    consents: [
      {
        field: 'mva_tcpa',
        text: 'I agree to be called.',
        text_sha256: 'a'.repeat(64),
        flow_sha256: 'b'.repeat(64),
        sellers: ['Acme'],
        control: { element: 'submit', text: 'Go on', state: 'pressed' },
        browser_at: NOW - 100,
        ip: '203.0.113.7',
        user_agent: 'Phone 9',
        opt_out: null,
        certificates: {},
        html: HTML,
      },
    ],
  })
  // It came after the consent: what is known by now is told beside what was known then.
  await store.patchSession(AGREED, 'jornaya_lead_id', 'J-1')
  await store.optOut({ session_uuid: AGREED, phone: null, email: null, source: 'gpc', at: NOW + 1 })
  await store.optOut({
    session_uuid: null,
    phone: null,
    email: 'ANN@example.com',
    source: 'unsubscribe',
    at: NOW + 2,
  })
  await store.close()
})
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('the export holds the consent whole, who gave it, and the ids that came later', async () => {
  const { code, out } = await consent(`${AGREED} --json`)
  const answer = JSON.parse(out) as ConsentAnswer
  expect([code, Value.Check(ConsentAnswer, answer)]).toEqual([0, true])
  expect(answer).toMatchObject({
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

test('for people it says who, what, when and how, and leaves the markup out', async () => {
  const { code, out } = await consent(AGREED)
  expect(code).toBe(0)
  for (const said of [
    '“I agree to be called.”',
    'Acme',
    'submit “Go on”, pressed',
    '203.0.113.7',
    'J-1',
    'unsubscribe, of this email',
  ])
    expect(out).toContain(said)
  expect(out).not.toContain('<script>')
})

test('a session without a consent is told so; one that is not there is named', async () => {
  expect(await consent(SILENT)).toMatchObject({ code: 0, err: '' })
  expect((await consent(SILENT)).out).toContain('has given no consent')
  expect(await consent(uuidOf(404))).toMatchObject({ code: 1, out: '' })
  expect((await consent('nonsense')).code).toBe(2)
})
