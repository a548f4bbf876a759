import { expect, onTestFinished, test } from 'vitest'
import type { Page, Route } from 'playwright-core'
import {
  eventually,
  faults,
  login,
  newStatsPage,
  openStats,
  recordTwoPaths,
  rows,
  serveStats,
  settled,
} from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** The dashboard while something is slow, fails, or is not there. */

const stage = setStatsStage(recordTwoPaths)

test('rows of other days do not stay when a refresh of the days that are asked for fails', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const held = await hold(page, 'visits-by-affiliate')
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await eventually(async () => held.length).toBe(1)
  await page.keyboard.press('r')
  await eventually(async () => held.length).toBe(2)
  await held[1]!.abort()
  await card.getByRole('alert').getByText('This table could not be loaded').waitFor()
  expect(await card.locator('tfoot').count()).toBe(0)
})

test('who logs in again after the session ran out has every table at once', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`)
  await settled(page)
  await page.context().clearCookies()
  await page.reload()
  await login(page)
  await settled(page)
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
  expect(await page.locator('tfoot').count()).toBe(3)
})

test.each([
  ['full', () => (Storage.prototype.setItem = refuse('QuotaExceededError'))],
  ['forbidden', () => Object.defineProperty(window, 'localStorage', { get: refuse('SecurityError') })],
])(
  'a browser whose storage is %s shows the dashboard, and keeps for as long as it is open',
  async (_, spoil) => {
    const page = await newStatsPage(stage.browser)
    await page.addInitScript(`${refuse.toString()};(${spoil.toString()})()`)
    await page.goto(`${stage.site.url}/stats/sales`)
    await login(page)
    await settled(page)
    await page.getByRole('textbox', { name: 'Path', exact: true }).click()
    await page.getByRole('option', { name: 'found-money' }).click()
    const card = page.getByRole('region', { name: 'Sales + revenue / offer' })
    await eventually(async () => (await rows(card)).at(-1)).toBe('Total | 1 | $42.00')
    await page.getByRole('button', { name: /^Date range/ }).click()
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await card.getByText('No available data for this table').waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByText('You are logged out.').waitFor()
  },
)

/** Where calls of a report wait from now on. */
async function hold(page: Page, report: string): Promise<Route[]> {
  const held: Route[] = []
  await page.route(`**/api/reports/${report}?*`, (route) => void held.push(route))
  return held
}

function busy(page: Page): Promise<number> {
  return page.locator('[aria-busy=true]').count()
}

/** What the browser does where storage cannot be used. */
function refuse(name: string): () => never {
  return () => {
    throw new DOMException('Not here.', name)
  }
}
