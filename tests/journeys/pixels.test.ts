import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { inFull } from '../inFull.ts'
import type { FlowDocument, TrackingScripts } from '../../schemas/flow/flow.ts'
import { openVendor } from '../server/pixels/vendor.ts'
import { openBrowser } from './chromium.ts'
import { publishFlow } from './publishing.ts'
import { lastSession, optOuts } from './records.ts'
import { startServer, type Serving } from './serving.ts'
import { openStandIns, type StandIns } from './standIns.ts'
import { TRACKED_FLOW } from './trackedFlow.ts'
import { openTab, PHONE, ready, sentAll, type Tab } from './visitor.ts'
import { answerStep, seeStep } from './walking.ts'

/** Tests pixels in a browser, beside the server that reports the same events. */

const META = {
  pixel_id: '123456789012345',
  events: [
    { on: 'step', offer: 'claim', step: 'hurt', name: 'ViewContent' },
    { on: 'registration', name: 'CompleteRegistration' },
    { on: 'lead', name: 'Lead' },
    { on: 'sale', name: 'Purchase' },
  ],
} as const

const TIKTOK = 'C4A1B2C3D4E5F6G7H8I9'
const OTHERS: TrackingScripts = {
  tiktok: { pixel_id: TIKTOK, events: [{ on: 'lead', name: 'SubmitForm' }] },
  ga4: { measurement_id: 'G-ABCDE12345', events: [{ on: 'lead', name: 'generate_lead' }] },
  google_ads: { conversion_id: 'AW-123456789', events: [{ on: 'lead', name: 'AbC-lead', action: '111' }] },
}

function others(url: string) {
  const client = { client_id: 'the-client', client_secret: 'a-secret-of-it', refresh_token: 'another-secret' }
  return {
    tiktok: { [TIKTOK]: { access_token: 'a-secret-of-the-pixel', url: `${url}/tiktok`, local: true } },
    ga4: { 'G-ABCDE12345': { api_secret: 'a-secret-of-the-stream', url: `${url}/ga4`, local: true } },
    google_ads: {
      'AW-123456789': {
        ...client,
        account_id: '1234567890',
        url: `${url}/ads`,
        token_url: `${url}/token`,
        local: true,
      },
    },
  }
}

let browser: Browser
let server: Serving
let standIns: StandIns
let vendor: Awaited<ReturnType<typeof openVendor>>
const ends: (() => Promise<void>)[] = []
const folder = mkdtempSync(join(tmpdir(), 'leadloom-pixels-'))

beforeAll(async () => {
  vendor = await openVendor(
    () => ({ body: { events_received: 1, code: 0, access_token: 'token', expires_in: 3600 } }),
    (end) => ends.push(end),
  )
  const access = { access_token: 'a-secret-of-the-pixel', url: vendor.url, local: true }
  const file = join(folder, 'pixels.json')
  writeFileSync(file, JSON.stringify({ meta: { [META.pixel_id]: access }, ...others(vendor.url) }))
  standIns = await openStandIns()
  ;[browser, server] = await Promise.all([
    openBrowser(standIns.browserArgs),
    startServer({ PIXELS_FILE: file, LOCAL_TARGETS: 'allow', SHARED_ORIGIN: 'accept' }),
  ])
  await publishFlow(flowWith({ meta: { ...META, events: [...META.events] } }), 'told', server)
  const consent = { field: 'hurt', value: 'yes' }
  await publishFlow(flowWith({ meta: { ...META, consent, events: [...META.events] } }), 'asked', server)
})
afterAll(async () => {
  await browser.close()
  await Promise.all([server.end(), standIns.end(), ...ends.map((end) => end())])
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  standIns.asked.length = 0
  vendor.asked.length = 0
})

function flowWith(scripts: TrackingScripts): FlowDocument {
  const flow = structuredClone(TRACKED_FLOW)
  flow.ui_config.entrypoint.tracking_scripts = scripts
  return flow
}

async function come(path: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const tab = await openTab(browser, { ...PHONE, ...options })
  await tab.page.goto(`${server.url}/${path}?fbclid=IwAR-1`)
  await ready(tab.page)
  return tab
}

async function walk({ page }: Tab, hurt: 'yes' | 'no' = 'yes'): Promise<void> {
  await answerStep(page, TRACKED_FLOW, 'claim/hurt', { hurt })
  await seeStep(page, 'claim/who')
  await answerStep(page, TRACKED_FLOW, 'claim/who', { phone: '(212) 234-5678', email: 'ann@example.com' })
  await seeStep(page, 'thanks/end')
  await sentAll(page)
}

/** Events that the browser's pixel reported, as name and ID. */
function byBrowser(): string[] {
  return standIns.asked
    .flatMap((address) => {
      const { host, searchParams } = new URL(`https://${address}`)
      return host === 'www.facebook.com' && searchParams.has('ev')
        ? `${searchParams.get('ev')} ${searchParams.get('eid')}`.trim()
        : []
    })
    .sort()
}

/** Events that the server reported. */
function told() {
  return vendor.asked.map(({ body }) => {
    const [event] = JSON.parse(new URLSearchParams(body).get('data')!) as [
      { event_name: string; event_id: string; user_data: Record<string, string> },
    ]
    return event
  })
}
const byServer = () =>
  told()
    .map(({ event_name, event_id }) => `${event_name} ${event_id}`)
    .sort()

test('browser and server send the same events under the same IDs, within the page’s CSP', async () => {
  const tab = await come('told')
  await expect.poll(byBrowser).toEqual(['PageView'])
  await walk(tab)
  const uuid = lastSession(server.dataDir)
  const events = [`CompleteRegistration ${uuid}.registration`, `Lead ${uuid}.lead.claim`]
  await expect.poll(byServer).toEqual([...events, `ViewContent ${uuid}.step.claim.hurt`])
  await expect.poll(byBrowser).toEqual([...events, 'PageView', `ViewContent ${uuid}.step.claim.hurt`])
  const lead = told().find(({ event_name }) => event_name === 'Lead')
  expect(lead?.user_data).toMatchObject({
    fbp: 'fb.1.1700000000000.42',
    fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR-1$/) as string,
  })
  expect(tab.complaints).toEqual([])
  await tab.close()
})

inFull('a reloaded page doesn’t send events again with another ID', async () => {
  const tab = await come('told')
  await answerStep(tab.page, TRACKED_FLOW, 'claim/hurt', { hurt: 'yes' })
  await seeStep(tab.page, 'claim/who')
  await sentAll(tab.page)
  await tab.page.reload()
  await ready(tab.page)
  await expect.poll(() => byBrowser().filter((event) => event === 'PageView')).toHaveLength(2)
  const uuid = lastSession(server.dataDir)
  const about = byBrowser().filter((event) => event !== 'PageView')
  expect(new Set(about)).toEqual(new Set([`ViewContent ${uuid}.step.claim.hurt`]))
  expect(byServer()).toEqual([`ViewContent ${uuid}.step.claim.hurt`])
  await tab.close()
})

test('if the site asks for consent, nothing is loaded or sent before the visitor agrees', async () => {
  const tab = await come('asked')
  // Anything that starts after the first paint has started by then.
  await tab.page.waitForTimeout(1000)
  expect(standIns.asked).toEqual([])
  await walk(tab)
  const uuid = lastSession(server.dataDir)
  const events = [
    `CompleteRegistration ${uuid}.registration`,
    `Lead ${uuid}.lead.claim`,
    `ViewContent ${uuid}.step.claim.hurt`,
  ]
  await expect.poll(byServer).toEqual(events)
  await expect.poll(() => byBrowser().filter((event) => event !== 'PageView')).toEqual(events)
  expect(tab.complaints).toEqual([])
  await tab.close()
})

test('if the site asks for consent and the visitor doesn’t agree, nothing is loaded or sent', async () => {
  const tab = await come('asked')
  await walk(tab, 'no')
  await tab.page.waitForTimeout(1500)
  expect([standIns.asked, vendor.asked]).toEqual([[], []])
  await tab.close()
})

test.each([
  ['the header of Global Privacy Control', { extraHTTPHeaders: { 'sec-gpc': '1' } }, ''],
  ['its property', {}, 'Object.defineProperty(navigator, "globalPrivacyControl", { value: true })'],
])('%s: neither browser nor server sends anything', async (_, options, script) => {
  const before = optOuts(server.dataDir)
  const tab = await openTab(browser, { ...PHONE, ...options })
  await tab.page.addInitScript(script)
  await tab.page.goto(`${server.url}/told?fbclid=IwAR-1`)
  await ready(tab.page)
  await walk(tab)
  await expect.poll(() => optOuts(server.dataDir)).toBe(before + 1)
  await tab.page.waitForTimeout(1500)
  expect([standIns.asked, vendor.asked]).toEqual([[], []])
  expect(await tab.page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: '_fbp' }))
  expect(tab.complaints).toEqual([])
  await tab.close()
})

inFull('an unreachable vendor delays nothing', async () => {
  standIns.behave('absent')
  const tab = await come('told')
  await walk(tab)
  const uuid = lastSession(server.dataDir)
  await expect.poll(byServer).toContain(`Lead ${uuid}.lead.claim`)
  expect(byBrowser()).toEqual([])
  standIns.behave('well')
  await tab.close()
})

test('TikTok and Google Ads get a lead from browser and server with one ID; Google Analytics gets it only from the server', async () => {
  await publishFlow(flowWith(OTHERS), 'others', server)
  const tab = await openTab(browser)
  await tab.page.goto(`${server.url}/others?gclid=G-1`)
  await ready(tab.page)
  const pages = (host: string) => standIns.asked.filter((asked) => asked.startsWith(host))
  await expect.poll(() => pages('www.google-analytics.com/g/collect')).toHaveLength(1)
  await expect.poll(() => pages('analytics.tiktok.com/api')).toHaveLength(1)
  await walk(tab)
  const id = `${lastSession(server.dataDir)}.lead.claim`
  await expect
    .poll(() => pages('analytics.tiktok.com/api').at(-1))
    .toBe(`analytics.tiktok.com/api/v2/pixel?method=track&name=SubmitForm&event_id=${id}`)
  const conversion = new URLSearchParams({
    what: 'conversion',
    send_to: 'AW-123456789/AbC-lead',
    transaction_id: id,
  })
  await expect
    .poll(() => pages('googleads.g.doubleclick.net'))
    .toEqual([`googleads.g.doubleclick.net/conversion?${conversion}`])
  // One tag serves all of its accounts, whichever came first.
  expect(pages('www.googletagmanager.com')).toHaveLength(1)
  const served = (path: string) =>
    vendor.asked.flatMap((asked) => (asked.path.startsWith(path) ? [JSON.parse(asked.body) as unknown] : []))
  await expect
    .poll(() => served('/tiktok'))
    .toMatchObject([{ data: [{ event_id: id, user: { ttp: '01TTP' } }] }])
  await expect
    .poll(() => served('/ads'))
    .toMatchObject([{ events: [{ transactionId: id, adIdentifiers: { gclid: 'G-1' } }] }])
  await expect
    .poll(() => served('/ga4'))
    .toMatchObject([{ client_id: '111.222', events: [{ name: 'generate_lead' }] }])
  expect(tab.complaints).toEqual([])
  await tab.close()
})

test('a site without pixels loads no pixel code, and its CSP names none of their hosts', async () => {
  const flow = flowWith({ retreaver: TRACKED_FLOW.ui_config.entrypoint.tracking_scripts.retreaver! })
  await publishFlow(flow, 'untold', server)
  const loaded: Record<string, string[]> = {}
  for (const path of ['told', 'untold']) {
    const { page, close } = await openTab(browser)
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    const response = await page.goto(`${server.url}/${path}`)
    await ready(page)
    await page.waitForTimeout(1000)
    loaded[path] = files.filter((file) => /(meta|pixel)Script/.test(file))
    expect((await response!.allHeaders())['content-security-policy']?.includes('facebook')).toBe(
      path === 'told',
    )
    await close()
  }
  expect(loaded['untold']).toEqual([])
  expect(loaded['told']).not.toEqual([])
})
