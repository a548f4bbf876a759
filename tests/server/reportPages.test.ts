import { afterAll, expect, test } from 'vitest'
import { firstOperator } from '../../src/server/operators/operators.ts'
import { running } from './running.ts'

/** Tests of the pages of a long report, as an operator's browser requests them. */

const env = { OPERATOR_NAME: 'ada', OPERATOR_PASSWORD: 'correct horse battery' }
const { send, open, ctx } = await running({ env, until: afterAll })
await firstOperator(ctx)
const { cookies } = await send({
  method: 'POST',
  url: '/api/reports/login',
  payload: { name: env.OPERATOR_NAME, password: env.OPERATOR_PASSWORD },
  headers: { 'x-requested-with': 'leadloom', host: 'localhost:3000' },
})
const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const FOREVER = `path=small&from=0&to=${Date.now() + 60_000}`
const ask = (name: string, more: string) =>
  send({ method: 'GET', url: `/api/reports/${name}?${FOREVER}${more}`, headers: { cookie } })
const VISITS = 'visits-by-affiliate-and-subs'

for (const affid of ['9', '86', '104', '86']) await open({ query: { affid } })

test('a report without a page parameter has all its rows, and no page data', async () => {
  const answer = (await ask(VISITS, '')).json()
  expect(Object.keys(answer)).toEqual(['data'])
  expect(answer.data.map((row: { aff_id: string }) => row.aff_id)).toEqual(['104', '86', '9'])
})

test('a page has the requested rows in order, and the sums of all', async () => {
  const answer = (await ask(VISITS, '&limit=2&sort=page_visits&order=desc')).json()
  expect(answer.data.map((row: { aff_id: string }) => row.aff_id)).toEqual(['86', '104'])
  const totals = { page_visits: 4, filled_basic_data: 0 }
  expect(answer.page).toEqual({
    rows: 3,
    matching: 3,
    totals,
    matching_totals: totals,
    snapshot: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  })
  const searched = (await ask(VISITS, `&key=aff_id&search=86&snapshot=${answer.page.snapshot}`)).json()
  expect(searched.page).toMatchObject({ matching: 1, totals, matching_totals: { page_visits: 2 } })
})

test.each([
  ['limit=5001', '5000'],
  ['limit=0', 'limit'],
  ['offset=-1', 'offset'],
  ['sort=ip', 'sort'],
  ['key=registration_rate&search=1', 'key'],
  ['search=1', 'A search needs a column. Add key.'],
  [`key=sub1&search=${'x'.repeat(201)}`, 'search'],
  ['snapshot=newest', 'snapshot'],
])('refuses %s', async (more, says) => {
  const { statusCode, body } = await ask(VISITS, `&${more}`)
  expect(statusCode).toBe(400)
  expect(body).toContain(says)
})

test('a report that is never long has no pages', async () => {
  expect((await ask('visits-by-affiliate', '&limit=2')).statusCode).toBe(400)
})
