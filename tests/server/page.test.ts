import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sentFlow } from '../../src/server/publish/sentFlow.ts'
import { BUILT } from './built.ts'
import { listHosts } from './listHosts.ts'
import { refused, running } from './running.ts'
import { SMALL_FLOW } from './smallFlow.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const icons = { 'favicon.ico': base64('an icon'), 'icon-180.png': base64('a touch icon') }

const NOW = 1_800_000_000_000

/** The server with the built page and its small flow as the default site, and the number of page visits so far. */
async function visited(env: Record<string, string> = {}, until = onTestFinished) {
  const { send, store } = await running({
    until,
    env: { DEFAULT_SITE: 'small', ...env },
    folders: BUILT,
    icons,
    now: () => NOW,
  })
  const visits = async () => {
    const rows = await store.report('visits-by-affiliate', { path: 'small', from: 0, to: NOW })
    return rows.reduce((sum, { page_visits }) => sum + page_visits, 0)
  }
  return { send, store, visits }
}

/** Server for all tests that only read. */
const asked = await visited({ RATE_LIMIT: '0' }, afterAll)

test.each([
  '/',
  '/small',
  '/small/anything',
  '/other?utm=1',
  '//',
  '/john.smith',
  '/v1.2',
  '/%',
  '/save-50%-today?off=50%',
  '/small/%',
  '/caf%e9',
  `/${'long'.repeat(100)}`,
])('%s shows the first step and opens a session', async (url) => {
  const { send, visits } = asked
  const before = await visits()
  const { statusCode, headers, body } = await send({ url })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['set-cookie']).toMatch(/^visitor_small=/)
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(body).toContain('Were you hurt?')
  expect(await visits()).toBe(before + 1)
})

test('/ shows the site published first by default, whatever is published later', async () => {
  let clock = NOW
  const { send, store } = await running({ folders: BUILT, now: () => (clock += 2000) })
  const publish = (path: string) =>
    store.publish({ path, flow: SMALL_FLOW, style: '', validators: '', icons: {}, at: NOW })
  await publish('another')
  await publish('small')
  for (const url of ['/', '/nowhere'])
    expect((await send({ url })).headers['set-cookie']).toMatch(/^visitor_small=/)
})

test('the script that handles presses comes before the first form, and nothing is painted before the step is complete', async () => {
  const { send } = asked
  const { body } = await send({ url: '/small' })
  const [, target] = /<link rel="expect" href="#([\w-]+)" blocking="render">/.exec(body)!
  expect(body).toMatch(
    RegExp(`</script>\n<div id="root"><header.*</footer></div>\n<template id="${target}"></template>`),
  )
  expect(body).toMatch(/<script>(?:(?!<\/script>)[^])*addEventListener\(.submit[^]*?<form/)
  expect(preloads(body)).toEqual({ all: ['preload', 'preload', 'modulepreload'], atOnce: [] })
})

test('a page that needs the app for the first press loads it immediately', async () => {
  const { send, store } = await visited()
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.offers['claim']!.steps.splice(0, 2)
  await store.publish({ path: 'typed', flow, style: '', validators: '', icons: {}, at: NOW })
  const { body } = await send({ url: '/typed' })
  expect(body).toContain('Your email?')
  expect(preloads(body)).toEqual({ all: ['preload', 'preload', 'modulepreload'], atOnce: ['modulepreload'] })
})

/** Preloads of a page: all, and those outside its templates. */
function preloads(html: string) {
  const rels = (markup: string) => [...markup.matchAll(/rel="(\w*preload)"/g)].map(([, rel]) => rel)
  return { all: rels(html), atOnce: rels(html.replaceAll(/<template[^]*?<\/template>/g, '')) }
}

test('pages are compressed for browsers that accept it, with the matching header', async () => {
  const { send } = asked
  const load = (encoding: string) => send({ url: '/small', headers: { 'accept-encoding': encoding } })
  const [packed, plain] = [await load('br'), await load('identity')]
  expect([packed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined])
  expect(packed.headers['vary']).toBe('accept-encoding')
  const html = brotliDecompressSync(packed.rawPayload).toString()
  expect(html).toContain('Were you hurt?')
  expect(html.length).toBe(plain.body.length)
})

test('a search result has the first question under the title', async () => {
  const { send } = asked
  const { body } = await send({ url: '/small' })
  expect(body).toContain('<meta name="description" content="Were you hurt?">')
})

test('a returning browser continues its session', async () => {
  const { send, visits } = await visited()
  const first = await send({ url: '/small' })
  const cookie = String(first.headers['set-cookie']).split(';')[0]!
  const again = await send({ url: '/small', headers: { cookie } })
  expect([again.statusCode, again.headers['set-cookie'], await visits()]).toEqual([200, undefined, 1])
})

test('each browser returns to its own version of two, even if only the other is live', async () => {
  const { send, store } = await visited()
  const flow = { ...SMALL_FLOW, ui_config: { ...SMALL_FLOW.ui_config, title: 'Another' } }
  const second = { path: 'small', flow, style: '', validators: '', icons: {}, at: NOW }
  const number = await store.publish(second, 50)
  const visit = async (cookie?: string) => {
    const { headers, body } = await send({ url: '/small', headers: cookie ? { cookie } : {} })
    const [, title] = /<title>(.*)<\/title>/.exec(body)!
    return { title, cookie: String(headers['set-cookie']).split(';')[0]! }
  }
  const visitors = await Promise.all(Array.from({ length: 40 }, () => visit()))
  expect(new Set(visitors.map(({ title }) => title))).toEqual(new Set(['A small flow', 'Another']))

  await store.activate(number, { weight: 100, at: NOW })
  for (const { title, cookie } of visitors) expect((await visit(cookie)).title).toBe(title)
})

test('a heading with {{product}} has the product’s name', async () => {
  const { send, store } = await visited({ PRODUCT_NAME: 'Ann & Bob' })
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.offers['thanks']!.steps[0]!.title = 'Here’s some more {{product}}!'
  await store.publish({ path: 'more', flow, style: '', validators: '', icons: {}, at: NOW })
  const { body } = await send({ url: '/more?force-start-offer=thanks' })
  expect(body).toMatch(/<h1[^>]*>Here’s some more Ann &amp; Bob!<\/h1>/)
  expect(body).toContain('<meta name="description" content="Here’s some more Ann &#38; Bob!">')
})

const NO_VISITS: [string, InjectOptions, number][] = [
  ['a HEAD request', { method: 'HEAD', url: '/small' }, 200],
  ['a HEAD request for an unknown path', { method: 'HEAD', url: '/unknown' }, 200],
  ['a file', { url: '/sitemap.xml?v=1' }, 404],
  ['a file below a site', { url: '/small/logo.PNG' }, 404],
  ['a scanner', { url: '/wp-login.php' }, 404],
  ['a hidden file', { url: '/.git/HEAD' }, 404],
  ['a well-known address', { url: '/.well-known/change-password' }, 404],
  ['an address that is the server’s own', { url: '/api' }, 404],
  ['a scraper of metrics', { url: '/metrics' }, 404],
  ["an address of calls that can't be read", { url: '/api/50%' }, 404],
  ["an address of partners that can't be read", { url: '/webhook/%' }, 404],
]

test.each(NO_VISITS)('%s opens no session', async (_, request, code) => {
  const { send, visits } = asked
  const before = await visits()
  const { statusCode, headers } = await send(request)
  expect([statusCode, headers['set-cookie'], await visits()]).toEqual([code, undefined, before])
})

test('a HEAD request gets the headers of the page and no body', async () => {
  const { send } = asked
  const [head, page] = [await send({ method: 'HEAD', url: '/small' }), await send({ url: '/small' })]
  expect(head.body).toBe('')
  for (const name of ['content-type', 'referrer-policy', 'cache-control'])
    expect(head.headers[name]).toBe(page.headers[name])
  // The policy of a HEAD response names no styles.
  const policy = String(page.headers['content-security-policy']).replace(
    /(?<=style-src 'self').*?(?=;|$)/,
    '',
  )
  expect(head.headers['content-security-policy']).toBe(policy)
})

test('the page contains the styles of its first steps, and its CSP allows only those', async () => {
  const { send } = asked
  const { headers, body } = await send({ url: '/small' })
  const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text)
  const [components] = styles
  expect(components).toContain('.card{')
  // Style of the step that Yes leads to.
  expect(components).toContain('select.control{')
  expect(components).not.toContain('.partner')
  // Style of a step that the app draws ahead.
  expect(components).toContain('.step[data-ahead]{')
  const hashes = styles.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(headers['content-security-policy']).toContain(`style-src 'self' ${hashes.join(' ')}`)
  const [, whole] = /href="([^"]+)" as="style"/.exec(body)!
  const { headers: sent, body: sheet } = await send({ url: whole! })
  expect([sent['content-type'], sheet.includes('.partner')]).toEqual(['text/css; charset=utf-8', true])
})

test('the flow is a file that browsers keep', async () => {
  const { send } = asked
  const { body } = await send({ url: '/small' })
  expect(body).not.toContain('send_lead')
  const [, address] = /href="([^"]+)" as="fetch"/.exec(body)!
  const { headers, json } = await send({ url: address! })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(json()).toEqual(sentFlow(SMALL_FLOW))
})

test.each([
  ['/favicon.ico', 'image/x-icon', 'an icon'],
  ['/apple-touch-icon.png', 'image/png', 'a touch icon'],
  ['/apple-touch-icon-precomposed.png', 'image/png', 'a touch icon'],
])('%s belongs to the host’s site', async (url, type, icon) => {
  const { send, visits } = asked
  const before = await visits()
  const { statusCode, headers, body } = await send({ url })
  expect([statusCode, headers['content-type'], body]).toEqual([200, type, icon])
  expect(headers['cache-control']).toBe('public, max-age=86400')
  expect(await visits()).toBe(before)
})

test('without a live site, there’s no icon, and the page says that it wasn’t found', async () => {
  const { send } = await visited({ DEFAULT_SITE: 'nowhere' })
  expect(refused(await send({ url: '/favicon.ico' }))).toMatchObject({ code: 404 })
  expect((await send({ method: 'HEAD', url: '/' })).statusCode).toBe(404)
  const page = await send({ url: '/' })
  expect([page.statusCode, page.headers['set-cookie']]).toEqual([404, undefined])
  expect(page.body).toContain('Page not found.')
})

test('robots.txt lets crawlers read the sites, not the dashboard or the calls', async () => {
  const { send, visits } = asked
  const before = await visits()
  const { headers, body } = await send({ url: '/robots.txt' })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.trim().split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /desk',
    'Disallow: /stats',
    'Disallow: /studio',
    'Disallow: /webhook/',
  ])
  expect(await visits()).toBe(before)
})

test('pages open as many sessions a minute for one address as the call does', async () => {
  const { send, visits } = await visited({ RATE_LIMIT: '0.0005' })
  for (let visit = 0; visit < 3; visit++) expect((await send({ url: '/small' })).statusCode).toBe(200)
  const { statusCode, headers, body } = await send({ url: '/small' })
  expect(statusCode).toBe(429)
  const seconds = Number(headers['retry-after'])
  expect(seconds > 0 && seconds <= 60).toBe(true)
  expect([headers['content-type'], headers['set-cookie']]).toEqual(['text/html; charset=utf-8', undefined])
  expect(body).toContain(`Too many requests. Try again in ${seconds} seconds.`)
  expect(await visits()).toBe(3)
})

test('a visitor reads that the page failed, but not why', async () => {
  const { send, store } = await visited()
  await store.close()
  const { statusCode, headers, body } = await send({ url: '/small' })
  expect([statusCode, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toContain('Something went wrong on our end. Try again in a moment.')
})

const TRACKED = {
  ...SMALL_FLOW,
  ui_config: {
    ...SMALL_FLOW.ui_config,
    entrypoint: {
      tracking_scripts: {
        trustedform: { enabled: true },
        jornaya: { campaign_id: 'A1B2-C3', account_id: 'D4E5' },
        everflow: { tracking_domain: 'clicks.example', oid: '7', affid: '86' },
      },
    },
  },
}

const trackedSite = await visited({ RATE_LIMIT: '0' }, afterAll)
await listHosts(trackedSite.store, TRACKED)
await trackedSite.store.publish({
  path: 'tracked',
  flow: TRACKED,
  style: '',
  validators: '',
  icons: {},
  at: NOW,
})

/** Opens the page of the small flow with tracking scripts. */
async function tracked(headers: Record<string, string> = {}) {
  const { send } = trackedSite
  const { headers: answered, body, cookies } = await send({ url: '/tracked', headers })
  const directives = String(answered['content-security-policy'])
    .split('; ')
    .map((directive) => directive.split(' '))
  const hosts = directives.map(([name, ...sources]) => [name, sources.filter((s) => s.startsWith('https:'))])
  return { send, body, cookies, hosts: Object.fromEntries(hosts) as Record<string, string[]> }
}

test('the CSP names only the hosts of the flow’s scripts', async () => {
  const { hosts, body } = await tracked()
  const named = [
    'https://api.trustedform.com',
    'https://cdn.trustedform.com',
    'https://create.lidstatic.com',
    'https://create.leadid.com',
    'https://www.clicks.example',
  ]
  expect(hosts).toMatchObject({
    'script-src': named,
    'connect-src': named,
    'img-src': named,
    'default-src': [],
  })
  expect(body).toContain('"may_track":true')
  expect(body).toContain('name="xxTrustedFormCertUrl"')
})

test('a browser without scripts loads the vendors’ pictures instead', async () => {
  const { body } = await tracked()
  expect(body.match(/<noscript>(<img.*)<\/noscript>/)?.[1]).toBe(
    '<img src="https://api.trustedform.com/ns.gif" alt="" hidden>' +
      '<img src="https://create.leadid.com/noscript.gif?lac=D4E5&#38;lck=A1B2-C3&#38;snippet_version=2" alt="" hidden>',
  )
})

test.each([
  ['Global Privacy Control', { 'sec-gpc': '1' }],
  ['Do Not Sell', { cookie: 'other=1; do_not_sell=1' }],
])('%s: no host is allowed, no field waits for a script, and the page knows', async (_, headers) => {
  const { send, hosts, body } = await tracked(headers)
  expect(Object.values(hosts).flat()).toEqual([])
  expect(body).toContain('"may_track":false')
  expect(body).not.toContain('xxTrustedFormCertUrl"')
  expect(body).not.toContain('<img src="https:')
  for (const url of ['/api/scripts-allowed', '/api/tracking/allowed']) {
    expect((await send({ url, headers })).json()).toEqual({ allowed: false })
    expect((await send({ url })).json()).toEqual({ allowed: true })
  }
})

test('a reload with the parameters that the page added continues the session', async () => {
  const { send, cookies } = await tracked()
  const [{ name, value }] = cookies as [{ name: string; value: string }]
  const again = await send({ url: '/tracked?oid=7&affid=86', cookies: { [name]: value } })
  expect(again.cookies).toEqual([])
  const another = await send({ url: '/tracked?oid=7&affid=99', cookies: { [name]: value } })
  expect(another.cookies).toEqual([])
  expect(another.body).toContain('"clicked":{"oid":"7","affid":"99"}')
})
