import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { outcomeOf, requestOf } from '../../../src/server/delivery/formats.ts'
import { bidOf } from '../../../src/server/delivery/ping.ts'
import { AT, stage } from './stage.ts'
import { PATIENCE_MS } from '../../patience.ts'

const BUYER: Buyer = {
  format: 'leadprosper',
  url: 'https://buyer.example/post',
  campaign_id: '7',
  suppliers: { default: { id: 's0', key: 'k0' } },
}
const lead = { lead: { phone: '+1 (512) 555-2368', lp_subid1: 'x'.repeat(80) }, affId: '86', key: 'k1' }
const answered = (answer: object, buyer: Partial<Buyer> = {}) =>
  outcomeOf({ ...BUYER, ...buyer }, { status: 200, text: JSON.stringify(answer) })

test('phone numbers are sent as ten digits, and sub IDs are cut', () => {
  const sent = JSON.parse(requestOf(lead, BUYER).body) as Record<string, string>
  expect(sent['phone']).toBe('5125552368')
  expect(sent['lp_subid1']).toHaveLength(75)
})

test('a campaign that expects forms gets one', () => {
  const { headers, body } = requestOf(lead, { ...BUYER, leadprosper: { body: 'form' } })
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(new URLSearchParams(body).get('lp_campaign_id')).toBe('7')
})

test.each([
  [{ code: 0, status: 'ACCEPTED' }, 'accepted'],
  [{ code: '0', status: 'ACCEPTED' }, 'accepted'],
  [{ code: 1001, status: 'ERROR', message: 'Missing phone' }, 'rejected'],
  [{ code: 1006, status: 'ERROR', lead_id: 'L1' }, 'rejected'],
  [{ code: 1008, status: 'ERROR' }, 'duplicate'],
  [{ code: 1, status: 'DUPLICATED' }, 'duplicate'],
  [{ lead_id: 'L1' }, 'error'],
  [{ code: 0, status: 'TEST' }, 'error'],
])('%j means %s', (answer, kind) => {
  expect(answered(answer)).toMatchObject({ kind })
})

test.each([
  { code: 0, status: 'ERROR', lead_id: 'L1' },
  { code: 1006, status: 'ACCEPTED', lead_id: 'L1' },
])('a contradictory response sells nothing and leaves the sale in doubt: %j', (answer) => {
  expect(answered(answer)).toMatchObject({ kind: 'error', isUnsure: true })
})

test('codes for duplicates can be changed', () => {
  const buyer = { leadprosper: { duplicate_codes: [1234] } }
  expect(answered({ code: 1234, status: 'ERROR' }, buyer)).toMatchObject({ kind: 'duplicate' })
  expect(answered({ code: 1008, status: 'ERROR' }, buyer)).toMatchObject({ kind: 'rejected' })
})

const BIDS = {
  code: 0,
  status: 'ACCEPTED',
  ping_id: 'P1',
  bids: [
    { bid_id: 'b1', payout: 9 },
    { bid_id: 'b2', payout: '12.50' },
  ],
}

test('accepts the highest of several bids with the configured parameter', () => {
  const buyer = { ...BUYER, leadprosper: { bid_parameter: 'chosen_bid' } }
  const bid = bidOf(buyer, { status: 200, text: JSON.stringify(BIDS) })
  expect(bid).toEqual({ kind: 'bid', pingId: 'P1', bidId: 'b2', cents: 1250 })
  const sent = requestOf({ ...lead, pingId: 'P1', bidId: 'b2' }, buyer)
  expect(JSON.parse(sent.body)).toMatchObject({ lp_ping_id: 'P1', chosen_bid: 'b2' })
})

test('several bids don’t count without a configured parameter', () => {
  expect(bidOf(BUYER, { status: 200, text: JSON.stringify(BIDS) })).toMatchObject({ kind: 'error' })
})

test('a lead is pinged, posted with the ID of its ping, and retried only after a minute', async () => {
  const asked: { path: string; body: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      asked.push({ path: request.url!, body: JSON.parse(body) as Record<string, string> })
      const posts = asked.filter(({ path }) => path === '/post').length
      if (request.url === '/post' && posts === 1) return void response.writeHead(503).end()
      const answer =
        request.url === '/ping' ? { ping_id: 'P7', payout: 12.5 } : { lead_id: 'L1', payout: 12.5 }
      response.end(JSON.stringify({ status: 'ACCEPTED', code: 0, ...answer }))
    })()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { start, state, store, clock } = await stage(
    {
      ...BUYER,
      local: true,
      url: `${host}/post`,
      ping: { url: `${host}/ping`, fields: ['zip'] },
    },
    [],
    1,
    { zip: '78701', phone: '5125552368' },
  )
  const delivering = await start()
  onTestFinished(() => delivering.stop())
  await vi.waitFor(async () => expect((await state())?.attempts).toBe(1), PATIENCE_MS)
  await vi.waitFor(async () => expect((await state())?.due_at).toBe(AT + 65_000), PATIENCE_MS)
  clock.now = AT + 65_000
  delivering.wake()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  expect(asked.map(({ path }) => path)).toEqual(['/ping', '/post', '/ping', '/post'])
  expect(asked[0]!.body).not.toHaveProperty('phone')
  expect(asked[0]!.body).not.toHaveProperty('lp_action')
  expect(asked[3]!.body).toMatchObject({ lp_ping_id: 'P7', lp_key: 'k0', phone: '5125552368' })
  expect(await store.ledger({ path: null, from: 0, to: AT * 2 })).toMatchObject([{ net_cents: 1250 }])
})
