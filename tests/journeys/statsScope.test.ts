import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { inFull } from '../inFull.ts'
import { dayText, defaultRange, isDay, presets } from '../../src/operator/days/days.ts'
import { REPORTS } from '../../schemas/reports/reports.ts'
import { faults, openStats, recordTwoPaths, rows, settled, TODAY } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests the dashboard's path and days. A choice applies at once, everywhere, and is remembered. */

const stage = setStatsStage(recordTwoPaths)
/** A whole month that is over, so that its days can be chosen on any day. */
const { from: FIRST } = presets(Date.now()).find(({ label }) => label === 'Last month')!.range
const [FROM, TO] = [FIRST.replace(/..$/, '03'), FIRST.replace(/..$/, '10')]

test('choosing another path loads all its reports, and is remembered', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.get('path') === 'found-money') asked.add(pathname.split('/').at(-1)!)
  })
  await page.getByRole('textbox', { name: 'Path', exact: true }).click()
  await page.getByRole('option', { name: 'found-money' }).click()
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  await expect
    .poll(() => rows(card))
    .toEqual([
      'Affiliate | Page visits | Registration | Registration rate',
      '7 | 1 | 0 | 0.00%',
      'Total | 1 | 0 | 0.00%',
    ])
  await page.waitForURL(/path=found-money/)
  // The Profit tab loads its own.
  const ofPaths = Object.entries(REPORTS).flatMap(([name, { scope }]) =>
    scope === 'path' && !name.startsWith('profit-') ? [name] : [],
  )
  await expect.poll(async () => [...asked].toSorted()).toEqual(ofPaths.toSorted())
  expect(await page.evaluate(() => localStorage.getItem('path'))).toBe('found-money')

  await page.goto(`${stage.site.url}/stats/sales`)
  await settled(page)
  expect(await page.getByRole('textbox', { name: 'Path', exact: true }).inputValue()).toBe('found-money')
  const sales = page.getByRole('region', { name: 'Sales + revenue / offer' })
  expect((await rows(sales)).at(-1)).toBe('Total | 1 | $42.00 | $0.00 | $42.00')
  await page.goBack()
  await page.goBack()
  await expect.poll(async () => (await rows(card)).at(-1)).toBe('Total | 4 | 2 | 50.00%')
})

test('Analytics, which covers all paths, offers no path and comes first, and then the last tab is remembered', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats`)
  const path = page.getByRole('textbox', { name: 'Path', exact: true })
  await page.getByRole('tab', { name: 'Analytics', selected: true }).waitFor()
  await settled(page)
  expect(await path.count()).toBe(0)
  const card = page.getByRole('region', { name: 'EPR - Visits + Revenue per path' })
  expect((await rows(card)).at(-1)).toContain('$1,079.51')
  for (const name of ['Visits', 'Sales']) {
    await page.getByRole('tab', { name }).click()
    await settled(page)
    expect(await path.inputValue()).toBe('leadloom')
    await page.goto(`${stage.site.url}/stats`)
    await page.getByRole('tab', { name, selected: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/stats/${name.toLowerCase()}`)
  }
})

test('two days of the calendar are a range that includes the second, and an unfinished choice is dropped', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const field = page.getByRole('button', { name: /^Date range/ })
  const calendar = page.getByRole('dialog')
  const { from, to } = defaultRange(Date.now())
  const before = `${dayText(from)} - ${dayText(to)}`
  expect(await field.innerText()).toBe(before)
  expect(before).toMatch(/^\d\d [A-Z][a-z]{2}, \d{4} - \d\d [A-Z][a-z]{2}, \d{4}$/)

  await field.click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await day(page, FROM).click()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  expect(await field.innerText()).toBe(before)
  expect(await kept(page)).toBeNull()

  await field.click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await day(page, FROM).click()
  expect(await page.evaluate(() => location.search)).not.toContain(FROM)
  await day(page, TO).click()
  await calendar.waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.searchParams.get('from') === FROM && url.searchParams.get('to') === TO)
  expect(await field.innerText()).toBe(`${dayText(FROM)} - ${dayText(TO)}`)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  await card.getByText(`between ${dayText(FROM)} and ${dayText(TO)} for leadloom`).waitFor()
  expect(await kept(page)).toMatchObject({ from: FROM, to: TO })

  await page.goto(`${stage.site.url}/stats/sales`)
  await expect.poll(() => field.innerText()).toBe(`${dayText(FROM)} - ${dayText(TO)}`)
  expect(await faults(page)).toEqual([])
})

test('the default range moves with the days, overnight and in a link', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const field = page.getByRole('button', { name: /^Date range/ })
  const ofDay = (now: number) => {
    const { from, to } = defaultRange(now)
    return `${dayText(from)} - ${dayText(to)}`
  }
  await page.waitForURL(/from=7-days-ago/)
  await page.clock.install()
  await page.reload()
  await settled(page)
  expect(await field.innerText()).toBe(ofDay(Date.now()))
  await page.clock.fastForward('24:00:00')
  await expect.poll(() => field.innerText()).toBe(ofDay(Date.now() + 86_400_000))
  await settled(page)
  await page.reload()
  await expect.poll(() => field.innerText()).toBe(ofDay(Date.now() + 86_400_000))

  const link = page.url()
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await page.waitForURL((url) => url.searchParams.has('to'))
  await page.goto(link)
  await expect.poll(() => field.innerText()).toBe(ofDay(Date.now() + 86_400_000))
})

inFull('days after today can’t be chosen', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  await page.getByRole('button', { name: /^Date range/ }).click()
  const days = page.locator('.mantine-DatePickerInput-day')
  await days.first().waitFor()
  const shown = await days.evaluateAll((all) =>
    all.map((one) => ({ label: one.getAttribute('aria-label'), can: !one.matches(':disabled') })),
  )
  const can = shown.map(({ label }) => isoOf(label!) <= TODAY)
  expect(can).toContain(true)
  expect(shown.map((one) => one.can)).toEqual(can)
  expect(await page.getByRole('button', { name: 'Next month' }).isDisabled()).toBe(true)
})

function day(page: Page, iso: string) {
  const name = new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return page.getByRole('button', { name, exact: true })
}

/** Date of a label such as `3 November 2026`, as YYYY-MM-DD. */
function isoOf(label: string): string {
  const iso = new Date(`${label} UTC`).toISOString().slice(0, 10)
  expect(isDay(iso)).toBe(true)
  return iso
}

/** The range that the browser remembers. */
async function kept(page: Page): Promise<unknown> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('calendarData'))) ?? 'null')
}

inFull('the bar’s contents fit at every width', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const room = async (width: number) => {
    await page.setViewportSize({ width, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect((await page.getByLabel('Path').boundingBox())!.width).toBeGreaterThan(100)
    expect(await page.locator('.bar').evaluate(overlaps)).toEqual([])
  }
  // The longest name that may be shown.
  await page.locator('.bar-operator').evaluate((name) => (name.textContent = 'somebody@claims.example'))
  for (const width of [769, 961, 1024]) await room(width)
  await page.locator('.brand').evaluate((name) => (name.textContent = 'Class Action Claim Finder of America'))
  for (const width of [769, 961, 1024]) await room(width)
})

/** Pairs of parts of the bar that overlap. */
function overlaps(bar: Element): string[] {
  const parts = Array.from(
    bar.querySelectorAll('.brand, [role=tab], .bar-path, .bar-range, .bar-account > *'),
  )
  const boxes = parts.map((part) => ({ name: part.className, box: part.getBoundingClientRect() }))
  return boxes.flatMap(({ name, box }, index) =>
    boxes
      .slice(index + 1)
      .filter(
        ({ box: { left, right, top, bottom } }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      .map((other) => `${other.name} on ${name}`),
  )
}

inFull('the open tab and the charted figure stand out in forced colors', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`, { forcedColors: 'active' })
  await settled(page)
  const line = (chosen: Locator, part?: string) =>
    chosen.evaluateAll(
      (all, of) => all.map((one) => parseInt(getComputedStyle(one, of).borderBottomWidth)),
      part,
    )
  expect(await line(page.getByRole('tab'))).toEqual([0, 0, 4])
  expect(await line(page.locator('.headline-title'), '::after')).toEqual([0, 0, 4, 0])
})
