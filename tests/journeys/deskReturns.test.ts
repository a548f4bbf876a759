import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Store } from '../../src/store/store.ts'
import { uuidOf } from '../store/history.ts'
import { fillLeads } from './deskLeads.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests returns and statements as an admin works with them. */

/** Six leads, A-0 to A-5, that acme bought for $25.00 each. */
const fill = (store: Store) =>
  fillLeads(store, 6, (n) => ({
    state: 'accepted',
    message: 'Yes.',
    sale: { external_id: `A-${n}`, cents: 2500 },
  }))

const stage = setStatsStage(fill)

/** IDs of the returned sales, newest first, as the server has them. */
const returned = (page: Page) =>
  page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'leadloom' }
    const answer = await fetch('/api/reports/desk/returns', { method: 'POST', headers, body: '{}' })
    const { data } = (await answer.json()) as { data: { external_id: string; cents: number }[] }
    return data.map(({ external_id, cents }) => `${external_id} ${cents}`)
  })
/** The same without the sale that the list of returns changed. */
const ofFirst = async (page: Page) => (await returned(page)).filter((one) => !one.startsWith('A-5'))
const chooseBuyer = async (page: Page, label: string) => {
  await page.getByLabel(label).selectOption('acme')
}
const chooseFile = async (
  page: Page,
  button: string,
  file: { name: string; mimeType: string; text: string },
) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles({ name: file.name, mimeType: file.mimeType, buffer: Buffer.from(file.text) })
}

test('a sale is returned once on its lead’s page, and listed with its reason', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/leads/${uuidOf(0)}`)
  await page.getByRole('button', { name: /^Return the sale of delivery/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Leave empty to return all $25.00.').waitFor()
  await dialog.getByLabel('Amount to return, in dollars').fill('10')
  await dialog.getByText('$25.00 of this sale is left now. Then $15.00 will be left.').waitFor()
  await dialog.getByLabel('Amount to return, in dollars').fill('')
  expect(await dialog.getByRole('button', { name: 'Return $25.00' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').selectOption('Not a real person')
  await dialog.getByLabel('Notes').fill('The number is a fax.')
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Return $25.00' }).click()
  await page.getByText(/returned, -\$25\.00/).waitFor()
  expect(await page.getByRole('button', { name: /^Return the sale/ }).count()).toBe(0)
  expect(await returned(page)).toEqual(['A-0 2500'])

  await page.getByRole('link', { name: 'Returns', exact: true }).click()
  await page.getByText('The number is a fax.').waitFor()
  expect(await faults(page)).toEqual([])
})

test('the list of returns can correct its entries, return more, and reverse them', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/leads/${uuidOf(5)}`)
  await page.getByRole('button', { name: /^Return the sale of delivery/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount to return, in dollars').fill('10')
  await dialog.getByLabel('Reason').selectOption('Other')
  await dialog.getByRole('button', { name: 'Return $10.00' }).click()
  await page.getByText(/returned, -\$10\.00/).waitFor()
  await page.getByRole('link', { name: 'Returns', exact: true }).click()
  const row = (name: RegExp) => page.getByRole('row', { name })
  await row(/^A-5 Partial return .*-\$10\.00 \$15\.00/).waitFor()
  const choose = async (of: RegExp, act: string) => {
    await row(of).getByRole('button', { name: 'Change sale A-5' }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await choose(/^A-5 Partial return/, 'Correct amount…')
  await dialog.getByLabel('New amount, in dollars').fill('22')
  await dialog.getByText('$15.00 of this sale is left now. Then $12.00 will be left.').waitFor()
  await dialog.getByLabel('Reason').fill('They agreed on less.')
  await dialog.getByRole('button', { name: 'Correct amount' }).click()
  await row(/^A-5 Correction -\$3\.00 \$12\.00 .*They agreed on less\./).waitFor()
  await choose(/^A-5 Partial return/, 'Reverse -$10.00…')
  await dialog.getByLabel('Reason').fill('It was another lead.')
  await dialog.getByRole('button', { name: 'Reverse entry' }).click()
  await row(/^A-5 Return reversed .*\$10\.00 \$22\.00/).waitFor()
  await row(/^A-5 Partial return ?Reversed later/).waitFor()
  await choose(/^A-5 Correction/, 'Return…')
  await dialog.getByLabel('Amount to return, in dollars').fill('2')
  await dialog.getByLabel('Reason').selectOption('Other')
  await dialog.getByRole('button', { name: 'Return $2.00' }).click()
  await row(/^A-5 Partial return .*-\$2\.00 \$20\.00/).waitFor()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflow(page)).toBe(0)
  expect((await returned(page)).filter((one) => one.startsWith('A-5'))).toEqual([
    'A-5 200',
    'A-5 -1000',
    'A-5 300',
    'A-5 1000',
  ])
})

test('a file with a wrong line books nothing and names the cell, and the right file is booked after a preview', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/returns/file`)
  await chooseBuyer(page, 'File from')
  const csv = (text: string) => ({ name: 'returns.csv', mimeType: 'text/csv', text })
  await chooseFile(page, 'Returns file', csv('id,amount\nA-1,25.00\nA-2,many\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Column 2: Write the amount in dollars, like 12.34').waitFor()
  expect(await page.getByRole('button', { name: /^Book / }).count()).toBe(0)
  expect(await faults(page)).toEqual([])

  await chooseFile(page, 'Returns file', csv('id,amount\nA-1,25.00\nA-2,\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Nothing is booked yet.').waitFor()
  expect(await ofFirst(page)).toEqual(['A-0 2500'])
  await page.getByRole('button', { name: 'Book 2 sales for $50.00' }).click()
  await page.getByText('Returned 2 sales for $50.00.').waitFor()
  expect((await ofFirst(page)).toSorted()).toEqual(['A-0 2500', 'A-1 2500', 'A-2 2500'])
})

test('a return that arrives before its sale is kept, and a second one says that it’s already waiting', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/returns/file`)
  await chooseBuyer(page, 'File from')
  const early = { name: 'early.csv', mimeType: 'text/csv', text: 'id\nA-77\n' }
  const look = async () => {
    await chooseFile(page, 'Returns file', early)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('1 return would wait for its sale. Nothing is booked yet.').waitFor()
  }
  await look()
  await page.getByText('Its sale isn’t known yet, so the return waits for it.').waitFor()
  await page.getByRole('button', { name: 'Save pending returns' }).click()
  await page.getByText('1 return waits for its sale.', { exact: true }).waitFor()
  await look()
  await page.getByText(/A return of it has been waiting since \d{4}-\d\d-\d\d\./).waitFor()
})

test('a statement with columns chosen by hand is compared with the ledger, and its disputes are saved', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/returns/statement`, {
    colorScheme: 'dark',
  })
  await chooseBuyer(page, 'Statement from')
  const text = 'Their number,Payout\nA-3,25.00\nA-4,20.00\n=A-9,5.00\n'
  await chooseFile(page, 'Statement', { name: 'november.csv', mimeType: 'text/csv', text })
  await page.getByRole('group', { name: 'Match columns' }).waitFor()
  await page.getByLabel('Buyer’s ID').selectOption('Their number')
  expect(await faults(page, { only: BY_SCHEME })).toEqual([])
  await page.getByRole('button', { name: 'Compare with the ledger' }).click()
  await page.getByText('The statement says $20.00. The ledger says $25.00.').waitFor()
  await expect.poll(() => page.getByRole('row', { name: /^Differs 1 \$25\.00 \$20\.00/ }).count()).toBe(1)
  expect(await faults(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export disputes (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('disputes-acme.csv')
  await page.getByRole('button', { name: 'Compare with the ledger' }).click()
  await page.getByText('This file was already checked').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflow(page)).toBe(0)
})
