import { expect, test } from 'vitest'
import type { BrowserContextOptions } from 'playwright-core'
import {
  BY_SCHEME,
  faults,
  login,
  MOVING,
  newStatsPage,
  openStats,
  rows,
  settled,
  tables,
  TODAY,
} from './operator.ts'
import { IN_FULL, inFull } from '../inFull.ts'
import { TABS } from '../../src/stats/tables/tables.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests the operator's app as built, on the real server and a real database. */

const stage = setStatsStage()

test('every table and box shows what was counted, to the cent', async () => {
  const page = await loggedIn('/stats')
  expect(await tables(page)).toEqual({
    'EPR - Visits + Revenue per path': [
      'Version | Path | Visits | Revenue | EPR',
      `1 - ${stage.site.live} | leadloom | 3 | $1,037.51 | $345.84`,
      'Total | 3 | $1,037.51 | $345.84',
    ],
    'ECPM - Impressions + Revenue per offer': [
      'Version | Offer | Path | Impressions | Revenue | ECPM',
      `1 - ${stage.site.live} | Claim (claim) | leadloom | 2 | $1,037.51 | $518,755.00`,
      'Total | 2 | $1,037.51 | $518,755.00',
    ],
    'Visits + revenue / language': [
      'Path | Language | Visits | Registration | Total sales | Revenue | EPR',
      'leadloom | English | 3 | 2 | 3 | $1,037.51 | $345.84',
      'Total | 3 | 2 | 3 | $1,037.51 | $345.84',
    ],
    'Consent certificates / path': [
      'Path | Registration | TrustedForm | TrustedForm rate | Jornaya | Jornaya rate | Both rate',
      'leadloom | 2 | 1 | 50.00% | 0 | 0.00% | 0.00%',
      'Total | 2 | 1 | 50.00% | 0 | 0.00% | 0.00%',
    ],
  })

  await page.getByRole('tab', { name: 'Visits' }).click()
  expect(await tables(page)).toEqual({
    'Page visits / affiliate': [
      'Affiliate | Page visits | Registration | Registration rate',
      '(none) | 1 | 0 | 0.00%',
      '104 | 1 | 0 | 0.00%',
      '86 | 2 | 2 | 100.00%',
      'Total | 4 | 2 | 50.00%',
    ],
    'Page visits / affiliate + sub1 + sub2 + sub3': [
      'Affiliate | Sub1 | Sub2 | Sub3 | Page visits | Registration | Registration rate',
      '(none) | (none) | (none) | (none) | 1 | 0 | 0.00%',
      '104 | =1+1 | (none) | (none) | 1 | 0 | 0.00%',
      '86 | search | (none) | (none) | 1 | 1 | 100.00%',
      '86 | video | (none) | (none) | 1 | 1 | 100.00%',
      'Total | 4 | 2 | 50.00%',
    ],
    'Drop-off / step': [
      'Version | Offer | Step | Shown | Continued | Left | Drop-off rate | Median time, s',
      `1 - ${stage.site.live} | Claim (claim) | hurt | 4 | 2 | 2 | 50.00% | 2.5`,
      `1 - ${stage.site.live} | Claim (claim) | where | 2 | 0 | 2 | 100.00% | –`,
      'Total | 4',
    ],
  })

  await page.getByRole('tab', { name: 'Sales' }).click()
  expect(await tables(page)).toEqual({
    'Sales + revenue / affiliate': [
      'Offer | Affiliate | Total sales | Gross | Returned | Revenue',
      'Claim (claim) | 86 | 3 | $1,037.51 | $0.00 | $1,037.51',
      'Total | 3 | $1,037.51 | $0.00 | $1,037.51',
    ],
    'Sales + revenue / offer': [
      'Offer | Total sales | Gross | Returned | Revenue',
      'Claim (claim) | 3 | $1,037.51 | $0.00 | $1,037.51',
      'Total | 3 | $1,037.51 | $0.00 | $1,037.51',
    ],
    'Sales + revenue / affiliate + sub1 + offer': [
      'Offer | Affiliate | Sub1 | Total sales | Gross | Returned | Revenue',
      'Claim (claim) | 86 | search | 2 | $1,025.01 | $0.00 | $1,025.01',
      'Claim (claim) | 86 | video | 1 | $12.50 | $0.00 | $12.50',
      'Total | 3 | $1,037.51 | $0.00 | $1,037.51',
    ],
  })
  const figures = await page.locator('.box dl > div').allInnerTexts()
  expect(figures.map((figure) => figure.split(/\n+/).join(': '))).toEqual([
    'Maximum sales from one lead: 2',
    'Average sales: 1.50',
    'Maximum revenue from one lead: $1,025.01',
    'Average revenue: $518.76',
    'Revenue per registration: $518.76',
  ])
})

// Sales tables have the most columns.
test.each(IN_FULL ? ['/stats/analytics', '/stats/sales'] : ['/stats/sales'])(
  'on a phone, the revenue of every table of %s is visible without scrolling',
  async (address) => {
    const page = await openStats(stage.browser, stage.site.url + address, {
      viewport: { width: 360, height: 740 },
    })
    await settled(page)
    await page.getByText('Figures by day').click()
    await page.getByRole('columnheader', { name: 'Day' }).waitFor()
    const cells = page.locator('table :is(th, td)').filter({ hasText: /^(Revenue|\$1,037\.51)$/ })
    // Gross, further right, has the same amounts.
    const right = await cells.evaluateAll((all) => {
      const isRevenue = (cell: Element) =>
        cell.closest('table')!.querySelectorAll('th')[(cell as HTMLTableCellElement).cellIndex]
          ?.textContent !== 'Gross'
      return all.filter(isRevenue).map((cell) => cell.getBoundingClientRect().right)
    })
    expect(right.length).toBeGreaterThan(5)
    expect(Math.max(...right)).toBeLessThanOrEqual(360)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  },
)

inFull('on a desktop of 1440 px, every column of every table is visible', async () => {
  for (const { slug, tables: shown } of TABS) {
    const page = await loggedIn(`/stats/${slug}`)
    await settled(page)
    const scrollers = page.getByRole('group', { name: /^Rows of/ })
    const hidden = await scrollers.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
    expect(hidden).toEqual(shown.map(() => 0))
    await page.close()
  }
})

test('an unfinished day is marked in the figures and under the chart', async () => {
  const page = await loggedIn('/stats/visits')
  await settled(page)
  const trend = page.getByRole('region', { name: 'Trend' })
  await trend.getByText('this day, so far').waitFor()
  await trend.getByText(/same weekdays before: /).waitFor()
  await trend.getByText('Figures by day').click()
  const days = trend.locator('tbody th')
  await expect.poll(() => days.count()).toBe(8)
  expect((await days.allInnerTexts()).map((day) => day.endsWith(' so far'))).toEqual([
    ...Array.from({ length: 7 }, () => false),
    true,
  ])
  await trend.locator('.chart .ring').waitFor()
})

test('the axis of a count has whole numbers', async () => {
  const page = await loggedIn('/stats')
  await settled(page)
  const labels = page.locator('.chart .recharts-yAxis-tick-labels text')
  await expect.poll(() => labels.count()).toBeGreaterThan(1)
  expect(await labels.allTextContents()).toEqual(['0', '1', '2', '3'])
})

test('a filter narrows rows and totals, and its address brings it back', async () => {
  const page = await loggedIn('/stats/visits')
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const search = card.getByPlaceholder('Search...')
  expect(await search.isDisabled()).toBe(true)
  await card.getByPlaceholder('Select filter key').click()
  await page.getByRole('option', { name: 'aff_id' }).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('option', { name: 'aff_id' }).click()
  await search.fill('8')
  const filtered = [
    'Affiliate | Page visits | Registration | Registration rate',
    '86 | 2 | 2 | 100.00%',
    'Total | 2 | 2 | 100.00%',
  ]
  await expect.poll(() => rows(card)).toEqual(filtered)
  await page.waitForURL(/visits-by-affiliate=aff_id%3A8/)
  await page.reload()
  await expect.poll(() => rows(card)).toEqual(filtered)

  await search.fill('no such affiliate')
  await card.getByText('No matches found...').waitFor()
  await card.getByRole('button', { name: 'Clear filter' }).last().click()
  await expect.poll(async () => (await rows(card)).at(-1)).toBe('Total | 4 | 2 | 50.00%')
})

test('a header sorts ascending first, then descending', async () => {
  const page = await loggedIn('/stats/visits')
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const affiliates = async () => (await rows(card)).slice(1, -1).map((row) => row.split(' | ')[0])
  await settled(page)
  await card.getByText('Affiliate', { exact: true }).click()
  expect(await affiliates()).toEqual(['86', '104', '(none)'])
  await card.getByText('Affiliate', { exact: true }).click()
  expect(await affiliates()).toEqual(['104', '86', '(none)'])
  await card.getByText('Page visits', { exact: true }).click({ modifiers: ['Shift'] })
  expect(await affiliates()).toEqual(['(none)', '104', '86'])
})

test('without a login, the page asks for one, then shows what was requested', async () => {
  const page = await newPage()
  await page.goto(`${stage.site.url}/stats/sales?from=${TODAY}&to=${TODAY}`)
  await login(page, 'not the password')
  await page.getByText('Wrong name or password.').waitFor()
  await login(page)
  await page.getByRole('tab', { name: 'Sales', selected: true }).waitFor()
  await settled(page)
  expect(new URL(page.url()).search).toBe(`?from=${TODAY}&to=${TODAY}&path=leadloom`)

  await page.context().clearCookies()
  await page.getByRole('button', { name: /^Date range/ }).click()
  const chosen = page.locator('.mantine-DatePickerInput-day[data-selected]').first()
  expect(await chosen.evaluate((day) => getComputedStyle(day).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByText('Your session expired. Log in to continue.').waitFor()
  await login(page)
  await page.getByRole('tab', { name: 'Sales', selected: true }).waitFor()
  expect(new URL(page.url()).search).not.toContain(`from=${TODAY}`)

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByText('You’re logged out.').waitFor()
  expect((await page.request.get(`${stage.site.url}/api/reports/me`)).status()).toBe(401)
})

inFull('a failed report says so in its place, and Retry loads it', async () => {
  const page = await newPage()
  await page.route('**/api/reports/sale-by-offer?*', (route) => route.abort())
  await page.goto(`${stage.site.url}/stats/sales`)
  await login(page)
  const card = page.getByRole('region', { name: 'Sales + revenue / offer' })
  await card.getByText('Couldn’t reach the server.').waitFor()
  await settled(page)
  expect(await page.locator('tfoot').count()).toBe(2)
  await page.unroute('**/api/reports/sale-by-offer?*')
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await rows(card)).at(-1)).toBe('Total | 3 | $1,037.51')
})

test('an empty range says so, and an invalid range shows an alert', async () => {
  const page = await loggedIn('/stats/visits?from=2020-01-01&to=2020-01-02')
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  await card.getByText('No available data for this table').waitFor()
  await card.getByText('between 01 Jan, 2020 and 02 Jan, 2020 for leadloom').waitFor()
  await page.goto(`${stage.site.url}/stats?to=2020-01-02`)
  await page.getByRole('alert').getByText('To cannot be provided without From.').waitFor()
  await page.goto(`${stage.site.url}/stats?from=2020-01-02&to=2020-01-01`)
  await page.getByRole('alert').getByText('From must be before To.').waitFor()
  expect(await faults(page)).toEqual([])
})

test.each(IN_FULL ? (['light', 'dark'] as const) : (['light'] as const))(
  'every screen is accessible, fits a phone, and respects its CSP: %s',
  async (colorScheme) => {
    const viewport = { width: 360, height: 740 }
    const looking = colorScheme === 'dark' ? { only: BY_SCHEME } : {}
    const page = await newPage({ colorScheme, viewport, reducedMotion: 'reduce' })
    const breaches: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) breaches.push(message.text())
    })
    await page.goto(`${stage.site.url}/stats`)
    await page.getByLabel('Name').waitFor()
    expect(await faults(page, looking)).toEqual([])
    await login(page)
    for (const name of ['Analytics', 'Visits', 'Sales']) {
      await page.getByRole('tab', { name }).click()
      await settled(page)
      expect(await faults(page, looking)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    }
    const opened = page.locator('.mantine-Popover-dropdown, .mantine-Menu-dropdown')
    for (const name of [/^Path$/, /^Date range/, /^View of/, /^Download/]) {
      await page.getByLabel(name).first().click()
      await opened.waitFor()
      // The panel cuts off targets behind it, so it is left out.
      expect([name, await faults(page, { ...looking, besides: '.panel' })]).toEqual([name, []])
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.waitForFunction(() => getComputedStyle(document.body).overflow === 'hidden')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(breaches).toEqual([])
  },
)

const loggedIn = (address: string) => openStats(stage.browser, stage.site.url + address, MOVING)
const newPage = (options: BrowserContextOptions = {}) =>
  newStatsPage(stage.browser, { ...MOVING, ...options })
