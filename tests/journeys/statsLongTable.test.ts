import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inFull } from '../inFull.ts'
import { today } from '../../src/operator/days/days.ts'
import { uuidOf } from '../store/history.ts'
import { SMALL_FLOW } from '../server/smallFlow.ts'
import { faults, openStats, settled } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests a table with more rows than the browser has; the server sorts, searches and sums them. */

const ROWS = 1500
const TABLE = 'Page visits / affiliate + sub1 + sub2 + sub3'
const REPORT = 'visits-by-affiliate-and-subs'

const stage = setStatsStage(async (store) => {
  const at = Date.now()
  await store.publish({ path: 'leadloom', flow: SMALL_FLOW, style: '', icons: {}, validators: '', at })
  const words = { path: 'leadloom', version: 1, origin: { today: today(at), query: {} }, at }
  const page = { page_url: 'https://claims.example/', referrer: '', ip: '192.0.2.1', user_agent: 'test' }
  await Promise.all(
    Array.from({ length: ROWS }, async (_, n) => {
      const subs = { aff_id: String(n % 11), sub1: n % 5 === 0 ? '' : 'video', sub2: `ad ${n}`, sub3: '' }
      await store.openSession({ ...words, ...page, ...subs, uuid: uuidOf(n), token_hash: 'a'.repeat(64) })
      if (n % 3 === 0) await store.track(uuidOf(n), { kind: 'registration', at })
    }),
  )
})

async function open(query = ''): Promise<{ page: Page; card: ReturnType<Page['getByRole']> }> {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits${query}`)
  const card = page.getByRole('region', { name: TABLE })
  await settled(page)
  return { page, card }
}

const firstRow = (card: ReturnType<Page['getByRole']>) =>
  card.locator('tbody tr:not(.gap)').first().innerText()
const words = (text: string) => text.split(/\s*\t\s*/)

test('is sorted, searched, and summed over all its rows, and downloaded whole', async () => {
  const { page, card } = await open()
  const status = card.getByRole('status').first()
  await expect.poll(() => status.innerText()).toContain('1,500 rows.')
  expect(words(await card.locator('tfoot').innerText()).slice(-3)).toEqual(['1,500', '500', '33.33%'])
  const sort = card.getByRole('columnheader', { name: 'Sub2' }).getByRole('button')
  await sort.click()
  await expect.poll(() => firstRow(card)).toContain('ad 0')
  await sort.click()
  await expect.poll(() => firstRow(card)).toContain('ad 999')
  // The rows at the end are fetched when they become visible.
  await card.locator('.grid-scroll').evaluate((part) => part.scrollTo({ top: part.scrollHeight }))
  await expect.poll(() => card.locator('tbody tr:not(.gap)').last().innerText()).toContain('ad 0')

  await card.getByRole('textbox', { name: `Filter key of ${TABLE}` }).click()
  await page.getByRole('option', { name: /^sub2/ }).click()
  await card.getByRole('searchbox').fill('AD 14')
  await expect.poll(() => status.innerText()).toContain('111 of 1,500 rows match.')
  expect(words(await card.locator('tfoot').innerText()).slice(-3)).toEqual(['111', '36', '32.43%'])
  await expect.poll(() => firstRow(card)).toContain('ad 1499')

  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: `Download ${TABLE}` }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 111 + 1)
  expect(lines[1]).toBe('3,video,ad 1499,(none),1,0,0')
  expect(lines.at(-1)).toBe('Total,,,,111,36,32.43')

  await card.getByRole('searchbox').fill('nowhere')
  await card.getByText('No matches found...').waitFor()
  await card.getByRole('button', { name: 'Clear filter' }).first().click()
  await expect.poll(() => status.innerText()).toContain('1,500 rows.')
  expect(await faults(page)).toEqual([])
})

test('stays where the operator scrolls right after sorting', async () => {
  const { page, card } = await open()
  const rows = card.locator('.grid-scroll')
  await card.getByRole('columnheader', { name: 'Sub2' }).getByRole('button').click()
  await rows.evaluate((part) => part.scrollTo({ top: 900 }))
  await page.waitForURL(/sort/)
  await settled(page)
  expect(await rows.evaluate((part) => part.scrollTop)).toBe(900)
  // A new sort order starts at the top again.
  await card.getByRole('columnheader', { name: 'Sub2' }).getByRole('button').click()
  await expect.poll(() => rows.evaluate((part) => part.scrollTop)).toBe(0)
  await page.waitForURL(/sort=sub2%3Adesc/)
  await settled(page)
  expect(await faults(page)).toEqual([])
})

test('its address shows someone else the same table, and its figures open', async () => {
  const { page, card } = await open(`?${REPORT}=sub2:ad%2077&${REPORT}.sort=aff_id:desc`)
  await expect.poll(() => card.getByRole('status').first().innerText()).toContain('11 of 1,500 rows match.')
  await expect.poll(async () => words(await firstRow(card))[0]).toBe('9')
  await card.locator('tfoot').getByRole('button', { name: '11', exact: true }).click()
  await page.getByRole('dialog', { name: 'Page visits: 11' }).getByText('all 11.').waitFor()
  await page.keyboard.press('Escape')
  await card.locator('tbody').getByRole('button', { name: '1', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Page visits: 1' }).getByText('all 1.').waitFor()
})

inFull('says so if sorting fails, and sorts on a retry', async () => {
  const { page, card } = await open()
  await page.route(`**/api/reports/${REPORT}?*sort=*`, (route) => route.abort(), { times: 1 })
  await card.getByRole('columnheader', { name: 'Page visits' }).getByRole('button').click()
  await card.getByText('Couldn’t load this table').waitFor()
  await card.getByRole('button', { name: 'Try again' }).click()
  await card
    .getByRole('columnheader', { name: 'Page visits' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  await expect.poll(() => card.locator('tbody tr:not(.gap)').count()).toBeGreaterThan(10)
})
