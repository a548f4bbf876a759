import { afterAll, describe, expect, test } from 'vitest'
import { CALLS } from '../../schemas/api.ts'
import type { Call } from '../../schemas/kernel/call.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { LOCAL } from '../../src/flow/elements/localChecks.ts'
import { fillIn } from '../../src/flow/placeholders.ts'
import {
  bareNumber,
  hasEnoughWords,
  isGibberishName,
  tidyEmail,
  tidyPhone,
} from '../../src/flow/kernel/text.ts'
import { hasBadName, hasBadWords } from '../../src/server/outside/badWords.ts'
import { emailCheck } from '../../src/server/outside/email.ts'
import { gibberishCheck } from '../../src/server/outside/gibberish.ts'
import { phoneCheck } from '../../src/server/outside/phone.ts'
import { zipCheck } from '../../src/server/outside/zip.ts'
import { compileRequest } from '../../src/server/http/requestCompiler.ts'
import { refused, running, submission, wrapped } from '../server/running.ts'
import { HURT } from '../server/smallFlow.ts'

/** Tests that a stranger's request can be long without being expensive. */

const { send, open, settings } = await running({ env: { RATE_LIMIT: '0' }, until: afterAll })

test('a body with half a million mistakes is refused at its first', () => {
  const validate = compileRequest({
    schema: CALLS['POST /api/sessions/step'].body,
    httpPart: 'body',
    method: 'POST',
    url: '',
  })
  expect(validate({ answers: Array<number>(500_000).fill(1) })).toBe(false)
  expect((validate as { errors?: unknown[] }).errors).toHaveLength(1)
})

test('every schema of a request compiles', () => {
  for (const call of Object.values(CALLS) as Call[])
    for (const httpPart of ['body', 'query'] as const) {
      const schema = call[httpPart]
      if (schema) expect(compileRequest({ schema, httpPart, method: '', url: '' })(null)).toBe(false)
    }
})

test('a missing or unknown member is reported before their number', async () => {
  const { uuid, token } = await open()
  for (const [body, field] of [
    [{ uuid, token }, 'body'],
    [{ uuid, jornaya_lead_id: 'J' }, 'token'],
    [{ uuid, token, jornaya_lead_id: 'J', extra: 1 }, 'extra'],
    [{ uuid, token, jornaya_lead_id: 'J', ef_transaction_id: 'E' }, 'body'],
  ] as const)
    expect(refused(await send(wrapped('PATCH /api/sessions', body, token)))).toMatchObject({
      code: 400,
      field,
    })
})

test('a session stores as much text as a flow can need, and refuses more', async () => {
  const session = await open()
  let kept = 0
  let response = await answer(session, String(kept))
  while (response.statusCode === 204 && kept < 100) {
    kept += 1
    response = await answer(session, String(kept))
  }
  expect(kept).toBe(24)
  expect(refused(response)).toMatchObject({
    code: 422,
    detail: 'This session reached its limit of 100000 characters in answers.',
  })
})

test('a visitor with the longest possible address can answer as often as others', async () => {
  const session = await open()
  for (let n = 0; n < 40; n++) expect((await answer(session, 'the same')).statusCode).toBe(204)
})

test('a session accepts 500 submissions and refuses the next with the reason', async () => {
  const session = await open()
  const again = () => send(wrapped('POST /api/sessions/step', submission(session, HURT), session.token))
  for (let n = 0; n < 500; n++) expect((await again()).statusCode).toBe(204)
  expect(refused(await again())).toMatchObject({
    code: 422,
    detail: 'This session reached its limit of 500 submissions.',
  })
})

/** Answers on a page with the longest allowed address, which begins with `beginning`. */
function answer(session: Session, beginning: string) {
  const request = wrapped('POST /api/sessions/step', submission(session, HURT), session.token)
  return send({ ...request, headers: { ...request.headers, pageurl: beginning.padEnd(4000, 'x') } })
}

test('a session can’t be opened with more parameters than an address can have', async () => {
  const query = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`p${n}`, 'x'.repeat(2000)]))
  const arrival = { path: 'small', page_url: '', referrer: '', query }
  const response = await send(wrapped('POST /api/sessions', arrival, settings.siteKey))
  expect(refused(response)).toMatchObject({ code: 400, field: 'query' })
})

test.each([
  ['without a trusted proxy', {}],
  ['behind one, which names the caller last', { TRUST_PROXY: 'loopback' }],
])('made-up X-Forwarded-For headers lift no limit, %s', async (_where, env) => {
  const limited = await running({ env: { RATE_LIMIT: '0.0005', ...env } })
  const codes: number[] = []
  for (let n = 0; n < 5; n++) {
    const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.7`, 'x-real-ip': `198.51.100.${n}` }
    codes.push((await limited.send({ url: '/api/ip', headers })).statusCode)
  }
  expect(codes).toEqual([200, 200, 200, 429, 429])
})

const LENGTH = 100_000
/** Limit for checks of long texts: a quadratic one takes many seconds, all of these take some milliseconds. */
const PATIENCE_MS = 3000

const CHECKS: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    Object.entries(LOCAL).flatMap(([name, { passes }]) => [
      [`validation ${name}`, (text: string) => passes(text, text)],
      [`validation ${name} of a list`, (text: string) => passes([text], 3)],
    ]),
  ),
  isGibberishName,
  hasEnoughWords,
  hasBadWords,
  hasBadName,
  gibberishCheck,
  emailCheck,
  phoneCheck,
  zipCheck,
  bareNumber,
  tidyPhone,
  tidyEmail,
  'placeholders of a text': (text) => fillIn(text, () => ''),
}

/** Texts that, repeated, make patterns try many matches. */
const REPEATED = String.raw`0 9 a q é @ . , - ' .@ a. a@ a@a. a' a-b& {{ {{}} {{a < <a <a" <p></p> (( +1`
  .split(' ')
  .concat(' ', '\n', '\u00a0', '\u0301', '\ufdfa', '\ud83d', 'a ', ' a')

describe.each(Object.entries(CHECKS))('%s', (_name, check) => {
  test('responds quickly to any 100 kB of text', async () => {
    for (const unit of REPEATED)
      for (const [start, end] of [
        ['a', 'x'],
        ['a@a', '!'],
      ] as const) {
        const text = start + unit.repeat(LENGTH / unit.length) + end
        const began = performance.now()
        await check(text)
        expect(performance.now() - began, `${JSON.stringify(unit)} between ${start} and ${end}`).toBeLessThan(
          PATIENCE_MS,
        )
      }
  })
})
