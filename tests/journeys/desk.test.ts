import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Store } from '../../src/store/store.ts'
import { fillLeads } from './deskLeads.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, filterList, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests the desk as an admin uses it. */

/** 60 leads, each rejected by its buyer. */
const fill = (store: Store) =>
  fillLeads(store, 60, () => ({ state: 'rejected', message: 'State not covered.' }))

const stage = setStatsStage(fill)

const rows = (page: Page) => page.locator('.list-grid').first().locator('tbody tr:not([aria-hidden])')
/** Waits until this many rows have come and nothing is loading. */
async function shows(page: Page, count: number): Promise<void> {
  await expect.poll(() => rows(page).count()).toBe(count)
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], [data-stale]') === null)
}

test('leads can be searched and opened by keyboard, Back retraces each action, and no address contains the search', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/leads`)
  await shows(page, 50)
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Older' }).click()
  await shows(page, 10)
  await page.goBack()
  await shows(page, 50)

  await page.locator('.list-grid a').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('/')
  await page.keyboard.type('ANN7@example.com')
  await page.keyboard.press('Enter')
  await shows(page, 1)
  expect(page.url()).not.toContain('ann')
  await page.getByRole('link', { name: 'Ann Visitor-7' }).press('Enter')
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  await page.getByText('State not covered.').first().waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'All leads' }).click()
  await shows(page, 1)
  await page.goBack()
  await shows(page, 50)
})

test('a section of the desk whose script fails to load says so, and loads once the server can be reached', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/leads`)
  await shows(page, 50)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh the list' }).click()
  await page.getByText(/Last updated .*. Couldn’t reach the server/).waitFor()
  await shows(page, 50)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('Couldn’t load this section').waitFor()
  expect(await faults(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No webhooks yet').waitFor()
})

test('rejected leads are sent again from a phone, and lost money is shown', async () => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries`, phone)
  await shows(page, 50)
  const choose = () => page.getByRole('button', { name: /^Rejected/ }).click()
  await filterList(page, { path: '/desk/deliveries', word: 'rejected', choose })
  await page.waitForURL(/status=rejected/)
  await shows(page, 50)
  expect(await overflow(page)).toBe(0)
  expect(await faults(page, { only: BY_SCHEME })).toEqual([])
  await expect
    .poll(() => page.getByRole('row', { name: /acme.*Rejected State not covered/ }).count())
    .toBeGreaterThan(0)
  await page.getByLabel('Select all that can be sent again').check()
  await page.getByRole('button', { name: 'Send 50 again' }).click()
  expect(await faults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Send 50 again' }).click()
  await page.getByText('50 leads will be sent again.').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('dialog', { name: 'Sent again' }).getByRole('button', { name: 'Close' }).last().click()
  await shows(page, 10)
})

test('says which deliveries can’t be sent again, and why', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries?status=rejected`)
  await shows(page, 10)
  const boxes = page.getByRole('checkbox', { name: /^Select delivery/ })
  for (const at of [0, 1]) await boxes.nth(at).check()
  await page.getByRole('button', { name: 'Send 2 again' }).click()
  // Another operator sends one of them meanwhile.
  const number = Number(/\d+/.exec((await boxes.first().getAttribute('aria-label'))!)![0])
  const status = await page.evaluate(async (delivery) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'leadloom' }
    const body = JSON.stringify({ deliveries: [delivery], force: false })
    return (await fetch('/api/reports/desk/deliveries/replay', { method: 'POST', headers, body })).status
  }, number)
  expect(status).toBe(200)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send 2 again' }).click()
  await dialog.getByText('1 lead will be sent again.').waitFor()
  await dialog.getByText(`Not sent again: delivery ${number}. Leads that are due, accepted`).waitFor()
  expect(await faults(page)).toEqual([])
})

test('lost leads without a known price show a dash, in the total and in each row', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries`)
  const losses = page.getByRole('region', { name: 'Lost money' })
  await losses.getByRole('row', { name: /^Claim.*acme.*Rejected State not covered\. \d+ – / }).waitFor()
  await losses.getByRole('row', { name: /^Total \d+ – / }).waitFor()
})
