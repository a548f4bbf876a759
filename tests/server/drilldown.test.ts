import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { firstOperator } from '../../src/server/operators/operators.ts'
import { hashPassword } from '../../src/server/operators/passwords.ts'
import { maskedIp } from '../../src/store/kernel/mask.ts'
import { refused, running } from './running.ts'

/** Tests of the rows behind a figure, as an operator's browser requests them. */

const env = { OPERATOR_NAME: 'ada', OPERATOR_PASSWORD: 'correct horse battery' }
const { send, open, ctx } = await running({ env, until: afterAll })
await firstOperator(ctx)
const password = env.OPERATOR_PASSWORD
await ctx.store.saveOperator({
  name: 'vera',
  role: 'viewer',
  sites: null,
  password_hash: await hashPassword(password, randomBytes),
  since: 0,
})
const askAs = async (name: string) => {
  const { cookies } = await send({
    method: 'POST',
    url: '/api/reports/login',
    payload: { name, password },
    headers: { 'x-requested-with': 'leadloom', host: 'localhost:3000' },
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return (asked: string, more: object = {}) => send(question(asked, more, { cookie }))
}
/** `asked`: the name and query, as in an address; `more`: members that don't fit there. */
const question = (asked: string, more: object, headers: Record<string, string>) => {
  const [name = '', query = ''] = asked.split('?')
  const words = Array.from(new URLSearchParams(query), ([word, value]) => [
    word,
    ['from', 'to', 'limit', 'version'].includes(word) ? Number(value) : value,
  ])
  return {
    method: 'POST' as const,
    url: `/api/reports/drilldown/${name}`,
    payload: { ...Object.fromEntries(words), ...more },
    headers: { ...headers, 'x-requested-with': 'leadloom' },
  }
}
const ask = await askAs('vera')
const FOREVER = `from=0&to=${Date.now() + 60_000}`

test('a page of visitors shows a viewer no addresses, and has the start of the next page', async () => {
  const sessions = [await open(), await open({ query: { affid: '86' } })]
  const first = (await ask(`visitors?kind=page_visit&path=small&${FOREVER}&limit=1`)).json()
  expect(first.data).toEqual([
    expect.objectContaining({ session_uuid: sessions[1]!.uuid, aff_id: '86', ip: '127.0.0.x' }),
  ])
  const second = (await ask(`visitors?kind=page_visit&${FOREVER}&before=${first.next}`)).json()
  expect(second.data.map((row: { session_uuid: string }) => row.session_uuid)).toEqual([sessions[0]!.uuid])
  expect(second.next).toBeNull()
  expect((await ask(`visitors?kind=page_visit&aff_id=86&sub1=&${FOREVER}`)).json().data).toHaveLength(1)
})

test('an admin sees addresses, and the audit log says so', async () => {
  await open()
  const seen = await (await askAs('ada'))(`visitors?kind=page_visit&path=small&${FOREVER}&limit=1`)
  expect(seen.json().data).toMatchObject([{ ip: '127.0.0.1' }])
  expect(await ctx.store.auditLog(1)).toMatchObject([
    { operator: 'ada', act: 'see_visitors', about: 'small' },
  ])
})

test.each([
  ['visitors?kind=page_visit&from=2&to=1', 400],
  [`visitors?kind=everyone&${FOREVER}`, 400],
  [`visitors?${FOREVER}`, 400],
  [`visitors?kind=visit&${FOREVER}&limit=501`, 400],
  [`visitors?kind=visit&${FOREVER}&before=1;DROP TABLE events`, 400],
  [`sales?kind=visit&${FOREVER}`, 400],
  [`sales?leads=luckiest&${FOREVER}`, 400],
  [`steps?outcome=left&${FOREVER}`, 400],
])('%s is refused', async (asked, code) => {
  expect(refused(await ask(asked))).toMatchObject({ code, type: expect.stringContaining('problem') })
})

test.each([
  [{ columns: ['aff_id'], values: [['86', 'more']] }, 'Each row needs one value for each column.'],
  [{ columns: ['step'], values: [['hurt']] }, 'columns'],
  [{ columns: ['aff_id'], values: [] }, 'values'],
])('invalid rows are refused: %j', async (rows, said) => {
  const answer = await ask(`visitors?kind=visit&${FOREVER}`, { rows })
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(said)])
})

test('shows nothing without a login', async () => {
  expect((await send(question(`sales?${FOREVER}`, {}, {}))).statusCode).toBe(401)
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:x'],
  ['2001:db8::1', '2001:db8:x'],
  ['::1', ':x'],
  ['::ffff:203.0.113.77', '::ffff:203.0.113.x'],
  ['', ''],
])('the address %s is shown as %s', (ip, shown) => {
  expect(maskedIp(ip)).toBe(shown)
})
