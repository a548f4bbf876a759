import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { setStage } from './stage.ts'
import { openTab, PHONE, ready, sentAll, watchLayout } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, stepInSight } from './walking.ts'

const stage = setStage()
const WIDE = { viewport: { width: 1440, height: 900 } }
const SOLAR = 'leadloom-solar-and-debt'
const LAST = 'open_home_pros_solar/phone'

async function comeTo(page: Page, script: string, last: string, language = 'en'): Promise<void> {
  const { site, answers } = readScript(script)
  const flow = readFlow(site)
  await page.goto(`${stage.server.url}/${site}?lang=${language}`)
  await ready(page)
  await goOnTo(page, last, (id) => answerStep(page, flow, id, answers[id]!))
}

async function goOnTo(page: Page, last: string, answer: (id: string) => Promise<void>): Promise<void> {
  for (let id = await stepInSight(page); id !== last; id = await stepInSight(page)) {
    await answer(id)
    await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  }
}

/** Answers that the visible step lists, by question. */
const listed = (page: Page) =>
  page
    .locator('.summary:visible dl > div')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector('dt')!.textContent,
          row.querySelector('dd > span')!.textContent,
        ]),
      ),
    )

const ANSWERS = {
  'What would you like to pay less for?': 'Electricity and Debt I owe',
  'Do you own your home?': 'Yes',
  'How much is your electric bill?': '$200 to $300',
  'How much sun does your roof get?': 'Sun most of the day',
  'What is your ZIP code?': '78701',
  'What is your name?': 'Maria Castillo',
  'What is your email address?': 'maria.castillo@example.us',
}

test.each([
  ['a phone', PHONE],
  ['a desktop', WIDE],
])('lists what will be sent before the consent on %s, and returns there from an edit', async (_, size) => {
  const { page, complaints, close } = await openTab(stage.browser, size)
  const shift = await watchLayout(page)
  await comeTo(page, SOLAR, LAST)
  expect(await listed(page)).toEqual(ANSWERS)
  await page.getByLabel('Phone number').fill('(512) 959-2368')
  await page.getByRole('button', { name: 'Edit: What is your name?' }).click()
  await seeStep(page, 'open_home_pros_solar/name')
  await page.getByLabel('First name').fill('Mary')
  await page.waitForTimeout(700)
  await page.getByRole('button', { name: 'Continue' }).click()
  await seeStep(page, LAST)
  expect(await listed(page)).toEqual({ ...ANSWERS, 'What is your name?': 'Mary Castillo' })
  expect(await page.getByLabel('Phone number').inputValue()).toBe('(512) 959-2368')
  await sentAll(page)
  expect(await shift()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('going back from an edited step ends the edit', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await comeTo(page, SOLAR, LAST)
  await page.getByRole('button', { name: 'Edit: How much is your electric bill?' }).click()
  await seeStep(page, 'open_home_pros_solar/bill')
  await page.waitForTimeout(700)
  await page.getByRole('button', { name: 'Back' }).click()
  await seeStep(page, 'open_home_pros_solar/home')
  await page.waitForTimeout(700)
  await page.getByRole('button', { name: 'Yes' }).click()
  await seeStep(page, 'open_home_pros_solar/bill')
  expect(complaints).toEqual([])
  await close()
})

test('lists nothing personal in the HTML, but shows its own tab the same list after a reload', async () => {
  const { page, close } = await openTab(stage.browser)
  await comeTo(page, SOLAR, LAST)
  await sentAll(page)
  const again = await page.reload()
  const html = await again!.text()
  expect(html).toContain('This is what we’ll send')
  expect(html).not.toMatch(/Castillo|castillo/)
  await ready(page)
  expect(await listed(page)).toEqual(ANSWERS)
  await close()
})

test('is in the visitor’s language', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await comeTo(page, 'class-action-finder-car-accident', 'mva/phone', 'es')
  const rows = await listed(page)
  expect(await page.locator('.summary:visible h2').innerText()).toBe('Esto es lo que enviaremos')
  expect(Object.values(rows)).toContain('9 de marzo de 1985')
  expect(await page.locator('.summary:visible button').first().innerText()).toMatch(/^Editar/)
  await sentAll(page)
  expect(complaints).toEqual([])
  await close()
})
