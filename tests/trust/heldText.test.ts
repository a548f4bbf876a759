import { expect, test } from 'vitest'
import { heldText, heldValue, mayEscapeUnheld } from '../../src/store/kernel/heldText.ts'
import { running, submission, wrapped } from '../server/running.ts'
import { HURT, MAIL, SMALL_FLOW } from '../server/smallFlow.ts'

test.each([
  ['plain', 'plain'],
  ['a whole pair 😀', 'a whole pair 😀'],
  ['high \ud83d', 'high \ufffd'],
  ['low \ude00', 'low \ufffd'],
  ['nul \0', 'nul \ufffd'],
  ['{"a":"\\ud83d"}', '{"a":"\\ufffd"}'],
  ['{"a":"\\uD83D\\uDE00"}', '{"a":"\\uD83D\\uDE00"}'],
  ['["\\ude00\\ud83d"]', '["\\ufffd\\ufffd"]'],
  ['["\\ud83d\\ud83d\\ude00"]', '["\\ufffd\\ud83d\\ude00"]'],
  ['["\\u0000"]', '["\\ufffd"]'],
  // A backslash that a person typed.
  ['["\\\\u0000\\\\ud83d"]', '["\\\\u0000\\\\ud83d"]'],
  ['["\\\\\\u0000"]', '["\\\\\\ufffd"]'],
  // Text that isn't JSON has no escapes.
  ['pattern = /[\\u0000-\\u001f]/', 'pattern = /[\\u0000-\\u001f]/'],
])('%j is stored as %j', (text, kept) => {
  expect(heldText(text)).toBe(kept)
  expect(heldText(kept)).toBe(kept)
})

test('every text in a value is cleaned, including member names, and nothing else changes', () => {
  const value = { 'a\0': ['\ud83d', { b: 1, c: null, d: true, e: '😀' }] }
  expect(heldValue(value)).toEqual({ 'a\ufffd': ['\ufffd', { b: 1, c: null, d: true, e: '😀' }] })
  expect(mayEscapeUnheld(JSON.stringify(value))).toBe(true)
  expect(mayEscapeUnheld('{"a":"\\u00e9"}')).toBe(false)
})

const BAD = 'x\ud83d\0'
const KEPT = 'x\ufffd\ufffd'

test('a call, wrapped or plain, stores no text that a database can’t represent', async () => {
  const flow = structuredClone(SMALL_FLOW)
  const { send, store, open } = await running({ flow })
  const session = await open({
    page_url: `https://claims.example/${BAD}`,
    referrer: BAD,
    query: { sub1: BAD, [BAD]: 'a' },
  })
  expect(await store.session(session.uuid)).toMatchObject({
    page_url: `https://claims.example/${KEPT}`,
    referrer: KEPT,
    sub1: KEPT,
    origin: { query: { sub1: KEPT, [KEPT]: 'a' } },
  })
  const wrong = { ...MAIL, answers: [{ ...MAIL.answers[0]!, raw_data: BAD }] }
  for (const [step, status] of [
    [HURT, 204],
    [wrong, 422],
  ] as const)
    expect(
      (await send(wrapped('POST /api/sessions/step', submission(session, step), session.token))).statusCode,
    ).toBe(status)
  const [{ body } = { body: '' }] = await store.quarantined(1)
  expect(body).toContain(KEPT)
  const stored = await send({
    method: 'POST',
    url: '/api/store',
    payload: { session_uuid: session.uuid, session_token: session.token, lead: { note: BAD } },
    headers: { authorization: `Bearer ${session.token}` },
  })
  expect(stored.statusCode).toBe(204)
})

test('an address and a form can’t contain U+0000', async () => {
  const { app } = await running()
  app.get('/said', async ({ query }) => query)
  expect((await app.inject({ url: '/said?a=x%00y&b=%ED%A0%BD' })).json()).toMatchObject({ a: 'x\ufffdy' })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await app.inject({
    method: 'POST',
    url: '/webhook/conversions',
    payload: 'key=%00&ref=a&id=b&amount=1&status=approved',
    headers: form,
  })
  expect(posted.statusCode).toBeLessThan(500)
})
