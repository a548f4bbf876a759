import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { uuidOf } from '../store/history.ts'
import { fillLeads } from './deskLeads.ts'
import { overflow } from './fit.ts'
import { faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests money in doubt as a manager settles it, by keyboard. */

/** Three leads whose answers were lost, and a return without a sale. */
const fill = async (store: Store) => {
  await fillLeads(store, 3, () => ({
    state: 'dead',
    message: 'No response.',
    isUnsure: true,
    expectedCents: 4200,
  }))
  await store.returnSale({ source: 'acme', external_id: 'R-1', key: null, cents: 900, at: Date.now() })
}

const stage = setStatsStage(fill)

test('the page of a lead links to its entry', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/leads/${uuidOf(0)}`)
  await page.getByText('Probably sold').first().waitFor()
  await page.getByRole('link', { name: /Settle it/ }).click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
})

test('entries are booked, asked about, dismissed, and restored by keyboard', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/settle`)
  const told = page.locator('.settle-told')
  await page.getByText('4 entries, $135.00 in doubt').waitFor()
  await page
    .getByRole('link', { name: /To settle/ })
    .getByText('$135.00')
    .waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: /Book \$42\.00/ }).waitFor()
  await page.keyboard.press('b')
  await told.getByText('Booked $42.00.').waitFor()
  await page.getByText('3 entries, $93.00 in doubt').waitFor()
  await page.keyboard.press('z')
  await told.getByText('Undone.').waitFor()
  await page.getByText('4 entries, $135.00 in doubt').waitFor()
  await page.getByRole('button', { name: /Book \$42\.00/ }).waitFor()
  await page.keyboard.press('e')
  await page.keyboard.type('41.5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('b')
  await told.getByText('Booked $41.50.').waitFor()
  await page.getByText('3 entries, $93.00 in doubt').waitFor()
  await page.getByRole('button', { name: /Book \$42\.00/ }).waitFor()
  await page.keyboard.press('a')
  await told.getByText('Marked as asked.').waitFor()
  await page.getByText(/asked the buyer on/).waitFor()
  await page.keyboard.press('z')
  await told.getByText('Undone.').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'R-1', exact: true }).waitFor()
  await page.keyboard.press('d')
  await told.getByText('Dismissed.').waitFor()
  await page.getByText('2 entries, $84.00 in doubt').waitFor()
  await page.keyboard.press('z')
  await page.getByText('3 entries, $93.00 in doubt').waitFor()
})

test('selected entries are saved as a file for their buyer, which names no person', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/settle`)
  await page.getByRole('heading', { name: 'After you decide' }).waitFor()
  await page.locator('.settle-name[aria-pressed=true]').waitFor()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Export 1 entry for the buyer' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 2 entries for their buyers' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('to-settle-acme.csv')
  const [header, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(header).toBe('\ufeffid,key,date,question,your_amount,our_amount,amount')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/,"?Did you buy this lead, and at what price\?"?,,42,$/)
})

test.each(['light', 'dark'] as const)('fits and is legible at every width: %s', async (colorScheme) => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/settle`)
  await page.emulateMedia({ colorScheme })
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByText('in doubt. ').first().waitFor()
    await page.getByRole('heading', { name: 'After you decide' }).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await faults(page)).toEqual([])
  }
})
