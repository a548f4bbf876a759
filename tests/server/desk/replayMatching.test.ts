import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { ReplayProgress } from '../../../schemas/desk/deliveries.ts'
import { csvOf, MOST_ROWS } from '../../../src/server/desk/csvOf.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { refused, running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests of sending all matching leads again, and of lists as CSV, as an operator's browser requests them. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const server = await running({ flow: SELLING_FLOW, now: () => NOON, until: afterAll })
const { store, open } = server
const admin = await askAs(server, 'admin')
const analyst = await askAs(server, 'analyst')
const LEADS = 450

async function lead(n: number, state: 'rejected' | 'dead', message: string): Promise<number> {
  const { uuid } = await open()
  const payload = {
    first_name: n === 0 ? '=HYPERLINK("x")' : 'Ann',
    last_name: `Miller ${n}`,
    email: `ann${n}@example.com`,
    zip: '75201',
  }
  const kept = { offer: 'claim', buyers: ['acme'], payload }
  const one = { ...HURT, id: randomUUID(), time_on_step: 1, execute_actions: [], page_url: '', at: NOON - n }
  await store.appendStep(uuid, one, { lead: kept })
  const [{ delivery } = { delivery: 0 }] = await store.leadDeliveries(uuid)
  await store.beginAttempt(delivery, NOON)
  await store.endAttempt(delivery, 1, { state, message, at: NOON, due_at: null })
  return delivery
}
for (let n = 0; n < LEADS; n++)
  await lead(n, n % 3 === 0 ? 'dead' : 'rejected', `No for ann${n}@example.com.`)
const DEAD = Math.ceil(LEADS / 3)

const rowsOf = (text: string) => text.trim().split('\r\n')

test('a list as CSV has all matches, beyond one page, and is in the audit log', async () => {
  const answer = await admin.post('leads/csv/persons', { status: 'rejected', us_state: 'TX' })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  // Without its mark, Excel doesn't read it as UTF-8.
  expect(answer.body).toMatch(/^\ufefflead,/)
  const [head, ...rows] = rowsOf(answer.body)
  expect(head).toBe('lead,received,status,price,name,phone,email,site,us_state,affiliate,offer,buyer')
  expect(rows).toHaveLength(LEADS - DEAD)
  expect(rows[0]).toContain('Ann Miller 1,,ann1@example.com,small,TX,1,Claim,acme')
  expect(await store.auditLog(1)).toMatchObject([
    { operator: 'one-admin', act: 'export_persons', about: `${LEADS - DEAD}: status rejected, us_state TX` },
  ])
  expect(rowsOf((await admin.post('leads/csv/persons', { us_state: 'NY' })).body)).toHaveLength(1)
})

test('a CSV list has no formulas, and no personal data without access to it', async () => {
  const { body } = await admin.post('leads/csv/persons', { search: 'hyperlink' })
  expect(rowsOf(body)[1]).toContain(`"'=HYPERLINK(""x"") Miller 0"`)
  const masked = (await analyst.post('leads/csv', { status: 'dead' })).body
  expect(rowsOf(masked)).toHaveLength(DEAD + 1)
  expect(masked).toContain('A. M.')
  expect(masked).not.toMatch(/Miller|ann\d/)
  expect((await store.auditLog(1))[0]).toMatchObject({ act: 'export_list', operator: 'one-analyst' })
  expect(refused(await analyst.post('leads/csv/persons', {}))).toMatchObject({ code: 403 })
  expect(refused(await analyst.post('leads/csv', { search: 'ann1@example.com' }))).toMatchObject({
    code: 403,
  })
  const deliveries = (await admin.post('deliveries/csv', { status: 'dead' })).body
  expect(rowsOf(deliveries)).toHaveLength(DEAD + 1)
  expect(deliveries).toContain(',dead,,small,Claim,acme,1,,No for •••.')
  expect(deliveries).not.toContain('example.com')
})

test('an analyst finds no names, and no masked lead by a name', async () => {
  expect((await analyst.post('leads', { search: 'miller' })).json().data).toEqual([])
  expect((await admin.post('leads', { search: 'miller 7' })).json().data.length).toBeGreaterThan(0)
})

test('all matches are sent again in parts with progress, and recorded once', async () => {
  const asked = { status: 'rejected', buyer: 'acme' }
  const total = LEADS - DEAD
  expect((await analyst.post('deliveries/replayable', asked)).json()).toEqual({ count: total })
  expect(refused(await analyst.post('deliveries/replay-matching', asked))).toMatchObject({ code: 403 })
  let wakes = 0
  server.ctx.signals.on('lead', () => void wakes++)
  const { body } = await admin.post('deliveries/replay-matching', asked)
  const progress = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ReplayProgress)
  expect(progress.map(({ done, replayed, is_over }) => [done, replayed, is_over])).toEqual([
    [0, 0, false],
    [200, 200, false],
    [total, total, true],
  ])
  expect(progress.every((one) => one.total === total)).toBe(true)
  expect(wakes).toBe(2)
  expect(await store.auditLog(1)).toMatchObject([
    { act: 'replay_deliveries', about: `${total} of ${total}: status rejected, buyer acme` },
  ])
  expect((await admin.post('deliveries/replayable', {})).json()).toEqual({ count: DEAD })
  expect((await admin.post('deliveries/replayable', asked)).json()).toEqual({ count: 0 })
})

test('leads that can’t be sent again are counted by reason, and a reversed range is refused', async () => {
  const { data } = (await admin.post('deliveries', { status: 'dead', limit: 1 })).json<{
    data: { session_uuid: string }[]
  }>()
  await store.optOut({
    session_uuid: data[0]!.session_uuid,
    phone: null,
    email: null,
    source: 'test',
    at: NOON,
  })
  const { body } = await admin.post('deliveries/replay-matching', { status: 'dead' })
  const last = JSON.parse(body.trimEnd().split('\n').at(-1)!) as ReplayProgress
  expect(last.replayed + last.not_replayed.reduce((sum, { count }) => sum + count, 0)).toBe(last.total)
  for (const call of ['deliveries/replay-matching', 'deliveries/replayable', 'deliveries/csv', 'leads/csv'])
    expect(refused(await admin.post(call, { from: 2, to: 1 }))).toMatchObject({ code: 400, field: 'from' })
})

test('a file is cut at its limit, says so, and is recorded once, even if no one reads it to its end', async () => {
  const noted: number[] = []
  const rows = Array.from({ length: 20_001 }, (_, n) => n)
  const pages = (next: string | null) =>
    csvOf<number>({
      columns: { n: (row) => row },
      page: async () => ({ rows, next }),
      ended: async (count) => void noted.push(count),
    })
  const pieces: string[] = []
  for await (const piece of pages('more')) pieces.push(piece)
  const lines = rowsOf(pieces.join(''))
  expect(lines).toHaveLength(MOST_ROWS + 2)
  expect(lines.at(-1)).toBe('"Only the first 50,000 rows. Filter by days to export the rest."')
  const unread = pages(null)
  await unread.next()
  await unread.next()
  await unread.return(undefined)
  expect(noted).toEqual([MOST_ROWS, 20_001])
})
