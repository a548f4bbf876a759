import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openLocalBuyer, type Arrived } from '../../src/cli/kernel/localBuyer.ts'
import type { Store } from '../../src/store/store.ts'
import { HURT } from '../server/smallFlow.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests buyers as an admin creates and changes them. */

const stage = setStatsStage(fillWeek, { LOCAL_TARGETS: 'allow' })
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
const SECRET = 'a-secret-of-the-campaign'
/** Names that belong into files and on the command line. */
const SCHEMA_WORDS = /[a-z]_[a-z]|[A-Z]_[A-Z]|\bIANA\b|\bleadloom \w|\bnull\b|\bJSON Schema\b/

/** Field by its label; the label of a required field ends with a star. */
const field = (within: Locator, name: string) =>
  within.getByRole('textbox', { name: new RegExp(`^${name}( \\*)?$`) })
async function choose(field: Locator, option: string): Promise<void> {
  await field.click({ force: true })
  await field.page().getByRole('option', { name: option, exact: true }).click()
}
const formOf = (page: Page, buyer: string) => page.getByRole('region', { name: buyer, exact: true })
const openForm = async (buyer: string, options = {}) => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/buyers/of/${buyer}`, options)
  const form = formOf(page, buyer)
  await form.getByRole('heading', { name: buyer }).waitFor()
  return { page, form }
}
const press = (form: Locator, name: string) => form.getByRole('button', { name, exact: true }).click()

/** Leads of yesterday for the buyer `weekly`, two from Texas and one from New York. */
async function fillWeek(store: Store): Promise<void> {
  const at = Date.now() - 24 * 3_600_000
  for (const [n, zip] of ['75201', '75201', '10001'].entries()) {
    await store.openSession(session({ uuid: uuidOf(n), at }))
    const lead = { offer: 'claim', buyers: ['weekly'], payload: { zip }, contacts: [] }
    await store.appendStep(uuidOf(n), step({ ...HURT, id: uuidOf(n), at }), { lead })
  }
}

/** A buyer on this machine that pays $25.00, and the posts that it received. */
async function standIn() {
  const arrived: Arrived[] = []
  const onPost = (one: Arrived) => arrived.push(one)
  const local = await openLocalBuyer({ port: 0, price: '25.00', mannerOf: () => 'accept', onPost })
  onTestFinished(() => local.close())
  return { url: `${local.url}/leadspedia`, arrived }
}

test('an operator creates a buyer with a secret, a cap, hours, and a filter, and tests it with a ping, and Back retraces the steps', async () => {
  const { url, arrived } = await standIn()
  const page = await openStats(stage.browser, `${stage.site.url}/desk/buyers`)
  await page.getByText('No buyers yet').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'Add buyer' }).click()
  await page.getByLabel('Name').fill('1bolt')
  await page.keyboard.press('Enter')
  await page.getByText('Start with a letter, then use letters, digits, or _. Up to 64 characters.').waitFor()
  await page.getByLabel('Name').fill('bolt')
  await page.keyboard.press('Enter')

  const form = formOf(page, 'bolt')
  const part = (name: string) => form.getByRole('group', { name, exact: true })
  await choose(field(form, 'System'), 'LeadsPedia')
  await field(form, 'Post address').fill(url)
  await form.getByLabel('Runs on this machine').check()
  await field(form, 'Campaign ID').fill('7')
  const secret = form.getByLabel('Campaign key', { exact: true })
  await secret.fill(SECRET)
  expect(await secret.getAttribute('type')).toBe('password')
  await press(form, 'Ask before sending')
  await field(part('Ping'), 'Ping address').fill(`${url}/ping`)
  await part('Ping').getByLabel('Fields in the ping').fill('state\nzip')
  await field(form, 'Dollars per day').fill('500')
  await form.getByText('Custom', { exact: true }).click()
  await press(form, 'Add a rule')
  await field(part('Rule 1'), 'Field').fill('age')
  await field(part('Rule 1'), 'Value').fill('18')
  await form.getByText('age is at least 18', { exact: true }).first().waitFor()
  expect(await faults(page)).toEqual([])

  await press(form, 'Save')
  await form.getByText("wasn't saved").waitFor()
  expect(await faults(page)).toEqual([])
  await form.getByText('has a cap in dollars but no price per lead').first().waitFor()
  await field(form, 'Book at most').fill('40')
  await press(form, 'Save')
  await form.getByText('Saved. In effect on every server').waitFor()
  await part('Per day').getByText('$0.00 of $500.00, resets 12:00 AM New York').waitFor()
  // The secret was saved and isn't shown again.
  await page.reload()
  await expect.poll(() => secret.inputValue()).toBe('')
  expect(await page.content()).not.toContain(SECRET)
  expect(await form.innerText()).not.toMatch(SCHEMA_WORDS)

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
  await page.getByRole('row', { name: /bolt LeadsPedia 127\.0\.0\.1:\d+ Active/ }).waitFor()
  await page.goBack()
  await form.waitFor()
  await page.goBack()
  await page.getByLabel('Name').waitFor()
  await page.goBack()
  await page.getByRole('row', { name: /bolt/ }).waitFor()
})

test('$25, 50 a day, Monday to Friday from 9 to 5, and Texas take at most 10 actions, with a summary before saving', async () => {
  const { page, form } = await openForm('sunpath')
  await field(form, 'Post address').fill('https://buyer.example/leads')
  let actions = 0
  const act = async (done: Promise<unknown>) => {
    actions++
    await done
  }
  await act(field(form, 'Price per lead').fill('25'))
  await act(field(form, 'Leads per day').fill('50'))
  await act(form.getByText('Weekdays 9–5', { exact: true }).click())
  await act(form.getByLabel('States', { exact: true }).and(page.locator('input')).fill('Texas'))
  await act(page.keyboard.press('Enter'))
  const aside = form.getByRole('complementary', { name: 'In one sentence' })
  await aside
    .getByText(
      'Takes leads from Texas, at $25.00, up to 50 leads a day, Mon–Fri 9 AM–5 PM, New York time. A lead that arrives while it’s closed waits up to 24 hours.',
    )
    .waitFor()
  await act(press(form, 'Save'))
  await form.getByText('Saved. In effect').waitFor()
  expect(actions).toBeLessThanOrEqual(10)
  await form.getByText('0 of 50, resets 12:00 AM New York').waitFor()

  // A lead that comes on the weekend.
  await form
    .getByText(/A lead from Friday 5 PM isn’t sent, because the buyer opens Monday 9 AM, 6[345] hours later/)
    .waitFor()
  await field(form, 'Hours a lead waits while the buyer is closed').fill('72')
  await form.getByText(/A lead from Friday 5 PM is sent Monday 9 AM, after 6[345] hours/).waitFor()
  // Hours past midnight by keyboard: Friday from 8 PM to 2 AM.
  const week = form.getByRole('grid')
  await week.focus()
  for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'End'])
    await page.keyboard.press(key)
  for (let hour = 0; hour < 4; hour++) {
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
  }
  for (const key of ['ArrowDown', 'Home', 'Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await aside.getByText('Mon–Fri 9 AM–5 PM and Fri 8 PM–2 AM').first().waitFor()
  const changes = await aside.getByRole('term').allInnerTexts()
  expect(changes).toEqual(['Hours', 'Waiting: hours a lead waits while the buyer is closed'])
  expect(await faults(page)).toEqual([])
  await press(form, 'Save')
  await form.getByText('Saved. In effect').waitFor()
  await page.setViewportSize(PHONE.viewport)
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
})

test('the second of two people editing a buyer sees that the first saved, and loses nothing typed', async () => {
  const { url } = await standIn()
  const { page, form } = await openForm('twice')
  await field(form, 'Post address').fill(url)
  await form.getByLabel('Runs on this machine').check()
  await press(form, 'Save')
  await form.getByText('Saved.').waitFor()

  const second = await openForm('twice', PHONE)
  await field(second.form, 'Price per lead').fill('12.00')
  await field(form, 'Price per lead').fill('9.00')
  await press(form, 'Save')
  await form.getByText('Saved.').waitFor()

  await press(second.form, 'Save')
  await second.form.getByText('Your changes are still here.').waitFor()
  expect([await faults(second.page, { only: BY_SCHEME }), await overflow(second.page)]).toEqual([[], 0])
  expect(await field(second.form, 'Price per lead').inputValue()).toBe('12.00')
  // Going to the list doesn't lose it, either.
  await second.form.getByRole('link', { name: '← All buyers' }).click()
  await second.page.waitForURL(/\/desk\/buyers$/)
  await second.page.getByRole('row', { name: /Unsaved changes twice / }).waitFor()
  await second.page.goBack()
  await second.form.getByText('Someone else saved this buyer while you were editing.').waitFor()
  expect(await field(second.form, 'Price per lead').inputValue()).toBe('12.00')
  await press(second.form, 'Save')
  await press(second.form, 'Overwrite with mine')
  await second.form.getByText('Saved.').waitFor()
  await page.reload()
  await expect.poll(() => field(form, 'Price per lead').inputValue()).toBe('12.00')
})

test('a buyer is paused, resumed, and removed after a confirmation', async () => {
  const { url } = await standIn()
  const { page, form } = await openForm('short')
  await field(form, 'Post address').fill(url)
  await form.getByLabel('Runs on this machine').check()
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
  await dialog.getByText('Its secrets are permanently deleted.').waitFor()
  expect(await faults(page)).toEqual([])
  await press(dialog, 'Cancel')
  await press(form, 'Remove')
  await press(dialog, 'Remove')
  await page.waitForURL(/\/desk\/buyers$/)
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await expect.poll(() => page.getByRole('row', { name: /short/ }).count()).toBe(0)
})

test('an operator has a buyer get its leads by email every day, sees that before saving, and finds the planned copy', async () => {
  const { page, form } = await openForm('copied')
  await field(form, 'Post address').fill('https://buyer.example/leads')
  await choose(field(form, 'Send its leads'), 'Every day, with yesterday’s leads')
  await press(form, 'Save')
  await form.getByText('Enter an email address, such as leads@buyer.example.').waitFor()
  await form.getByLabel(/^Email addresses/).fill('ann@buyer.example')
  await page.keyboard.press('Enter')
  await choose(field(form, 'Hour, New York time'), '9 AM')
  const aside = form.getByRole('complementary', { name: 'In one sentence' })
  await aside.getByText('every day at 9 AM to ann@buyer.example').waitFor()
  expect(await faults(page)).toEqual([])
  await press(form, 'Save')
  await form.getByText('Saved. In effect').waitFor()
  await page.reload()
  await form.getByText('ann@buyer.example').waitFor()
  expect(await field(form, 'Hour, New York time').inputValue()).toBe('9 AM')

  await page.goto(`${stage.site.url}/desk/deliveries/copies`)
  const row = page.getByRole('row', { name: /Copy 1 copied ann@buyer\.example \w+ \d+, \d{4} .* Due/ })
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'Copies' }).waitFor()
        return row.count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  expect(await faults(page)).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  expect(await overflow(page)).toBe(0)
})

test('an operator sees what a filter and a price would have done to the leads of the last week before saving them', async () => {
  const { page, form } = await openForm('weekly')
  const week = form.getByRole('region', { name: 'Last 7 days' })
  await field(form, 'Price per lead').fill('25')
  await week.getByText('Shown once all fields are valid.').waitFor()
  await field(form, 'Post address').fill('https://buyer.example/leads')
  await week.getByText('3 leads for this buyer. 3 would match now, for $75.00.').waitFor()
  await press(form, 'Save')
  await form.getByText('Saved. In effect').waitFor()
  expect(await week.count()).toBe(0)

  await form.getByLabel('States', { exact: true }).and(page.locator('input')).fill('Texas')
  await page.keyboard.press('Enter')
  await week.getByText('2 would match now, for $50.00 (3 with the saved settings, for $75.00).').waitFor()
  // A lost connection is said, and the next try shows the numbers again.
  await page.route('**/last-week', (route) => route.abort())
  await field(form, 'Price per lead').fill('10')
  await week.getByText('Couldn’t check last week’s leads.').waitFor()
  await page.unroute('**/last-week')
  await press(week, 'Try again')
  await week.getByText('2 would match now, for $20.00').waitFor()
  expect(await form.innerText()).not.toMatch(SCHEMA_WORDS)
  expect(await faults(page)).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  expect(await overflow(page)).toBe(0)
})
