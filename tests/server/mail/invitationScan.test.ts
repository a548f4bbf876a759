import { expect, test } from 'vitest'
import { digestOf } from '../../../src/server/kernel/digests.ts'
import { BUILT } from '../built.ts'
import { running } from '../running.ts'

test('a mail filter that opens an invitation and submits an empty form doesn’t use it up', async () => {
  const server = await running({ folders: BUILT })
  const token = 'a'.repeat(43)
  const at = Date.now()
  const invitation = { name: 'ann', role: 'viewer', sites: null, made_by: 'root' } as const
  await server.store.invite(digestOf(token), { ...invitation, made_at: at, expires_at: at + 3_600_000 })
  const headers = { 'x-requested-with': 'leadloom', host: 'localhost:3000' }
  const ask = (url: string, payload: object) =>
    server.send({ method: 'POST', url: `/api/reports/${url}`, payload, headers })
  // The token comes after the #, which no browser and no filter sends.
  const page = '/desk/invitation'
  for (let n = 0; n < 2; n++) {
    expect((await server.app.inject({ method: 'GET', url: page })).statusCode).toBe(200)
    expect((await server.app.inject({ method: 'HEAD', url: page })).statusCode).toBeLessThan(500)
    expect((await server.app.inject({ method: 'POST', url: page, payload: '' })).statusCode).toBeGreaterThan(
      399,
    )
    expect((await ask('invitation', { token })).statusCode).toBe(200)
    expect((await ask('invitation/accept', { token, password: '' })).statusCode).toBeGreaterThan(399)
  }
  expect(await server.store.invitation(digestOf(token), Date.now())).toMatchObject({ name: 'ann' })
})
