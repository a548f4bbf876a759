import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { uuidOf } from '../store/history.ts'
import { fillLeads } from './deskLeads.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests privacy requests as an admin answers them. */

const DAY_MS = 86_400_000

/** Two leads. The visitor of the first asks for deletion; another person asked for a copy long ago, and another not to be sold. */
async function fill(store: Store): Promise<void> {
  await fillLeads(store, 2, () => ({ state: 'rejected', message: 'State not covered.' }))
  const asked = { path: 'small', manner: 'form', phone: null, at: Date.now() } as const
  await store.privacyRequest({
    ...asked,
    kind: 'know',
    email: 'old@example.com',
    at: Date.now() - 50 * DAY_MS,
  })
  await store.privacyRequest({ ...asked, kind: 'delete', email: 'ann0@example.com' })
  await store.privacyRequest({ ...asked, kind: 'do_not_sell', email: null, phone: '(512) 555-2368' })
}

const stage = setStatsStage(fill)

test('a request is added, found again, and answered, and Back retraces the steps', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/privacy`)
  const row = (request: number) => page.getByRole('row', { name: `Request ${request} ` })
  await row(1)
    .getByText(/^Overdue since /)
    .waitFor()
  await row(3).getByText('No answer needed.').waitFor()
  expect(await faults(page)).toEqual([])

  await page.getByRole('button', { name: 'Add request…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add request' }).click()
  for (const wrong of ['Choose the type of request.', 'Enter an email address'])
    await dialog.getByText(wrong).first().waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByLabel('Request type').selectOption('Copy of their data')
  await dialog.getByLabel('Phone number').fill('555')
  await dialog.getByRole('button', { name: 'Add request' }).click()
  await dialog.getByText('with 10 digits').waitFor()
  await dialog.getByLabel('Phone number').fill('512 555 0147')
  await dialog.getByRole('button', { name: 'Add request' }).click()
  await page.getByText('Request 4 was added.').waitFor()
  await row(4).getByText(/^Due /).waitFor()

  await page.getByLabel('State').click()
  await page.getByRole('option', { name: 'Open', exact: true }).click()
  await row(3).waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('(512) 555-0147')
  await page.keyboard.press('Enter')
  await row(1).waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('555')

  await row(4).getByRole('button').click()
  await dialog.getByRole('button', { name: 'Save answer' }).click()
  await dialog.getByText('Enter what you did, or why you didn’t.').waitFor()
  await dialog.getByLabel('What you did, or why you didn’t').fill('Sent by letter.')
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save answer' }).click()
  await page.getByText('Request 4 was answered.').waitFor()
  await page.getByText('No results').waitFor()
  await page.goBack()
  await row(1).waitFor()
  await page.goBack()
  await row(4).getByText('Sent by letter.').waitFor()
})

test('the person’s leads can be seen, and the person can be forgotten', async () => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const page = await openStats(stage.browser, `${stage.site.url}/desk/privacy`, phone)
  const row = page.getByRole('row', { name: 'Request 2 ' })
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Leads with ann0@example.com' }).click()
  await page.getByRole('link', { name: 'Ann Visitor-0' }).waitFor()
  expect(await page.getByRole('link', { name: 'Ann Visitor-1' }).count()).toBe(0)
  await page.goBack()

  await row.getByRole('button').click()
  expect([await faults(page, { only: BY_SCHEME }), await overflow(page)]).toEqual([[], 0])
  await dialog.getByRole('button', { name: 'Erase personal data…' }).click()
  await dialog.getByText('This can’t be undone.').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Erase data' }).click()
  await page.getByText('The data of the person in request 2 is being erased.').waitFor()
  await row.getByText('Erased from 1 session.').waitFor()
  expect(await overflow(page)).toBe(0)

  await page.goto(`${stage.site.url}/desk/leads/${uuidOf(0)}`)
  await page.getByText('forgotten').first().waitFor()
  expect(await page.content()).not.toContain('ann0@')
})
