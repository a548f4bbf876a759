import { expect, test } from 'vitest'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import { join } from 'node:path'
import { readBuyers } from '../../../src/server/delivery/buyersFile.ts'
import { outcomeOf, requestOf } from '../../../src/server/delivery/formats.ts'
import { bidOf, pingOf } from '../../../src/server/delivery/ping.ts'

const leadPost = { lead: { phone: '5125552368', email: 'ann@example.com' }, affId: '86', key: 'k1' }
const suppliers = { '86': { id: 's86', key: 'k86' }, default: { id: 's0', key: 'k0' } }
const url = 'https://buyer.example/post'

test('LeadProsper gets JSON with campaign and the supplier of the affiliate', () => {
  const buyer: Buyer = { format: 'leadprosper', url, campaign_id: '7', suppliers }
  const { headers, body } = requestOf(leadPost, buyer)
  expect(headers).toEqual({ 'content-type': 'application/json', 'idempotency-key': 'k1' })
  expect(JSON.parse(body)).toEqual({
    phone: '5125552368',
    email: 'ann@example.com',
    lp_campaign_id: '7',
    lp_supplier_id: 's86',
    lp_key: 'k86',
  })
})

test('each of the seven affiliates has its own supplier and key, and all others share one', () => {
  const buyers = readBuyers(join(import.meta.dirname, '..', '..', '..', 'fixtures', 'buyers.json'), {
    localTargets: true,
  })
  const buyer = buyers.get('auto_accident_team')!
  const pair = (affId: string) => {
    const { lp_supplier_id, lp_key } = JSON.parse(requestOf({ ...leadPost, affId }, buyer).body) as Record<
      string,
      string
    >
    return `${lp_supplier_id} ${lp_key}`
  }
  const own = ['86', '104', '139', '260', '210', '325', '20'].map(pair)
  expect(new Set([...own, pair('1')]).size).toBe(8)
  for (const affId of ['1', '', '999', '__proto__', 'default']) expect(pair(affId)).toBe(pair('1'))
})

test('an affiliate without its own supplier uses the default one', () => {
  const buyer: Buyer = { format: 'leadprosper', url, campaign_id: '7', suppliers, test: true }
  expect(JSON.parse(requestOf({ ...leadPost, affId: '999' }, buyer).body)).toMatchObject({
    lp_supplier_id: 's0',
    lp_key: 'k0',
    lp_action: 'test',
  })
})

test('LeadsPedia gets a form and is asked to answer in JSON', () => {
  const buyer: Buyer = { format: 'leadspedia', url, campaign_id: '7', campaign_key: 'ck', test: true }
  const { headers, body } = requestOf(leadPost, buyer)
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    phone: '5125552368',
    email: 'ann@example.com',
    lp_campaign_id: '7',
    lp_campaign_key: 'ck',
    lp_response: 'JSON',
    lp_test: '1',
  })
})

test('a pinged buyer gets only permitted fields first, and then the lead with its own ID', () => {
  const ping = { url: 'https://buyer.example/ping', fields: ['zip'] }
  const lead = { zip: '10001', phone: '5125552368' }
  for (const format of ['leadprosper', 'leadspedia'] as const) {
    const buyer: Buyer = { format, url, campaign_id: '7', suppliers, ping }
    const asked = pingOf({ ...leadPost, lead }, buyer, ping)
    expect([asked.url, asked.headers['idempotency-key']]).toEqual([ping.url, 'k1-ping'])
    expect(asked.body).toMatch(/10001/)
    expect(asked.body).toMatch(/lp_campaign_id/)
    expect(asked.body).not.toMatch(/5125552368|phone|lp_ping_id/)
    const { body } = requestOf({ ...leadPost, lead, pingId: 'P1' }, buyer)
    expect(body).toMatch(/lp_ping_id\W+P1/)
    expect(body).toMatch(/5125552368/)
  }
})

test.each([
  [
    'leadprosper',
    { code: 0, status: 'ACCEPTED', ping_id: 'P1', price: 12.5 },
    { kind: 'bid', pingId: 'P1', cents: 1250 },
  ],
  ['leadspedia', { result: 'success', ping_id: 77, price: '3' }, { kind: 'bid', pingId: '77', cents: 300 }],
  ['leadspedia', { result: 'success', ping_id: 'P1' }, { kind: 'bid', pingId: 'P1', cents: null }],
  ['leadspedia', { result: 'failed', msg: 'No buyers' }, { kind: 'rejected', reason: 'Ping: No buyers' }],
  ['leadprosper', { code: 1008, status: 'DUPLICATED' }, { kind: 'duplicate', reason: 'Ping: DUPLICATED' }],
  [
    'leadprosper',
    { code: 0, status: 'ACCEPTED' },
    { kind: 'error', reason: 'Ping: the buyer wants the lead, but sent no ID for it.' },
  ],
  ['leadconduit', { outcome: 'success', price: 2.5 }, { kind: 'bid', pingId: undefined, cents: 250 }],
  [
    'leadconduit',
    { outcome: 'failure', reason: 'no bid', price: 0 },
    { kind: 'rejected', reason: 'Ping: no bid' },
  ],
  [
    'boberdoo',
    { response: { status: 'Matched', lead_id: 'B7', price: '3.25' } },
    { kind: 'bid', pingId: 'B7', cents: 325 },
  ],
  [
    'boberdoo',
    { status: 'Matched', lead_id: 'B7', process_information: { best_bid: '4.00' } },
    { kind: 'bid', pingId: 'B7', cents: 400 },
  ],
  [
    'boberdoo',
    { status: 'Unmatched', process_information: { unmatched_reason: 'No coverage' } },
    { kind: 'rejected', reason: 'Ping: No coverage' },
  ],
] as const)('%s answering a ping with %j', (format, answer, expected) => {
  expect(bidOf({ format, url }, { status: 200, text: JSON.stringify(answer) })).toEqual(expected)
})

const HURT = { hurt: ['neck, upper', 'back', 'a;b'], zip: '10001' }
const OWN = { campaign_id: '7', campaign_key: 'ck', suppliers }

test.each<[Buyer['format'], string | undefined, unknown]>([
  ['json', undefined, HURT.hurt],
  ['json', '|', 'neck, upper|back|a;b'],
  ['leadconduit', undefined, HURT.hurt],
  ['leadconduit', '|', 'neck, upper|back|a;b'],
  ['leadprosper', undefined, 'neck, upper,back,a;b'],
  ['leadprosper', '|', 'neck, upper|back|a;b'],
  ['leadspedia', undefined, 'neck, upper,back,a;b'],
  ['leadspedia', ' / ', 'neck, upper / back / a;b'],
  ['boberdoo', undefined, 'neck, upper,back,a;b'],
  ['boberdoo', '|', 'neck, upper|back|a;b'],
  ['form', undefined, 'neck, upper,back,a;b'],
  ['form', '|', 'neck, upper|back|a;b'],
  ['email', undefined, 'neck, upper,back,a;b'],
  ['email', '|', 'neck, upper|back|a;b'],
])(
  'the checked options reach a buyer of the format %s with the separator %j as %j',
  (format, separator, expected) => {
    const buyer: Buyer = {
      format,
      url,
      ...OWN,
      ...(separator !== undefined && { list_separator: separator }),
    }
    const bodies = [
      requestOf({ ...leadPost, lead: HURT }, buyer),
      pingOf({ ...leadPost, lead: HURT }, buyer, { url, fields: ['hurt'] }),
      requestOf({ ...leadPost, lead: HURT }, { ...buyer, fields: { hurt: 'hurt' } }),
    ]
    for (const { headers, body } of bodies)
      expect(membersOf(headers['content-type'], body)['hurt']).toEqual(expected)
  },
)

function membersOf(contentType: string, body: string): Record<string, unknown> {
  if (contentType === 'application/json') return JSON.parse(body) as Record<string, unknown>
  if (contentType.startsWith('text/plain'))
    return Object.fromEntries(body.split('\n').map((line) => line.split(/: (.*)/s, 2)))
  return Object.fromEntries(new URLSearchParams(body))
}

test('LeadProsper as a form gets the checked options as one text', () => {
  const buyer: Buyer = { format: 'leadprosper', url, ...OWN, leadprosper: { body: 'form' } }
  const { body } = requestOf({ ...leadPost, lead: { hurt: ['neck', 'back'] } }, buyer)
  expect(new URLSearchParams(body).get('hurt')).toBe('neck,back')
})

test('a lead from before lists were stored is sent as it was created', () => {
  const { body } = requestOf({ ...leadPost, lead: { hurt: 'neck,back' } }, { format: 'json', url })
  expect(JSON.parse(body)).toEqual({ hurt: 'neck,back' })
})

test('a ping leaves out a list that could reach the visitor', () => {
  const lead = { reach: ['at night', '512 555 2368'], zip: '10001' }
  const { body } = pingOf({ ...leadPost, lead }, { format: 'json', url }, { url, fields: ['reach', 'zip'] })
  expect(JSON.parse(body)).toEqual({ zip: '10001' })
})

test('a buyer with its own field names gets only those fields, under its names', () => {
  const buyer: Buyer = { format: 'json', url, fields: { Phone1: 'phone', Zip: 'zip_code' } }
  expect(JSON.parse(requestOf(leadPost, buyer).body)).toEqual({ Phone1: '5125552368' })
})

const ACCEPTED = { kind: 'accepted', externalId: 'L1', cents: 1250, redirect: null }

test.each([
  ['leadprosper', 200, { code: 0, status: 'ACCEPTED', id: 'L1', price: 12.5 }, ACCEPTED],
  ['leadprosper', 200, { code: 1008, status: 'DUPLICATED' }, { kind: 'duplicate', reason: 'DUPLICATED' }],
  ['leadprosper', 200, { code: 1049, message: 'seen' }, { kind: 'duplicate', reason: 'seen' }],
  [
    'leadprosper',
    200,
    { code: 1013, status: 'ERROR', message: 'no cap' },
    { kind: 'rejected', reason: 'no cap' },
  ],
  ['leadprosper', 400, { code: 1013, message: 'bad zip' }, { kind: 'rejected', reason: 'bad zip' }],
  ['leadspedia', 200, { result: 'success', lead_id: 'L1', price: '12.50', errors: [] }, ACCEPTED],
  [
    'leadspedia',
    200,
    { result: 'failed', msg: 'Duplicate Lead' },
    { kind: 'duplicate', reason: 'Duplicate Lead' },
  ],
  ['leadspedia', 200, { result: 'failed', errors: ['zip'] }, { kind: 'rejected', reason: '["zip"]' }],
  ['json', 201, { result: 'accepted', id: 'L1', price: '12.5' }, ACCEPTED],
  ['form', 200, { result: 'rejected', reason: 'area' }, { kind: 'rejected', reason: 'area' }],
  ['leadprosper', 200, { code: 0, status: 'ACCEPTED', lead_id: 'L1', payout: '12.50' }, ACCEPTED],
  [
    'leadprosper',
    200,
    { code: 1006, status: 'ERROR', message: 'stored, not bought', lead_id: 'L1' },
    { kind: 'rejected', reason: 'stored, not bought' },
  ],
  ['leadconduit', 201, { outcome: 'success', lead: { id: 'L1' }, price: 12.5 }, ACCEPTED],
  ['leadconduit', 201, { outcome: 'success', lead: { id: 'L1' }, price: 0 }, { ...ACCEPTED, cents: null }],
  [
    'leadconduit',
    201,
    { outcome: 'failure', reason: 'duplicate', lead: { id: 'L1' }, price: 0 },
    { kind: 'duplicate', reason: 'duplicate' },
  ],
  [
    'leadconduit',
    201,
    { outcome: 'failure', reason: 'Cap reached' },
    { kind: 'rejected', reason: 'Cap reached' },
  ],
  ['leadconduit', 201, { outcome: 'error', reason: 'timed out' }, { kind: 'error', reason: 'timed out' }],
  [
    'leadconduit',
    422,
    { result: 'success', lead_id: 'L1' },
    { kind: 'error', reason: 'The buyer answered 422: {"result":"success","lead_id":"L1"}' },
  ],
  ['boberdoo', 200, { response: { status: 'Matched', lead_id: 'L1', price: '12.50' } }, ACCEPTED],
  ['boberdoo', 200, { status: 'Matched', lead_id: 'L1', total_price: '12.5' }, ACCEPTED],
  ['boberdoo', 200, { status: 'Unmatched', lead_id: 'L1' }, { kind: 'rejected', reason: 'Unmatched' }],
  [
    'boberdoo',
    200,
    { status: 'Error', error: 'Invalid Zip', lead_id: 'L1' },
    { kind: 'error', reason: 'Invalid Zip' },
  ],
  [
    'boberdoo',
    200,
    { status: 'Error', error: 'Duplicate lead' },
    { kind: 'duplicate', reason: 'Duplicate lead' },
  ],
  [
    'boberdoo',
    200,
    { status: 'Success', lead_id: 'L1' },
    {
      kind: 'error',
      reason: "The buyer answered Success, which doesn't say whether it bought the lead.",
      isUnsure: true,
    },
  ],
  [
    'boberdoo',
    200,
    { response: { status: 'Lead 55 is awaiting manual approval' } },
    {
      kind: 'error',
      reason: "On hold. The buyer decides later, so don't send it again: Lead 55 is awaiting manual approval",
      isUnsure: true,
    },
  ],
  ['json', 409, {}, { kind: 'duplicate', reason: 'The buyer answered 409.' }],
  [
    'json',
    503,
    { result: 'accepted', id: 'L1' },
    { kind: 'retry', reason: 'The buyer answered 503.', isUnsure: false },
  ],
  ['json', 408, {}, { kind: 'retry', reason: 'The buyer answered 408.', isUnsure: true, isLost: true }],
  ['json', 425, {}, { kind: 'retry', reason: 'The buyer answered 425.', isUnsure: false }],
  ['json', 429, {}, { kind: 'retry', reason: 'The buyer answered 429.', isUnsure: false }],
  ['json', 502, {}, { kind: 'retry', reason: 'The buyer answered 502.', isUnsure: true, isLost: true }],
  ['json', 200, {}, { kind: 'error', reason: 'The buyer answered 200: {}', isUnsure: true }],
  ['json', 401, {}, { kind: 'error', reason: 'The buyer rejected our credentials (401).' }],
] as const)('%s answering %i %j', (format, status, answer, expected) => {
  expect(outcomeOf({ format, url }, { status, text: JSON.stringify(answer) })).toEqual(expected)
})

test('an ID with more digits than a JavaScript number is kept exactly, so that returns can name it', () => {
  const text = '{"result":"success","lead_id":1234567890123456789,"ping_id":9007199254740993,"price":12.50}'
  const buyer: Buyer = { format: 'leadspedia', url }
  expect(outcomeOf(buyer, { status: 200, text })).toMatchObject({
    externalId: '1234567890123456789',
    cents: 1250,
  })
  expect(bidOf(buyer, { status: 200, text })).toMatchObject({ pingId: '9007199254740993' })
})

test.each(['<html>Welcome</html>', '', '[]', '{"ok":true}', 'null', '{"result":"ACCEPTED?"}'])(
  'the response %j isn’t an acceptance in any format',
  (text) => {
    for (const format of ['leadprosper', 'leadspedia', 'json', 'form'] as const)
      expect(outcomeOf({ format, url }, { status: 200, text }).kind).toBe('error')
  },
)

test.each([
  ['https://user:pw@Offers.Example:8443/ada?phone=5125552368#ada', 'offers.example'],
  ['http://offers.example/', 'offers.example'],
  ['/thanks?phone=5125552368', null],
  ['javascript:alert(1)', null],
  ['app://ada.5125552368/', null],
  [7, null],
  [undefined, null],
  [`https://offers.example/?${'a'.repeat(8000)}`, null],
])('reads the address %j as a page on %j', (redirect_url, host) => {
  const answer = { result: 'accepted', id: 'L1', redirect_url }
  const outcome = outcomeOf({ format: 'json', url }, { status: 200, text: JSON.stringify(answer) })
  expect(outcome).toMatchObject({ kind: 'accepted', externalId: 'L1', cents: null })
  expect(outcome.kind === 'accepted' && (outcome.redirect?.hostname ?? null)).toBe(host)
})

test('a redirect is not an acceptance', () => {
  expect(outcomeOf({ format: 'json', url }, { status: 302, text: '' }).kind).toBe('error')
})

test.each([
  [undefined, null],
  ['free', null],
  [-3, null],
  [0, 0],
  ['0.07', 7],
  [19.999, 2000],
])('the price %j is %j cents', (price, cents) => {
  const text = JSON.stringify({ result: 'accepted', id: 'L1', price })
  expect(outcomeOf({ format: 'json', url }, { status: 200, text })).toMatchObject({ cents })
})

test.each([
  [
    '<?xml version="1.0"?><response><status>Matched</status><lead_id>L1</lead_id><price><![CDATA[12.50]]></price></response>',
    ACCEPTED,
  ],
  [
    '<response><status>Unmatched</status><unmatched_reason>x</unmatched_reason></response>',
    { kind: 'rejected', reason: 'Unmatched' },
  ],
  ['<html><status>Matched</status></html>', { kind: 'error', isUnsure: true }],
])('boberdoo responding with XML to a request for JSON: %s', (text, expected) => {
  expect(outcomeOf({ format: 'boberdoo', url }, { status: 200, text })).toMatchObject(expected)
})

test('boberdoo gets its mode and the ID of its ping', () => {
  const ping = { url: 'https://buyer.example/new_api/api.php', fields: ['zip'] }
  const buyer: Buyer = {
    format: 'boberdoo',
    url: ping.url,
    campaign_id: '19',
    campaign_key: 'K',
    suppliers,
    ping,
  }
  const lead = { zip: '10001', phone: '5125552368' }
  const told = ({ body }: { body: string }) => Object.fromEntries(new URLSearchParams(body))
  const always = { Key: 'K', API_Action: 'pingPostLead', TYPE: '19', Format: 'JSON' }
  const asked = told(pingOf({ ...leadPost, lead }, buyer, ping))
  expect(asked).toMatchObject({ ...always, Mode: 'ping', zip: '10001' })
  expect(asked).not.toHaveProperty('phone')
  const sent = told(requestOf({ ...leadPost, lead, pingId: 'B7' }, buyer))
  expect(sent).toMatchObject({ ...always, Mode: 'post', Lead_ID: 'B7', phone: '5125552368' })
  expect(sent).not.toHaveProperty('Test_Lead')
  const whole = told(requestOf({ ...leadPost, lead }, { ...buyer, test: true }))
  expect(whole).toMatchObject({ ...always, Mode: 'full', Test_Lead: '1' })
  expect(whole).not.toHaveProperty('Lead_ID')
})

const BIDDING = {
  format: 'json',
  url,
  ping: { url: 'https://buyer.example/ping', fields: ['zip'], bid: 'offers.0.price', bid_id: 'offers.0.id' },
} as const satisfies Buyer

test.each<[string, unknown, object]>([
  ['a number', { offers: [{ price: 12.5, id: 7 }] }, { kind: 'bid', cents: 1250, pingId: '7' }],
  ['a text', { offers: [{ price: '12.50', id: 'b7' }] }, { kind: 'bid', cents: 1250, pingId: 'b7' }],
  ['none', { offers: [] }, { kind: 'rejected', reason: 'Ping: The answer has no bid at offers.0.price.' }],
  ['zero', { offers: [{ price: 0, id: 7 }] }, { kind: 'rejected' }],
  ['an amount below zero', { offers: [{ price: -5, id: 7 }] }, { kind: 'error' }],
  ['no amount', { offers: [{ price: 'a lot', id: 7 }] }, { kind: 'error' }],
  ['a bid without its ID', { offers: [{ price: 12.5 }] }, { kind: 'error' }],
  ['a member of every object', { offers: { constructor: 1 } }, { kind: 'rejected' }],
])('a plain HTTP buyer bids where its settings say: %s', (_, answer, expected) => {
  expect(bidOf(BIDDING, { status: 200, text: JSON.stringify(answer) })).toMatchObject(expected)
})

test('a plain HTTP buyer gets the ID of its bid with the lead, under its own name', () => {
  const sent = (buyer: Buyer) => JSON.parse(requestOf({ ...leadPost, pingId: 'b7' }, buyer).body) as object
  expect(sent(BIDDING)).toMatchObject({ ping_id: 'b7', phone: '5125552368' })
  expect(sent({ ...BIDDING, ping: { ...BIDDING.ping, bid_id_name: 'token' } })).toMatchObject({ token: 'b7' })
  expect(
    JSON.parse(
      pingOf({ ...leadPost, lead: { zip: '78701', phone: '5125552368' } }, BIDDING, BIDDING.ping).body,
    ),
  ).toEqual({
    zip: '78701',
  })
})

test('without these settings, a plain response to a ping is read like one to a lead, and a server error isn’t a bid', () => {
  const { bid: _, bid_id: __, ...ping } = BIDDING.ping
  const plain = { ...BIDDING, ping }
  const text = JSON.stringify({ result: 'accepted', price: '9.00', id: 'x' })
  expect(bidOf(plain, { status: 200, text })).toMatchObject({ kind: 'bid', cents: 900, pingId: 'x' })
  expect(bidOf(BIDDING, { status: 500, text: '{"offers":[{"price":5,"id":1}]}' })).toMatchObject({
    kind: 'retry',
  })
})
