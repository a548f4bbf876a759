import { expect, test } from 'vitest'
import type { NewPayoutRule } from '../../../schemas/desk/payouts.ts'
import { publish, session, uuidOf } from '../../store/history.ts'
import { running } from '../running.ts'
import { askAs } from './askAs.ts'

const NOW = Date.parse('2026-11-20T12:00:00-05:00')
const DAY_MS = 86_400_000
const RULE: NewPayoutRule = {
  aff_id: '86',
  offer: '',
  event: 'sale',
  terms: { tiers: [{ from: 1, cents: 0, share_bp: 5000 }], caps: [] },
  hold_days: 0,
  claw_back: true,
}
const named = { source: 'acme', external_id: 'A-1' }

async function stage() {
  const before = NOW - 9 * DAY_MS
  const server = await running({ now: () => NOW, env: { RATE_LIMIT: '0' } })
  const { store } = server
  await publish(store, 'leadloom', 1000)
  await store.openSession(session({ aff_id: '86', sub1: '=spring', at: before }))
  const manager = await askAs(server, 'manager')
  await store.addPayoutRule(RULE, { by: 'ada', at: before })
  const sale = { session_uuid: uuidOf(0), offer: 'mva', ...named, cents: 2501, returned: false }
  await store.sell({ ...sale, at: before + 1 })
  return { ...server, manager }
}
const MONTH = { aff_id: '86', from_day: '2026-11-01', to_day: '2026-11-19' }

test('a statement is drafted, approved and paid by a manager, once, and each step is in the audit log', async () => {
  const server = await stage()
  const { manager, store } = server
  const post = async (url: string, body: object) =>
    (await manager.post(`payouts/statements${url}`, body)).statusCode
  expect(await post('', MONTH)).toBe(201)
  expect(await post('', MONTH)).toBe(409)
  expect(await post('/pay', { statement: 1, reference: 'T-1' })).toBe(409)
  expect(await post('/approve', { statement: 1 })).toBe(204)
  expect(await post('/pay', { statement: 1, reference: 'T-1' })).toBe(204)
  expect(await post('/pay', { statement: 1, reference: 'T-1' })).toBe(409)
  expect(await post('/discard', { statement: 1 })).toBe(409)
  expect(await post('/discard', { statement: 2 })).toBe(404)
  expect((await manager.get('payouts/statements')).json()).toMatchObject({
    data: [
      { statement: 1, cents: 1251, state: 'paid', reference: 'T-1', paid: { by: 'one-manager', at: NOW } },
    ],
  })
  expect((await store.auditLog(4)).map(({ act, about }) => `${act} ${about}`)).toEqual([
    'pay_statement 1 (86)',
    'approve_statement 1 (86)',
    'make_statement 1 (86)',
    'make_payout_rule 86',
  ])
  const pdf = await manager.get('payouts/statement.pdf?statement=1')
  expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ])
  const csv = await manager.post('payouts/csv', { statement: 1 })
  expect(csv.body.split('\r\n')[1]).toMatch(/,"'=spring",.*,sale,mva,.*,12\.51,USD,1$/)
})

test('a return after payment is taken from the next statement, which can’t be approved below zero', async () => {
  const { manager, store } = await stage()
  await manager.post('payouts/statements', MONTH)
  await manager.post('payouts/statements/approve', { statement: 1 })
  await manager.post('payouts/statements/pay', { statement: 1, reference: '' })
  await store.returnSale({ ...named, key: null, cents: null, at: NOW - DAY_MS })
  expect((await manager.get('payouts/balances')).json()).toEqual({
    data: [{ aff_id: '86', payable_cents: -1251, held_cents: 0, open_cents: 0, paid_cents: 1251 }],
  })
  expect((await manager.post('payouts/statements', MONTH)).json()).toEqual({ statement: 2 })
  expect((await manager.post('payouts/statements/approve', { statement: 2 })).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining('isn’t above zero') as string,
  })
  expect((await manager.post('payouts/statements/discard', { statement: 2 })).statusCode).toBe(204)
  expect((await manager.get('payouts/balances')).json()).toMatchObject({ data: [{ payable_cents: -1251 }] })
})

const tier = (from: number, cents: number, share_bp = 0) => ({ from, cents, share_bp })
const cap = (conversions: number | null, cents: number | null = null) => ({ per: 'day', conversions, cents })

test.each([
  [{}, 409, 'offer'],
  [{ replaces: 7 }, 409, 'replaces'],
  [{ event: 'registration', offer: 'mva', terms: { tiers: [tier(1, 100)], caps: [] } }, 422, 'offer'],
  [{ event: 'lead' }, 422, 'terms'],
  [{ offer: 'mva', terms: { tiers: [tier(2, 100)], caps: [] } }, 422, 'terms'],
  [{ offer: 'mva', terms: { tiers: [tier(1, 100), tier(1, 200)], caps: [] } }, 422, 'terms'],
  [{ offer: 'mva', terms: { tiers: [tier(1, 0)], caps: [] } }, 422, 'terms'],
  [{ offer: 'mva', terms: { tiers: [tier(1, 100)], caps: [cap(1), cap(2)] } }, 422, 'terms'],
  [{ offer: 'mva', terms: { tiers: [tier(1, 100)], caps: [cap(null)] } }, 422, 'terms'],
  [{ offer: 'mva', terms: { tiers: [tier(1, -100)], caps: [] } }, 400, undefined],
  [{ offer: 'mva', terms: { tiers: [tier(1, 100, 10_001)], caps: [] } }, 400, undefined],
  [{ offer: 'mva', terms: { tiers: [tier(1, 100)], caps: [cap(0)] } }, 400, undefined],
  [{ offer: 'mva', hold_days: -1 }, 400, 'hold_days'],
  [{ aff_id: ' ' }, 400, 'aff_id'],
])('a rule with %j is refused with %i', async (wrong, status, field) => {
  const { manager, store } = await stage()
  const refused = await manager.post('payouts/rules', { ...RULE, ...wrong })
  expect([refused.statusCode, refused.json()]).toEqual([
    status,
    expect.objectContaining({ status, ...(field !== undefined && { field }) }),
  ])
  expect(await store.payoutRules()).toHaveLength(1)
})

test.each([
  [{ to_day: '2026-11-20' }, 422],
  [{ from_day: '2026-11-20', to_day: '2026-11-19' }, 422],
  [{ to_day: '2026-02-30', from_day: '2026-01-01' }, 422],
  [{ aff_id: '87' }, 409],
])('a statement for %j is refused with %i', async (wrong, status) => {
  const { manager } = await stage()
  expect((await manager.post('payouts/statements', { ...MONTH, ...wrong })).statusCode).toBe(status)
})

test('a rule is replaced or ended without a change to what it booked', async () => {
  const { manager, store } = await stage()
  const cheaper = { ...RULE, terms: { tiers: [tier(1, 100)], caps: [] }, replaces: 1 }
  expect((await manager.post('payouts/rules', cheaper)).json()).toEqual({ rule: 2 })
  expect((await manager.post('payouts/rules/end', { rule: 1 })).statusCode).toBe(404)
  expect((await manager.post('payouts/rules/end', { rule: 2 })).statusCode).toBe(204)
  expect((await manager.get('payouts/rules')).json()).toMatchObject({
    data: [
      { rule: 2, ended: { by: 'one-manager' } },
      { rule: 1, made: { by: 'ada' }, ended: { by: 'one-manager' } },
    ],
  })
  await store.returnSale({ ...named, key: null, cents: 501, at: NOW })
  expect((await manager.post('payouts', {})).json()).toMatchObject({
    data: [{ cents: -251 }, { cents: 1251 }],
  })
})
