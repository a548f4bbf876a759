import { expect, test } from 'vitest'
import { loggedIn } from '../loggedIn.ts'
import { refused, running } from '../running.ts'

/** Tests how an admin turns legal rules off and on. */

const RULE = 'us-wa-hours'
const REASON = 'Our buyers don’t call people in Washington.'

test('an admin turns a rule off with a reason and on again, and the audit log says who did it', async () => {
  const { send, store, ...server } = await running({ env: { RATE_LIMIT: '0' } })
  const headers = await loggedIn({ send, store, ...server })
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    send({ method, url: `/api/reports/desk/${url}`, headers, ...(payload && { payload }) })
  const off = await ask('POST', 'law/off', { rule: RULE, reason: REASON })
  expect([off.statusCode, off.json()]).toEqual([
    201,
    { rule: RULE, reason: REASON, off_by: 'root', off_at: expect.any(Number) },
  ])
  expect((await ask('GET', 'law')).json()).toEqual({ data: [off.json()] })
  const again = await ask('POST', 'law/off', { rule: RULE, reason: REASON })
  expect(refused(again)).toMatchObject({ code: 409, field: 'rule' })
  const unknown = await ask('POST', 'law/off', { rule: 'us-mars', reason: REASON })
  expect(refused(unknown)).toMatchObject({ code: 404, field: 'rule' })
  expect((await ask('POST', 'law/off', { rule: RULE, reason: ' ' })).statusCode).toBe(400)
  expect((await ask('POST', 'law/on', { rule: RULE })).statusCode).toBe(204)
  expect(refused(await ask('POST', 'law/on', { rule: RULE }))).toMatchObject({ code: 404, field: 'rule' })
  expect((await ask('GET', 'law')).json()).toEqual({ data: [] })
  expect((await store.auditLog(2)).map(({ operator, act, about }) => [operator, act, about])).toEqual([
    ['root', 'turn_on_law', RULE],
    ['root', 'turn_off_law', RULE],
  ])
})
