import { expect, test } from 'vitest'
import { sha256 } from '../../../src/server/pixels/pixelFormat.ts'
import { stage } from './stage.ts'
import { openVendor } from './vendor.ts'

const OK = () => ({ status: 204, body: '' })

async function ga4({ consent }: { consent?: { field: string; value: string } } = {}) {
  const vendor = await openVendor(OK)
  const server = await stage({
    scripts: {
      ga4: {
        measurement_id: 'G-ABCDE12345',
        ...(consent && { consent }),
        events: [
          { on: 'lead', name: 'generate_lead' },
          { on: 'sale', name: 'purchase' },
        ],
      },
    },
    pixels: {
      ga4: {
        'G-ABCDE12345': {
          api_secret: 'a-secret-of-the-stream',
          url: `${vendor.url}/mp/collect`,
          local: true,
        },
      },
    },
  })
  return { ...server, vendor, bodies: () => vendor.asked.map(({ body }) => JSON.parse(body) as unknown) }
}

test('wakes the sender of events as soon as a step makes one due', async () => {
  const { visit, ctx } = await ga4()
  let wakes = 0
  ctx.signals.on('pixelEvent', () => void wakes++)
  await visit()
  expect(wakes).toBe(1)
})

test('sends Google Analytics the IDs of its script, and a purchase with the ID of its sale', async () => {
  const { start, visit, sell, vendor, bodies, clock } = await ga4()
  const cookie = '_ga=GA1.1.123456789.1700000000; _ga_ABCDE12345=GS2.1.s1747323152$o28$g0$t1747323152$j60'
  const visitor = await visit({ cookie })
  await sell(visitor, { id: 'A-1', amount: '9.90' })
  await start()
  await expect.poll(bodies).toHaveLength(2)
  expect(vendor.asked[0]!.path).toBe(
    '/mp/collect?measurement_id=G-ABCDE12345&api_secret=a-secret-of-the-stream',
  )
  const known = { client_id: '123456789.1700000000', timestamp_micros: clock.ms * 1000 }
  const params = { session_id: '1747323152', engagement_time_msec: 1 }
  expect(bodies()).toEqual(
    expect.arrayContaining([
      { ...known, events: [{ name: 'generate_lead', params }] },
      {
        ...known,
        events: [
          {
            name: 'purchase',
            params: {
              ...params,
              currency: 'USD',
              value: 9.9,
              transaction_id: expect.stringMatching(
                new RegExp(`^${visitor.session.uuid}\\.sale\\.\\d+$`),
              ) as string,
            },
          },
        ],
      },
    ]),
  )
})

test('sends Google Analytics one ID for a browser without its cookies, and a consent if the flow asks for it', async () => {
  const { start, visit, sell, bodies } = await ga4({ consent: { field: 'ads', value: 'yes' } })
  const visitor = await visit({ ads: 'yes', cookie: '_ga=<b>none</b>' })
  await sell(visitor, { id: 'A-1', amount: '9.90' })
  await start()
  await expect.poll(bodies).toHaveLength(2)
  const [one, other] = bodies() as { client_id: string; consent: object }[]
  expect(one!.client_id).toMatch(/^\d+\.\d+$/)
  expect(other!.client_id).toBe(one!.client_id)
  expect(one!.consent).toEqual({ ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' })
})

test.each([
  [{ status: 500, body: '' }, 'due'],
  [{ status: 429, body: '' }, 'due'],
  [{ status: 400, body: '' }, 'refused'],
])('after %j from Google Analytics, the event is %s', async (answer, state) => {
  const { start, visit, vendor, store } = await ga4()
  vendor.answers.push(answer)
  await visit({})
  await start()
  const first = async () => (await store.pixelEvents({ state: null, limit: 1 }))[0]
  await expect.poll(async () => (await first())?.last).toMatch(/^The vendor answered /)
  expect(await first()).toMatchObject({ state, attempts: 1 })
})

async function tiktok() {
  const vendor = await openVendor(() => ({ body: { code: 0, message: 'OK', request_id: '1' } }))
  const pixel_id = 'C4A1B2C3D4E5F6G7H8I9'
  const server = await stage({
    scripts: {
      tiktok: {
        pixel_id,
        match: ['email', 'phone'],
        events: [
          { on: 'lead', name: 'SubmitForm' },
          { on: 'sale', name: 'CompletePayment' },
        ],
      },
    },
    pixels: {
      tiktok: {
        [pixel_id]: { access_token: 'a-secret-of-the-pixel', url: `${vendor.url}/track/`, local: true },
      },
    },
  })
  return { ...server, vendor }
}

test('sends TikTok a lead and a sale as its integrators do', async () => {
  const { start, visit, sell, vendor } = await tiktok()
  const visitor = await visit({
    query: { ttclid: 'E.C.P-1' },
    cookie: '_ttp=01ABC.tt.1',
    email: 'Ann@Example.com',
  })
  await sell(visitor, { id: 'A-1', amount: '20' })
  await start()
  await expect.poll(() => vendor.asked.length).toBe(2)
  const [asked] = vendor.asked
  expect([asked!.path, asked!.headers['access-token']]).toEqual(['/track/', 'a-secret-of-the-pixel'])
  const bodies = vendor.asked.map(({ body }) => JSON.parse(body) as { data: { event: string }[] })
  const lead = bodies.find(({ data }) => data[0]?.event === 'SubmitForm')
  expect(lead).toEqual({
    event_source: 'web',
    event_source_id: 'C4A1B2C3D4E5F6G7H8I9',
    data: [
      {
        event: 'SubmitForm',
        event_time: Math.floor(visitor.at / 1000),
        event_id: `${visitor.session.uuid}.lead.claim`,
        user: {
          email: sha256('ann@example.com'),
          external_id: sha256(visitor.session.uuid),
          ttclid: 'E.C.P-1',
          ttp: '01ABC.tt.1',
          ip: '127.0.0.1',
          user_agent: expect.stringContaining('Pixel 9') as string,
        },
        page: { url: 'https://claims.example/small' },
      },
    ],
  })
  expect(bodies.find(({ data }) => data[0]?.event === 'CompletePayment')?.data[0]).toMatchObject({
    properties: { currency: 'USD', value: 20 },
  })
})

test.each([
  [{ body: { code: 40_001, message: 'token' } }, 'due', 'The vendor rejected our access token: error 40001.'],
  [{ body: { code: 40_100, message: 'slow down' } }, 'due', 'The vendor answered: error 40100 slow down'],
  [{ body: { code: 40_700, message: 'ours' } }, 'due', 'The vendor answered: error 40700 ours'],
  [{ body: { code: 40_002, message: 'event' } }, 'refused', 'The vendor answered: error 40002 event'],
  [{ status: 502, body: '<html>' }, 'due', 'The vendor answered 502: <html>'],
])('after %j from TikTok, the event is %s', async (answer, state, said) => {
  const { start, visit, vendor, store } = await tiktok()
  vendor.answers.push(answer)
  await visit({})
  await start()
  const first = async () => (await store.pixelEvents({ state: null, limit: 1 }))[0]
  await expect.poll(async () => (await first())?.last).toContain(said)
  expect(await first()).toMatchObject({ state, attempts: 1 })
})

async function googleAds({
  consent,
  match = ['email'],
}: { consent?: { field: string; value: string }; match?: 'email'[] } = {}) {
  const vendor = await openVendor(({ path }) =>
    path === '/token'
      ? { body: { access_token: 'ya29.token', expires_in: 3600 } }
      : { body: { requestId: 'r' } },
  )
  const server = await stage({
    scripts: {
      google_ads: {
        conversion_id: 'AW-123456789',
        match,
        ...(consent && { consent }),
        events: [
          { on: 'lead', name: 'AbC-lead', action: '111' },
          { on: 'sale', name: 'AbC-sale', action: '222' },
        ],
      },
    },
    pixels: {
      google_ads: {
        'AW-123456789': {
          account_id: '1234567890',
          client_id: 'the-client',
          client_secret: 'a-secret-of-the-client',
          refresh_token: 'another-secret',
          url: `${vendor.url}/v1/events:ingest`,
          token_url: `${vendor.url}/token`,
          local: true,
        },
      },
    },
  })
  const ingested = () =>
    vendor.asked.flatMap(({ path, body }) =>
      path === '/v1/events:ingest' ? [JSON.parse(body) as { events: Record<string, unknown>[] }] : [],
    )
  return { ...server, vendor, ingested }
}

test('sends Google Ads a lead and a sale by the click, with its own token', async () => {
  const { start, visit, sell, vendor, ingested, clock, store } = await googleAds({
    consent: { field: 'ads', value: 'yes' },
  })
  await start()
  const visitor = await visit({
    query: { gclid: 'G-1', gbraid: 'B-1' },
    email: 'Ann.Lee+x@GMail.com',
    ads: 'yes',
  })
  await expect.poll(ingested).toHaveLength(1)
  await sell(visitor, { id: 'A-1', amount: '20' })
  await expect.poll(ingested).toHaveLength(2)
  const [login, ...more] = vendor.asked.filter(({ path }) => path === '/token')
  expect(more).toEqual([])
  expect(Object.fromEntries(new URLSearchParams(login!.body))).toEqual({
    grant_type: 'refresh_token',
    client_id: 'the-client',
    client_secret: 'a-secret-of-the-client',
    refresh_token: 'another-secret',
  })
  expect(vendor.asked.find(({ path }) => path !== '/token')!.headers['authorization']).toBe(
    'Bearer ya29.token',
  )
  const event = (kind: string, more: object) => ({
    eventTimestamp: new Date(clock.ms).toISOString(),
    transactionId: expect.stringContaining(`${visitor.session.uuid}.${kind}.`) as string,
    eventSource: 'WEB',
    adIdentifiers: { gclid: 'G-1' },
    userData: { userIdentifiers: [{ emailAddress: sha256('annlee@gmail.com') }] },
    consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
    ...more,
  })
  const to = (action: string) => [
    {
      operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
      productDestinationId: action,
    },
  ]
  expect(ingested()).toEqual([
    { destinations: to('111'), encoding: 'HEX', events: [event('lead', {})] },
    {
      destinations: to('222'),
      encoding: 'HEX',
      events: [event('sale', { currency: 'USD', conversionValue: 20 })],
    },
  ])
  await expect.poll(async () => store.pixelEvents({ state: 'sent', limit: 9 })).toHaveLength(2)
})

test('sends Google Ads nothing about visitors it couldn’t match', async () => {
  const { start, visit, ingested, settled, store } = await googleAds({ match: [] })
  await visit({ query: { fbclid: 'F-1' } })
  await start()
  expect(await settled()).toEqual(['suppressed'])
  expect((await store.pixelEvents({ state: null, limit: 1 }))[0]?.last).toBe(
    'Not sent. There is no click ID or contact detail to match the visitor by.',
  )
  expect(ingested()).toEqual([])
})

test('requests a new token after the old one expires, and waits if it gets none', async () => {
  const { start, visit, vendor, ingested, clock, store } = await googleAds()
  vendor.answers.push({ status: 400, body: { error: 'invalid_grant' } })
  const telling = await start()
  await visit({ query: { gclid: 'G-1' } })
  const first = async () => (await store.pixelEvents({ state: null, limit: 1 }))[0]
  await expect
    .poll(async () => (await first())?.last)
    .toBe('The vendor rejected our access token: error invalid_grant. Put a new token in PIXELS_FILE.')
  expect([ingested(), (await first())?.state]).toEqual([[], 'due'])
  vendor.answers.push(
    { body: { access_token: 'old', expires_in: 3600 } },
    { status: 401, body: { error: { status: 'UNAUTHENTICATED', message: 'expired' } } },
  )
  clock.ms += 60_000
  telling.wake()
  await expect.poll(async () => (await first())?.attempts).toBe(2)
  await expect.poll(async () => (await first())?.last).toContain('UNAUTHENTICATED')
  clock.ms += 120_000
  telling.wake()
  await expect.poll(async () => (await first())?.state).toBe('sent')
  expect(vendor.asked.at(-1)!.headers['authorization']).toBe('Bearer ya29.token')
})
