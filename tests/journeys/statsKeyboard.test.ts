import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { inFull } from '../inFull.ts'
import { faults, login, newStatsPage, openStats, settled } from './operator.ts'
import { OPERATOR } from './serving.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests the dashboard with only the keyboard. */

const stage = setStatsStage()

test('Tab reaches every control in page order, with a visible focus', async () => {
  const page = await newStatsPage(stage.browser)
  await page.goto(`${stage.site.url}/stats/sales`)
  await page.getByLabel('Name').waitFor()
  await page.keyboard.type(OPERATOR.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(OPERATOR.password)
  await page.keyboard.press('Enter')
  await settled(page)
  await page.getByRole('img', { name: /^Revenue/ }).waitFor()

  const usable = await page.evaluate(() => {
    const marked = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex]'),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        // One of several radio buttons is a stop.
        !element.matches(':disabled, [type=radio]:not(:checked)') &&
        element.checkVisibility(),
    )
    marked.forEach((element, at) => (element.dataset['stop'] = String(at)))
    ;(document.activeElement as HTMLElement).blur()
    getSelection()?.collapse(document.body, 0)
    return marked.length
  })
  expect(usable).toBeGreaterThan(60)
  const stops: unknown[] = []
  const unseen: string[] = []
  for (let at = 0; at < usable; at++) {
    await page.keyboard.press('Tab')
    const { stop, seen, markup } = await focused(page)
    stops.push(stop)
    if (!seen) unseen.push(markup)
  }
  expect(stops).toEqual(Array.from({ length: usable }, (_, at) => String(at)))
  expect(unseen).toEqual([])
})

test('keys choose dates, filter, search, hide columns, and download a table', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Sales + revenue / offer' })

  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Today' }).press('Enter')
  await page.waitForURL((url) => url.searchParams.get('from') === url.searchParams.get('to'))
  const dates = page.locator('.bar-range button:focus')
  await dates.waitFor()
  await dates.press('Enter')
  await page.getByRole('button', { name: 'Today' }).press('Escape')
  await dates.waitFor()
  await settled(page)

  await card.getByPlaceholder('Select filter key').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'Tab', 'x']) await page.keyboard.press(key)
  await card.getByText('No matches found...').waitFor()
  await page.keyboard.press('Backspace')
  await card.locator('tfoot').waitFor()

  await card.getByRole('button', { name: /^View of/ }).press('Enter')
  await page.getByRole('checkbox', { name: 'Total sales' }).press('Space')
  await page.keyboard.press('Escape')
  await card.getByRole('columnheader', { name: 'Total sales' }).waitFor({ state: 'detached' })

  await card.getByRole('button', { name: /^Download/ }).press('Enter')
  // It takes the focus a moment after it appears; a key pressed earlier goes to the button.
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor()
  await page.keyboard.press('ArrowDown')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toMatch(/^sale-by-offer_/)
})

test('an opened figure traps the focus, and returns it when it closes', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const figure = page.locator('.headlines .figure').first()
  await figure.press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByText('newest first').waitFor()
  for (let at = 0; at < 4; at++) {
    await page.keyboard.press('Tab')
    expect(await sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => figure.evaluate((one) => one === document.activeElement)).toBe(true)
})

inFull(
  'the focus stays in the calendar of months, years, and decades, where every button has a name',
  async () => {
    const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
    await settled(page)
    const calendar = page.getByRole('dialog')
    const level = page.locator('.mantine-DatePickerInput-calendarHeaderLevel')
    const isInside = () => calendar.evaluate((dialog) => dialog.contains(document.activeElement))
    await page.locator('.bar-range button').press('Enter')
    await page.getByRole('button', { name: 'Previous month' }).press('Enter')
    await page.getByRole('button', { name: 'Next month' }).press('Enter')
    await expect.poll(isInside).toBe(true)
    for (const period of ['year', 'decade']) {
      await level.press('Enter')
      await page.getByRole('button', { name: `Previous ${period}` }).waitFor()
      await page.getByRole('button', { name: `Next ${period}` }).waitFor()
      await expect.poll(isInside).toBe(true)
    }
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
  },
)

inFull('clearing a filter, or retrying, keeps the focus in its part of the page', async () => {
  const page = await newStatsPage(stage.browser)
  const reports = ['analytics-epr', 'trend-*', 'sale-stats'].map((name) => `**/api/reports/${name}?*`)
  for (const report of reports) await page.route(report, (route) => route.abort())
  await page.goto(`${stage.site.url}/stats/analytics?analytics-ecpm=offer:nothing`)
  await login(page)
  const isIn = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement))
  const table = (title: string) => page.getByRole('region', { name: title })

  await table('ECPM').getByRole('status').getByRole('button', { name: 'Clear filter' }).press('Enter')
  await table('ECPM').locator('tfoot').waitFor()
  expect(await isIn(table('ECPM'))).toBe(true)
  await table('ECPM').getByPlaceholder('Select filter key').click()
  await page.getByRole('option', { name: 'offer' }).click()
  await table('ECPM').getByRole('button', { name: 'Clear filter' }).press('Enter')
  expect(await isIn(table('ECPM'))).toBe(true)

  const again = async (part: Locator) => {
    await part.getByRole('button', { name: 'Try again' }).press('Enter')
    await part.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
    await settled(page)
    expect(await isIn(part)).toBe(true)
    expect(await faults(page)).toEqual([])
  }
  for (const report of reports) await page.unroute(report)
  await again(table('EPR'))
  await again(table('Trend'))
  await page.route(reports[2]!, (route) => route.abort())
  await page.getByRole('tab', { name: 'Sales' }).click()
  const boxes = page.getByRole('group', { name: 'Number of sales and revenue' })
  await boxes.getByRole('alert').waitFor()
  await page.unroute(reports[2]!)
  await again(boxes)
})

inFull('a click on something inactive gives no focus, so no key outlines a whole section', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const margin = { x: 4, y: 300 }
  for (const idle of [
    page.locator('.card h2').first(),
    page.locator('.box').first(),
    page.locator('.trend-foot'),
  ]) {
    await idle.click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('ArrowDown')
    expect((await focused(page)).markup).toMatch(/^<body/)
  }
  await page.locator('.screen').click({ position: margin })
  expect((await focused(page)).markup).toMatch(/^<body/)
})

inFull('more rows of a figure load without moving the focus out of the dialog', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  await page.route('**/api/reports/drilldown/**', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: unknown[] }
    const isFirst = !route.request().postData()!.includes('before')
    await route.fulfill({ json: { ...answer, next: isFirst ? '1.1' : null } })
  })
  await page.locator('.headlines .figure').first().press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Show more' }).press('Enter')
  await sheet.getByText('the newest first: all').waitFor()
  const isInside = () => sheet.evaluate((dialog) => dialog.contains(document.activeElement))
  expect(await isInside()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isInside()).toBe(true)
})

test('one key skips the rows of a long table to its total', async () => {
  await comeFromMany()
  const viewport = { width: 1000, height: 500 }
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`, { viewport })
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  await card.getByRole('button', { name: /^Download/ }).focus()
  await page.keyboard.press('Tab')
  expect((await focused(page)).markup).toContain('Skip to the total')
  await page.keyboard.press('Enter')
  expect((await focused(page)).markup).toContain('Total')
  await expect.poll(() => isInSight(card.locator('tfoot th'))).toBe(true)
  await page.keyboard.press('Tab')
  await card.locator('tfoot .figure').first().and(page.locator(':focus')).waitFor()
})

inFull('the focused element isn’t covered by the bar, the header or the total', async () => {
  await comeFromMany()
  const viewport = { width: 1000, height: 500 }
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`, { viewport })
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  await card.locator('tfoot .figure').first().focus()
  const hidden: string[] = []
  for (const key of [...Array<string>(50).fill('Shift+Tab'), ...Array<string>(40).fill('Tab')]) {
    await page.keyboard.press(key)
    const covered = await page.evaluate(() => {
      const { activeElement: element } = document
      const { left, top, width, height } = element!.getBoundingClientRect()
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      return element!.contains(seen) ? null : element!.outerHTML
    })
    if (covered !== null) hidden.push(covered)
  }
  expect(hidden).toEqual([])
})

/** Brings more affiliates than a table shows in full. */
function comeFromMany() {
  return Promise.all(Array.from({ length: 160 }, (_, n) => stage.site.come(`a${n}`)))
}

function isInSight(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
}

/** Focused element, and if an outline shows its focus. */
function focused(page: Page): Promise<{ stop: string | undefined; seen: boolean; markup: string }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const outlines = [null, '::after'].map((part) => getComputedStyle(element, part).outlineStyle)
    return {
      stop: element.dataset['stop'],
      seen: outlines.some((outline) => outline !== 'none'),
      markup: element.outerHTML.slice(0, 120),
    }
  })
}
