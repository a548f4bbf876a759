import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { running } from '../server/running.ts'

/** Tests made-up addresses and headers. Needs the built app: `npm run build`. */

const ROOT = join(import.meta.dirname, '..', '..')
const dist = (name: string) => join(ROOT, 'dist', name)
const folders = {
  visitor: dist('visitor'),
  stats: dist('stats'),
  render: dist('render'),
  vehicles: join(ROOT, 'fixtures', 'vehicles'),
  sites: join(ROOT, 'fixtures', 'sites'),
}
const { app, send } = await running({
  env: { DEFAULT_SITE: 'small', RATE_LIMIT: '0' },
  folders,
  until: afterAll,
})
const asset = `/main/assets/${readdirSync(join(dist('visitor'), 'assets')).find((file) => /^main-.*\.js$/.test(file))}`

describe('files next to served ones aren’t served', () => {
  const UP = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '%252e%252e%252f',
    '..;/',
    '.%00./',
    '....//',
    '%c0%ae%c0%ae/',
    '．．/',
  ]
  const ABOVE = ['package.json', 'etc/passwd', '.vite/manifest.json', 'render/render.js', 'index.html.map']
  const PLACES = [
    '/main/',
    '/main/assets/',
    '/main/stats/',
    '/main/stats/assets/',
    '/main/studio/',
    '/main/studio/assets/',
    '/main/vehicles/',
    '/main/flows/',
    '/stats/',
    '/studio/',
    '/legal/small/',
  ]

  test.each(PLACES)('from %s', async (place) => {
    for (const up of UP)
      for (const target of ABOVE)
        for (const times of [1, 4]) {
          const { statusCode, body } = await app.inject({ url: place + up.repeat(times) + target })
          expect([200, 400, 403, 404], up + target).toContain(statusCode)
          expect(body).not.toMatch(/"name": "leadloom"|root:x:|"isEntry"|renderStep/)
        }
  })

  test.each([
    '/main/.vite/manifest.json',
    '/main/assets/.',
    '/main/assets/..',
    '/main/assets/',
    '/main/index.html',
    '/main/vehicles/build.ts',
    '/main/vehicles/recent.json',
    '/main/vehicles/2020.json/',
    `${asset}.map`,
    `${asset}/`,
    `${asset}%00.css`,
    '/.env',
    '/.git/config',
    '/package.json~',
    '/found-money.save',
    '/backup.tar.bz2',
  ])('%s isn’t found', async (url) => {
    const { statusCode, headers } = await send({ url })
    expect([400, 403, 404]).toContain(statusCode)
    expect(headers['set-cookie']).toBeUndefined()
  })
})

test.each([
  '//evil.example',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/https://evil.example',
  '/small//evil.example',
  '/small/..//evil.example',
  '/?next=https://evil.example&url=//evil.example&return_to=javascript:alert(1)',
  '/stats?redirect=//evil.example',
  '/legal//evil.example',
  '/main//evil.example',
])('%s redirects nowhere else', async (url) => {
  const { statusCode, headers } = await send({ url })
  expect([200, 400, 403, 404]).toContain(statusCode)
  expect([headers['location'], headers['refresh']]).toEqual([undefined, undefined])
})

describe('caches between the server and visitors', () => {
  test.each([
    ['/main/assets/none-12345678.js', {}],
    ['/main/flows/999.js', {}],
    ['/main/flows/999/icon.svg', {}],
    ['/main/vehicles/1066.json', {}],
    ['/legal/small/nothing', {}],
    ['/api/nothing', {}],
    ['/api/path-config', {}],
    ['/api/flows/999', {}],
    [asset, { range: 'bytes=99999999-' }],
    [asset, { 'if-match': '"x"' }],
  ])('%s is refused, and the refusal isn’t cached', async (url, headers) => {
    const answer = await send({ url, headers })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a page belongs to one visitor', async () => {
    const first = await send({ url: '/small' })
    const cookie = `visitor_small=${first.cookies[0]!.value}`
    for (const headers of [{}, { cookie }, { 'x-forwarded-host': 'evil.example' }, { range: 'bytes=0-10' }])
      expect((await send({ url: '/small', headers })).headers['cache-control']).toBe('private, no-cache')
    expect((await send({ url: '/nothing.xml', headers: { cookie } })).headers['cache-control']).not.toMatch(
      /public/,
    )
  })

  const MADE_UP = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '198.51.100.66',
    forwarded: 'host=evil.example;for=198.51.100.66',
    'x-original-url': '/api/openapi.json',
    'x-rewrite-url': '/api/openapi.json',
    referer: 'https://evil.example/',
    origin: 'https://evil.example',
    'user-agent': 'evil.example',
  }
  test.each([
    '/main/flows/1.js',
    '/legal/small/privacy-policy',
    '/robots.txt',
    '/api/openapi.json',
    '/api/flows/1',
    '/main/vehicles/2020.json',
    asset,
    '/stats',
    '/studio',
    '/desk',
  ])('%s is the same whatever forged headers say', async (url) => {
    const nonces = /nonce" content="[^"]+"/
    const [plain, forged] = [await send({ url }), await send({ url, headers: MADE_UP })]
    expect([forged.statusCode, forged.body.replace(nonces, '')]).toEqual([
      plain.statusCode,
      plain.body.replace(nonces, ''),
    ])
    expect(JSON.stringify(forged.headers)).not.toContain('evil.example')
  })

  test('no forged header appears in a page or counts as our own address', async () => {
    const { body, headers } = await send({ url: '/small', headers: MADE_UP })
    expect(body + JSON.stringify(headers)).not.toMatch(/evil\.example|198\.51\.100\.66/)
    expect((await send({ url: '/api/ip', headers: MADE_UP })).json()).toEqual({ ip: '127.0.0.1' })
    expect(headers['strict-transport-security']).toBeUndefined()
  })
})

test('over HTTPS, a page requires HTTPS from then on', async () => {
  const env = { DEFAULT_SITE: 'small', TRUST_PROXY: 'loopback' }
  const behind = await running({ env, folders })
  const { headers } = await behind.send({ url: '/', headers: { 'x-forwarded-proto': 'https' } })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['set-cookie']).toMatch(/; Secure/)
})

test.each([
  ['not asked for, unless a setting says so', {}, 'max-age=31536000'],
  ['asked for, when a setting says so', { HSTS_SUBDOMAINS: 'true' }, 'max-age=31536000; includeSubDomains'],
])('HTTPS on subdomains is %s', async (_what, more, expected) => {
  const behind = await running({ env: { DEFAULT_SITE: 'small', TRUST_PROXY: 'loopback', ...more }, folders })
  const sent = async (url: string) =>
    (await behind.send({ url, headers: PROXIED })).headers['strict-transport-security']
  for (const url of ['/', '/small', '/stats', '/stats/trend']) expect(await sent(url), url).toBe(expected)
  for (const url of ['/legal/small/privacy-policy', '/api/ip', '/healthz', '/api/nothing', asset])
    expect([undefined, expected], url).toContain(await sent(url))
})

const PROXIED = { 'x-forwarded-proto': 'https' }
