import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { UNKNOWN_TOKENS } from '../../src/server/limits/limits.ts'
import { keys, running, wrapped } from '../server/running.ts'

const madeUp = () => randomBytes(48).toString('base64url')

test('a flood of made-up session tokens gets 429, and visitors of the same and other networks don’t', async () => {
  // A stopped clock, so that no budget refills meanwhile.
  const at = Date.now()
  const server = await running({ now: () => at })
  const session = await server.open()
  const left = await server.open()
  const outcome = async (token: string, remoteAddress = '127.0.0.1') =>
    (
      await server.app.inject({
        url: '/api/sessions/outcome',
        headers: { authorization: `Bearer ${token}` },
        remoteAddress,
      })
    ).statusCode
  const codes: number[] = []
  for (let n = 0; n < UNKNOWN_TOKENS.atOnce + 50; n++) codes.push(await outcome(madeUp()))
  expect(new Set(codes.slice(0, UNKNOWN_TOKENS.atOnce))).toEqual(new Set([401]))
  expect(codes.at(-1)).toBe(429)
  expect(await outcome(session.token)).toBe(200)
  const mark = wrapped('POST /api/sessions/track/visit', keys(session), session.token)
  expect((await server.send(mark)).statusCode).toBe(204)
  // Guesses at the secret of a visitor's token are limited just the same.
  expect(await outcome(`${session.token.slice(0, -8)}AAAAAAAA`)).toBe(429)
  expect(await outcome(madeUp(), '198.51.100.4')).toBe(401)
  // A visitor dropped from memory gets back in on their next page.
  server.ctx.visitors.drop(left.uuid)
  expect(await outcome(left.token)).toBe(429)
  await server.send({ url: '/small', headers: { cookie: `visitor_small=${left.token}` } })
  await server.ctx.visitors.find(left.uuid)
  expect(await outcome(left.token)).toBe(200)
})

test('without limits, none is slowed', async () => {
  const { app } = await running({ env: { RATE_LIMIT: '0' } })
  for (let n = 0; n < UNKNOWN_TOKENS.atOnce + 10; n++) {
    const headers = { authorization: `Bearer ${madeUp()}` }
    const { statusCode } = await app.inject({ url: '/api/sessions/outcome', headers })
    if (statusCode !== 401) expect(statusCode).toBe(401)
  }
})
