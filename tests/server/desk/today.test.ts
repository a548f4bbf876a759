import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Scorecard } from '../../../schemas/desk/scorecard.ts'
import type { Today } from '../../../schemas/desk/today.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { refused, running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests of the desk's first page, and of what a changed buyer would turn away. The clocks changed between the two days. */

const NOW = Date.parse('2026-11-05T14:30:00-05:00')
const WEEK_AGO = Date.parse('2026-10-29T14:30:00-04:00')
const json = (more: Partial<Buyer>): Buyer => ({ format: 'json', url: 'https://buyer.example', ...more })
const buyers = new Map([
  ['acme', json({ caps: [{ per: 'day', leads: 1 }] })],
  ['night', json({ hours: [{ days: ['mon'], from: '01:00', to: '02:00' }] })],
  ['rest', json({ paused: true })],
  ['fine', json({})],
  ['monthly', json({ caps: [{ per: 'month', dollars: '30.00', leads: 1000 }] })],
  ['hourly', json({ caps: [{ per: 'hour', leads: 1 }] })],
])
let clock = WEEK_AGO
const server = await running({ flow: SELLING_FLOW, buyers, now: () => clock, until: afterAll })
const { store, open } = server

async function lead(at: number, buyer: string, payload: Record<string, string> = {}): Promise<number> {
  const { uuid } = await open()
  const one = { ...HURT, id: randomUUID(), time_on_step: 1, execute_actions: [], page_url: '', at }
  await store.appendStep(uuid, one, { lead: { offer: 'claim', buyers: [buyer], payload } })
  return (await store.leadDeliveries(uuid))[0]!.delivery
}
async function sell(at: number, cents: number, buyer = 'acme'): Promise<void> {
  clock = at
  const delivery = await lead(at, buyer)
  await store.beginAttempt(delivery, at)
  const sale = { external_id: `S-${delivery}`, cents }
  await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at, due_at: null, sale })
}
await sell(WEEK_AGO, 1000)
await sell(WEEK_AGO + 60_000, 500)
for (const buyer of ['monthly', 'hourly']) await sell(NOW - 2 * 86_400_000, 200, buyer)
await sell(NOW - 1000, 1700)
clock = NOW
const failed = await lead(NOW, 'fine')
await store.beginAttempt(failed, NOW)
const message = 'HTTP 401 for ann@example.com.'
await store.endAttempt(failed, 1, { state: 'dead', message, at: NOW, due_at: null })
for (const zip of ['75201', '10001', '60601']) await lead(NOW, 'keen', { zip })

const admin = await askAs(server, 'admin')
const viewer = await askAs(server, 'viewer')
const today = async () => (await admin.get('today')).json<Today>()

test('compares the day with the same weekday, up to the same time and as a whole', async () => {
  const { as_of, day, before, sites, leads } = await today()
  expect([as_of, day, before]).toEqual([NOW, '2026-11-05', '2026-10-29'])
  expect(sites).toEqual([
    {
      path: 'small',
      today: { net_cents: 1700, returned_cents: 0, sold: 1 },
      before_by_now: { net_cents: 1000, returned_cents: 0, sold: 1 },
      before_day: { net_cents: 1500, returned_cents: 0, sold: 2 },
    },
  ])
  expect(leads).toEqual({
    sold: 1,
    probably_sold: 0,
    waiting: 3,
    returned: 0,
    failed: 1,
    unsold: 0,
    unsent: 0,
  })
})

test('compares a buyer’s week with what its caps allow in the days so far', async () => {
  const { weeks } = (await admin.get('buyers/scorecard?buyer=acme')).json<Scorecard>()
  expect(weeks.slice(0, 3).map(({ week, asked, cap_percent }) => [week, asked, cap_percent])).toEqual([
    // One lead in 4 days that have begun, then two in 7.
    ['2026-11-02', 1, 25],
    ['2026-10-26', 2, 28.6],
    ['2026-10-19', 0, 0],
  ])
  const now = async (buyer: string) =>
    (await admin.get(`buyers/scorecard?buyer=${buyer}`)).json<Scorecard>().weeks[0]!.cap_percent
  // $2.00 of the $4.00 of 4 days in a month of 30, and one lead in 87 hours.
  expect([await now('monthly'), await now('hourly')]).toEqual([50, 1.1])
  const fine = (await admin.get('buyers/scorecard?buyer=fine')).json<Scorecard>()
  expect(fine.weeks[0]).toMatchObject({ asked: 1, won: 0, cap_percent: null })
})

test('lists each buyer in trouble, the problem, and its end, without personal data', async () => {
  const { troubles } = await today()
  expect(troubles.map(({ buyer, trouble, leads, reason }) => [trouble, buyer, leads, reason])).toEqual([
    ['failing', 'fine', 1, 'HTTP 401 for •••.'],
    ['paused', 'rest', 0, ''],
    ['full', 'acme', 0, '1 lead a day'],
    ['closed', 'night', 0, ''],
  ])
  const until = Object.fromEntries(troubles.map(({ buyer, until }) => [buyer, until]))
  expect(until).toEqual({
    fine: null,
    rest: null,
    acme: Date.parse('2026-11-06T00:00:00-05:00'),
    night: Date.parse('2026-11-09T01:00:00-05:00'),
  })
})

test('lists what changed since yesterday', async () => {
  const content = { document: '{}', secrets: '' }
  await store.saveBuyer({ buyer: 'gone', from: 0, content, by: 'ada', at: NOW })
  await store.saveBuyer({ buyer: 'gone', from: 1, content: null, by: 'bob', at: NOW })
  const { changes } = await today()
  expect(changes).toMatchObject([
    { kind: 'buyer_removed', about: 'gone', by: 'bob', at: NOW },
    { kind: 'cap_reached', about: 'acme', cap: '1 lead a day', at: Date.parse('2026-11-05T00:00:00-05:00') },
  ])
})

test('is for operators with access to the desk, and for known sites', async () => {
  expect(refused(await viewer.get('today'))).toMatchObject({ code: 403 })
  expect((await admin.get('today?path=small')).json<Today>().sites).toHaveLength(1)
  expect((await admin.get('today?path=other')).json<Today>().sites).toEqual([])
})

test('counts the waiting leads that a changed buyer would turn away, before anything is saved', async () => {
  const turned = async (document: object, revision = 0) =>
    (await admin.post('buyers/turned-away', { buyer: 'keen', revision, document })).json<object>()
  const document = { format: 'json', url: 'https://keen.example' }
  expect(await turned({ ...document, states: ['TX'] })).toEqual({ waiting: 3, turned_away: 2, is_all: true })
  expect(await turned(document)).toEqual({ waiting: 3, turned_away: 0, is_all: true })
  expect(await turned({ ...document, states: ['nowhere'] })).toMatchObject({ status: 422 })
  expect(server.ctx.keptBuyers.all().some(({ buyer }) => buyer === 'keen')).toBe(false)
  // What it turns away already isn't turned away by the change.
  await server.ctx.keptBuyers.save({
    buyer: 'keen',
    revision: 0,
    document: { ...document, states: ['TX', 'NY'] },
    by: 'ada',
  })
  expect(await turned({ ...document, states: ['TX'] }, 1)).toEqual({
    waiting: 3,
    turned_away: 1,
    is_all: true,
  })
})
