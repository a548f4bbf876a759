import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeAt } from '../../src/server/operators/codes.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, newStatsPage, openStats } from './operator.ts'
import { OPERATOR } from './serving.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests people and their accounts, as an admin and as an invited person see them. */

/** No visitors, as these tests are about operators. */
const stage = setStatsStage(async () => {})
const PASSWORD = 'a long walk home'
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
const STEP_MS = 30_000

async function giveNameAndPassword(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** A person whom the admin invites with a link, with the password chosen, at the login. */
async function invite(admin: Page, name: string, options = {}): Promise<Page> {
  await admin.getByRole('textbox', { name: 'Name' }).fill(name)
  await admin.getByRole('button', { name: 'Create invitation' }).click()
  const link = await admin.locator('.people-link code').innerText()
  const page = await newStatsPage(stage.browser, options)
  await page.goto(link)
  await page.getByText(`Your account is ${name}, with the role viewer.`).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  return page
}

test('an invited person turns on two-factor authentication by keyboard, and logs in with a code and a recovery code', async () => {
  const admin = await openStats(stage.browser, `${stage.site.url}/desk/people`)
  await admin.getByRole('heading', { name: 'Invite a person' }).waitFor()
  const page = await invite(admin, 'ann', PHONE)
  await giveNameAndPassword(page, 'ann')
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await page.goto(`${stage.site.url}/desk/account`)

  const card = page.locator('section.card', { hasText: 'Two-factor authentication' })
  await card.getByLabel('Current password').fill('not this one')
  await page.keyboard.press('Enter')
  await card.getByText('That password is wrong. Try again.').waitFor()
  await card.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await card.getByRole('img', { name: 'QR code of the secret' }).waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  const secret = (await card.locator('.codes-secret code').innerText()).replaceAll(' ', '')
  await card.getByLabel('Code from your app').fill('000000')
  await page.keyboard.press('Enter')
  await card.getByText('This code is wrong').waitFor()
  const used = codeAt(secret, Date.now())
  await card.getByLabel('Code from your app').fill(`${used.slice(0, 3)} ${used.slice(3)}`)
  await page.keyboard.press('Enter')
  await card.getByText('Save your recovery codes').waitFor()
  const codes = await card.locator('.recovery-codes li').allInnerTexts()
  expect([new Set(codes).size, await faults(page), await overflow(page)]).toEqual([10, [], 0])
  await card.getByRole('button', { name: 'I saved them' }).click()
  await card.getByText('10 recovery codes left.').waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])

  await page.getByRole('button', { name: 'Log out' }).click()
  await giveNameAndPassword(page, 'ann')
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  await code.fill(used)
  await page.keyboard.press('Enter')
  await page.getByText('already used').waitFor()
  // Uses the code of the next half minute, so that the test doesn't wait for it.
  await code.fill(codeAt(secret, Date.now() + STEP_MS))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log out' }).click()
  await giveNameAndPassword(page, 'ann')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]!)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log out' }).waitFor()
})

test('an admin changes a role, which logs the person out, and turns off two-factor authentication for someone who lost their phone', async () => {
  const admin = await openStats(stage.browser, `${stage.site.url}/desk/people`)
  await admin.getByRole('heading', { name: 'Invite a person' }).waitFor()
  const page = await invite(admin, 'bob')
  await giveNameAndPassword(page, 'bob')
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await page.goto(`${stage.site.url}/desk/account`)
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()

  await admin.reload()
  await admin.getByRole('button', { name: 'Access of bob' }).click()
  await admin.getByRole('dialog').getByLabel('Role').selectOption('analyst')
  await admin.getByRole('button', { name: 'Change access' }).click()
  const row = admin.getByRole('row', { name: 'bob' }).filter({ hasText: 'Revoke' })
  await expect.poll(() => row.innerText()).toContain('analyst')
  await page.reload()
  await giveNameAndPassword(page, 'bob')
  const card = page.locator('section.card', { hasText: 'Two-factor authentication' })
  await card.getByLabel('Current password').fill(PASSWORD)
  await card.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  const secret = (await card.locator('.codes-secret code').innerText()).replaceAll(' ', '')
  await card.getByLabel('Code from your app').fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await card.getByText('Save your recovery codes').waitFor()

  await admin.reload()
  await admin.getByRole('button', { name: 'Reset two-factor authentication for bob' }).click()
  await admin.getByRole('button', { name: 'Turn off two-factor authentication' }).click()
  await expect
    .poll(() => admin.getByRole('button', { name: /Reset two-factor authentication for bob/ }).count())
    .toBe(0)
  expect([await faults(admin), await overflow(admin)]).toEqual([[], 0])
  await admin.emulateMedia({ colorScheme: 'dark' })
  expect(await faults(admin, { only: BY_SCHEME })).toEqual([])
  await page.reload()
  await giveNameAndPassword(page, 'bob')
  await page.getByRole('button', { name: 'Log out' }).waitFor()
})

test('an admin creates an API key, which reads reports until it’s revoked', async () => {
  const admin = await openStats(stage.browser, `${stage.site.url}/desk/people`)
  const card = admin.locator('section.card', { hasText: 'API keys' })
  await card.getByLabel('Purpose').fill('sheets')
  await card.getByLabel('Expires').selectOption('after 90 days')
  await card.getByRole('textbox', { name: 'Sites' }).click()
  await admin.getByRole('option', { name: '/leadloom' }).click()
  await admin.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Create API key' }).click()
  const key = await admin.locator('.shown-once').innerText()
  expect(await faults(admin)).toEqual([])
  const read = async () => {
    const headers = { authorization: `Bearer ${key.trim()}` }
    return (await fetch(`${stage.site.url}/api/reports/paths`, { headers })).status
  }
  expect(await read()).toBe(200)
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(await card.getByRole('row', { name: 'sheets' }).innerText()).toMatch(/^sheets\s+\/leadloom\s/)
  await card.getByRole('button', { name: 'Revoke API key sheets' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await card.getByText(/^revoked /).waitFor()
  expect([await read(), await faults(admin), await overflow(admin)]).toEqual([401, [], 0])
})

test('an operator without access to leads sees only the sections of the desk they can use', async () => {
  const admin = await openStats(stage.browser, `${stage.site.url}/desk/people`)
  await admin.getByRole('heading', { name: 'Invite a person' }).waitFor()
  const page = await invite(admin, 'vera')
  await giveNameAndPassword(page, 'vera')
  await expect.poll(() => page.locator('.desk-nav a').allInnerTexts()).toEqual(['Account'])
})

test('a link for a new password is mailed or shown', async () => {
  const admin = await openStats(stage.browser, `${stage.site.url}/desk/people`)
  const name = 'Reset password of olivia'
  await admin.getByRole('button', { name }).click()
  await admin.getByRole('dialog').getByLabel('Email').fill('olivia@example.com')
  expect(await faults(admin)).toEqual([])
  await admin.getByRole('dialog').getByRole('button', { name: 'Create invitation' }).click()
  // This server has no mail server.
  await admin.getByText('Link for olivia', { exact: true }).waitFor()
  expect(await admin.locator('.people-link code').innerText()).toContain('/desk/invitation#')
})

test.each([
  ['a phone, dark', PHONE],
  ['a desk, light', { colorScheme: 'light' }],
] as const)(
  'an admin confirms by keyboard who they are, and what they asked for is done (%s)',
  async (_, options) => {
    const page = await openStats(stage.browser, `${stage.site.url}/desk/people`, options)
    const form = page.getByRole('textbox', { name: 'Name' })
    const name = `confirmed-${Object.keys(options).length}`
    await form.fill(name)
    stage.site.later(16)
    const send = page.getByRole('button', { name: 'Create invitation' })
    await send.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    const password = dialog.getByLabel('Password', { exact: true })
    const hasFocus = () => password.evaluate((field) => field === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
    expect([await faults(page), await overflow(page)]).toEqual([[], 0])

    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Confirm that it’s you, then try again.').waitFor()
    expect(await page.locator('.people-link').count()).toBe(0)

    await send.press('Enter')
    await password.fill('not this one')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('That password is wrong. Try again.').waitFor()
    await expect.poll(hasFocus).toBe(true)
    expect([await faults(page), await overflow(page)]).toEqual([[], 0])
    await page.keyboard.type(OPERATOR.password)
    await page.keyboard.press('Enter')
    await page.locator('.people-link code').waitFor()
    expect(await dialog.count()).toBe(0)
  },
)

test('Escape in a confirmation leaves its sheet open', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/webhooks`)
  await page.getByRole('button', { name: 'Create webhook…' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name').fill('crm')
  await sheet.getByLabel('URL').fill('https://crm.example/hooks')
  stage.site.later(16)
  await sheet.getByRole('button', { name: 'Create webhook' }).press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByLabel('Password', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await confirm.waitFor({ state: 'detached' })
  expect(await sheet.count()).toBe(1)
  await sheet.getByText('Confirm that it’s you, then try again.').waitFor()
})

test('after two hours away, the page says why the operator is logged out', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/people`)
  stage.site.later(121)
  await page.reload()
  await page
    .getByRole('status')
    .getByText('You were logged out after 2 hours without activity. Log in again.')
    .waitFor()
})
