import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AT, stage } from './stage.ts'
import { PATIENCE_MS } from '../../patience.ts'

test('an accepted lead is posted once and sold once, at the buyer’s price', async () => {
  const { start, state, posts, store, payload, errors } = await stage()
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  await delivering.stop()
  expect(posts).toMatchObject([{ format: 'json', manner: 'accept', members: payload }])
  expect(await state()).toMatchObject({ attempts: 1, due_at: null, last: 'Accepted at $25.00.' })
  expect(await store.report('sale-by-offer', { path: 'leadloom', from: AT, to: AT })).toEqual([
    { offer_name: 'mva', total: 1, gross: 2500, returned: 0, revenue: 2500 },
  ])
  expect(errors).toEqual([])
})

test.each([
  ['die', 'The post failed: ECONNRESET.'],
  ['stall', 'No response within 1 seconds.'],
] as const)(
  'a buyer that takes the post and is %s gets exactly one post, and the lead is probably sold',
  async (manner, said) => {
    for (const format of ['json', 'form', 'leadconduit', 'leadspedia', 'leadprosper', 'boberdoo'] as const) {
      const { start, state, posts, clock, manners, store } = await stage({
        format,
        campaign_id: '7',
        campaign_key: 'K',
        suppliers: { default: { id: '1', key: 'k' } },
        timeout_s: 1,
        price: '42.00',
      })
      manners.push(manner)
      const delivering = await start()
      await vi.waitFor(async () => expect((await state())?.state).toBe('dead'), PATIENCE_MS)
      expect((await state())?.last).toContain(`${said} The buyer may have bought the lead.`)
      clock.now += 86_400_000
      delivering.wake()
      await delivering.stop(1000)
      expect([format, posts.length]).toEqual([format, 1])
      expect(await store.unbooked(9)).toMatchObject([{ state: 'probable', source: 'acme', ours_cents: 4200 }])
    }
  },
)

test.each([408, 502, 504, 520, 524])(
  'a lead isn’t posted again after a proxy’s %s, because the buyer may have it',
  async (status) => {
    let posts = 0
    const server = createServer((_, response) => (posts++, response.writeHead(status).end()))
    onTestFinished(() => void server.close())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { start, state } = await stage({ url })
    const delivering = await start()
    await vi.waitFor(async () => expect((await state())?.state).toBe('dead'), PATIENCE_MS)
    await delivering.stop()
    expect(posts).toBe(1)
  },
)

test('a lead is posted again after a refused connection', async () => {
  const taken = createServer(() => {})
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(taken.address() as AddressInfo).port}/`
  await new Promise<void>((done) => taken.close(() => done()))
  const { start, state, store } = await stage({ url })
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.attempts).toBe(1), PATIENCE_MS)
  await vi.waitFor(async () => expect((await state())?.last).toContain('ECONNREFUSED'), PATIENCE_MS)
  await delivering.stop()
  expect(await state()).toMatchObject({ state: 'due' })
  expect(await store.unbooked(9)).toEqual([])
})

test('the response time, or the timeout, is saved with its attempt, but not for a refused connection', async () => {
  const timesOf = async (store: Awaited<ReturnType<typeof stage>>['store']) => {
    const ranges = [{ from: AT - 86_400_000, to: AT + 86_400_000 }]
    const { total } = await store.buyerScores({ buyer: 'acme', ranges }, 1)
    return [total.asked, total.answers, total.p50_ms] as const
  }
  const serverOf = async (answerMs: number) => {
    const answer = JSON.stringify({ result: 'rejected', reason: 'No.' })
    const server = createServer((_, response) => {
      setTimeout(() => response.end(answer), answerMs).unref()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const close = () =>
      new Promise<void>((done) => (server.close(() => done()), server.closeAllConnections()))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
  }
  const slow = await serverOf(300)
  onTestFinished(slow.close)
  const answered = await stage({ url: slow.url })
  const first = await answered.start()
  await vi.waitFor(async () => expect((await answered.state())?.state).toBe('rejected'), PATIENCE_MS)
  await first.stop()
  const [asked, answers, ms] = await timesOf(answered.store)
  expect([asked, answers]).toEqual([1, 1])
  expect(ms).toBeGreaterThanOrEqual(300)

  const silent = await serverOf(600_000)
  onTestFinished(silent.close)
  const late = await stage({ url: silent.url, timeout_s: 1 })
  const second = await late.start()
  await vi.waitFor(async () => expect((await late.state())?.state).toBe('dead'), PATIENCE_MS)
  await second.stop()
  expect((await timesOf(late.store))[2]).toBeGreaterThanOrEqual(1000)

  const gone = await serverOf(0)
  await gone.close()
  const refused = await stage({ url: gone.url })
  const third = await refused.start()
  await vi.waitFor(async () => expect((await refused.state())?.last).toContain('ECONNREFUSED'), PATIENCE_MS)
  await third.stop()
  expect(await timesOf(refused.store)).toEqual([1, 0, null])
})

test('a buyer that says duplicate after a lost response probably bought the lead', async () => {
  const answers = [500, 200]
  const server = createServer((_, response) =>
    response.writeHead(answers.shift() ?? 500).end(JSON.stringify({ result: 'duplicate', reason: 'Seen' })),
  )
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { start, state, clock, store } = await stage({ url, price: '12.00' })
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.last).toBe('The buyer answered 500.'), PATIENCE_MS)
  clock.now += 60_000
  delivering.wake()
  await vi.waitFor(async () => expect((await state())?.state).toBe('dead'), PATIENCE_MS)
  await delivering.stop()
  expect(await state()).toMatchObject({ last: 'Seen' })
  expect(await store.unbooked(9)).toMatchObject([{ state: 'probable', ours_cents: 1200 }])
})

test('a lead left in progress by a stopped process isn’t posted again to a buyer without a key', async () => {
  const { start, state, posts, manners } = await stage({ timeout_s: 60 })
  manners.push('stall')
  const first = await start()
  await vi.waitFor(() => expect(posts).toHaveLength(1), PATIENCE_MS)
  await first.stop()
  const second = await start()
  await second.stop()
  expect(posts).toHaveLength(1)
  expect(await state()).toMatchObject({ state: 'dead' })
})

test.each([
  ['busy', 'The buyer answered 503.'],
  ['die', 'The post failed: ECONNRESET.'],
  ['stall', 'No response within 1 seconds.'],
] as const)(
  'a buyer that honors our key and is %s is asked again later, under the same key, and sold to once',
  async (manner, said) => {
    const { start, state, posts, clock, manners } = await stage({ timeout_s: 1, honors_key: true })
    manners.push(manner)
    const delivering = await start()
    onTestFinished(() => delivering.stop())
    await vi.waitFor(async () => expect((await state())?.last).toBe(said), PATIENCE_MS)
    expect(await state()).toMatchObject({ state: 'due', attempts: 1, due_at: AT + 30_000 })
    clock.now += 30_000
    delivering.wake()
    await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
    expect(posts.map(({ key }) => key)).toEqual([posts[0]?.key, posts[0]?.key])
  },
)

test.each([
  ['reject', 'rejected', 'Outside the area we serve'],
  ['duplicate', 'duplicate', 'Seen before'],
] as const)(
  'a buyer that says %s leaves the lead %s, and it can be replayed',
  async (manner, ended, said) => {
    const { start, state, manners, store, clock } = await stage()
    manners.push(manner)
    const delivering = await start()
    onTestFinished(() => delivering.stop())
    await vi.waitFor(async () => expect((await state())?.state).toBe(ended), PATIENCE_MS)
    expect(await state()).toMatchObject({ last: said, due_at: null })
    const { delivery } = (await state())!
    expect(await store.replayDelivery(delivery, clock.now)).toBe(true)
    delivering.wake()
    await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
    expect(await store.replayDelivery(delivery, clock.now)).toBe(false)
  },
)

test.each([
  ['the session', (uuid: string) => ({ session_uuid: uuid, phone: null, email: null })],
  [
    'the phone number, however it is written',
    () => ({ session_uuid: null, phone: '+1 512-555-2368', email: null }),
  ],
  ['the email address', () => ({ session_uuid: null, phone: null, email: ' ann@EXAMPLE.com' })],
])('nothing is posted when %s opted out before the attempt', async (_, who) => {
  const { start, state, posts, store, uuid } = await stage()
  await store.optOut({ ...who(uuid), source: 'do-not-sell', at: AT })
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('suppressed'), PATIENCE_MS)
  await delivering.stop()
  expect(posts).toEqual([])
  expect(await state()).toMatchObject({ last: 'Not sent: the visitor opted out of the sale.' })
})

test('an attempt interrupted by the end of the process is repeated, and the buyer accepts it once', async () => {
  const { start, state, posts, manners } = await stage({ timeout_s: 60, honors_key: true })
  manners.push('stall')
  const first = await start()
  await vi.waitFor(() => expect(posts).toHaveLength(1), PATIENCE_MS)
  await first.stop()
  expect(await state()).toMatchObject({ state: 'due', attempts: 1 })
  const second = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  await second.stop()
  expect(posts.map(({ manner }) => manner)).toEqual(['stall', 'accept'])
  expect(posts[1]?.key).toBe(posts[0]?.key)
})

test.each([
  // It takes a phone number as ten digits.
  ['leadprosper', {}, { phone: '5125552368' }],
  ['leadspedia', {}, {}],
  ['leadconduit', {}, {}],
  ['boberdoo', { campaign_key: 'K' }, {}],
] as const)('%s is pinged without who the lead is, then gets it whole', async (format, members, written) => {
  const { start, state, posts, payload } = await stage(
    { format, campaign_id: '7', ...members },
    ['zip', 'email'],
    1,
    { phone: '(512) 555-2368', email: 'Ann@example.com', zip: '78701' },
  )
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  await delivering.stop()
  expect(posts.map(({ ping }) => ping)).toEqual([true, false])
  const [asked, sent] = posts.map(({ members }) => members)
  expect(asked).toMatchObject({ zip: '78701' })
  // Not in the ping, even though the buyer’s file asks for it.
  expect(asked).not.toHaveProperty('email')
  expect(asked).not.toHaveProperty('phone')
  expect(sent).toMatchObject({ ...payload, ...written })
  expect(await state()).toMatchObject({ attempts: 1, last: 'Accepted at $25.00.' })
})

test.each([
  ['at the price of the bid, where the acceptance names none', { price: '40.00' }, {}, 4000],
  ['at the price of the acceptance, where that names one', { price: '40.00' }, { price: '38.50' }, 3850],
  ['at the price of the buyers’ file, where neither does', {}, {}, 1200],
])('a pinged lead is sold %s', async (_, bid, acceptance, revenue) => {
  const server = createServer(({ url }, response) => {
    const answer = url === '/ping' ? { ping_id: 'P1', ...bid } : { lead_id: 'L1', ...acceptance }
    response.end(JSON.stringify({ result: 'success', ...answer }))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ping = { url: `${host}/ping`, fields: ['zip'] }
  const { start, state, store } = await stage({
    format: 'leadspedia',
    campaign_id: '7',
    price: '12.00',
    url: `${host}/post`,
    ping,
  })
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  await delivering.stop()
  expect(await store.ledger({ path: null, from: AT, to: AT })).toMatchObject([{ net_cents: revenue }])
})

const ADA = '?name=Ada&phone=5125552368'
test.each([
  [`https://apply.example/${ADA}`, 'The visitor gets a link to its page on apply.example.', true],
  [`https://APPLY.example/${ADA}`, 'The visitor gets a link to its page on apply.example.', true],
  [
    `https://evil.example/${ADA}`,
    "Its link to evil.example was ignored because the host isn't in redirect_hosts.",
    false,
  ],
  [
    `https://sub.apply.example/${ADA}`,
    "Its link to sub.apply.example was ignored because the host isn't in redirect_hosts.",
    false,
  ],
  [
    `https://apply.example@evil.example/${ADA}`,
    "Its link to evil.example was ignored because the host isn't in redirect_hosts.",
    false,
  ],
  [
    `https://apply.example:8443/${ADA}`,
    "Its link to apply.example was ignored because the host isn't in redirect_hosts.",
    false,
  ],
  [
    `https://ada@apply.example/${ADA}`,
    "Its link to apply.example was ignored because the host isn't in redirect_hosts.",
    false,
  ],
  [
    `http://apply.example/${ADA}`,
    "Its link to apply.example was ignored because it doesn't use HTTPS.",
    false,
  ],
  ['javascript:alert(1)', undefined, false],
])('if a buyer redirects the visitor to %s, the delivery says: %s', async (redirect_url, says, isKept) => {
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ result: 'accepted', id: 'L1', price: 12, redirect_url })),
  )
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { start, state, store, uuid, errors } = await stage({
    url,
    redirect_hosts: ['apply.example'],
    duplicate_window_days: 0,
  })
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  await delivering.stop()
  expect((await state())?.last).toBe(['Accepted at $12.00.', says].filter(Boolean).join(' '))
  const [delivery] = await store.sessionDeliveries(uuid)
  expect(delivery?.redirect_url).toBe(isKept ? `https://apply.example/${ADA}` : null)
  expect(errors).toEqual([])
})

test.each([
  [
    'without redirect_hosts',
    {},
    "Its link to apply.example was ignored because the host isn't in redirect_hosts.",
  ],
  [
    'whose duplicates are kept back',
    { redirect_hosts: ['apply.example'] },
    "Its link to apply.example was ignored because duplicate_window_days isn't 0. A visitor without it would know that someone else gave the same phone or email.",
  ],
])('a buyer %s redirects no visitor', async (_, buyer, says) => {
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ result: 'accepted', redirect_url: `https://apply.example/${ADA}` })),
  )
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { start, state, store, uuid } = await stage({ url, ...buyer })
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  await delivering.stop()
  expect((await store.sessionDeliveries(uuid))[0]?.redirect_url).toBeNull()
  expect((await state())?.last).toBe(`Accepted at $0.00. ${says}`)
})

test('a buyer that refuses the ping never gets the lead', async () => {
  const { start, state, posts, manners } = await stage({ format: 'leadspedia', campaign_id: '7' }, ['email'])
  manners.push('reject')
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('rejected'), PATIENCE_MS)
  await delivering.stop()
  expect(posts.map(({ ping, manner }) => [ping, manner])).toEqual([[true, 'reject']])
  expect(await state()).toMatchObject({ last: 'Ping: Lead Rejected' })
})

test('a sale with an ID that the buyer used before isn’t counted again, with a note', async () => {
  const { state, store, uuid } = await stage()
  await store.sell({
    session_uuid: uuid,
    offer: 'mva',
    source: 'acme',
    external_id: 'once',
    cents: 2500,
    returned: false,
    at: AT,
  })
  const { delivery } = (await state())!
  await store.beginAttempt(delivery, AT)
  const sale = { external_id: 'once', cents: 2500 }
  const accepted = { state: 'accepted', at: AT, due_at: null, sale } as const
  await store.endAttempt(delivery, 1, { ...accepted, message: 'Accepted at $25.00.' })
  expect(await state()).toMatchObject({
    state: 'accepted',
    last: 'Accepted at $25.00. The ledger already had this buyer’s sale once, so none was added.',
  })
  expect(await store.report('sale-by-offer', { path: 'leadloom', from: AT, to: AT })).toEqual([
    { offer_name: 'mva', total: 1, gross: 2500, returned: 0, revenue: 2500 },
  ])
})

test.each(['dead', 'rejected', 'duplicate'] as const)(
  'a lead that ended as %s isn’t sent again once its session was forgotten',
  async (ended) => {
    const { start, state, store, uuid, posts } = await stage()
    const { delivery } = (await state())!
    await store.beginAttempt(delivery, AT)
    await store.endAttempt(delivery, 1, { state: ended, message: 'No.', at: AT, due_at: null })
    await store.forgetSession(uuid)
    expect(await store.replayDelivery(delivery, AT)).toBe(false)
    const delivering = await start()
    await delivering.stop()
    expect([await state(), posts]).toMatchObject([{ state: 'suppressed' }, []])
  },
)

test('an attempt in progress has time to finish when the server stops', async () => {
  const { start, state, posts } = await stage()
  const delivering = await start()
  await vi.waitFor(() => expect(posts).toHaveLength(1), PATIENCE_MS)
  await delivering.stop(60_000)
  expect(await state()).toMatchObject({ state: 'accepted', attempts: 1 })
})

test('a clock set back doesn’t delay a lead', async () => {
  const { start, state, clock } = await stage()
  clock.now -= 86_400_000
  const delivering = await start()
  onTestFinished(() => delivering.stop())
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
})

test('an accepted test isn’t a sale', async () => {
  const { start, state, store } = await stage({ test: true })
  const delivering = await start()
  await vi.waitFor(async () => expect((await state())?.state).toBe('accepted'), PATIENCE_MS)
  await delivering.stop()
  expect(await store.report('sale-by-offer', { path: 'leadloom', from: AT, to: AT })).toEqual([])
})
