import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { BODIES, call, namesSession, VISITOR_CALLS } from '../server/bodies.ts'
import { keys, refused, running, wrapped } from '../server/running.ts'
import { rowsOf } from './rows.ts'

const { send, open, settings, dataDir } = await running({ env: { RATE_LIMIT: '0' }, until: afterAll })
const session = await open()
const other = await open()
const VISIT = 'POST /api/sessions/track/visit'

function signed(signature: string | string[] | undefined, key = session.token): InjectOptions {
  const { headers, ...request } = wrapped(VISIT, keys(session), key)
  const { 'x-signature': _its, ...others } = headers as Record<string, string>
  const authorization = `Bearer ${session.token}`
  return {
    ...request,
    headers: { ...others, authorization, ...(signature !== undefined && { 'x-signature': signature }) },
  }
}
const GOOD = String(wrapped(VISIT, keys(session), session.token).headers!['x-signature'])
const signatureOf = (key: string) => String(wrapped(VISIT, keys(session), key).headers!['x-signature'])

test('a signature is refused with any of its 256 bits flipped, and nothing is written', async () => {
  const before = rowsOf(dataDir)
  for (let bit = 0; bit < 256; bit++) {
    const flipped = Buffer.from(GOOD, 'hex')
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    const response = await send(signed(flipped.toString('hex')))
    expect(refused(response)).toMatchObject({ code: 400, field: 'x-signature' })
  }
  expect(rowsOf(dataDir)).toEqual(before)
})

test.each<[string, string | string[] | undefined]>([
  ['no signature', undefined],
  ['an empty one', ''],
  ['one by the site’s public key', signatureOf(settings.siteKey)],
  ['one by another session’s token', signatureOf(other.token)],
  ['one by an empty key', signatureOf('')],
  ['one in capitals', GOOD.toUpperCase()],
  ['one in quotes', `"${GOOD}"`],
  ['one that is named, as other products do', `sha256=${GOOD}`],
  ['the right one twice', [GOOD, GOOD]],
  ['the right one behind a wrong one', `${'0'.repeat(64)},${GOOD}`],
  ['one that goes on', GOOD + '0'.repeat(8000)],
  ['one that is cut', GOOD.slice(0, 63)],
  ['text of its length beyond ASCII', 'é'.repeat(64)],
])('%s is refused, and nothing is written', async (_what, signature) => {
  const before = rowsOf(dataDir)
  expect(refused(await send(signed(signature)))).toMatchObject({ code: 400, field: 'x-signature' })
  expect(rowsOf(dataDir)).toEqual(before)
})

describe.each(VISITOR_CALLS.filter(namesSession))('%s', (name) => {
  const body = BODIES[name]!

  test('a token with another session’s UUID gets 403, in the header or in the body, and changes no row', async () => {
    const before = rowsOf(dataDir)
    const attempts = [
      call(name, body(other), session.token),
      call(name, body({ ...session, token: other.token }), session.token),
      call(name, body({ ...other, token: session.token }), session.token),
      call(name, body({ ...session, token: randomBytes(48).toString('base64url') }), session.token),
    ]
    for (const attempt of attempts) expect(refused(await send(attempt)).code).toBe(403)
    expect(rowsOf(dataDir)).toEqual(before)
  })

  test('a token whose first bytes name another session isn’t that session’s', async () => {
    const before = rowsOf(dataDir)
    const mixed = other.token.slice(0, 24) + session.token.slice(24)
    expect(refused(await send(call(name, body({ ...other, token: mixed }), mixed))).code).toBe(403)
    expect(rowsOf(dataDir)).toEqual(before)
  })
})

test('a caller can’t choose the UUID or the token of a new session', async () => {
  const arrival = { path: 'small', page_url: '', referrer: '', query: {} }
  const chosen = { ...arrival, uuid: session.uuid, token: session.token }
  const response = await send(wrapped('POST /api/sessions', chosen, settings.siteKey))
  expect(refused(response)).toMatchObject({ code: 400 })
})
