import { createServer, type Server } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inFull } from '../inFull.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { openBrowser } from './chromium.ts'
import { plainFlow } from './plainFlow.ts'
import { publishFlow } from './publishing.ts'
import { startServer, type Serving } from './serving.ts'
import { linkOuts } from './records.ts'
import { openTab, PHONE, ready, sentAll } from './visitor.ts'
import { seeStep, stepInSight } from './walking.ts'

/** Tests what visitors read about their details after they sent them. */

/** The visitor with this number is sent to a page of the buyer's own. */
const OWN_PAGE = { phone: '(512) 474-2374', url: 'https://apply.example/ada?ref=7' }
const NAME = 'Acme Claims'
const CONSENT = `By pressing “Send my details”, I agree that ${NAME} calls me.`

const folder = mkdtempSync(join(tmpdir(), 'leadloom-outcome-'))
let browser: Browser
let server: Serving
let buyer: Server
/** Lets the buyer answer what is waiting, and answer at once from then on. */
let answerLeads: () => void
let answers: Promise<void>
let received: string[] = []

beforeAll(async () => {
  buyer = createServer(async (request, response) => {
    const lead = await text(request)
    received.push(lead)
    await answers
    const redirect_url = lead.includes(OWN_PAGE.phone) ? OWN_PAGE.url : undefined
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ result: 'accepted', price: 5, redirect_url }))
  })
  await new Promise<void>((resolve) => buyer.listen(0, '127.0.0.1', resolve))
  const { port } = buyer.address() as AddressInfo
  const file = join(folder, 'buyers.json')
  const url = `http://127.0.0.1:${port}/`
  writeFileSync(
    file,
    JSON.stringify({
      buyers: {
        acme: {
          format: 'json',
          url,
          local: true,
          redirect_hosts: ['apply.example'],
          duplicate_window_days: 0,
        },
      },
    }),
  )
  ;[browser, server] = await Promise.all([
    openBrowser(),
    startServer({ BUYERS_FILE: file, LOCAL_TARGETS: 'allow' }),
  ])
  await publishFlow(FLOW, 'ends', server)
  await publishFlow(LEADING, 'leads', server)
})
afterAll(async () => {
  await browser.close()
  await server.end()
  buyer.closeAllConnections()
  buyer.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  received = []
  answers = new Promise((resolve) => (answerLeads = resolve))
})

/** Leads with this number that the buyer received. Those of another test can still come. */
const leadsOf = (phone: string) => received.filter((lead) => lead.includes(phone))

/** Text announced about the details; answers on their way have a status of their own. */
const status = (page: Page) => page.getByRole('status').and(page.locator('.acknowledged')).innerText()
/** Outcome at the end: its headline, and what follows. */
const outcome = async (page: Page) => (await page.locator('.outcome').innerText()).replace(/\n/g, ' ')

/** Comes to the site and presses “Send my details”. */
async function sendDetails(page: Page, phone: string, path = 'ends'): Promise<void> {
  await page.goto(`${server.url}/${path}`)
  await ready(page)
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('button', { name: 'Send my details' }).click()
  await seeStep(page, 'more/more')
}

/** Every text shown in the page until now that mentions a call or the buyer. Call before the page loads. */
async function watchTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      for (const at of document.querySelectorAll(':is([role=status], .outcome) > :not([hidden]) p'))
        seen.add(at.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

async function visit(options: BrowserContextOptions = {}) {
  const tab = await openTab(browser, { ...PHONE, ...options })
  return { ...tab, seen: await watchTexts(tab.page) }
}

test('says that details weren’t sent once the server refused the answer for good, even after a reload', async () => {
  const { page, seen, close } = await visit()
  const refusal = { type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: 'No.' }
  await page.route('**/api/sessions/step', (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
  )
  await sendDetails(page, '(512) 474-2361')
  await page.getByText('One of your answers couldn’t be saved.').waitFor()
  await page.getByRole('button', { name: 'No' }).click()
  await seeStep(page, 'end/end')
  const unsent = `We couldn’t send your details to ${NAME}. They won’t call you about this request.`
  await expect.poll(() => outcome(page)).toBe(unsent)
  const before = (await seen()).length
  await page.reload()
  await ready(page)
  if ((await stepInSight(page)) === 'end/end') expect(await outcome(page)).toBe(unsent)
  expect((await seen()).slice(before).filter((words) => words.includes('being sent'))).toEqual([])
  await close()
})

test('shows one message at the end while offline, and checks again once the network is back', async () => {
  const { page, close } = await visit()
  await page.goto(`${server.url}/ends`)
  await ready(page)
  await page.getByLabel('Phone').fill('(512) 474-2362')
  // What sends answers comes after the first paint.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.locator('#unsent').getByText('You’re offline. Your answers are saved on this device.').waitFor()
  await page.getByRole('button', { name: 'Send my details' }).click()
  await seeStep(page, 'more/more')
  await page.getByRole('button', { name: 'No' }).click()
  // From here on time passes at once.
  await page.evaluate(() => {
    const later = setTimeout
    Object.assign(window, { setTimeout: (work: () => void, ms = 0) => later(work, ms / 50) })
  })
  await seeStep(page, 'end/end')
  await expect
    .poll(() => outcome(page))
    .toBe(
      `Your details aren’t sent yet. You’re offline. Keep this page open, and we’ll send them to ${NAME} once you’re connected.`,
    )
  await expect.poll(() => page.locator('#unsent').innerText()).toBe('')
  // All of the 121 seconds of the first round.
  await page.waitForTimeout(3500)
  answerLeads()
  await page.context().setOffline(false)
  await expect.poll(() => outcome(page), { timeout: 15_000 }).toContain(`${NAME} received your details.`)
  await close()
})

test('acknowledges “Send my details” on the next screen, and says at the end who got them and what comes next', async () => {
  const { page, complaints, seen, close } = await visit()
  await sendDetails(page, '(512) 474-2368')
  expect(await status(page)).toMatch(/^Your details are (being sent|on their way)/)
  await expect.poll(() => status(page)).toBe(`Your details are on their way to ${NAME}.`)
  await page.getByRole('button', { name: 'No' }).click()
  await seeStep(page, 'end/end')
  await expect.poll(() => outcome(page)).toContain(`Your details are on their way to ${NAME}.`)
  expect(await page.locator('.partner h2').allInnerTexts()).toEqual(['Another partner'])
  const result = page.locator('.result')
  const place = () => result.boundingBox()
  const before = await place()
  await expect.poll(() => result.innerText()).toMatch(/^You may close this page/)
  answerLeads()
  await expect
    .poll(() => outcome(page))
    .toBe(
      `${NAME} received your details. If this is your first request to them, here’s what happens next: They call you today.`,
    )
  expect(await result.innerText()).toBe(`The call of ${NAME} is free.`)
  expect(await place()).toEqual(before)
  expect(leadsOf('(512) 474-2368')).toHaveLength(1)
  expect((await seen()).filter((words) => words.includes('call you'))).toEqual([
    `${NAME} received your details. If this is your first request to them, here’s what happens next: They call you today.`,
  ])
  await page.reload()
  expect(await outcome(page)).toBe(
    `${NAME} received your details. If this is your first request to them, here’s what happens next: They call you today.`,
  )
  expect(await result.innerText()).toBe(`The call of ${NAME} is free.`)
  expect(complaints).toEqual([])
  await close()
})

test('doesn’t give consent by Enter in a field, which moves to the button that does', async () => {
  const { page, close } = await visit()
  await page.goto(`${server.url}/ends`)
  await ready(page)
  await page.getByLabel('Phone').fill('(512) 474-2366')
  await page.getByLabel('Phone').press('Enter')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Send my details')
  expect(await stepInSight(page)).toContain('/phone')
  await page.keyboard.press('Enter')
  await seeStep(page, 'more/more')
  await close()
})

test('never says that details are passed on to a visitor with Global Privacy Control', async () => {
  answerLeads()
  const { page, seen, close } = await visit({ extraHTTPHeaders: { 'sec-gpc': '1' } })
  await sendDetails(page, '(512) 474-2369')
  const kept = `We saved your details but didn’t share them with ${NAME}. Your browser asks us not to sell them (Global Privacy Control), so you won’t get a call.`
  expect(await status(page)).toBe(kept)
  await page.getByRole('button', { name: 'No' }).click()
  await seeStep(page, 'end/end')
  expect(await outcome(page)).toBe(kept)
  expect(await page.locator('.partner h2').allInnerTexts()).toEqual([NAME, 'Another partner'])
  await page.waitForTimeout(1500)
  expect(await seen()).toEqual([kept])
  expect(leadsOf('(512) 474-2369')).toEqual([])
  await close()
})

inFull('never says that details go to the buyer if the phone number opted out', async () => {
  answerLeads()
  await fetch(`${server.url}/legal/ends/privacy-policy`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ kind: 'do_not_sell', email: '', phone: '512-474-2370' }),
  })
  const { page, seen, close } = await visit()
  await sendDetails(page, '(512) 474-2370')
  const kept = `We saved your details but didn’t share them with ${NAME}. They won’t call you about this request.`
  await expect.poll(() => status(page)).toBe(kept)
  const asked = `Your details are being sent. You asked us to share them with ${NAME}.`
  expect([asked, kept]).toEqual(expect.arrayContaining(await seen()))
  expect(leadsOf('(512) 474-2370')).toEqual([])
  await close()
})

test('says at the end that nothing was passed on if nothing was asked', async () => {
  const { page, close } = await visit()
  await page.goto(`${server.url}/ends?force-start-offer=more`)
  await ready(page)
  await page.getByRole('button', { name: 'No' }).click()
  await seeStep(page, 'end/end')
  expect(await outcome(page)).toBe('We didn’t share anything. You didn’t ask us to, so you won’t get a call.')
  expect(await page.locator('.partner h2').allInnerTexts()).toEqual([NAME, 'Another partner'])
  await close()
})

describe('an end that leads to another page', () => {
  /** Comes to the end. The partner's page is a stand-in, and no step after the first is sent until `arrive` is called. */
  async function reachEnd(phone: string, options: BrowserContextOptions = {}) {
    const tab = await visit(options)
    const { page } = tab
    await page.route('https://partners.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Choose a time</h1>' }),
    )
    await sendDetails(page, phone, 'leads')
    await sentAll(page)
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/api/sessions/step', async (route) => {
      await arrived
      await route.continue()
    })
    await page.getByRole('button', { name: 'No' }).click()
    await seeStep(page, 'end/end')
    return { ...tab, arrive, link: page.getByRole('link', { name: 'Choose a time' }) }
  }
  const TAKEN = 'We’ll take you there in a few seconds. Stay on this page'
  const pressed = () => linkOuts(server.dataDir).length

  test('takes the visitor there once the buyer has the details and every answer has arrived, and not again after Back', async () => {
    const before = pressed()
    const { page, complaints, arrive, link, close } = await reachEnd('(512) 474-2371')
    await expect.poll(() => page.locator('.result').innerText()).toMatch(/^Stay a moment/)
    answerLeads()
    await expect.poll(() => page.locator('.result').innerText()).toMatch(/^Acme Claims has your details/)
    await page.waitForTimeout(1000)
    expect([await link.getAttribute('href'), await link.getAttribute('aria-disabled')]).toEqual([
      null,
      'true',
    ])
    arrive()
    await expect
      .poll(() => link.getAttribute('href'))
      .toBe('https://partners.example/times?more=no&phone=%28512%29%20474-2371')
    expect(await page.locator('.result').innerText()).toContain(TAKEN)
    await page.waitForURL('https://partners.example/times?more=no&phone=%28512%29%20474-2371')
    expect(await page.locator('h1').innerText()).toBe('Choose a time')
    await expect.poll(pressed).toBe(before + 1)
    await page.goBack()
    await ready(page)
    await page.waitForTimeout(8000)
    expect(await stepInSight(page)).toContain('end/end')
    expect(await link.getAttribute('href')).toContain('https://partners.example/times?more=no')
    expect(complaints).toEqual([])
    await close()
  })

  test('leads to the page that the buyer names for this visitor', async () => {
    answerLeads()
    const { arrive, link, close } = await reachEnd(OWN_PAGE.phone)
    arrive()
    await expect.poll(() => link.getAttribute('href')).toBe(OWN_PAGE.url)
    await close()
  })

  test('a visitor who stays has the link, even after a reload', async () => {
    answerLeads()
    const before = pressed()
    const { page, arrive, link, close } = await reachEnd('(512) 474-2372')
    arrive()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await page.reload()
    await ready(page)
    await page.waitForTimeout(7000)
    expect([await stepInSight(page), pressed()]).toEqual([expect.stringContaining('end/end'), before])
    await link.click()
    await page.waitForURL(/partners\.example/)
    await expect.poll(pressed).toBe(before + 1)
    await close()
  })

  test('passes on nothing about a visitor with Global Privacy Control', async () => {
    answerLeads()
    const { page, arrive, link, close } = await reachEnd('(512) 474-2373', {
      extraHTTPHeaders: { 'sec-gpc': '1' },
    })
    arrive()
    await expect.poll(() => link.getAttribute('href')).toBe('https://partners.example/others')
    expect(await page.locator('.result > :not([hidden])').innerText()).toContain('Others may help')
    await close()
  })
})

const partner = { type: 'container', widget: 'partner_card', body: 'An offer.', text: 'See it' } as const
const link = { link: 'https://partners.example/offer', campaign_id: '1' }

const FLOW: FlowDocument = plainFlow(
  {
    phone: { label: 'Your phone?', answers: { value: { backend_field_name: 'phone', label: 'Phone' } } },
    consent: {
      label: 'Consent',
      answers: { agreed: { backend_field_name: 'claim_tcpa', backend_field_value: CONSENT } },
    },
    more: {
      label: 'Anything else?',
      answers: { no: { backend_field_name: 'more', backend_field_value: 'no' } },
    },
  },
  [
    {
      name: 'phone',
      questions: [
        {
          type: 'input',
          widget: 'text',
          question_key: 'phone',
          answer_id: 'value',
          validations: { local: [{ name: 'required' }, { name: 'phone' }], external: ['phone'] },
        },
        { type: 'container', widget: 'consent', question_key: 'consent', answer_id: 'agreed' },
        { type: 'submit', text: 'Send my details' },
      ],
    },
    {
      name: 'send',
      type: 'hidden',
      execute_actions: [
        {
          name: 'send_lead',
          rules: [{ operator: 'and', conditions: [{ field: 'claim_tcpa', condition: 'neq', arg: null }] }],
          buyers: ['acme'],
        },
      ],
      questions: [],
    },
  ],
)
FLOW.ui_config.buyers = { acme: { name: NAME, next: 'They call you today.', required_fields: ['phone'] } }
FLOW.ui_config.partner_hosts = ['partners.example']
FLOW.ui_config.offers['more'] = {
  name: 'More',
  real: false,
  design: 'plain',
  steps: [
    {
      name: 'more',
      questions: [
        {
          type: 'container',
          widget: 'choice',
          submit: true,
          question_key: 'more',
          answer_id: 'no',
          text: 'No',
        },
      ],
    },
  ],
}
FLOW.ui_config.offers['end']!.steps[0]!.questions = [
  { type: 'container', widget: 'outcome' },
  {
    type: 'container',
    widget: 'result',
    cases: [
      {
        display_rules: [
          { operator: 'and', conditions: [{ field: 'lead.outcome', condition: 'eq', arg: 'accepted' }] },
        ],
        html: '<p>The call of {{buyers}} is free.</p>',
      },
      {
        html: '<p>You may close this page. Nothing more is asked of you, and nothing more happens unless somebody answers.</p>',
      },
    ],
  },
  { ...partner, ...link, title: NAME, buyer: 'acme' },
  { ...partner, ...link, title: 'Another partner' },
]
FLOW.offer_order = ['asked', 'more', 'end']

const when = (arg: string) => [
  { operator: 'and' as const, conditions: [{ field: 'lead.outcome', condition: 'eq' as const, arg }] },
]
const LEADING = structuredClone(FLOW)
LEADING.ui_config.offers['end']!.steps[0]!.questions = [
  {
    type: 'container',
    widget: 'result',
    cases: [
      { display_rules: when('waiting'), html: '<p>Stay a moment.</p>' },
      {
        display_rules: when('accepted'),
        html: '<p>{{buyers}} has your details. On its page you choose when it calls you.</p>',
        redirect: {
          link: 'https://partners.example/times?more={{field:more}}&phone={{field:phone}}',
          text: 'Choose a time',
          buyer: 'acme',
          personal: ['phone'],
        },
      },
      {
        html: '<p>Others may help you.</p>',
        redirect: { link: 'https://partners.example/others?more={{field:more}}', text: 'Choose a time' },
      },
    ],
  },
]
