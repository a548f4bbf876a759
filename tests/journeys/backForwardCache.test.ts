import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWholeChromium, readAtOnce } from './chromium.ts'
import { startServer, type Serving } from './serving.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, stepInSight } from './walking.ts'

/** Tests Back to a page that the browser kept whole, in the cache that Playwright turns off by default. */

const flow = readFlow('yardstick')
const { answers } = readScript('yardstick-all')
const TYPED = /Castillo|maria\.castillo|959\D*2368|was green for me/
const HOUR_MS = 60 * 60 * 1000

let browser: Browser
let server: Serving

beforeAll(async () => {
  const launched = chromium.launch({
    // The one without windows, which other journeys prefer, keeps no pages.
    executablePath: findWholeChromium()!,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-gpu'],
  })
  ;[browser, server] = await Promise.all([launched, startServer()])
  browser.on('context', (context) => void context.addInitScript(readAtOnce))
})
afterAll(async () => {
  await browser.close()
  await server.end()
})

/** Finishes the funnel, and opens another page of the site. */
async function leaveAtEnd(page: Page, beforeLeaving: (page: Page) => Promise<void>): Promise<void> {
  await page.goto(`${server.url}/yardstick`)
  await ready(page)
  for (let id = await stepInSight(page); id !== 'yardstick/done'; id = await stepInSight(page)) {
    await answerStep(page, flow, id, answers[id]!)
    await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  }
  await sentAll(page)
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => sessionStorage.setItem('persisted', String(persisted))),
  )
  await beforeLeaving(page)
  await page.goto(`${server.url}/legal/yardstick/privacy-policy`)
}

/** Presses the browser's Back. Returns true if the page came back as it was left. */
async function goBack(page: Page): Promise<boolean> {
  // Playwright waits for a page to load, which a page that comes back whole does not do.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('persisted')).catch(() => null))
    .not.toBeNull()
  return page.evaluate(() => sessionStorage.getItem('persisted') === 'true')
}

test('shows the last page again to a visitor who just finished and comes back', async () => {
  const { page, close } = await openTab(browser)
  await leaveAtEnd(page, async () => {})
  expect(await goBack(page)).toBe(true)
  expect(await stepInSight(page)).toBe('yardstick/done')
  await close()
})

test('starts over without typed answers if the visit has ended by then', async () => {
  const { page, close } = await openTab(browser)
  await leaveAtEnd(page, () =>
    page.evaluate((aheadMs) => {
      const now = Date.now
      Date.now = () => now() + aheadMs
    }, HOUR_MS),
  )
  await server.stop()
  const database = new DatabaseSync(join(server.dataDir, 'leadloom.db'))
  for (const table of ['steps', 'sessions']) database.exec(`UPDATE ${table} SET at = at - ${HOUR_MS}`)
  database.close()
  await server.restart()
  expect(await goBack(page)).toBe(true)
  await seeStep(page, 'yardstick/injured')
  await ready(page)
  expect(await page.content()).not.toMatch(TYPED)
  await close()
})
