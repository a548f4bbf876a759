import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { LastWeek } from '../../../schemas/desk/buyers.ts'
import { lastWeek } from '../../../src/server/buyers/lastWeek.ts'
import { limitsOf, priceOf } from '../../../src/server/delivery/limitsOf.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests what a changed buyer would have done to the leads of the last week, before it is saved. */

/** A Friday. */
const NOW = Date.parse('2026-11-20T12:00:00-05:00')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let clock = NOW
const server = await running({
  flow: SELLING_FLOW,
  now: () => clock,
  until: afterAll,
  env: { RATE_LIMIT: '0' },
})
const { store, ctx, open } = server
const admin = await askAs(server, 'admin')
const DOCUMENT = { format: 'json', url: 'https://keen.example' } as const

async function lead(buyer: string, at: number, zip = '75201'): Promise<{ delivery: number; uuid: string }> {
  const { uuid } = await open()
  const one = { ...HURT, id: randomUUID(), time_on_step: 1, execute_actions: [], page_url: '', at }
  const payload = { zip, email: `${uuid}@example.com` }
  await store.appendStep(uuid, one, { lead: { offer: 'claim', buyers: [buyer], payload } })
  return { delivery: (await store.leadDeliveries(uuid))[0]!.delivery, uuid }
}
const effect = async (buyer: string, document: object, revision = 0) =>
  (
    await admin.post('buyers/last-week', { buyer, revision, document: { ...DOCUMENT, ...document } })
  ).json<LastWeek>()
const after = async (buyer: string, document: object) => (await effect(buyer, document)).after

test('counts a buyer’s leads of the last 7 days before and after a change, and saves nothing', async () => {
  await lead('keen', NOW - 7 * DAY_MS - HOUR_MS)
  for (const zip of ['75201', '75201', '10001']) await lead('keen', NOW - DAY_MS, zip)
  const { uuid } = await lead('keen', NOW - 2 * DAY_MS)
  await store.forgetSession(uuid)
  await lead('other', NOW - DAY_MS)
  expect(await effect('keen', { states: ['TX'], price: '25.00' })).toEqual({
    leads: 3,
    is_all: true,
    after: { leads: 2, cents: 5000 },
    before: null,
  })
  expect(ctx.keptBuyers.all()).toEqual([])
  const document = { ...DOCUMENT, price: '10.00' }
  await ctx.keptBuyers.save({ buyer: 'keen', revision: 0, document, by: 'ada' })
  expect(await effect('keen', { states: ['NY'] }, 1)).toMatchObject({
    after: { leads: 1, cents: null },
    before: { leads: 3, cents: 3000 },
  })
  expect(await effect('none', {})).toMatchObject({ leads: 0, after: { leads: 0 } })
})

test('refuses what a save would refuse, and roles that may not save', async () => {
  expect(await effect('keen', { states: ['nowhere'] }, 1)).toMatchObject({ status: 422 })
  expect(await effect('keen', {}, 9)).toMatchObject({ status: 409 })
  const viewer = await askAs(server, 'viewer')
  const body = { buyer: 'keen', revision: 1, document: DOCUMENT }
  expect((await viewer.post('buyers/last-week', body)).statusCode).toBe(403)
})

test('a closed buyer takes a lead when it opens, if the lead can wait that long', async () => {
  // Thursday night. The buyer opens on Friday at 9.
  for (let n = 0; n < 3; n++) await lead('night', Date.parse('2026-11-19T23:00:00-05:00') + n)
  await lead('night', Date.parse('2026-11-20T10:00:00-05:00'))
  const hours = (from: string, to: string) => [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from, to }]
  expect(await after('night', { hours: hours('09:00', '17:00') })).toMatchObject({ leads: 4 })
  expect(await after('night', { hours: hours('09:00', '17:00'), wait_hours: { closed: 9 } })).toMatchObject({
    leads: 1,
  })
  expect(await after('night', { hours: hours('09:00', '17:00'), wait_hours: { closed: 10 } })).toMatchObject({
    leads: 4,
  })
  // It would open in an hour.
  expect(await after('night', { hours: hours('13:00', '17:00') })).toMatchObject({ leads: 0 })
  const west = { hours: hours('09:00', '17:00'), time_zone: 'America/Los_Angeles', wait_hours: { closed: 0 } }
  // 10 AM in New York is 7 AM there.
  expect(await after('night', west)).toMatchObject({ leads: 0 })
})

test('leads beyond a cap wait for the next period, if they can wait that long', async () => {
  for (let day = 5; day >= 3; day--)
    for (let n = 0; n < 4; n++) await lead('capped', NOW - day * DAY_MS + n * 60_000)
  const caps = (cap: object, more: object = {}) =>
    after('capped', { caps: [cap], wait_hours: { full: 0 }, ...more })
  expect(await caps({ per: 'day', leads: 3 })).toMatchObject({ leads: 9 })
  expect(await caps({ per: 'hour', leads: 3 })).toMatchObject({ leads: 9 })
  expect(await caps({ per: 'month', leads: 5 })).toMatchObject({ leads: 5 })
  expect(await caps({ per: 'day', dollars: '50.00' }, { price: '25.00' })).toEqual({
    leads: 6,
    cents: 15_000,
  })
  expect(await caps({ per: 'day', dollars: '50.00' }, { price: '25.00', max_price: '50.00' })).toMatchObject({
    leads: 3,
  })
  // A lead at noon waits twelve hours for the next day.
  expect(await caps({ per: 'day', leads: 3 }, { wait_hours: { full: 12 } })).toMatchObject({ leads: 12 })
  expect(await caps({ per: 'day', leads: 3 }, { wait_hours: { full: 11 } })).toMatchObject({ leads: 9 })
  // What the buyer took in the month before the week counts toward its cap.
  const { delivery } = await lead('capped', NOW - 8 * DAY_MS)
  clock = NOW - 8 * DAY_MS
  await store.beginAttempt(delivery, clock)
  clock = NOW
  expect(await caps({ per: 'month', leads: 5 })).toMatchObject({ leads: 5 - 1 })
})

test('counts the same as real deliveries', async () => {
  const buyer: Buyer = {
    ...DOCUMENT,
    price: '25.00',
    caps: [
      { per: 'hour', leads: 2 },
      { per: 'day', dollars: '125.00' },
    ],
    hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '08:00', to: '18:00' }],
    wait_hours: { full: 0, closed: 0 },
    duplicate_window_days: 0,
  }
  const bounds = { limits: limitsOf(buyer), cents: priceOf(buyer), duplicateWindowMs: 0 }
  let taken = 0
  // One lead every 20 minutes for a day, each offered when it comes.
  for (let at = NOW - DAY_MS; at < NOW; at += HOUR_MS / 3) {
    clock = at
    const { delivery } = await lead('real', at)
    if (await store.beginAttempt(delivery, at, bounds)) taken++
  }
  clock = NOW
  const simulated = await lastWeek({ store, now: () => NOW }, 'real', { before: undefined, after: buyer })
  expect(simulated.after.leads).toBe(taken)
  expect([simulated.leads, taken]).toEqual([72, 10])
})
