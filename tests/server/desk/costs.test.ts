import { afterAll, expect, test } from 'vitest'
import type {
  CostFilePart,
  CostImports,
  CostSummary,
  ImportedCosts,
  NamedCostColumns,
  RatesRead,
} from '../../../schemas/desk/costs.ts'
import { SELLING_FLOW } from '../smallFlow.ts'
import { refused, running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests imports of costs as an operator's browser and a source's program request them. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const server = await running({
  flow: SELLING_FLOW,
  now: () => NOON,
  until: afterAll,
  env: { COST_KEYS: 'zeropark:zeropark-secret' },
})
const { store, open } = server
const manager = await askAs(server, 'manager')
const analyst = await askAs(server, 'analyst')
await open({ query: { aff_id: 'a1' } })
const [path = ''] = await store.paths()

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
async function parts(text: string | Buffer, more: object = {}): Promise<CostFilePart[]> {
  const named = await manager.post('costs/columns', { name: 'a.csv', content: base64(text) })
  const columns = named.json<NamedCostColumns>().guessed
  const body = {
    name: 'a.csv',
    content: base64(text),
    path,
    source: 'google',
    columns,
    apply: false,
    ...more,
  }
  const answer = await manager.post('costs/file', body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CostFilePart)
}
async function summary(text: string | Buffer, more: object = {}): Promise<CostSummary> {
  const last = (await parts(text, more)).at(-1)
  if (!last || !('ended' in last)) throw new Error(JSON.stringify(last))
  return last.ended
}
const problems = async (text: string, more: object = {}) =>
  (await summary(text, more)).problems.map(({ line, problem }) => `${line}: ${problem}`)
const live = async (source: string) =>
  (await store.liveCosts({ path, source, from: 0, to: NOON }, null, 1000)).map(
    ({ campaign, micros, currency }) => [campaign, micros / 1e6, currency],
  )

const GOOGLE = [
  '"Campaign report"',
  '"November 18, 2026 - November 19, 2026"',
  'Day,Campaign,Currency code,Cost,Avg. cost,Impr.,Clicks',
  '2026-11-18,Brand,USD,"1,234.56",1.20,100,10',
  '2026-11-18,Brand,USD,0.44,1.20,100,10',
  '2026-11-19,Brand,USD,10.005,1.20,100,10',
  '2026-11-19,Other,USD, --,0,0,0',
  'Total: Account,,USD,"1,245.00",,,',
].join('\n')

test('shows what a Google Ads export would change, adds up lines of one campaign and day, and saves nothing', async () => {
  const named = (
    await manager.post('costs/columns', { name: 'a.csv', content: base64(GOOGLE) })
  ).json<NamedCostColumns>()
  expect(named).toMatchObject({
    program: 'Google Ads',
    guessed: { day: 'Day', amount: 'Cost', currency: 'Currency code', campaign: 'Campaign' },
  })
  const answer = await summary(GOOGLE)
  expect(answer).toMatchObject({
    import: null,
    added: 2,
    replaced: 0,
    same: 0,
    from: '2026-11-18',
    to: '2026-11-19',
  })
  expect(answer.sums).toEqual([{ currency: 'USD', amount: 1245.005, dollars: 1245.005 }])
  expect(answer.changes[0]).toEqual({
    day: '2026-11-18',
    words: 'Brand',
    currency: 'USD',
    before: null,
    after: 1235,
  })
  expect(answer.notes.join(' ')).toMatch(
    /Line 3 has the column names.*One line has no reported cost.*|Line 8 is a total/,
  )
  expect(await live('google')).toEqual([])
})

test('reports progress, replaces by source, day and key, ignores a repetition, and undoes to what counted before', async () => {
  const first = await parts(GOOGLE, { apply: true })
  expect(first[0]).toEqual({ done: 2, of: 2 })
  const changed = GOOGLE.replace('10.005', '12').replace('"1,234.56"', '1234.56')
  const second = await summary(changed, { apply: true })
  expect(second).toMatchObject({ added: 0, replaced: 1, same: 1 })
  expect(second.changes).toMatchObject([{ before: 10.005, after: 12 }])
  expect(await live('google')).toEqual([
    ['Brand', 1235, 'USD'],
    ['Brand', 12, 'USD'],
  ])
  expect(await summary(changed, { apply: true })).toMatchObject({ import: null, same: 2 })
  const [newest, oldest] = (await analyst.post('costs', {})).json<CostImports>().data
  expect(newest).toMatchObject({ made_by: 'one-manager', source: 'google', lines: 2, dollars: 1247 })
  // The older one first: what it gave stays replaced.
  expect((await manager.post('costs/undo', { import: oldest!.import })).statusCode).toBe(204)
  expect(await live('google')).toHaveLength(2)
  expect((await manager.post('costs/undo', { import: newest!.import })).statusCode).toBe(204)
  expect(await live('google')).toEqual([])
  expect(refused(await manager.post('costs/undo', { import: newest!.import }))).toMatchObject({ code: 409 })
  expect(refused(await manager.post('costs/undo', { import: 999 }))).toMatchObject({ code: 404 })
  await summary(GOOGLE, { apply: true })
  const third = (await summary(changed, { apply: true })).import!
  await manager.post('costs/undo', { import: third })
  expect(await live('google')).toEqual([
    ['Brand', 1235, 'USD'],
    ['Brand', 10.005, 'USD'],
  ])
})

test('refuses columns that would count the same money twice', async () => {
  const byDay = 'Day,Cost,Currency\n2026-11-18,5,USD\n'
  expect(await problems(byDay, { apply: true })).toEqual([
    expect.stringContaining('already has costs on 2026-11-18 by campaign'),
  ])
  expect(await problems(byDay, { source: 'other' })).toEqual([])
})

test('refuses line by line what can be read in two ways, and imports nothing of such a file', async () => {
  const of = (...lines: string[]) => ['day,amount,currency', ...lines].join('\n')
  const asked = { source: 'odd', apply: true }
  expect(await problems(of('3/4/2026,1,USD', '5/5/2026,1,USD'), asked)).toEqual([
    expect.stringMatching(/^2: "3\/4\/2026" could be/),
  ])
  expect(await problems(of('3/4/2026,1,USD', '13/4/2026,1,USD'), { source: 'odd' })).toEqual([])
  expect(await problems(of('13/4/2026,1,USD', '4/13/2026,1,USD'), asked)).toHaveLength(2)
  expect(await problems(of('3/4/2026,1,USD'), { source: 'odd', day_order: 'day_first' })).toEqual([])
  expect(await problems(of('2026-11-18,1,'), asked)).toEqual([expect.stringContaining('names a currency')])
  expect(await problems(of('2026-11-18,1,'), { source: 'odd', currency: 'USD' })).toEqual([])
  const lines = of(
    '2026-11-18,-1,USD',
    '2026-11-18,"1.234,56",USD',
    '2026-11-21,1,USD',
    'soon,1,USD',
    '2026-11-18,€1,USD',
  )
  expect((await problems(lines, asked)).map((line) => line.slice(0, 22))).toEqual([
    "2: A cost can't be bel",
    '3: Write the amount li',
    "4: 2026-11-21 hasn't b",
    '5: Write the day like ',
    '6: This line says USD,',
  ])
  expect(await live('odd')).toEqual([])
  const meta = 'Reporting starts,Reporting ends,Campaign name,Amount spent (USD)\n2026-11-18,2026-11-19,A,3\n'
  expect(await problems(meta, asked)).toEqual([expect.stringContaining('covers 2026-11-18 to 2026-11-19')])
})

test('converts by the rate of the day, and refuses a currency without one', async () => {
  const euros = 'date,cost,currency,affiliate\n2026-11-18,10.5,EUR,a1\n2026-11-18,1,USD,b2\n'
  const asked = { source: 'meta', apply: true }
  expect(await problems(euros, asked)).toEqual([
    "2: There's no rate for EUR on 2026-11-18. Import rates that include this day first.",
  ])
  const content = base64('Day,Currency,Rate\n2026-11-18,EUR,1.0843\n')
  const rates = await manager.post('costs/rates', { name: 'r.csv', content, apply: true })
  expect(rates.json<RatesRead>()).toEqual({
    rates: 1,
    currencies: ['EUR'],
    from: '2026-11-18',
    to: '2026-11-18',
    problems: [],
  })
  const answer = await summary(euros, asked)
  expect(answer.sums).toEqual([
    { currency: 'EUR', amount: 10.5, dollars: 11.38515 },
    { currency: 'USD', amount: 1, dollars: 1 },
  ])
  expect(answer.notes).toContain('No visitor has come from this affiliate yet: b2.')
})

test('takes costs of a program by its key, and of an operator by hand', async () => {
  const costs = [{ day: '2026-11-18', amount: '0.0035', campaign: 'c', sub1: 's' }]
  const send = (body: object) => server.app.inject({ method: 'POST', url: '/api/costs', payload: body })
  const good = { key: 'zeropark-secret', path, currency: 'USD', costs }
  expect((await send(good)).json<ImportedCosts>()).toMatchObject({ added: 1, replaced: 0, same: 0 })
  expect((await send(good)).json<ImportedCosts>()).toEqual({ import: null, added: 0, replaced: 0, same: 1 })
  expect(refused(await send({ ...good, key: 'wrong-secret' }))).toMatchObject({ code: 401, field: 'key' })
  expect(refused(await send({ ...good, path: 'nowhere' }))).toMatchObject({ code: 422, field: 'path' })
  expect(refused(await send({ ...good, currency: 'GBP' }))).toMatchObject({ code: 422, field: 'costs/0' })
  const tomorrow = { ...good, costs: [{ ...costs[0]!, day: '2026-11-21' }] }
  expect(refused(await send(tomorrow))).toMatchObject({ code: 422, field: 'costs/0/day' })
  const hand = { source: 'radio', path, currency: 'USD', costs: [{ day: '2026-11-18', amount: '500' }] }
  expect((await manager.post('costs/hand', hand)).json()).toMatchObject({ added: 1 })
  expect((await analyst.post('costs/hand', hand)).statusCode).toBe(403)
  expect(await live('zeropark')).toEqual([['c', 0.0035, 'USD']])
  const about = (await store.auditLog(200))
    .filter(({ act }) => act === 'import_costs')
    .map((entry) => entry.about)
  expect(about).toContain(`radio: 1 of /${path}`)
})
