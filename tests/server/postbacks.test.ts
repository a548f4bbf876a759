import { expect, test } from 'vitest'
import type { NewPostback } from '../../schemas/desk/postbacks.ts'
import { wrongAddress } from '../../src/server/postbacks/postbackAddress.ts'
import { startPostbacks } from '../../src/server/postbacks/startPostbacks.ts'
import { publish, session, step, uuidOf } from '../store/history.ts'
import { askAs } from './desk/askAs.ts'
import { openVendor } from './pixels/vendor.ts'
import { running } from './running.ts'

/** Tests the postbacks that report conversions to affiliates. */

const AFF = '86'
const POLL = { timeout: 8000, interval: 20 }
const words = (status: string) => ({ event: 'conversion', status })
const newPostback = (url: string, wanted: Partial<NewPostback['settings']> = {}): NewPostback => ({
  name: 'tracker',
  aff_id: AFF,
  offer: '',
  paid_only: false,
  settings: {
    url: `${url}/postback?cid={click_id}&s={sub1}-{sub4}&sum={payout}&t={transaction_id}&e={event}&st={status}`,
    return_url: '',
    words: {
      registration: words('lead'),
      sale: words('sale'),
      change: words('sale'),
      return: words('rejected'),
    },
    click_parameter: 'clickid',
    return_payout: 'zero',
    ...wanted,
  },
})
const SALE = {
  session_uuid: uuidOf(0),
  offer: 'mva',
  source: 'acme',
  external_id: 'A-1',
  cents: 2000,
  returned: false,
}
const named = { source: 'acme', external_id: 'A-1', key: null }

async function stage(query: Record<string, string> = { clickid: 'c/1 é', sub4: 'four' }) {
  const tracker = await openVendor(() => ({ status: 200 }))
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const server = await running({ env: { LOCAL_TARGETS: 'allow', RATE_LIMIT: '0' }, now })
  const { store, ctx, app } = server
  await publish(store, 'leadloom', 1000)
  const at = Date.now()
  const origin = { ...session({}).origin, query }
  await store.openSession(session({ aff_id: AFF, sub1: 'a&b', at, origin }))
  const manager = await askAs(server, 'manager')
  const rule = {
    aff_id: AFF,
    offer: '',
    event: 'sale',
    terms: { tiers: [{ from: 1, cents: 0, share_bp: 5000 }], caps: [] },
    hold_days: 0,
    claw_back: true,
  }
  expect((await manager.post('payouts/rules', rule)).statusCode).toBe(201)
  const start = async () => {
    const sending = await startPostbacks(ctx, app.log)
    return { ...sending, [Symbol.asyncDispose]: () => sending.stop() }
  }
  const states = async () =>
    (await store.postbackMessages({ postback: null, limit: 99 })).map(
      ({ kind, state, attempts }) => `${kind} ${state} ${attempts}`,
    )
  const sell = (wanted: Partial<typeof SALE> = {}) => store.sell({ ...SALE, ...wanted, at: Date.now() })
  return { ...server, clock, tracker, manager, start, states, sell }
}

test('a conversion is reported once, with its changes and its return under one transaction ID, without answers', async () => {
  const { tracker, manager, store, start, states, sell } = await stage()
  expect((await manager.post('postbacks', newPostback(tracker.url))).statusCode).toBe(201)
  await store.track(uuidOf(0), { kind: 'registration', at: Date.now() })
  await store.track(uuidOf(0), { kind: 'registration', at: Date.now() })
  await sell()
  await sell()
  await store.returnSale({ ...named, cents: 500, at: Date.now() })
  await store.returnSale({ ...named, cents: null, at: Date.now() })
  await using _sending = await start()
  await expect
    .poll(states, POLL)
    .toEqual(['return sent 1', 'change sent 1', 'sale sent 1', 'registration sent 1'])
  expect(tracker.asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET'])
  const sent = tracker.asked.map(({ path }) => new URL(path, tracker.url).searchParams)
  const transactions = sent.map((params) => params.get('t'))
  expect(sent.map((params) => [params.get('sum'), params.get('st')])).toEqual(
    expect.arrayContaining([
      ['0.00', 'lead'],
      ['10.00', 'sale'],
      ['7.50', 'sale'],
      ['0.00', 'rejected'],
    ]),
  )
  expect(new Set(transactions).size).toBe(2)
  for (const params of sent) expect([params.get('cid'), params.get('s')]).toEqual(['c/1 é', 'a&b-four'])
})

test('a return is sent after its sale, which is tried again; a sale that was taken back isn’t sent again', async () => {
  const { clock, tracker, manager, store, start, states, sell } = await stage()
  await manager.post(
    'postbacks',
    newPostback(tracker.url, { return_url: `${tracker.url}/reversal?t={transaction_id}` }),
  )
  tracker.answers.push({ status: 500 })
  await sell()
  await store.returnSale({ ...named, cents: null, at: Date.now() })
  const due = await store.duePostbacks('tracker', Date.now(), 9)
  expect(due).toHaveLength(1)
  await using _sending = await start()
  await expect.poll(states, POLL).toEqual(['return due 0', 'sale due 1'])
  clock.aheadMs = 30_000
  await expect.poll(states, POLL).toEqual(['return sent 1', 'sale sent 2'])
  expect(tracker.asked.map(({ path }) => path.split('?')[0])).toEqual(['/postback', '/postback', '/reversal'])
  expect((await manager.post('postbacks/replay', { entry: due[0] })).statusCode).toBe(409)
  expect((await manager.post('postbacks/replay', { entry: due[0]! + 1 })).statusCode).toBe(204)
})

test('nothing is reported without a click ID, of who opted out or was forgotten, or below the paid ones', async () => {
  const { tracker, manager, store, start, states, sell } = await stage({})
  await manager.post('postbacks', newPostback(tracker.url))
  await manager.post('postbacks', {
    ...newPostback(tracker.url, { url: `${tracker.url}/?t={transaction_id}` }),
    name: 'paid',
    paid_only: true,
  })
  await store.track(uuidOf(0), { kind: 'registration', at: Date.now() })
  await sell()
  await store.appendStep(uuidOf(0), step({ id: uuidOf(50), at: Date.now() }), { opt_out: 'do_not_sell' })
  await using _sending = await start()
  await expect
    .poll(states, POLL)
    .toEqual(['sale suppressed 0', 'sale suppressed 0', 'registration suppressed 0'])
  expect(tracker.asked).toEqual([])
  const messages = await store.postbackMessages({ postback: 'tracker', limit: 9 })
  expect(messages[0]!.last).toBe('Not sent: the click has no click ID in its parameter clickid.')
})

test('a dead host is tried again and doesn’t hold up others; private addresses are never called', async () => {
  const { tracker, manager, store, start, states, sell } = await stage()
  const settings = newPostback('https://127.0.0.1:9').settings
  const dead = { ...newPostback(tracker.url), name: 'dead', local: false, made_by: 'ada', made_at: 0 }
  await store.addPostback({ ...dead, settings })
  await manager.post('postbacks', newPostback(tracker.url))
  for (let i = 0; i < 30; i++) await sell({ external_id: `A-${i}` })
  await using _sending = await start()
  await expect
    .poll(async () => (await states()).filter((state) => state === 'sale sent 1').length, POLL)
    .toBe(30)
  expect(tracker.asked).toHaveLength(30)
  const failed = await store.postbackMessages({ postback: 'dead', limit: 99 })
  expect(failed.every(({ state, last }) => state === 'due' && !last?.includes('cid'))).toBe(true)
  expect((await manager.post('postbacks/test', { name: 'dead' })).json()).toMatchObject({ taken: false })
  expect((await manager.post('postbacks/test', { name: 'tracker' })).json()).toEqual({
    taken: true,
    sentence: 'The receiver answered 200.',
  })
  expect((await manager.post('postbacks/end', { name: 'dead' })).statusCode).toBe(204)
  expect((await store.postbackMessages({ postback: 'dead', limit: 1 }))[0]!.state).toBe('suppressed')
})

test.each([
  ['https://t.example/?c={click_id}', null],
  ['https://t.example/{event}?c={sub1}', null],
  ['https://t.example/?c={clickid}', "{clickid} isn't a known macro. Use {click_id} instead."],
  ['https://t.example/?c=#s2#', "#s2# isn't a known macro. Use {sub2} instead."],
  [
    'https://t.example/?c={x}',
    expect.stringMatching(/^\{x\} isn't a known macro\. Use \{click_id\}, \{sub1\}/),
  ],
  ['https://t.example/?c={}', expect.stringContaining("{} isn't a known macro")],
  ['https://t.example/?c={click_id', expect.stringContaining('brace')],
  ['https://{sub1}.example/?c=1', expect.stringContaining('complete address')],
  ['https://ann:pw@t.example/', expect.stringContaining('password')],
  ['ftp://t.example/', expect.stringContaining('complete address')],
  ['http://t.example/', 'Use an https:// address.'],
  ['http://127.0.0.1/', 'Use an https:// address.'],
])('the address %s is refused with %j', (address, refused) => {
  expect(wrongAddress(address, { local: false })).toEqual(refused)
})

test('an analyst reads postbacks, and only a manager changes them', async () => {
  const server = await stage()
  const { manager, tracker } = server
  await manager.post('postbacks', newPostback(tracker.url))
  expect((await manager.post('postbacks', newPostback(tracker.url))).json()).toMatchObject({ field: 'name' })
  const wrong = newPostback('https://t.example', { return_url: 'https://t.example/?x={sum}' })
  expect((await manager.post('postbacks', { ...wrong, name: 'b' })).json()).toMatchObject({
    status: 422,
    field: 'return_url',
    detail: "{sum} isn't a known macro. Use {payout} instead.",
  })
  const analyst = await askAs(server, 'analyst')
  expect((await analyst.get('postbacks')).json()).toMatchObject({ data: [{ name: 'tracker', aff_id: AFF }] })
  expect((await analyst.post('postbacks/messages', {})).statusCode).toBe(200)
  for (const [url, body] of [
    ['postbacks', { ...newPostback(tracker.url), name: 'own' }],
    ['postbacks/end', { name: 'tracker' }],
    ['postbacks/test', { name: 'tracker' }],
    ['postbacks/replay', { entry: 1 }],
  ] as const)
    expect((await analyst.post(url, body)).statusCode, url).toBe(403)
})
