import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { DeliveryList, DeliveryOverview } from '../../../schemas/desk/deliveries.ts'
import type { AttemptEnd } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { LeadList } from '../../../schemas/desk/leads.ts'
import type { OneLead } from '../../../schemas/desk/oneLead.ts'
import { HURT, SELLING_FLOW } from '../smallFlow.ts'
import { refused, running } from '../running.ts'
import { askAs } from './askAs.ts'

/** Tests of deliveries, failed ones, and replays, as an operator's browser requests them. */

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const DAY_MS = 86_400_000
const buyers = new Map<string, Buyer>([['acme', { format: 'json', url: 'https://buyer.example/leads' }]])
const server = await running({ flow: SELLING_FLOW, buyers, now: () => NOON + 2 * DAY_MS, until: afterAll })
const { store, open } = server
const admin = await askAs(server, 'admin')
const analyst = await askAs(server, 'analyst')

/** A lead that falls due at `at`, and the result of its one attempt. */
async function delivery(
  at: number,
  email: string,
  end?: Omit<AttemptEnd, 'at'>,
  buyer = 'acme',
): Promise<number> {
  const { uuid } = await open()
  const contacts = [{ kind: 'email' as const, text: email }]
  await store.appendStep(
    uuid,
    { ...HURT, id: randomUUID(), time_on_step: 1, execute_actions: [], page_url: '', at },
    { lead: { offer: 'claim', buyers: [buyer], payload: { email }, contacts } },
  )
  const [number = 0] = await store.dueDeliveries(buyer, at, 1)
  if (end && (await store.beginAttempt(number, at))) await store.endAttempt(number, 1, { ...end, at })
  return number
}
const sale = (external_id: string, cents: number) =>
  ({ state: 'accepted', message: 'Bought.', due_at: null, sale: { external_id, cents } }) as const
const rejected = (message: string) => ({ state: 'rejected', message, due_at: null }) as const

const first = await delivery(NOON, 'ann@example.com', sale('A-1', 1000))
await delivery(NOON + 1, 'bob@example.com', sale('A-2', 1501))
const NO_ANSWER = { state: 'dead', message: 'No answer came.', due_at: null } as const
const dead = await delivery(NOON + 2, 'cy@example.com', NO_ANSWER)
await delivery(NOON + 2, 'gil@example.com', NO_ANSWER)
const refusedOne = await delivery(
  NOON + 3,
  'dee@example.com',
  rejected('No: dee@example.com, id 4711-ab-99.'),
)
await delivery(NOON + DAY_MS, 'eve@example.com', rejected('No: eve@example.com, id 4712-cd-98.'))
const again = await delivery(NOON + DAY_MS + 1, 'ann@example.com', sale('A-3', 1))
await store.returnSale({ source: 'acme', external_id: 'A-2', key: null, cents: null, at: NOON + DAY_MS })
await delivery(NOON + DAY_MS + 2, 'fay@example.com', {
  state: 'due',
  message: 'No answer came.',
  due_at: NOON + 3 * DAY_MS,
})

const list = async (asked: object, who = admin) => (await who.post('deliveries', asked)).json<DeliveryList>()

test('lists the newest first, page by page, with the last response and what was booked', async () => {
  const page = await list({ limit: 2 })
  expect(page.data).toMatchObject([
    { state: 'due', attempts: 1, due_at: NOON + 3 * DAY_MS, cents: null },
    { delivery: again, state: 'duplicate', duplicate_of: first },
  ])
  const { data, next } = await list({ before: page.next })
  expect(data.map(({ cents, last }) => [cents, last])).toEqual([
    [null, 'No: eve@example.com, id 4712-cd-98.'],
    [null, 'No: dee@example.com, id 4711-ab-99.'],
    [null, 'No answer came.'],
    [null, 'No answer came.'],
    [0, 'Bought.'],
    [1000, 'Bought.'],
  ])
  expect(next).toBeNull()
})

test.each([
  [{ status: 'dead' }, 2],
  [{ status: 'retried' }, 1],
  [{ status: 'due' }, 1],
  [{ status: 'rejected', to: NOON + 10 }, 1],
  [{ from: NOON + DAY_MS }, 3],
  [{ buyer: 'zeta' }, 0],
])('%j finds as many as it counts', async (asked, count) => {
  expect((await list(asked)).data).toHaveLength(count)
})

test('shows an analyst no address that a buyer repeats', async () => {
  const { data } = await list({ status: 'rejected' }, analyst)
  expect(data.map(({ last }) => last)).toEqual(['No: •••, id 4712-cd-98.', 'No: •••, id 4711-ab-99.'])
})

test('sums up lost leads by buyer, reason, and day, at the usual price and without returns', async () => {
  const overview = (
    await admin.get(`deliveries/overview?from=${NOON}&to=${NOON + 2 * DAY_MS}`)
  ).json<DeliveryOverview>()
  expect(overview.states).toEqual({
    accepted: 1,
    returned: 1,
    dead: 2,
    rejected: 2,
    duplicate: 1,
    due: 1,
    retried: 1,
  })
  const averageCents = (1000 + 1501) / 2
  expect(overview.losses).toHaveLength(3)
  expect(overview.losses).toEqual(
    expect.arrayContaining([
      {
        path: 'small',
        offer: 'claim',
        offer_name: 'Claim',
        buyer: 'acme',
        kind: 'rejected',
        reason: 'No: •••, id #.',
        count: 2,
        lost_cents: 2 * averageCents,
        by_day: { '2026-11-20': 1, '2026-11-21': 1 },
      },
      expect.objectContaining({ kind: 'dead', count: 2, lost_cents: 2 * averageCents }),
      expect.objectContaining({
        kind: 'duplicate',
        reason:
          'Not sent: another delivery has sold or is selling the same person to this buyer, within 30 days.',
        count: 1,
        lost_cents: Math.round(averageCents),
      }),
    ]),
  )
})

test('hides rare reasons from an analyst', async () => {
  const { losses } = (await analyst.get('deliveries/overview')).json<DeliveryOverview>()
  expect(losses.map(({ reason }) => reason)).toEqual(['', '', ''])
})

test('lists the hundred most frequent reasons, shortened, and sums up the others', async () => {
  const at = NOON + 2 * DAY_MS
  await delivery(at, 'sold@example.com', sale('A-9', 1001))
  const long = 'x'.repeat(200)
  for (let n = 0; n < 100; n++) await delivery(at, `a${n}@example.com`, rejected(`No ${n}: ${long}`))
  // Of reasons given equally often, the last in alphabetical order are summed up.
  await delivery(at, 'y@example.com', rejected('Y.'))
  await delivery(at + DAY_MS / 2, 'z@example.com', rejected('Z.'))
  const { losses } = (await admin.get(`deliveries/overview?from=${at}`)).json<DeliveryOverview>()
  const [others, ...given] = losses
  expect(others).toEqual({
    path: 'small',
    offer: 'claim',
    offer_name: 'Claim',
    buyer: 'acme',
    kind: 'rejected',
    reason: '',
    count: 2,
    lost_cents: 2002,
    by_day: { '2026-11-22': 1, '2026-11-23': 1 },
  })
  expect(given).toHaveLength(100)
  expect(new Set(given.map(({ reason }) => reason.length))).toEqual(new Set([161]))
})

test('sends again what’s allowed, gives the reason for the rest, and records it in the audit log', async () => {
  let wakes = 0
  server.ctx.signals.on('lead', () => void wakes++)
  const asked = { deliveries: [dead, refusedOne, first, again, 999] }
  expect((await admin.post('deliveries/replay', asked)).json()).toEqual({
    replayed: [dead, refusedOne],
    not_replayed: [
      { delivery: first, reason: 'other_state' },
      { delivery: again, reason: 'sold_before' },
      { delivery: 999, reason: 'unknown' },
    ],
  })
  expect(await store.auditLog(1)).toMatchObject([
    { operator: 'one-admin', act: 'replay_delivery', about: `${dead}, ${refusedOne}` },
  ])
  expect(wakes).toBe(1)
  const forced = await admin.post('deliveries/replay', { deliveries: [again], force: true })
  expect(forced.json()).toEqual({ replayed: [again], not_replayed: [] })
})

test('doesn’t let an analyst send anything again', async () => {
  expect(refused(await analyst.post('deliveries/replay', { deliveries: [dead] }))).toMatchObject({
    code: 403,
  })
  expect((await analyst.get('choices')).json()).toMatchObject({ may_replay: false })
})

test('a lead for a buyer that isn’t set up has no next attempt and no expected amount', async () => {
  const limits = {
    zone: 'America/New_York',
    caps: [],
    hours: null,
    isPaused: true,
    waitMs: { full: DAY_MS, closed: DAY_MS, paused: DAY_MS },
  }
  const at = NOON + DAY_MS + 5
  for (const buyer of ['acme', 'gone']) {
    const held = await delivery(at, `${buyer}@example.com`, undefined, buyer)
    expect(await store.beginAttempt(held, at, { limits })).toBeNull()
  }
  const overview = (await admin.get('deliveries/overview')).json<DeliveryOverview>()
  expect(overview.held.map(({ buyer, reason, waiting_cents }) => [buyer, reason, waiting_cents])).toEqual([
    ['acme', 'paused', expect.any(Number)],
    ['gone', 'missing', null],
  ])
  const words = 'No buyer with this name is set up. Its leads are sent once you add it.'
  for (const [buyer, reason, message] of [
    ['acme', 'paused', 'Waits: the buyer is paused.'],
    ['gone', 'missing', words],
  ] as const) {
    const [line] = (await list({ status: 'held', buyer })).data
    expect([line!.held, line!.due_at === null, line!.last]).toEqual([reason, buyer === 'gone', message])
    const one = (await admin.get(`lead?uuid=${line!.session_uuid}`)).json<OneLead>()
    expect(one.deliveries).toMatchObject([{ held: reason, due_at: line!.due_at, held_message: message }])
    const [listed] = (await admin.post('leads', { search: line!.session_uuid })).json<LeadList>().data
    expect(listed!.deliveries).toMatchObject([{ held: reason }])
  }
})
