import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { IN_FULL, inFull } from '../inFull.ts'
import { faults, openStats, rows, settled } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests the rows behind every figure, and that nothing moves while they are read. */

const stage = setStatsStage()

// Visits have counts, rates and times, and their counts match the rows.
test.each(IN_FULL ? ['analytics', 'visits', 'sales'] : ['visits'])(
  'every figure of %s opens as many rows as it counts',
  async (tab) => {
    const page = await openStats(stage.browser, `${stage.site.url}/stats/${tab}`)
    await settled(page)
    const cells = page.locator('.grid :is(tbody, tfoot) .right, .box dd')
    const dashes = await cells.filter({ hasText: /^–$/ }).count()
    const untold = await cells.filter({ hasText: 'No total' }).count()
    const figures = cells.locator('.figure')
    const zeros = await cells.filter({ hasText: /^0$/ }).count()
    expect(await figures.count()).toBe((await cells.count()) - dashes - untold - zeros)
    // One figure of each column; a count opens as many rows as it says.
    for (const figure of await page.locator('.grid tbody tr:first-child .figure, .box .figure').all()) {
      const said = await figure.innerText()
      await figure.click()
      const sheet = page.getByRole('dialog')
      // A rate of 0% has nothing to list.
      await sheet.locator('.drilldown-count, .notice').waitFor()
      if (/^\d+$/.test(said) && tab !== 'sales')
        expect([said, await sheet.locator('.drilldown-count').innerText()]).toEqual([
          said,
          expect.stringContaining(`all ${said}.`),
        ])
      await page.goBack()
      await sheet.waitFor({ state: 'detached' })
    }
  },
)

test('a filtered total opens its rows, and a link shows them to a colleague', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits?visits-by-affiliate=aff_id:8`)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  await card.locator('tfoot').getByRole('button', { name: '2', exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Page visits: 2' })
  await sheet.getByText('Page visits, newest first: all 2.').waitFor()
  await sheet.getByText('leadloom, Total of “8” in aff_id').waitFor()
  expect(await affiliates(page)).toEqual(['86', '86'])
  expect(await faults(page)).toEqual([])

  const other = await openStats(stage.browser, page.url())
  await other.getByRole('dialog', { name: 'Page visits: 2' }).getByText('all 2.').waitFor()
  expect(await affiliates(other)).toEqual(['86', '86'])
  await other.keyboard.press('Escape')
  await other.getByRole('dialog').waitFor({ state: 'detached' })
  expect(other.url()).not.toContain('open=')
})

test('every figure of the trend opens as many rows as it counts', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/analytics?figures=shown`)
  await settled(page)
  const sheet = page.getByRole('dialog')
  const today = page.locator('.trend tbody tr').last()
  const [visits, registrations, revenue, epr] = ['3', '2', '$1,037.51', '$345.84']
  expect(await page.locator('.headlines .figure').allInnerTexts()).toEqual([
    visits,
    registrations,
    revenue,
    '$0.00',
    epr,
  ])
  for (const [figures, when] of [
    [page.locator('.headlines strong .figure'), /^All paths, between /],
    [today.locator('.figure'), /^All paths, on /],
  ] as const) {
    expect(await figures.allInnerTexts()).toEqual([visits, registrations, revenue, epr])
    for (const [at, count] of [3, 2, 3, 3].entries()) {
      await figures.nth(at).click()
      await sheet.getByText(`all ${count}.`).waitFor()
      expect(await sheet.locator('.card-note').innerText()).toMatch(when)
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    }
  }
  // A tile draws its figure when pressed anywhere else.
  await page
    .locator('.headline')
    .nth(2)
    .click({ position: { x: 4, y: 70 } })
  await page.getByRole('img', { name: /^Revenue between/ }).waitFor()
})

inFull('a filter on figures opens the filtered rows, too', async () => {
  const page = await openStats(
    stage.browser,
    `${stage.site.url}/stats/visits?visits-by-affiliate-and-subs=filled_basic_data:1`,
  )
  const card = page.getByRole('region', { name: 'Page visits / affiliate + sub1 + sub2 + sub3' })
  await card.locator('tfoot').getByRole('button', { name: '100.00%' }).click()
  await page.getByRole('dialog').getByText('Registrations, newest first: all 2.').waitFor()
})

const NO_FIGURES = [
  ['that is none', 'sales?open=sale-by-offer:Secret'],
  ['of another tab, whose path is not that of this one', 'analytics?open=visits-by-affiliate:Page visits'],
  ['over no row, as the filter leaves none', 'analytics?open=analytics-epr:Revenue&analytics-epr=url:none'],
]
test.each(IN_FULL ? NO_FIGURES : NO_FIGURES.slice(0, 1))(
  'a link to a figure %s says so',
  async (_, address) => {
    const page = await openStats(stage.browser, `${stage.site.url}/stats/${address}`)
    await page.getByRole('dialog').getByText('This figure doesn’t exist.').waitFor()
  },
)

inFull('figures refresh after half a minute, and what’s on the screen doesn’t move', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits`, {
    viewport: { width: 1000, height: 500 },
  })
  await settled(page)
  const card = page.getByRole('region', { name: 'Page visits / affiliate', exact: true })
  const step = page.getByRole('region', { name: 'Drop-off / step' }).locator('tbody tr').first()
  const shown = async () => Number((await step.locator('td').nth(2).innerText()).replaceAll(',', ''))
  const before = { rows: await rows(card), shown: await shown() }
  await page.clock.install()
  await page.reload()
  await settled(page)
  await card.locator('tbody').getByRole('button', { name: '2', exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Page visits: 2' })
  await sheet.getByText('all 2.').waitFor()
  await page.evaluate(() =>
    window.getSelection()?.selectAllChildren(document.querySelector('.drilldown-count')!),
  )
  const read = () =>
    page.evaluate(() => ({
      top: scrollY,
      selected: String(getSelection()),
      rows: document.querySelectorAll('.sheet tr').length,
    }))
  const reading = await read()

  await stage.site.come('86')
  await page.clock.fastForward(31_000)
  await expect.poll(async () => (await rows(card)).at(-1)).toBe('Total | 5 | 2 | 40.00%')
  await expect.poll(shown).toBe(before.shown + 1)
  expect(await read()).toEqual(reading)
  expect(await sheet.isVisible()).toBe(true)
  expect(before.rows.at(-1)).toBe('Total | 4 | 2 | 50.00%')
})

test('a column’s edge moves by keyboard, is remembered, and can be reset', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/sales`)
  await settled(page)
  const card = page.getByRole('region', { name: 'Sales + revenue / offer' })
  const edge = card.getByRole('separator', { name: 'Width of Offer' })
  const width = async () =>
    Math.round((await card.getByRole('columnheader', { name: 'Offer' }).boundingBox())!.width)
  const drawn = await width()
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(width).toBe(drawn + 60)
  expect(await edge.getAttribute('aria-valuenow')).toBe(String(drawn + 60))
  expect(Number(await edge.getAttribute('aria-valuemax'))).toBeGreaterThan(drawn + 60)
  await page.reload()
  await settled(page)
  expect(await width()).toBe(drawn + 60)
  await edge.press('Enter')
  await expect.poll(width).toBe(drawn)
})

/** Cells of the Affiliate column. */
async function affiliates(page: Page): Promise<string[]> {
  const heads = await page.locator('.sheet thead th').allInnerTexts()
  return page.locator(`.sheet tbody td:nth-child(${heads.indexOf('Affiliate') + 1})`).allInnerTexts()
}
