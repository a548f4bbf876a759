import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { IN_FULL, inFull } from '../inFull.ts'
import { openBrowser } from './chromium.ts'
import { publishFlow } from './publishing.ts'
import { consents, lastSession, optOuts, sessionOf } from './records.ts'
import { startServer, type Serving } from './serving.ts'
import { CERTIFICATE, LEAD_ID, openStandIns, TRANSACTION, type StandIns } from './standIns.ts'
import {
  CONSENT,
  FIRST_CONSENT,
  firstConsentFlow,
  SEVERAL_SELLERS_CONSENT,
  severalSellersFlow,
  TRACKED_FLOW,
} from './trackedFlow.ts'
import { holdReact, openTab, PHONE, ready, sentAll, type Tab } from './visitor.ts'
import { answerStep, seeStep } from './walking.ts'

let browser: Browser
let server: Serving
let vendors: StandIns

beforeAll(async () => {
  vendors = await openStandIns()
  ;[browser, server] = await Promise.all([
    openBrowser(vendors.browserArgs),
    // The campaign's service can't be reached, so the page's number is the configured one.
    startServer({
      SHARED_ORIGIN: 'accept',
      RETREAVER_CAMPAIGN: 'a-campaign',
      RETREAVER_URL: 'http://127.0.0.1:9/numbers',
    }),
  ])
  await publishFlow(TRACKED_FLOW, 'tracked', server)
})
afterAll(async () => {
  await browser.close()
  await Promise.all([server.end(), vendors.end()])
})

/** A visitor at the flow's first step, known by the sub1 in the address. */
async function arrive(options: BrowserContextOptions = {}): Promise<Tab & { sub1: string }> {
  const sub1 = randomUUID()
  const tab = await openTab(browser, { ...PHONE, ...options })
  vendors.asked.length = 0
  await tab.page.goto(`${server.url}/tracked?sub1=${sub1}&gclid=G-1&utm_source=news`)
  await ready(tab.page)
  return { ...tab, sub1 }
}

async function walk({ page }: Tab): Promise<void> {
  await answerStep(page, TRACKED_FLOW, 'claim/hurt', { hurt: 'yes' })
  await seeStep(page, 'claim/who')
  await answerStep(page, TRACKED_FLOW, 'claim/who', { phone: '(212) 234-5678', email: 'ann@example.com' })
  await seeStep(page, 'thanks/end')
  await sentAll(page)
}

const recorded = (sub1: string) => sessionOf(server.dataDir, sub1)
const whole = {
  steps: 2,
  trustedform_cert_url: CERTIFICATE,
  jornaya_lead_id: LEAD_ID,
  ef_transaction_id: TRANSACTION,
}
const without = { steps: 2, trustedform_cert_url: null, jornaya_lead_id: null, ef_transaction_id: null }

test('IDs reach the session and the consent, the phone number the page, and the parameters the tracker', async () => {
  const visitor = await arrive()
  const { page, complaints, sub1, close } = visitor
  await page.locator('.step a.phone[href="tel:+18668987878"]', { hasText: /Call \(866\).898.7878/ }).waitFor()
  await expect.poll(() => recorded(sub1)).toEqual({ ...whole, steps: 0 })
  expect(new URL(page.url()).search).toBe(`?sub1=${sub1}&gclid=G-1&utm_source=news&oid=7&affid=86`)
  expect(vendors.asked).toContain(
    `www.clicks.example/sdk/click?oid=7&affid=86&sub1=${sub1}&gclid=G-1&utm_source=news`,
  )
  await walk(visitor)
  expect(recorded(sub1)).toEqual(whole)
  const [consent, ...more] = consents(server.dataDir, sub1)
  expect(more).toEqual([])
  expect(consent).toMatchObject({ text: CONSENT, sellers: '["Claims & Partner"]', opt_out: null })
  expect(JSON.parse(consent!.control)).toEqual({ element: 'submit', text: 'Get my review', state: 'pressed' })
  expect(JSON.parse(consent!.certificates)).toEqual({
    trustedform_cert_url: CERTIFICATE,
    jornaya_lead_id: LEAD_ID,
    ef_transaction_id: TRANSACTION,
  })
  expect(consent!.html).toContain('data-tf-element-role="consent-language"')
  expect(consent!.html).toContain('>Get my review</button>')
  expect(consent!.html).toContain(CERTIFICATE)
  expect(Math.abs(consent!.browser_at - Date.now())).toBeLessThan(60_000)
  await expect.poll(() => vendors.asked).toContain('cdn.trustedform.com/stopped')
  expect(complaints).toEqual([])
  await close()
})

inFull('sends the affiliate by its other name if only calls are tracked', async () => {
  const flow = structuredClone(TRACKED_FLOW)
  const { retreaver } = flow.ui_config.entrypoint.tracking_scripts
  flow.ui_config.entrypoint.tracking_scripts = { retreaver: retreaver! }
  await publishFlow(flow, 'called', server)
  const { page, close } = await openTab(browser)
  const asked = page.waitForRequest('https://api.rtvrapi.com/api/v1/numbers*')
  await page.goto(`${server.url}/called?aff_id=104`)
  const form = new URLSearchParams((await asked).postData() ?? '')
  expect(atob(form.get('st') ?? '')).toBe('affid=104')
  await close()
})

const CLICKS = [
  ['of another', '?oid=9&affid=104', 'oid=9&affid=104'],
  ['of another by its other name', '?aff_id=104', 'oid=7&affid=104'],
  ['whose link names nobody', '?oid=&affid=', 'oid=7&affid=86'],
]
// The last is the one that a wrong reading would take for another visitor.
test.each(IN_FULL ? CLICKS : CLICKS.slice(-1))(
  'a visitor %s stays so, and keeps the answers, on the bare address and after a reload',
  async (_, link, whose) => {
    const { page, complaints, close } = await openTab(browser)
    await page.goto(`${server.url}/tracked${link}`)
    await ready(page)
    await answerStep(page, TRACKED_FLOW, 'claim/hurt', { hurt: 'yes' })
    await seeStep(page, 'claim/who')
    await sentAll(page)
    const session = lastSession(server.dataDir)
    for (const come of [() => page.goto(`${server.url}/tracked`), () => page.reload()]) {
      vendors.asked.length = 0
      await come()
      await expect.poll(() => vendors.asked).toContain(`www.clicks.example/sdk/click?${whose}`)
      await expect.poll(() => new URL(page.url()).search).toBe(`?${whose}`)
      await seeStep(page, 'claim/who')
    }
    expect(lastSession(server.dataDir)).toBe(session)
    expect(complaints).toEqual([])
    await close()
  },
)

test('reports a second click with its own parameters; loading the first page again reports none', async () => {
  const { page, close } = await openTab(browser)
  const [first, second] = ['affid=104&sub1=first&gclid=G-1', 'affid=105&gclid=G-2']
  for (const [address, told] of [
    [first, first],
    [second, second],
    [first, second],
  ]) {
    vendors.asked.length = 0
    await page.goto(`${server.url}/tracked?${address}`)
    await expect
      .poll(() => vendors.asked.filter((asked) => asked.includes('/sdk/click?')))
      .toEqual([`www.clicks.example/sdk/click?oid=7&${told}`])
  }
  await close()
})

test('nothing that starts after the last answer replaces the witness of the consent', async () => {
  const visitor = await arrive()
  await expect.poll(() => recorded(visitor.sub1)).toEqual({ ...whole, steps: 0 })
  await walk(visitor)
  vendors.asked.length = 0
  await visitor.page.reload()
  await seeStep(visitor.page, 'thanks/end')
  await expect.poll(() => vendors.asked.some((asked) => asked.startsWith('www.clicks.example/'))).toBe(true)
  expect(vendors.asked.filter((asked) => /trustedform|lidstatic/.test(asked))).toEqual([])
  expect(recorded(visitor.sub1)).toEqual(whole)
  await visitor.close()
})

const MANNERS = ['absent', 'blocked', 'throws', 'garbage'] as const
// `throws` runs and then fails, which the others don't.
test.each(IN_FULL ? MANNERS : MANNERS.slice(2, 3))(
  'scripts that are %s lose no answer and provide no ID',
  async (manner) => {
    vendors.behave(manner)
    const visitor = await arrive()
    await expect.poll(() => vendors.asked.length).toBeGreaterThanOrEqual(4)
    await walk(visitor)
    expect(recorded(visitor.sub1)).toEqual(without)
    expect(consents(server.dataDir, visitor.sub1)).toMatchObject([{ text: CONSENT, certificates: '{}' }])
    expect(
      visitor.complaints.filter((text) => !/vendor’s own|Failed to load|reading 'get'/.test(text)),
    ).toEqual([])
    await visitor.close()
    vendors.behave('well')
  },
)

inFull('late scripts delay no step, and their IDs still reach the session', async () => {
  vendors.behave('late')
  const visitor = await arrive()
  await answerStep(visitor.page, TRACKED_FLOW, 'claim/hurt', { hurt: 'yes' })
  await seeStep(visitor.page, 'claim/who')
  vendors.behave('well')
  await expect.poll(() => recorded(visitor.sub1)).toEqual({ ...whole, steps: 1 })
  await answerStep(visitor.page, TRACKED_FLOW, 'claim/who', {
    phone: '(212) 234-5678',
    email: 'a@example.com',
  })
  await seeStep(visitor.page, 'thanks/end')
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})

test('a recorder that loads after the last answer stops immediately, and its certificate isn’t sent', async () => {
  vendors.behave('late')
  const visitor = await arrive()
  await walk(visitor)
  vendors.behave('well')
  await expect.poll(() => vendors.asked).toContain('cdn.trustedform.com/stopped')
  await expect.poll(() => recorded(visitor.sub1)?.['jornaya_lead_id']).toBe(LEAD_ID)
  await sentAll(visitor.page)
  expect(recorded(visitor.sub1)).toEqual({ ...whole, trustedform_cert_url: null })
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})

const SIGNALS = [
  ['the header of Global Privacy Control', { extraHTTPHeaders: { 'sec-gpc': '1' } }, '', ''],
  ['its property', {}, 'Object.defineProperty(navigator, "globalPrivacyControl", { value: true })', '?gpc=1'],
] as const
// The header comes with the first request; src/server reads the property beside it.
test.each(IN_FULL ? SIGNALS : SIGNALS.slice(0, 1))(
  '%s: no vendor is called, and the session isn’t sold',
  async (_, options, script, told) => {
    const before = optOuts(server.dataDir)
    const tab = await openTab(browser, { ...PHONE, ...options })
    const number = tab.page.waitForRequest('**/api/phone-number*')
    vendors.asked.length = 0
    const sub1 = randomUUID()
    await tab.page.addInitScript(script)
    await tab.page.goto(`${server.url}/tracked?sub1=${sub1}`)
    await ready(tab.page)
    await tab.page.locator('.step a.phone[href="tel:+18005550199"]').waitFor()
    // The server, too, has a vendor to call.
    expect(new URL((await number).url()).search).toBe(told)
    await walk(tab)
    expect(recorded(sub1)).toEqual(without)
    expect([vendors.asked, new URL(tab.page.url()).search]).toEqual([[], `?sub1=${sub1}`])
    expect(optOuts(server.dataDir)).toBe(before + 1)
    expect(tab.complaints).toEqual([])
    await tab.close()
  },
)

test('after the Do Not Sell form, no page calls any vendor', async () => {
  const tab = await openTab(browser)
  await tab.page.goto(`${server.url}/tracked`)
  await expect.poll(() => vendors.asked.length).toBeGreaterThanOrEqual(4)
  const before = await tab.page.context().newPage()
  await before.goto(`${server.url}/tracked`)
  await ready(before)
  await tab.page.goto(`${server.url}/legal/tracked/do-not-sell`)
  await tab.page.getByLabel('Email address').fill('bob@example.com')
  await tab.page.locator('form.request button').click()
  await tab.page.getByRole('status').waitFor()
  vendors.asked.length = 0
  await tab.page.goto(`${server.url}/tracked`)
  await ready(tab.page)
  await tab.page.locator('.step a.phone[href="tel:+18005550199"]').waitFor()
  await walk(tab)
  // An earlier page that the browser shows again from memory starts over.
  const reloaded = before.waitForEvent('load')
  await before.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await reloaded
  await ready(before)
  expect(vendors.asked).toEqual([])
  expect(tab.complaints).toEqual([])
  await tab.close()
})

test('a choice pressed before React loads records the consent next to it', async () => {
  await publishFlow(firstConsentFlow(), 'first-consent', server)
  const { page, complaints, close } = await openTab(browser)
  const release = await holdReact(page)
  const sub1 = randomUUID()
  await page.goto(`${server.url}/first-consent?sub1=${sub1}`, { waitUntil: 'commit' })
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'claim/who')
  release()
  await ready(page)
  await sentAll(page)
  const [consent] = consents(server.dataDir, sub1)
  expect(consent).toMatchObject({ text: FIRST_CONSENT, opt_out: null })
  expect(JSON.parse(consent!.control)).toEqual({ element: 'choice', text: 'Yes', state: 'pressed' })
  expect(consent!.html.replace(/<\/?span[^>]*>/g, '')).toContain(FIRST_CONSENT.replace('&', '&amp;'))
  expect(complaints).toEqual([])
  await close()
})

test('Jornaya reads several sellers as labels below a text that names none', async () => {
  await publishFlow(severalSellersFlow(), 'several-sellers', server)
  const html = await (await fetch(`${server.url}/several-sellers`)).text()
  const [consent = ''] = /<div class="consent">.*?<\/div>/.exec(html) ?? []
  const labels = Array.from(
    consent.matchAll(/<label><input type="hidden" data-leadid-type="(\w+)"\/>(.*?)<\/label>/g),
  )
  expect(labels.map(([, kind, text]) => [kind, text!.replace(/<[^>]+>/g, '')])).toEqual([
    ['disclosure', SEVERAL_SELLERS_CONSENT],
    ['brand', 'Claims &amp; Partner'],
    ['brand', 'Injury Helpers'],
  ])
  expect(consent.match(/data-tf-element-role="consent-advertiser-name"/g)).toHaveLength(2)
})
