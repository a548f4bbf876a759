import { expect, onTestFinished, test } from 'vitest'
import type { Page, Route } from 'playwright-core'
import {
  faults,
  login,
  newStatsPage,
  openStats,
  recordTwoPaths,
  rows,
  serveStats,
  settled,
} from './operator.ts'
import { IN_FULL, inFull } from '../inFull.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests the dashboard while something is slow, fails, or is missing. */

const stage = setStatsStage(recordTwoPaths)

test('a slow first report doesn’t delay the others, and its placeholder keeps the layout', async () => {
  const page = await newStatsPage(stage.browser)
  const [first, boxes] = [await hold(page, 'sale-by-affiliate'), await hold(page, 'sale-stats')]
  await page.goto(`${stage.site.url}/stats/sales`)
  await login(page)
  const card = page.getByRole('region', { name: 'Sales + revenue / offer' })
  await expect
    .poll(() => rows(card))
    .toEqual([
      'Offer | Total sales | Gross | Returned | Revenue',
      'Claim (claim) | 3 | $1,037.51 | $0.00 | $1,037.51',
      'Total | 3 | $1,037.51 | $0.00 | $1,037.51',
    ])
  await card.getByPlaceholder('Select filter key').waitFor()
  await page
    .getByRole('region', { name: 'Sales + revenue / affiliate + sub1 + offer' })
    .locator('tfoot')
    .waitFor()

  const slow = page.getByRole('region', { name: 'Sales + revenue / affiliate', exact: true })
  expect(await slow.getAttribute('aria-busy')).toBe('true')
  expect(await slow.locator('thead th').allInnerTexts()).toEqual([
    'Offer',
    'Affiliate',
    'Total sales',
    'Gross',
    'Returned',
    'Revenue',
  ])
  const shape = await slow.locator('tbody tr').evaluateAll((all) => all.map((row) => row.children.length))
  expect(shape).toEqual([6, 6, 6, 6, 6, 6])
  expect(await slow.locator('tbody').innerText()).not.toMatch(/\S/)
  await slow.getByPlaceholder('Select filter key').waitFor()
  const box = page.locator('.box')
  expect(await box.getByRole('heading').allInnerTexts()).toEqual(['Number of sales', 'Revenue'])
  expect(await box.locator('dl').allInnerTexts()).toEqual(['', ''].map(() => expect.not.stringMatching(/\S/)))
  expect(await box.locator('dd .mantine-Skeleton-root').count()).toBe(5)
  expect(await faults(page)).toEqual([])

  await Promise.all([first, boxes].map((held) => held[0]!.continue()))
  await settled(page)
  expect((await rows(slow)).at(-1)).toBe('Total | 3 | $1,037.51 | $0.00 | $1,037.51')
  expect(await box.locator('dd').allInnerTexts()).toEqual(['2', '1.50', '$1,025.01', '$518.76', '$518.76'])
})

test('a chart that can’t be loaded affects nothing else', async () => {
  const page = await newStatsPage(stage.browser)
  await page.route('**/TrendChart*', (route) => route.abort())
  await page.goto(`${stage.site.url}/stats/analytics`)
  await login(page)
  const trend = page.getByRole('region', { name: 'Trend' })
  await trend.getByRole('alert').getByText('Couldn’t load the chart').waitFor()
  await settled(page)
  expect(await page.locator('tfoot').count()).toBe(4)
  await trend.getByText('Figures by day').click()
  await trend
    .getByRole('row', { name: /^\w{3}, / })
    .first()
    .waitFor()
  expect(await faults(page)).toEqual([])

  await page.unroute('**/TrendChart*')
  await trend.getByRole('button', { name: 'Reload the page' }).click()
  await trend.locator('.chart-picture').waitFor()
})

inFull('rows of other days don’t stay if loading the requested days fails', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const held = await hold(page, 'visits-by-affiliate')
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect.poll(async () => held.length).toBe(1)
  await page.keyboard.press('r')
  await expect.poll(async () => held.length).toBe(2)
  await held[1]!.abort()
  await card.getByRole('alert').getByText('Couldn’t load this table').waitFor()
  expect(await card.locator('tfoot').count()).toBe(0)
})

inFull('logging in again after the session expired shows every table at once', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  await page.context().clearCookies()
  await page.reload()
  await login(page)
  await settled(page)
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
  expect(await page.locator('tfoot').count()).toBe(3)
})

inFull('logging out in one window logs out in the other, too', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('Your session expired. Log in to continue.').waitFor()

  await page.getByLabel('Name').fill('olivia')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).press('Enter')
  await page.getByRole('alert').getByText('Wrong name or password.').waitFor()
  await page.locator('[name=password]:focus').waitFor()
})

test('a failed logout shows a message, and the dashboard stays intact', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alert').getByText('You’re still logged in. Couldn’t reach the server.').waitFor()
  expect(await page.locator('tfoot').count()).toBe(3)
  expect(await faults(page)).toEqual([])
  await page.context().setOffline(false)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/reports/logout', (route) => released.then(() => route.continue()))
  await page.getByRole('button', { name: 'Log out' }).click()
  // The error is no longer true during another attempt.
  await page.getByRole('alert').waitFor({ state: 'detached' })
  release()
  await page.getByText('You’re logged out.').waitFor()
})

inFull('figures stay if the server can’t say who is logged in', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  await page.route('**/api/reports/me', (route) => route.fulfill({ status: 500, json: {} }))
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/reports/me'))
  await page.reload()
  await (await refused).finished()
  await settled(page)
  expect(await page.locator('tfoot').count()).toBe(3)
})

inFull('an operator whose session ended can log in even if that response fails', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  await page.context().clearCookies()
  const field = page.locator('[name=password]')
  await page.route('**/api/reports/me', async (route) => {
    await field.fill('begun')
    await route.fulfill({ status: 500, json: {} })
  })
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/reports/me'))
  await page.reload()
  await (await refused).finished()
  await new Promise((done) => setTimeout(done, 300))
  expect(await field.inputValue()).toBe('begun')
})

test('figures that couldn’t be refreshed stay, with the time they’re from, until Retry works', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const before = await rows(card)
  const mark = card.getByText(/^Last updated \d\d:\d\d E[SD]T. Couldn’t reach the server\./)
  const spoken = page.getByRole('status').filter({ hasText: 'Some figures couldn’t be refreshed' })
  const refused = async () => {
    const failed = page.waitForEvent('requestfailed')
    await page.keyboard.press('r')
    await failed
  }
  await page.route('**/api/reports/visits-by-affiliate?*', (route) => route.abort())
  await refused()
  await mark.waitFor()
  expect(await rows(card)).toEqual(before)
  expect(await page.getByText(/^Last updated/).count()).toBe(1)
  expect(await faults(page)).toEqual([])

  // It is announced once, not at every attempt.
  await spoken.evaluate((node) => {
    const seen = new MutationObserver(() => node.setAttribute('data-spoken-again', ''))
    seen.observe(node, { childList: true, characterData: true, subtree: true })
  })
  await refused()
  await mark.waitFor()
  expect(await spoken.getAttribute('data-spoken-again')).toBeNull()
  // It isn't announced either if none of them is visible.
  await page.getByRole('tab', { name: 'Sales' }).click()
  await settled(page)
  expect(await spoken.count()).toBe(0)
  await page.getByRole('tab', { name: 'Visits' }).click()
  await mark.waitFor()

  await page.unroute('**/api/reports/visits-by-affiliate?*')
  await card.getByRole('button', { name: 'Try again' }).click()
  await mark.waitFor({ state: 'detached' })
  expect(await spoken.count()).toBe(0)
  expect(await rows(card)).toEqual(before)
})

inFull('a network’s own login page is reported, and the figures stay', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const before = await rows(card)
  const portal = { contentType: 'text/html', body: '<h1>Log in to this network</h1>' }
  await page.route('**/api/reports/visits-by-affiliate?*', (route) => route.fulfill(portal))
  await page.keyboard.press('r')
  await card.getByText('the server answered with something else').waitFor()
  expect(await rows(card)).toEqual(before)
})

test('the page says once for all reports, the trend, and the boxes that the server is unreachable', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  await page.route('**/api/reports/**', (route) => route.abort())
  await page.keyboard.press('r')
  const marks = page.getByText(/^Some data was last updated \d\d:\d\d E[SD]T/)
  await expect.poll(() => marks.count()).toBe(1)
  expect(await page.locator('tfoot').count()).toBe(3)
  await page.unroute('**/api/reports/**')
  await page.keyboard.press('r')
  await expect.poll(() => marks.count()).toBe(0)
})

inFull('future days are reported, with today’s date', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales?from=2999-01-01&to=2999-01-07`)
  const alert = page.getByRole('alert').filter({ hasText: 'From is in the future: 01 Jan, 2999. Today is ' })
  await alert.getByText('Choose a date range at the top that ends today or earlier.').waitFor()
  expect(await page.locator('section.card').count()).toBe(0)
})

inFull('the time of the figures is when they loaded, not that of a failed refresh', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const asOf = () => page.getByRole('region', { name: 'Trend' }).getByText(/as of/).innerText()
  const before = await asOf()
  let refused = 0
  await page.route('**/api/reports/trend-*', async (route) => {
    await route.abort()
    refused++
  })
  const refreshed = async () => {
    await page.keyboard.press('r')
    await new Promise((done) => setTimeout(done, 1100))
    return asOf()
  }
  expect(await refreshed()).toBe(before)
  expect(refused).toBeGreaterThan(0)
  await page.unroute('**/api/reports/trend-*')
  expect(await refreshed()).not.toBe(before)
})

const MISSING = [
  ['path', 'Path “'],
  ['from', 'isn’t a date'],
  ['visits-by-affiliate', 'No row has'],
]
// The cases differ only in their words.
test.each(IN_FULL ? MISSING : MISSING.slice(-1))(
  'the error for a long %s that doesn’t exist fits a phone',
  async (member, notice) => {
    const viewport = { width: 360, height: 740 }
    const address = `${stage.site.url}/stats/visits?${member}=aff_id:${'x'.repeat(200)}`
    const page = await openStats(stage.browser, address, { viewport })
    const text = page.locator('.notice').getByText(notice).first()
    await text.waitFor()
    expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  },
)

test('an address with an unknown path shows no other path in its place', async () => {
  const address = 'path=nobodys&open=visits-by-affiliate:Page visits'
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits?${address}`)
  await page.getByRole('alert').getByText('Path “nobodys” not found').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('section.card').count()).toBe(0)
  await expect.poll(() => busy(page)).toBe(0)
  expect(await faults(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Path', exact: true }).click()
  await page.getByRole('option', { name: 'found-money' }).click()
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  await expect.poll(async () => (await rows(card)).at(-1)).toBe('Total | 1 | 0 | 0.00%')
  expect(await page.locator('[role=alert], [role=dialog]').count()).toBe(0)
  await page.goBack()
  await page.getByRole('alert').getByText('Path “nobodys” not found').waitFor()
})

test('shows no spinner when there’s nothing to load', async () => {
  const empty = await serveStats(null)
  onTestFinished(() => empty.end())
  const page = await openStats(stage.browser, `${empty.url}/stats/visits`)
  await page.getByRole('status').getByText('No paths yet').waitFor()
  await expect.poll(() => busy(page)).toBe(0)
  expect(await faults(page)).toEqual([])

  await page.goto(`${empty.url}/stats?to=2020-01-02`)
  await page.getByRole('alert').getByText('To cannot be provided without From.').waitFor()
  await expect.poll(() => busy(page)).toBe(0)
})

test('a failed list of paths says so, and Retry loads it with its tables', async () => {
  const page = await newStatsPage(stage.browser)
  await page.route('**/api/reports/paths', (route) => route.abort())
  await page.goto(`${stage.site.url}/stats/visits`)
  await login(page)
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the list of paths' })
  await alert.getByText('Couldn’t reach the server.').waitFor()
  expect(await page.locator('section.card').count()).toBe(0)
  await expect.poll(() => busy(page)).toBe(0)
  await page.unroute('**/api/reports/paths')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await settled(page)
  expect(await page.locator('tfoot').count()).toBe(3)
})

const STORAGE = [
  ['full', () => (Storage.prototype.setItem = refuse('QuotaExceededError'))],
  ['forbidden', () => Object.defineProperty(window, 'localStorage', { get: refuse('SecurityError') })],
] as const
// A page that may not even read storage has the harder case.
test.each(IN_FULL ? STORAGE : STORAGE.slice(-1))(
  'a browser whose storage is %s shows the dashboard, and remembers settings while it’s open',
  async (_, spoil) => {
    const page = await newStatsPage(stage.browser)
    await page.addInitScript(`${refuse.toString()};(${spoil.toString()})()`)
    await page.goto(`${stage.site.url}/stats/sales`)
    await login(page)
    await settled(page)
    await page.getByRole('textbox', { name: 'Path', exact: true }).click()
    await page.getByRole('option', { name: 'found-money' }).click()
    const card = page.getByRole('region', { name: 'Sales + revenue / offer' })
    await expect.poll(async () => (await rows(card)).at(-1)).toBe('Total | 1 | $42.00 | $0.00 | $42.00')
    await page.getByRole('button', { name: /^Date range/ }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await card.getByText('No available data for this table').waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('You’re logged out.').waitFor()
  },
)

/** Holds calls of a report from now on. */
async function hold(page: Page, report: string): Promise<Route[]> {
  const held: Route[] = []
  await page.route(`**/api/reports/${report}?*`, (route) => void held.push(route))
  return held
}

function busy(page: Page): Promise<number> {
  return page.locator('[aria-busy=true]').count()
}

/** Throws as the browser does if storage can't be used. */
function refuse(name: string): () => never {
  return () => {
    throw new DOMException('Not here.', name)
  }
}
