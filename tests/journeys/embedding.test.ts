import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inFull } from '../inFull.ts'
import { openBrowser } from './chromium.ts'
import { longFlow } from './longFlow.ts'
import { publishFlow } from './publishing.ts'
import { PAGE_ELEMENT } from '../../src/flow/page.ts'
import { optOuts, recordedSteps, sessionOf } from './records.ts'
import { startServer, type Serving } from './serving.ts'
import { openTab, PHONE } from './visitor.ts'

/** Tests a site in frames of other hosts' pages: one that its flow names, and one that it doesn't. */

const NAMED = 'news.example'
const OTHER = 'thief.example'
let browser: Browser
let server: Serving
let host: Server
beforeAll(async () => {
  host = createServer(({ url = '/' }, answer) => {
    const { pathname } = new URL(url, 'http://news.example')
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    const snippets = SNIPPETS[pathname]
    answer.end(
      snippets
        ? `<!doctype html><title>News</title>${snippets()}`
        : (OTHER_PAGES[pathname] ?? newsPage(pathname.slice(1))),
    )
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  ;[browser, server] = await Promise.all([
    openBrowser(['--host-resolver-rules=MAP *.example 127.0.0.1']),
    startServer(),
  ])
  const flow = longFlow(4)
  flow.ui_config.embed_hosts = [NAMED]
  await publishFlow(flow, 'asked', server)
})
afterAll(async () => {
  await browser.close()
  await server.end()
  host.close()
})

const TALL = "postMessage({ leadloom: 'height', px: 9999 }, '*')"
const OTHER_PAGES: Record<string, string> = {
  '/before': '<!doctype html><title>Before</title>',
  '/liar': `<!doctype html><title>Liar</title><script>parent.${TALL}; document.title = 'Told'</script>`,
}

/** Ways in which a page includes the site's snippet, by path. */
const SNIPPETS: Record<string, () => string> = {
  '/twice': () => `<body>${snippet()}<p>Between.</p>${snippet()}</body>`,
  '/head': () => `<head>${snippet()}</head><body><p>News.</p></body>`,
  '/module': () => `<body><p>News.</p>${snippet(' type="module"')}<p>More.</p></body>`,
  '/without-path': () => `<body><script src="${server.url}/embed.js"></script></body>`,
  '/stripped': () => `<body><script>history.replaceState(null, '', '/stripped')</script>${snippet()}</body>`,
}
const snippet = (more = '') => `<script src="${server.url}/embed.js" data-path="/asked"${more}></script>`

const newsPage = (show: string) => `<!doctype html>
<html lang="en"><title>News</title><meta name="viewport" content="width=device-width, initial-scale=1">
<h1>News of the day</h1>
<p><button id="quote" type="button">Get a quote</button></p>
<script src="${server.url}/embed.js" data-path="/asked?sub2=script" data-title="A quote" data-show="${show}" data-opener="#quote"></script>
<p>More news.</p></html>`

/** A page of that host that shows the site. */
async function open(
  name: string,
  show: string,
  { query = '', ...options }: BrowserContextOptions & { query?: string } = {},
) {
  const tab = await openTab(browser, { ...PHONE, ...options })
  const at = (path: string) => `http://${name}:${(host.address() as AddressInfo).port}${path}`
  await tab.page.goto(at('/before'))
  await tab.page.goto(at(`/${show}${query}`))
  return { ...tab, frame: tab.page.frameLocator('iframe') }
}

/** The browser's Back. */
const back = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))
const pathOf = (page: Page) => new URL(page.url()).pathname
/** Waits until the new step has its entry in the history. */
const inHistory = (page: Page, n: number) =>
  expect
    .poll(() => page.frames()[1]!.evaluate(() => JSON.stringify(history.state ?? {})))
    .toContain(`"step_key":"step_${n}"`)
/** Waits until the page itself is back where it was before the dialog opened. */
const leftBehind = (page: Page) => expect.poll(() => page.evaluate(() => history.state as unknown)).toBe(null)
/** Waits until the page around the frame has handled the frame's last message. */
const settled = (page: Page) => page.waitForTimeout(300)

const seen = (frame: FrameLocator, n: number) =>
  frame.locator(`[data-step="asked/step_${n}"]`).first().waitFor()
const yes = (frame: FrameLocator) => frame.getByRole('button', { name: 'yes' }).click()
async function tell(frame: FrameLocator): Promise<void> {
  await frame.getByRole('textbox').first().fill('Some words.')
  await frame.getByRole('button', { name: 'Continue' }).click()
}

/** Height of the frame's content beyond the frame, px. */
const cutOff = (page: Page) =>
  page
    .frames()[1]!
    .evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)

test('inline, the form is as tall as its step, has the page’s parameters, and survives a reload', async () => {
  const { page, frame, complaints, close } = await open(NAMED, 'inline', { query: '?affid=86&sub1=inline' })
  await seen(frame, 0)
  await expect.poll(() => cutOff(page)).toBe(0)
  await yes(frame)
  await seen(frame, 1)
  await expect.poll(() => cutOff(page)).toBe(0)
  await expect.poll(() => sessionOf(server.dataDir, 'inline')).toMatchObject({ steps: 1 })
  await page.reload()
  await seen(frame, 1)
  await tell(frame)
  await seen(frame, 2)
  await expect.poll(() => sessionOf(server.dataDir, 'inline')).toMatchObject({ steps: 2 })
  expect(complaints).toEqual([])
  await close()
})

test('Back goes through the steps, then to the page before', async () => {
  const { page, frame, close } = await open(NAMED, 'inline')
  await seen(frame, 0)
  await yes(frame)
  await seen(frame, 1)
  await inHistory(page, 1)
  await back(page)
  await seen(frame, 0)
  expect(pathOf(page)).toBe('/inline')
  await back(page)
  await expect.poll(() => pathOf(page)).toBe('/before')
  await close()
})

inFull('a new step begins in view if the page was scrolled below its top', async () => {
  const { page, frame, close } = await open(NAMED, 'inline', { viewport: { width: 360, height: 400 } })
  await seen(frame, 0)
  await expect.poll(() => cutOff(page)).toBe(0)
  await frame.getByRole('button', { name: 'yes' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 200))
  await yes(frame)
  await seen(frame, 1)
  const top = () => page.locator('iframe').evaluate((node) => Math.round(node.getBoundingClientRect().top))
  await expect.poll(top).toBeGreaterThanOrEqual(0)
  await close()
})

test('as a dialog, the form opens by keyboard, closes with Escape, and continues where it was left', async () => {
  // High enough for the whole step.
  const viewport = { width: 360, height: 900 }
  const { page, frame, complaints, close } = await open(NAMED, 'dialog', { viewport })
  const dialog = page.getByRole('dialog', { name: 'A quote' })
  const quote = page.getByRole('button', { name: 'Get a quote' })
  await quote.focus()
  expect(await dialog.isVisible()).toBe(false)
  await page.keyboard.press('Enter')
  await seen(frame, 0)
  await yes(frame)
  await seen(frame, 1)
  await expect.poll(() => cutOff(page)).toBe(0)
  await inHistory(page, 1)
  await frame.getByRole('textbox').first().focus()
  await settled(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(false)
  await leftBehind(page)
  expect(await quote.evaluate((node) => node === document.activeElement)).toBe(true)

  await quote.press('Enter')
  await seen(frame, 1)
  await inHistory(page, 1)
  await settled(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => dialog.isVisible()).toBe(false)
  // Its history entries are behind now, so Back leaves the page.
  await leftBehind(page)
  await back(page)
  await expect.poll(() => pathOf(page)).toBe('/before')
  expect(complaints).toEqual([])
  await close()
})

test('Back closes the dialog', async () => {
  const { page, frame, close } = await open(NAMED, 'dialog')
  await page.getByRole('button', { name: 'Get a quote' }).click()
  await seen(frame, 0)
  await settled(page)
  await back(page)
  await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false)
  expect(pathOf(page)).toBe('/dialog')
  await close()
})

test('only messages from the site in the frame count', async () => {
  const { page, frame, close } = await open(NAMED, 'inline')
  await seen(frame, 0)
  await expect.poll(() => cutOff(page)).toBe(0)
  const height = () => page.locator('iframe').evaluate((node) => node.getBoundingClientRect().height)
  const before = await height()
  // The page itself, and another page in the frame.
  await page.evaluate(TALL)
  await page.locator('iframe').evaluate((node) => ((node as HTMLIFrameElement).src = '/liar'))
  await expect.poll(() => page.frames()[1]!.title()).toBe('Told')
  await settled(page)
  expect(await height()).toBe(before)
  await close()
})

inFull('two forms on one page are each as tall as their own step', async () => {
  const { page, close } = await open(NAMED, 'inline')
  await page.evaluate((source) => {
    const script = Object.assign(document.createElement('script'), { src: source })
    script.dataset['path'] = '/asked'
    document.body.append(script)
  }, `${server.url}/embed.js`)
  await expect.poll(() => page.locator('iframe').count()).toBe(2)
  const heights = () =>
    page.locator('iframe').evaluateAll((frames) => frames.map((frame) => (frame as HTMLElement).style.height))
  await expect.poll(async () => new Set(await heights()).has('80vh')).toBe(false)
  const last = page.locator('iframe').last()
  await last.scrollIntoViewIfNeeded()
  await last.evaluate((frame) => (frame.style.width = '200px'))
  await expect.poll(async () => new Set(await heights()).size).toBe(2)
  await close()
})

test('a visitor who opts out in the frame isn’t sold, because the legal pages know the visit', async () => {
  const { page, frame, complaints, close } = await open(NAMED, 'inline', { query: '?sub1=private' })
  await seen(frame, 0)
  await frame.getByRole('link', { name: 'Privacy Policy' }).click()
  await frame.getByRole('radio').first().check()
  await frame.getByRole('textbox', { name: 'Email address' }).fill('ann@example.com')
  await frame.getByRole('button').click()
  await frame.getByRole('status').waitFor()
  // By the address and by the session.
  await expect.poll(() => optOuts(server.dataDir)).toBe(2)
  await page.reload()
  await seen(frame, 0)
  const sent = await frame.locator(`#${PAGE_ELEMENT}`).textContent()
  expect(JSON.parse(sent!)).toMatchObject({ may_track: false })
  expect(complaints).toEqual([])
  await close()
})

test('a host that the flow doesn’t name can’t show it', async () => {
  const before = recordedSteps(server.dataDir).length
  const { page, frame, complaints, close } = await open(OTHER, 'inline')
  await expect.poll(() => complaints.join()).toContain('frame-ancestors')
  expect(await frame.locator('[data-step]').count()).toBe(0)
  expect(page.frames()[1]!.url()).not.toContain('/asked')
  expect(recordedSteps(server.dataDir)).toHaveLength(before)
  await close()
})

/** A page that includes the snippet in this way, what it says in the console, and the addresses of its frames. */
async function including(way: string, query = '') {
  const tab = await openTab(browser, PHONE)
  const said: string[] = []
  tab.page.on('console', (message) => message.text().startsWith('Leadloom') && said.push(message.text()))
  await tab.page.goto(`http://${NAMED}:${(host.address() as AddressInfo).port}/${way}${query}`)
  await seen(tab.page.frameLocator('iframe').first(), 0)
  const frames = await tab.page
    .locator('iframe')
    .evaluateAll((all) => all.map((frame) => (frame as HTMLIFrameElement).src))
  return { ...tab, said, frames: frames.map((src) => new URL(src)) }
}

test('the same snippet twice is one form', async () => {
  const { frames, said, close } = await including('twice')
  expect([frames.length, said.length]).toEqual([1, 1])
  await close()
})

test.each([
  ['head', 1],
  ['module', 0],
])('as %s, the form is in the body and visible', async (way, warnings) => {
  const { page, said, close } = await including(way)
  expect(await page.locator('body iframe').isVisible()).toBe(true)
  expect(said).toHaveLength(warnings)
  await close()
})

test('shows the default site without data-path, and says so in the console', async () => {
  const tab = await openTab(browser, PHONE)
  const said: string[] = []
  tab.page.on('console', (message) => said.push(message.text()))
  await tab.page.goto(`http://${NAMED}:${(host.address() as AddressInfo).port}/without-path`)
  await tab.page.locator('iframe').waitFor()
  expect(said).toContain('Leadloom: no data-path')
  await tab.close()
})

test('the frame gets only the parameters that say how a visitor came, even if the page has removed them', async () => {
  const { frames, close } = await including(
    'stripped',
    '?affid=86&utm_source=news&email=ann%40x.example&uid=7',
  )
  const [frame] = frames
  expect([...frame!.searchParams]).toEqual([
    ['affid', '86'],
    ['utm_source', 'news'],
    ['in-frame', 'navigate'],
  ])
  await close()
})

test('a stylesheet that makes the funnel as tall as its frame doesn’t let it grow forever', async () => {
  const { page, close } = await including('module')
  const frame = page.frames()[1]!
  await frame.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('main { min-height: 100vh }')
    document.adoptedStyleSheets = [sheet]
  })
  const heights: number[] = []
  for (let look = 0; look < 10; look += 1) {
    await page.waitForTimeout(100)
    heights.push(await page.locator('iframe').evaluate((node) => node.clientHeight))
  }
  expect(new Set(heights.slice(-5)).size).toBe(1)
  expect(heights.at(-1)).toBeLessThan(3000)
  await close()
})

test('if the browser blocks storage in a frame, a reload that starts over says so', async () => {
  const { page, close } = await including('module')
  await page.addInitScript(() => {
    if (self === top) return
    const blocked = () => {
      throw new DOMException('Access is denied.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: blocked })
  })
  const frame = page.frameLocator('iframe')
  const notice = frame.getByText('so earlier answers are gone')
  await page.goto(page.url())
  await seen(frame, 0)
  expect(await notice.count()).toBe(0)
  await yes(frame)
  await seen(frame, 1)
  await page.context().clearCookies()
  await page.reload()
  await seen(frame, 0)
  await notice.waitFor()
  await expect.poll(() => cutOff(page)).toBe(0)
  await close()
})
