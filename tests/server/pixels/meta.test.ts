import { expect, test } from 'vitest'
import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import { sha256 } from '../../../src/server/pixels/pixelFormat.ts'
import { openVendor, type Asked } from './vendor.ts'
import { ADS_FLOW, stage } from './stage.ts'

const PIXEL_ID = '123456789012345'
const META = {
  pixel_id: PIXEL_ID,
  events: [
    { on: 'step', offer: 'claim', step: 'hurt', name: 'ViewContent' },
    { on: 'registration', name: 'CompleteRegistration' },
    { on: 'lead', name: 'Lead' },
    { on: 'sale', name: 'Purchase' },
  ],
} as const

const took = () => ({ body: { events_received: 1, messages: [], fbtrace_id: 'A1' } })

interface Event {
  event_name: string
  event_id: string
  event_time: number
  user_data: Record<string, string>
  custom_data?: Record<string, unknown>
}

function eventIn({ body }: Asked): Event {
  const [event, ...more] = JSON.parse(new URLSearchParams(body).get('data')!) as Event[]
  expect(more).toEqual([])
  return event!
}

/** Stage with Meta's pixel. `settings`: those of the flow; `access`: that of the server. */
async function metaStage({ settings = {}, access = {} }: { settings?: object; access?: object } = {}) {
  const vendor = await openVendor(took)
  const known = { access_token: 'a-secret-of-the-pixel', url: `${vendor.url}/v25.0`, local: true, ...access }
  const server = await stage({
    scripts: { meta: { ...structuredClone(META), ...settings } } as unknown as TrackingScripts,
    pixels: { meta: { [PIXEL_ID]: known } },
  })
  const events = () => vendor.asked.map(eventIn)
  const names = () =>
    events()
      .map(({ event_name }) => event_name)
      .sort()
  return { ...server, vendor, events, names }
}

test('sends a step, the registration, and the lead once each, in Meta’s format', async () => {
  const { start, visit, vendor, events, names, store } = await metaStage({ settings: { match: ['email'] } })
  await start()
  const { session, at } = await visit({
    query: { fbclid: 'IwAR2_Ab-c' },
    cookie: '_fbp=fb.1.1700000000000.123; other=1; _fbc=fb.1.1.an-older-click',
    email: ' Ann@Example.com ',
  })
  await expect.poll(names).toEqual(['CompleteRegistration', 'Lead', 'ViewContent'])
  const { method, path, headers, body } = vendor.asked[0]!
  expect([method, path]).toEqual(['POST', `/v25.0/${PIXEL_ID}/events`])
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(new URLSearchParams(body).get('access_token')).toBe('a-secret-of-the-pixel')
  const lead = events().find(({ event_name }) => event_name === 'Lead')
  expect(lead).toEqual({
    event_name: 'Lead',
    event_time: Math.floor(at / 1000),
    event_id: `${session.uuid}.lead.claim`,
    action_source: 'website',
    event_source_url: 'https://claims.example/small',
    user_data: {
      em: sha256('ann@example.com'),
      external_id: sha256(session.uuid),
      client_ip_address: '127.0.0.1',
      client_user_agent: expect.stringContaining('Pixel 9') as string,
      fbp: 'fb.1.1700000000000.123',
      fbc: `fb.1.${at}.IwAR2_Ab-c`,
    },
  })
  expect(
    events()
      .map(({ event_id }) => event_id)
      .sort(),
  ).toEqual([`${session.uuid}.lead.claim`, `${session.uuid}.registration`, `${session.uuid}.step.claim.hurt`])
  await expect
    .poll(async () => (await store.pixelEvents({ state: 'sent', limit: 9 })).map(({ last }) => last))
    .toEqual(['Accepted by the vendor.', 'Accepted by the vendor.', 'Accepted by the vendor.'])
})

test('hashes as Meta does, and sends no field that the flow doesn’t name', async () => {
  expect(sha256('john_smith@gmail.com')).toMatch(/^62a14e44.*9aa0f62f$/)
  expect(sha256('16505551212')).toMatch(/^e323ec62.*07ab3176$/)
  const { start, visit, events, names } = await metaStage()
  await start()
  await visit({ query: {} })
  await expect.poll(names).toHaveLength(3)
  expect(events().map(({ user_data }) => Object.keys(user_data).sort())).toEqual(
    Array.from({ length: 3 }, () => ['client_ip_address', 'client_user_agent', 'external_id']),
  )
})

test('sends a sale once, with its amount in the ledger and the click that it counts for', async () => {
  const { start, visit, sell, events, names, settled, clock } = await metaStage()
  const visitor = await visit({ query: { fbclid: 'first' } })
  clock.ms += 1000
  await visitor.comeAgain({ fbclid: 'second' })
  const click = clock.ms
  clock.ms += 1000
  await sell(visitor, { id: 'A-1', amount: '12.34' })
  await sell(visitor, { id: 'A-1', amount: '12.34' })
  await start()
  await expect.poll(names).toEqual(['CompleteRegistration', 'Lead', 'Purchase', 'ViewContent'])
  await settled()
  const purchase = events().find(({ event_name }) => event_name === 'Purchase')
  expect(purchase).toMatchObject({
    custom_data: { currency: 'USD', value: 12.34 },
    event_id: expect.stringMatching(new RegExp(`^${visitor.session.uuid}\\.sale\\.\\d+$`)) as string,
    event_time: Math.floor(clock.ms / 1000),
    user_data: { fbc: `fb.1.${click}.second` },
  })
  expect(events().find(({ event_name }) => event_name === 'Lead')?.user_data['fbc']).toMatch(/\.first$/)
})

test.each([
  ['a click’s ID', { fbclid: 'IwAR2_x' }, '', /^fb\.1\.\d+\.IwAR2_x$/],
  [
    'a whole value in the address, which is not wrapped again',
    { fbclid: 'fb.1.1700000000000.IwAR2_x' },
    '',
    'fb.1.1700000000000.IwAR2_x',
  ],
  ['a template that nobody filled in', { fbclid: '{{fbclid}}' }, '', undefined],
  ['blanks', { fbclid: '   ' }, '', undefined],
  ['a cookie that is none of Meta’s', {}, '_fbc=hello', undefined],
  ['such a cookie and a click', { fbclid: 'IwAR2_x' }, '_fbc=hello', /^fb\.1\.\d+\.IwAR2_x$/],
  [
    'a whole cookie and a template',
    { fbclid: '{{fbclid}}' },
    '_fbc=fb.1.1700000000000.IwAR2_y',
    'fb.1.1700000000000.IwAR2_y',
  ],
] as const)('fbc is right or left out: %s', async (_, query, cookie, fbc) => {
  const { start, visit, events, names } = await metaStage()
  await start()
  await visit({ query, cookie })
  await expect.poll(names).toContain('Lead')
  const told = events().find(({ event_name }) => event_name === 'Lead')?.user_data['fbc']
  if (fbc instanceof RegExp) expect(told).toMatch(fbc)
  else expect(told).toBe(fbc)
})

test('sends what a buyer pays for a lead', async () => {
  const { start, visit, deliver, events, names } = await metaStage()
  await start()
  await visit({})
  await deliver()
  await expect.poll(names).toContain('Purchase')
  expect(events().find(({ event_name }) => event_name === 'Purchase')?.custom_data).toEqual({
    currency: 'USD',
    value: 25,
  })
})

test.each([
  ['sends Global Privacy Control', { 'sec-gpc': '1' }],
  ['asked not to be sold', { cookie: 'do_not_sell=1' }],
])('sends nothing about a browser that %s', async (_, headers) => {
  const { start, visit, vendor, store } = await metaStage()
  await start()
  await visit({ headers })
  expect(await store.pixelEvents({ state: null, limit: 9 })).toEqual([])
  expect(vendor.asked).toEqual([])
})

test('sends nothing about a visitor who opts out in the page, or before the event', async () => {
  const { start, visit, vendor, settled, optOut } = await metaStage()
  const early = await visit({ before: (session) => optOut(session) })
  const late = await visit({})
  await optOut(late.session)
  await start()
  expect(await settled()).toEqual(Array.from({ length: 6 }, () => 'suppressed'))
  expect(early.session.uuid).not.toBe(late.session.uuid)
  expect(vendor.asked).toEqual([])
})

test('sends nothing before the visitor agrees, if the flow asks for that, and nothing after a refusal', async () => {
  const { start, visit, names, settled, vendor } = await metaStage({
    settings: { consent: { field: 'ads', value: 'yes' } },
  })
  const refusing = await visit({ ads: 'no' })
  const agreeing = await visit({ ads: 'yes', cookie: '_fbp=fb.1.1.7' })
  const regretting = await visit({ ads: 'yes' })
  await regretting.answerAds('no')
  await start()
  await settled()
  expect(new Set(vendor.asked.map((asked) => eventIn(asked).event_id.slice(0, 36)))).toEqual(
    new Set([agreeing.session.uuid]),
  )
  // The first step came before the consent.
  expect(names()).toEqual(['CompleteRegistration', 'Lead'])
  expect(refusing.session.uuid).not.toBe(regretting.session.uuid)
})

test('sends nothing about a visitor who was forgotten before', async () => {
  const { start, visit, store, settled, vendor } = await metaStage()
  const { session } = await visit({})
  await store.forgetSession(session.uuid)
  await start()
  expect(await settled()).toEqual(['suppressed', 'suppressed', 'suppressed'])
  expect(vendor.asked).toEqual([])
})

const failure = (error: object, status = 400) => ({ status, body: { error } })

test.each([
  ['answers 500', { status: 500, body: 'down' }, 'The vendor answered 500: down'],
  [
    'limits us',
    failure({ code: 4, message: 'Too many calls' }),
    'The vendor answered: error 4 Too many calls',
  ],
  ['says that it passes', failure({ code: 9, is_transient: true }), 'The vendor answered: error 9'],
  [
    'refuses the token',
    failure({ code: 190, message: 'expired' }),
    'The vendor rejected our access token: error 190. Put a new token in PIXELS_FILE.',
  ],
  ['breaks off', 'break', 'The post failed: ECONNRESET.'],
  ['hangs', 'hang', 'No response within 1 seconds.'],
] as const)('tells it again under the same id when Meta %s', async (_, answer, said) => {
  const { start, visit, vendor, store, clock, events } = await metaStage({
    settings: { events: [{ on: 'lead', name: 'Lead' }] },
    access: { timeout_s: 1 },
  })
  vendor.answers.push(answer)
  const telling = await start()
  await visit({})
  const last = async () => (await store.pixelEvents({ state: 'due', limit: 1 }))[0]?.last
  await expect.poll(last).toBe(said)
  clock.ms += 60_000
  telling.wake()
  await expect.poll(async () => (await store.pixelEvents({ state: 'sent', limit: 1 }))[0]?.attempts).toBe(2)
  const [first, second] = events()
  expect(second).toEqual(first)
})

test.each([
  [
    'an event that is wrong',
    failure({ code: 100, error_subcode: 2804003, message: 'Invalid parameter' }),
    'The vendor answered: error 100/2804003 Invalid parameter',
  ],
  ['an account that is none', { status: 404, body: 'Not found' }, 'The vendor answered 404: Not found'],
] as const)(
  'asks no more when Meta refuses %s, and sends it again when it is replayed',
  async (_, answer, said) => {
    const { start, visit, vendor, store, clock } = await metaStage({
      settings: { events: [{ on: 'lead', name: 'Lead' }] },
    })
    vendor.answers.push(answer)
    const telling = await start()
    await visit({})
    await expect
      .poll(async () => (await store.pixelEvents({ state: 'refused', limit: 1 }))[0]?.last)
      .toBe(said)
    expect(vendor.asked).toHaveLength(1)
    expect(await store.replayPixelEvent(1, clock.ms)).toBe(true)
    telling.wake()
    await expect.poll(async () => (await store.pixelEvents({ state: 'sent', limit: 1 })).length).toBe(1)
  },
)

test('sends nothing older than Meta accepts', async () => {
  const { start, visit, vendor, store, clock, settled } = await metaStage()
  await visit({})
  clock.ms += 8 * 86_400_000
  await start()
  expect(await settled()).toEqual(['refused', 'refused', 'refused'])
  expect((await store.pixelEvents({ state: 'refused', limit: 1 }))[0]?.last).toBe(
    'Not sent. The event is older than 7 days.',
  )
  expect(vendor.asked).toEqual([])
})

test('keeps no events for an account without access, and says so', async () => {
  const { visit, store } = await metaStage({ access: {}, settings: { pixel_id: '99999' } })
  await visit({})
  expect(await store.pixelEvents({ state: null, limit: 9 })).toEqual([])
  const { pixelsWithoutAccess } = await import('../../../src/server/pixels/warnPixelsWithoutAccess.ts')
  const flow = structuredClone(ADS_FLOW)
  flow.ui_config.entrypoint.tracking_scripts = { meta: { pixel_id: '99999', events: [] } }
  expect(pixelsWithoutAccess('small', flow, {})).toEqual([
    'PIXELS_FILE has no access token for meta 99999, which the flow on /small reports events to. Only browsers report to it.',
  ])
})
