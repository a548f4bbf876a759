import { expect, test } from 'vitest'
import type { Buyer } from '../../schemas/buyer/buyer.ts'
import type { Store } from '../../src/store/store.ts'
import { HURT } from '../server/smallFlow.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { overflow } from './fit.ts'
import { faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests a filter that leads already wait for, and buyers that are in a file. */

/** Three leads that wait for keen, of Texas, Ohio and Utah, and two that it refused. */
const fill = async (store: Store) => {
  const at = Date.now() - 60_000
  for (const [n, state] of ['TX', 'OH', 'UT', 'TX', 'TX'].entries()) {
    await store.openSession(session({ uuid: uuidOf(n), at }))
    const payload = { first_name: 'Ann', state }
    await store.appendStep(uuidOf(n), step({ ...HURT, id: uuidOf(n), at }), {
      lead: { offer: 'claim', buyers: ['keen'], payload, contacts: [] },
    })
    if (n < 3) continue
    const [delivery = 0] = (await store.dueDeliveries('keen', at, 9)).slice(-1)
    await store.beginAttempt(delivery, at)
    await store.endAttempt(delivery, 1, { state: 'rejected', message: 'No.', at, due_at: null })
  }
}

const file: Buyer = { format: 'json', url: 'https://filed.example/leads', states: ['TX'], price: '25.00' }
const stage = setStatsStage(fill, {}, new Map([['filed', file]]))

test('saving a filter warns how many waiting leads it turns away, and needs a confirmation', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/buyers/of/keen`)
  const form = page.getByRole('region', { name: 'keen', exact: true })
  const states = form.getByLabel('States', { exact: true }).and(page.locator('input'))
  await form.getByRole('textbox', { name: /^Post address/ }).fill('https://keen.example/leads')
  await states.fill('Texas')
  await page.keyboard.press('Enter')
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 of 3 waiting leads won’t fit. Save anyway?').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await form.getByText('Saved. In effect').count()).toBe(0)

  // All but Texas: only the lead from Texas doesn't fit.
  await form.getByRole('button', { name: 'All except these' }).click()
  await form.getByText(/Takes leads from every state except Texas/).waitFor()
  await save.click()
  await dialog.getByText('1 of 3 waiting leads won’t fit. Save anyway?').waitFor()
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await form.getByText('Saved. In effect').waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
})

test('all matching leads are sent again at once, after their number is shown', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries?status=rejected`)
  await page.getByText('2 total').waitFor()
  await page.getByRole('button', { name: 'Send all matching again…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Send all 2 matching again?').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send 2 again' }).click()
  await dialog.getByText('2 of 2 done').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No results').waitFor()
})

test.each([
  { width: 1440, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const)(
  'a buyer of a file says where it is changed, and offers no change: $width',
  async ({ width, colorScheme }) => {
    const page = await openStats(stage.browser, `${stage.site.url}/desk/buyers/of/filed`, {
      viewport: { width, height: 800 },
      colorScheme,
    })
    const form = page.getByRole('region', { name: 'filed', exact: true })
    await form.getByText('This buyer is set up in a file on the server.').first().waitFor()
    await form
      .getByText(/Takes leads from Texas, at \$25\.00/)
      .first()
      .waitFor()
    expect(await form.getByRole('textbox', { name: /^Post address/ }).inputValue()).toBe(file.url)
    for (const name of ['Save', 'Pause', 'Remove', 'All except these', 'Add a rule'])
      expect([name, await form.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0])
    for (const field of await form.locator('input[type=text]').all())
      expect(await field.evaluate((one: HTMLInputElement) => one.readOnly || one.disabled)).toBe(true)
    expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  },
)
