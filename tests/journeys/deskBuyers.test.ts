import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalBuyer, type Arrived } from '../../src/cli/kernel/localBuyer.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests buyers as an admin creates and changes them. */

const stage = setStatsStage(async () => {}, { LOCAL_TARGETS: 'allow' })
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
const SECRET = 'a-secret-of-the-campaign'

/** Field by its label; the label of a required field ends with a star. */
const field = (within: Locator, name: string) => within.getByLabel(new RegExp(`^${name}( \\*)?$`))
async function choose(field: Locator, option: string): Promise<void> {
  await field.click({ force: true })
  await field
    .page()
    .getByRole('option', { name: new RegExp(`^${option}\\b`) })
    .click()
}
async function add(within: Locator, ...options: string[]): Promise<void> {
  for (const option of options) await choose(field(within, 'Add a property').last(), option)
}
const formOf = (page: Page, buyer: string) => page.getByRole('region', { name: buyer, exact: true })
const openForm = async (buyer: string, options = {}) => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/buyers/of/${buyer}`, options)
  const form = formOf(page, buyer)
  await form.getByRole('heading', { name: buyer }).waitFor()
  return { page, form }
}
const press = (form: Locator, name: string) => form.getByRole('button', { name, exact: true }).click()

/** A buyer on this machine that pays $25.00, and the posts that it received. */
async function standIn() {
  const arrived: Arrived[] = []
  const onPost = (one: Arrived) => arrived.push(one)
  const local = await openLocalBuyer({ port: 0, price: '25.00', mannerOf: () => 'accept', onPost })
  onTestFinished(() => local.close())
  return { url: `${local.url}/leadspedia`, arrived }
}

test('a buyer is made with a secret, a cap, hours and a filter, and is tried by a ping; Back goes through what was done', async () => {
  const { url, arrived } = await standIn()
  const page = await openStats(stage.browser, `${stage.site.url}/desk/buyers`)
  await page.getByText('No buyers yet').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'Add buyer' }).click()
  await page.getByLabel('Key').fill('1bolt')
  await page.keyboard.press('Enter')
  await page.getByText('Start with a letter, then use letters, digits or _. Up to 64 characters.').waitFor()
  await page.getByLabel('Key').fill('bolt')
  await page.keyboard.press('Enter')

  const form = formOf(page, 'bolt')
  await choose(field(form, 'Format'), 'leadspedia')
  await field(form, 'Url').fill(url)
  await add(form, 'Local', 'Campaign id', 'Campaign key', 'Max price', 'Ping', 'Caps', 'Hours', 'Filters')
  await field(form, 'Local').click()
  await field(form, 'Campaign id').fill('7')
  const secret = field(form, 'Campaign key')
  await secret.fill(SECRET)
  expect(await secret.getAttribute('type')).toBe('password')
  const part = (name: string) => form.getByRole('group', { name, exact: true })
  await field(part('Ping'), 'Url').fill(`${url}/ping`)
  await field(part('Ping'), 'Fields').fill('state\nzip')
  await part('Caps').getByRole('button', { name: 'Add to caps' }).click()
  await add(part('Caps').getByRole('group'), 'Dollars')
  await field(part('Caps'), 'Dollars').fill('500.00')
  await part('Hours').getByRole('button', { name: 'Add to hours' }).click()
  await field(part('Hours'), 'From').fill('17:00')
  await field(part('Hours'), 'To').fill('09:00')
  await choose(field(part('Hours'), 'Days'), 'mon')
  await page.keyboard.press('Escape')
  await part('Filters').getByRole('button', { name: 'Add to filters' }).click()
  await part('Filters').getByRole('button', { name: 'Add to conditions' }).click()
  await field(part('Filters'), 'Field').fill('age')
  await choose(field(part('Filters'), 'Condition'), 'gte')
  await field(part('Filters'), 'Arg').fill('18')
  expect(await faults(page)).toEqual([])

  await press(form, 'Save')
  await form.getByText("wasn't saved").waitFor()
  expect(await faults(page)).toEqual([])
  await form.getByText('its hours 1 end before they start').first().waitFor()
  await field(part('Hours'), 'From').fill('09:00')
  await field(part('Hours'), 'To').fill('17:00')
  await field(form, 'Max price').fill('40.00')
  await press(form, 'Save')
  await form.getByText('Saved. In effect on every server').waitFor()
  // The secret was saved and isn't shown again.
  await page.reload()
  await expect.poll(() => secret.inputValue()).toBe('')
  expect(await page.content()).not.toContain(SECRET)

  await press(form, 'Send test lead')
  const tried = form.getByRole('status', { name: 'Test result' })
  await tried.getByText('Ping', { exact: true }).first().waitFor()
  await tried.getByText('Accepted', { exact: true }).waitFor()
  expect(arrived.map(({ ping, members }) => [ping, members['lp_campaign_key']])).toEqual([
    [true, SECRET],
    [false, SECRET],
  ])
  expect(await tried.innerText()).not.toContain(SECRET)
  expect(arrived[0]!.members).not.toHaveProperty('phone')
  expect(await faults(page)).toEqual([])

  await page.getByRole('link', { name: '← All buyers' }).click()
  await page.getByRole('row', { name: /bolt leadspedia 127\.0\.0\.1:\d+ Active/ }).waitFor()
  await page.goBack()
  await form.waitFor()
  await page.goBack()
  await page.getByLabel('Key').waitFor()
  await page.goBack()
  await page.getByRole('row', { name: /bolt/ }).waitFor()
})

test('of two people on one buyer the second sees that the first saved, and loses nothing that was typed', async () => {
  const { url } = await standIn()
  const { page, form } = await openForm('twice')
  await field(form, 'Url').fill(url)
  await add(form, 'Local')
  await field(form, 'Local').click()
  await press(form, 'Save')
  await form.getByText('Saved.').waitFor()

  const second = await openForm('twice', PHONE)
  await add(second.form, 'Price')
  await field(second.form, 'Price').fill('12.00')
  await add(form, 'Price')
  await field(form, 'Price').fill('9.00')
  await press(form, 'Save')
  await form.getByText('Saved.').waitFor()

  await press(second.form, 'Save')
  await second.form.getByText('Your changes are still here.').waitFor()
  expect([await faults(second.page, { only: BY_SCHEME }), await overflow(second.page)]).toEqual([[], 0])
  expect(await field(second.form, 'Price').inputValue()).toBe('12.00')
  // Going to the list doesn't lose it, either.
  await second.form.getByRole('link', { name: '← All buyers' }).click()
  await second.page.waitForURL(/\/desk\/buyers$/)
  await second.page.getByRole('row', { name: /twice .*Unsaved changes/ }).waitFor()
  await second.page.goBack()
  await second.form.getByText('Someone else saved this buyer while you were editing.').waitFor()
  expect(await field(second.form, 'Price').inputValue()).toBe('12.00')
  await press(second.form, 'Save')
  await press(second.form, 'Overwrite with mine')
  await second.form.getByText('Saved.').waitFor()
  await page.reload()
  await expect.poll(() => field(form, 'Price').inputValue()).toBe('12.00')
})

test('a buyer is paused, gets leads again, and is removed after it was asked', async () => {
  const { url } = await standIn()
  const { page, form } = await openForm('short')
  await field(form, 'Url').fill(url)
  await add(form, 'Local')
  await field(form, 'Local').click()
  await press(form, 'Save')
  await form.getByText('Saved.').waitFor()
  await press(form, 'Pause')
  await form.getByText('Paused. No leads are sent to this buyer.').waitFor()
  await page.getByRole('link', { name: '← All buyers' }).click()
  await page.getByRole('row', { name: /short .* Paused/ }).waitFor()
  await page.goBack()
  await press(form, 'Resume')
  await form.getByText('Resumed. This buyer gets leads again.').waitFor()
  await press(form, 'Remove')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Its secrets are deleted for good.').waitFor()
  expect(await faults(page)).toEqual([])
  await press(dialog, 'Cancel')
  await press(form, 'Remove')
  await press(dialog, 'Remove')
  await page.waitForURL(/\/desk\/buyers$/)
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await expect.poll(() => page.getByRole('row', { name: /short/ }).count()).toBe(0)
})
