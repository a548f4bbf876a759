import { expect, test } from 'vitest'
import { limitsOf } from '../../src/server/limits/limits.ts'
import { refused, running } from './running.ts'

const KIB = 1024
const { send } = await running({ until: () => {} })

test.each([
  ['POST /api/sessions/step', 256 * KIB],
  ['POST /api/sessions/track/visit', 2 * KIB],
  ['POST /api/validations/email', 4 * KIB],
  ['POST /webhook/conversions', 8 * KIB],
  ['POST /api/reports/login', 16 * KIB],
] as const)('%s takes a body of at most %i bytes', async (name, bytes) => {
  const [method, url] = name.split(' ') as ['POST', string]
  const body = (length: number) => JSON.stringify({ data: 'x'.repeat(length - 11) })
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${'x'.repeat(40)}`,
    'x-requested-with': 'leadloom',
  }
  expect(body(bytes)).toHaveLength(bytes)
  expect((await send({ method, url, payload: body(bytes), headers })).statusCode).not.toBe(413)
  expect(refused(await send({ method, url, payload: body(bytes + 1), headers }))).toMatchObject({ code: 413 })
})

test('a form of a legal page can have 8 KiB', async () => {
  const payload = `kind=delete&email=${'x'.repeat(8 * KIB)}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(
    (await send({ method: 'POST', url: '/legal/small/privacy-policy', payload, headers })).statusCode,
  ).toBe(413)
})

test('the server gives up a hanging call before its browser does', () => {
  expect(limitsOf('GET /readyz', 1).config.answerMs).toBe(5000)
  expect(limitsOf('POST /api/sessions/step', 1).config.answerMs).toBeGreaterThan(30_000)
})
