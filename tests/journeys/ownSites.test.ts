import { expect, test } from 'vitest'
import { session, step, uuidOf } from '../store/history.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, newStatsPage, openStats, recordTwoPaths } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests an account for one site of two, as its admin creates it and as its owner uses it. */

const [OWN, FOREIGN] = [uuidOf(71), uuidOf(72)]
const lead = (mark: string) => ({ email: `ann@${mark}.example`, first_name: 'Ann', last_name: mark })
const stage = setStatsStage(async (store) => {
  await recordTwoPaths(store)
  const at = Date.now()
  const leads = [
    { uuid: OWN, path: 'found-money', mark: 'Own', buyers: ['acme'] },
    { uuid: FOREIGN, path: 'leadloom', mark: 'Foreign', buyers: ['acme', 'bolt'] },
  ]
  for (const [n, { uuid, path, mark, buyers }] of leads.entries()) {
    await store.openSession(session({ uuid, path, at }))
    await store.appendStep(uuid, step({ id: uuidOf(81 + n), at }), {
      lead: { offer: 'claim', buyers, payload: lead(mark) },
    })
    for (const { delivery } of await store.leadDeliveries(uuid)) {
      const begun = await store.beginAttempt(delivery, at)
      const ended = { state: 'rejected', message: `No ${mark}.`, at, due_at: null, answerMs: 250 } as const
      await store.endAttempt(delivery, begun!.attempt, ended)
    }
  }
})
const PASSWORD = 'a long walk home'
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const

test('a manager invited for one site sees nothing of the other: at the desk, in the figures, or by a link', async () => {
  const { url } = stage.site
  const admin = await openStats(stage.browser, `${url}/desk/people`)
  await admin.getByRole('textbox', { name: 'Name' }).fill('mia')
  await admin.getByLabel('Role').selectOption('manager')
  await admin
    .locator('section.card', { hasText: 'Invite a person' })
    .getByRole('textbox', { name: 'Sites' })
    .click()
  await admin.getByRole('option', { name: '/found-money' }).click()
  await admin.keyboard.press('Escape')
  expect(await faults(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Create invitation' }).click()
  const link = await admin.locator('.people-link code').innerText()
  await admin.getByText('New account, manager, sites: /found-money').waitFor()

  const page = await newStatsPage(stage.browser)
  await page.goto(link)
  await page.getByText('Your account is mia, with the role manager, for /found-money.').waitFor()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Name').fill('mia')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Leads', exact: true }).click()
  await page.getByRole('link', { name: 'Ann Own' }).waitFor()
  expect(await page.getByText('Foreign').count()).toBe(0)
  await expect
    .poll(() => page.locator('.desk-nav a').allInnerTexts())
    .toEqual(['Today', 'To settle', 'Leads', 'Deliveries', 'Returns', 'Buyers', 'Costs', 'Account'])

  await page.goto(`${url}/desk/leads/${FOREIGN}`)
  await page.getByText("This lead doesn't exist").waitFor()
  await page.goto(`${url}/desk/buyers`)
  await page.getByText('Buyers that got leads from /found-money.').waitFor()
  expect(await page.getByRole('link', { name: 'bolt' }).count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'acme' }).click()
  const weeks = page.getByRole('table', { name: 'By week' })
  await weeks.getByRole('row', { name: /so far 1 0 0\.00% 0 0\.00% 0 – 1 – \$0\.00 250 250$/ }).waitFor()
  await page.getByText('Cap use isn’t shown').waitFor()
  expect(await weeks.getByRole('columnheader', { name: 'Cap used, %' }).count()).toBe(0)
  expect(await page.getByText('No Foreign').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Setup' }).count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await page.goto(`${url}/desk/webhooks`)
  await page
    .getByText('This applies to all sites, but your account only covers /found-money')
    .first()
    .waitFor()
  await page.goto(`${url}/desk/account`)
  await page.getByText('mia, manager for /found-money.').waitFor()
  expect(await faults(page)).toEqual([])

  await page.goto(`${url}/stats`)
  await page.getByRole('cell', { name: 'found-money' }).first().waitFor()
  expect(await page.getByText('leadloom', { exact: true }).count()).toBe(0)
})

test('an admin changes the sites of an account on a phone', async () => {
  const admin = await openStats(stage.browser, `${stage.site.url}/desk/people`, PHONE)
  await admin.getByRole('button', { name: 'Access of mia' }).click()
  const sheet = admin.getByRole('dialog')
  await sheet.getByLabel('Role').selectOption('admin')
  expect(await sheet.getByRole('textbox', { name: 'Sites' }).isDisabled()).toBe(true)
  await sheet.getByLabel('Role').selectOption('analyst')
  await sheet.getByRole('textbox', { name: 'Sites' }).click()
  await admin.getByRole('option', { name: '/leadloom' }).click()
  expect([await faults(admin, { only: BY_SCHEME }), await overflow(admin)]).toEqual([[], 0])
  await sheet.getByRole('button', { name: 'Change access' }).click()
  const row = admin.getByRole('row', { name: 'mia' }).filter({ hasText: 'Revoke' })
  await expect.poll(() => row.innerText()).toMatch(/analyst\s+\/found-money \/leadloom/)
})
