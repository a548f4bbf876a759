import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Download, Locator, Page } from 'playwright-core'
import { inFull } from '../inFull.ts'
import { dayText, instants } from '../../src/operator/days/days.ts'
import { faults, login, newStatsPage, openStats, rows, settled, tables, TODAY } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests an operator's work with the tables, on the real server and a real database. */

const stage = setStatsStage()

const SUBS = 'Page visits / affiliate + sub1 + sub2 + sub3'

test('an address shows someone else the same view, including sorting and columns', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  const card = page.getByRole('region', { name: SUBS })
  await settled(page)
  await card.getByText('Page visits', { exact: true }).click()
  await card.getByText('Page visits', { exact: true }).click()
  await card.getByRole('button', { name: `View of ${SUBS}` }).click()
  await page.getByRole('checkbox', { name: 'Sub2' }).click()
  await page.getByRole('checkbox', { name: 'Sub3' }).click()
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => (await rows(card))[0])
    .toBe('Affiliate | Sub1 | Page visits | Registration | Registration rate')
  await page.waitForURL(/hide=sub2%7Csub3/)
  await settled(page)
  const mine = await tables(page)

  const other = await openStats(stage.browser, page.url())
  await settled(other)
  expect(await tables(other)).toEqual(mine)
  expect(await other.getByRole('textbox', { name: 'Path' }).inputValue()).toBe('leadloom')
})

inFull('a choice made just before opening another tab is still there on return', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const card = page.getByRole('region', { name: SUBS })
  await card.getByText('Sub1', { exact: true }).evaluate((header: HTMLElement) => {
    header.click()
    document.querySelectorAll<HTMLElement>('[role=tab]')[2]!.click()
  })
  await page.getByRole('tab', { name: 'Sales', selected: true }).waitFor()
  await page.waitForURL(/\/stats\/sales\?.*visits-by-affiliate-and-subs\.sort=sub1%3Aasc/)
  await page.getByRole('tab', { name: 'Visits' }).click()
  await card.getByRole('columnheader', { name: 'Sub1' }).and(page.locator('[aria-sort=ascending]')).waitFor()
})

test('tables of money begin with the highest amount, and Back undoes a search or a sort in one step', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Sales + revenue / affiliate', exact: true })
  const sortedBy = (name: string, way: string) =>
    card
      .getByRole('columnheader', { name })
      .and(page.locator(`[aria-sort=${way}]`))
      .waitFor()
  await sortedBy('Revenue', 'descending')
  expect(page.url()).not.toContain('.sort=')
  await card.getByRole('columnheader', { name: 'Affiliate' }).getByRole('button').click()
  await page.waitForURL(/sale-by-affiliate\.sort=aff_id%3Aasc/)
  await card
    .getByRole('combobox', { name: 'Filter key' })
    .or(card.getByPlaceholder('Select filter key'))
    .click()
  await page.getByRole('option').first().click()
  await page.waitForURL(/sale-by-affiliate=/)
  // Slower than the address is written, and still one burst.
  await card.getByPlaceholder('Search...').pressSequentially('claim', { delay: 400 })
  await page.waitForURL(/sale-by-affiliate=[^&]*claim/)

  await page.goBack()
  await expect.poll(() => page.url()).not.toContain('claim')
  expect(page.url()).toContain('sort=aff_id%3Aasc')
  await sortedBy('Affiliate', 'ascending')
  await page.goBack()
  await sortedBy('Revenue', 'descending')
})

test('a switch counts returns on the day of their sale, says so in each table, and Back undoes it', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Sales + revenue / affiliate', exact: true })
  await card.getByText('Returns count on the day they were reported.').waitFor()
  await page.getByText('Day of the sale', { exact: true }).click()
  await page.waitForURL(/returns=sold/)
  await card.getByText('Returns count on the day of their sale.').waitFor()
  expect(await page.getByText('Returns count on the day they were reported.').count()).toBe(0)
  await settled(page)
  expect(await faults(page)).toEqual([])
  await page.goBack()
  await card.getByText('Returns count on the day they were reported.').waitFor()
  expect(page.url()).not.toContain('returns=')
})

test('hidden columns stay hidden when the operator returns', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/analytics`)
  const card = page.getByRole('region', { name: 'EPR - Visits + Revenue per path' })
  await card.getByRole('button', { name: /^View of/ }).click()
  expect(await faults(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'EPR' }).click()
  await page.getByText('Compact', { exact: true }).click()
  await page.goto(`${stage.site.url}/stats`)
  await expect.poll(async () => (await rows(card))[0]).toBe('Version | Path | Visits | Revenue')
  expect((await card.locator('tbody tr').first().boundingBox())?.height).toBe(28)
})

test('files have what’s on the screen, in the same order, and no formulas', async () => {
  const address = 'visits-by-affiliate-and-subs=page_visits:1&visits-by-affiliate-and-subs.sort=Sub1:desc'
  const page = await openStats(
    stage.browser,
    `${stage.site.url}/stats/visits?${address}&visits-by-affiliate-and-subs.hide=Sub2|Sub3`,
  )
  const card = page.getByRole('region', { name: SUBS })
  await settled(page)

  const csv = await file(card, 'CSV')
  expect(csv.suggestedFilename()).toMatch(/^visits-by-affiliate-and-subs_leadloom_[\d-]+_[\d-]+\.csv$/)
  expect(readFileSync(await csv.path(), 'utf8')).toBe(
    '\uFEFF' +
      [
        'Affiliate,Sub1,Page visits,Registration,Registration rate',
        '86,video,1,1,100',
        '86,search,1,1,100',
        `104,"'=1+1",1,0,0`,
        '(none),(none),1,0,0',
        'Total,,4,2,50',
        '',
      ].join('\r\n'),
  )

  const parts = unzipSync(readFileSync(await (await file(card, 'Excel (XLSX)')).path()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  expect(sheet).not.toMatch(/<f>/)
  const numbers = Array.from(sheet.matchAll(/<v>([\d.]+)<\/v><\/c>/g), ([, value]) => value)
  expect(sheet).toContain('<row r="6"')
  expect(numbers.slice(-3)).toEqual(['4', '2', '0.5'])
  expect(await rows(card)).toHaveLength(6)
})

inFull(
  'drop-off says from which day it counts while older days are being counted, and so does its file',
  async () => {
    const page = await newStatsPage(stage.browser)
    await page.route('**/api/reports/step-dropoff?*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: object[] }
      const counted_from = instants({ from: TODAY, to: TODAY }).from
      await route.fulfill({ json: { ...answer, data: answer.data.map((row) => ({ ...row, counted_from })) } })
    })
    await page.goto(`${stage.site.url}/stats/visits`)
    await login(page)
    await settled(page)
    const card = page.getByRole('region', { name: 'Drop-off / step' })
    await card.getByText(`Includes visitors from ${dayText(TODAY)} on`).waitFor()
    expect((await file(card, 'CSV')).suggestedFilename()).toBe(`step-dropoff_leadloom_${TODAY}_${TODAY}.csv`)
    await page.unroute('**/api/reports/step-dropoff?*')
    await page.keyboard.press('r')
    await card.getByText('still being counted').waitFor({ state: 'detached' })
  },
)

inFull('a table of thousands of rows downloads as a workbook with all of them', async () => {
  const page = await affiliates(3000)
  await page.getByRole('button', { name: 'Download Page visits / affiliate', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
  ])
  const sheet = strFromU8(unzipSync(readFileSync(await file.path()))['xl/worksheets/sheet1.xml']!)
  // The header, the rows, and their totals.
  expect(sheet.match(/<row /g)).toHaveLength(3002)
})

inFull('a name longer than its column leaves the next one readable', async () => {
  const page = await affiliates(1)
  const cell = page.getByRole('region', { name: 'Page visits / affiliate', exact: true }).locator('tbody td')
  const isOnTop = await cell.first().evaluate((one) => {
    const { left, top, height } = one.getBoundingClientRect()
    return document.elementFromPoint(left + 4, top + height / 2) === one
  })
  expect(isOnTop).toBe(true)
})

test('printed tables fit the paper, without tools or blank rows', async () => {
  const page = await affiliates(3000)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const sizes = () =>
    card.locator('.grid-scroll').evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
      hidden: [scrollWidth - clientWidth, scrollHeight - clientHeight],
      isLong: clientHeight > 10_000,
    }))
  await expect.poll(sizes).toEqual({ hidden: [0, 0], isLong: false })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(718)
  const chart = page.locator('.chart .recharts-surface').first()
  await expect.poll(async () => (await chart.boundingBox())!.width > 300).toBe(true)
  const tools = page.locator('.bar-account button, .card-head .tools, thead .edge')
  expect(await tools.filter({ visible: true }).count()).toBe(0)
})

/** Visits of this many affiliates, each with a long name. */
async function affiliates(count: number): Promise<Page> {
  const page = await newStatsPage(stage.browser)
  const data = Array.from({ length: count }, (_, at) => ({
    aff_id: `${'a-very-long-name-'.repeat(8)}${at}`,
    page_visits: 1,
    filled_basic_data: 0,
  }))
  await page.route('**/visits-by-affiliate?*', (route) => route.fulfill({ json: { data } }))
  await page.goto(`${stage.site.url}/stats/visits`)
  await login(page)
  await settled(page)
  return page
}

inFull('a figure opens its rows, for an admin with their addresses', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/analytics`)
  const card = page.getByRole('region', { name: 'EPR - Visits + Revenue per path' })
  await card.locator('tbody').getByRole('button', { name: '$345.84' }).click()
  const sheet = page.getByRole('dialog', { name: 'EPR: $345.84' })
  await sheet.getByText('Sales, newest first: all 3.').waitFor()
  const amounts = await sheet.locator('tbody td.right').allInnerTexts()
  expect(amounts.filter((text) => text.startsWith('$'))).toEqual(['$12.50', '$25.00', '$1,000.01'])

  await sheet.getByText('Visits', { exact: true }).click()
  await sheet.getByText('Visits, newest first: all 3.').waitFor()
  expect(await sheet.locator('tbody').innerText()).toContain('192.0.2.1')
  expect(await faults(page)).toEqual([])
  // A link to it shows the same part of the ratio.
  await page.reload()
  await sheet.getByText('Visits, newest first: all 3.').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

test('the trend matches the tables, by day and by hour', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/analytics`)
  await settled(page)
  const figures = () => page.locator('.headline strong').allInnerTexts()
  expect(await figures()).toEqual(['3', '2', '$1,037.51', '$345.84'])
  const tabled = page.locator('.trend tbody tr')
  await page.getByText('Figures by day').click()
  await tabled.first().waitFor()
  const days = await tabled.allInnerTexts()
  expect(days).toHaveLength(8)
  expect(days.at(-1)!.split('\t').slice(1)).toEqual(['3', '2', '$1,037.51', '$345.84'])

  await page.goto(`${stage.site.url}/stats/sales?from=${TODAY}&to=${TODAY}`)
  await page.getByText('Figures by hour').click()
  await tabled.first().waitFor()
  const hours = await tabled.allInnerTexts()
  expect(hours[0]!.split('\t').slice(1)).toEqual(['3', '2', '$1,037.51', '$345.84'])
  await page.getByRole('img', { name: /^Revenue on/ }).waitFor()
})

inFull('a range of decades has its trend, and its earlier period opens', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/analytics?from=1997-01-01`)
  await settled(page)
  expect(await page.locator('.headline strong').allInnerTexts()).toEqual(['3', '2', '$1,037.51', '$345.84'])
  await page.getByRole('img', { name: /^Visits between 01 Jan, 1997/ }).waitFor()
  await page.locator('.headline', { hasText: 'Revenue' }).getByRole('button', { name: '$0.00' }).click()
  await page.getByRole('dialog', { name: 'Revenue: $0.00' }).getByText('Nothing yet').waitFor()
})

inFull('shortcuts do what they say, and can be turned off', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/analytics`)
  await settled(page)
  await page.keyboard.press('3')
  await page.getByRole('tab', { name: 'Sales', selected: true }).waitFor()
  await settled(page)
  await page.keyboard.press('/')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Filter key of Sales + revenue / affiliate',
  )
  await page.keyboard.press('Escape')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(await sheet.getByRole('term').allInnerTexts()).toContain('r')
  expect(await faults(page)).toEqual([])
  await sheet.getByRole('switch', { name: 'Shortcuts are on' }).press('Space')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('1')
  await page.getByRole('tab', { name: 'Sales', selected: true }).waitFor()
})

test('figures refresh in place, and a click sorts them again', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const header = card.getByText('Page visits', { exact: true })
  await settled(page)
  await header.click()
  const before = ['(none) | 1 | 0 | 0.00%', '104 | 1 | 0 | 0.00%', '86 | 2 | 2 | 100.00%']
  await expect.poll(async () => (await rows(card)).slice(1, -1)).toEqual(before)

  await Promise.all(['104', '104', '104', '7'].map(stage.site.come))
  await page.keyboard.press('r')
  await expect
    .poll(async () => (await rows(card)).slice(1))
    .toEqual([
      '(none) | 1 | 0 | 0.00%',
      '104 | 4 | 0 | 0.00%',
      '86 | 2 | 2 | 100.00%',
      '7 | 1 | 0 | 0.00%',
      'Total | 8 | 2 | 25.00%',
    ])
  await header.click()
  await expect.poll(async () => (await rows(card))[1]).toBe('104 | 4 | 0 | 0.00%')
})

async function file(card: Locator, kind: string): Promise<Download> {
  const page = card.page()
  await card.getByRole('button', { name: /^Download/ }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ])
  return download
}
