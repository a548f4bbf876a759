import { expect, test } from 'vitest'
import { inFull } from '../inFull.ts'
import { openStats, rows, settled } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests that nothing moves while a person reads, points or types and figures are refreshed. */

const stage = setStatsStage()
const VIEWPORT = { width: 1000, height: 500 }

test('the page and a table keep their scroll position, and the focus stays on its figure', async () => {
  await Promise.all(Array.from({ length: 160 }, (_, n) => stage.site.come(`a${n + 100}`)))
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`, { viewport: VIEWPORT })
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const scroller = card.getByRole('group', { name: /^Rows of/ })
  await scroller.evaluate((element) => {
    element.scrollIntoView()
    element.scrollTo({ top: 900 })
  })
  const row = card.getByRole('row', { name: 'a133 ' })
  await row.getByRole('button').first().focus()
  const standing = () =>
    page.evaluate(() => ({
      page: scrollY,
      table: document.activeElement?.closest('.grid-scroll')?.scrollTop,
      at: document.activeElement?.closest('tr')?.querySelector('th')?.textContent,
    }))
  const before = await standing()
  expect(before).toMatchObject({ page: expect.toSatisfy((top) => top > 0), at: 'a133' })
  expect(before.table).toBeGreaterThan(300)

  await stage.site.come('a133')
  await page.keyboard.press('r')
  await expect.poll(() => row.getByRole('button').first().innerText()).toBe('2')
  expect(await standing()).toEqual(before)
  // A screen reader announces nothing, as the rows being read have not moved.
  expect(await card.getByRole('status').innerText()).not.toContain('match')
})

inFull('coverage of certificates refreshes, too', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/analytics`, { viewport: VIEWPORT })
  await settled(page)
  const card = page.getByRole('region', { name: 'Consent certificates / path' })
  await card.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  await stage.site.register()
  await page.keyboard.press('r')
  await expect.poll(async () => (await rows(card)).at(-1)).toBe('Total | 3 | 2 | 66.67% | 0 | 0.00% | 0.00%')
  expect(await page.evaluate(() => scrollY)).toBe(top)
})

test('the edge of a column follows the mouse, and only that column changes', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Sales + revenue / affiliate + sub1 + offer' })
  const widths = () =>
    card.locator('thead th').evaluateAll((heads) => heads.map((head) => Math.round(head.clientWidth)))
  const [offer, affiliate, sub1, total] = await widths()
  const sorted = () => card.locator('thead th[aria-sort$=ending]').allInnerTexts()
  const before = await sorted()
  await card.scrollIntoViewIfNeeded()
  const edge = (await card.getByRole('separator', { name: 'Width of Affiliate' }).boundingBox())!
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.move(x - 60, y, { steps: 4 })
  await page.mouse.up()
  await page.mouse.move(x + 200, y)
  await expect.poll(async () => (await widths()).slice(0, 4)).toEqual([offer, affiliate! - 60, sub1, total])
  // Drawing a column doesn't sort by it.
  expect(await sorted()).toEqual(before)
})
