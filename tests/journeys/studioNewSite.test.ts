import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faults } from './operator.ts'
import { setOwnStage } from './stage.ts'
import { openStudio, state } from './writing.ts'

/** Tests the first half hour of an author at /studio, without any JSON. */

const stage = setOwnStage()

test('an author creates a site from a template, changes it in the forms, and publishes it', async () => {
  const { page, complaints } = await openStudio(stage, 'nia')
  const minutes = await countMinutes(page)
  await page.getByRole('button', { name: 'New site' }).click()
  const sheet = page.getByRole('dialog', { name: 'New site' })
  await sheet.getByRole('radio', { name: /^Home services/ }).check()
  await sheet.getByRole('button', { name: 'Create site' }).click()
  await sheet.getByText('Enter a name of up to 60 characters.').waitFor()
  expect(await faults(page)).toEqual([])
  await sheet.getByLabel('Site name').fill('Roof Rescue')
  await sheet.getByLabel('Legal name').fill('Roof Rescue LLC')
  await sheet.getByLabel('Street address').fill('1 Main Street')
  await sheet.getByLabel('City, state, ZIP code').fill('Austin, TX 78701')
  await sheet.getByLabel('Phone').fill('(512) 555-0100')
  await sheet.getByRole('button', { name: 'Create site' }).click()

  const steps = page.getByRole('region', { name: 'Home quotes' }).getByRole('button')
  await steps.filter({ hasText: 'What project are you planning?' }).click()
  const site = page.frameLocator('iframe.page')
  await site.getByRole('heading', { name: 'What project are you planning?' }).waitFor()
  await page.getByRole('tab', { name: 'Problems (0)' }).waitFor()
  expect(await faults(page)).toEqual([])

  const add = page.getByRole('button', { name: 'Add a step…' })
  const gallery = page.getByRole('dialog', { name: 'Add a step' })
  await add.click()
  await gallery.getByLabel('Position').selectOption('Before all other steps')
  expect(await faults(page)).toEqual([])
  await gallery.getByRole('button', { name: /^Yes or no/ }).click()
  const question = page.getByRole('textbox', { name: 'Question' })
  await expect.poll(() => question.inputValue()).toBe('[Sample] Is this true for you?')
  // The page jumps to the new step.
  await site.getByRole('heading', { name: 'Is this true for you?' }).waitFor()
  await question.fill('Is your roof leaking?')
  await site.getByRole('heading', { name: 'Is your roof leaking?' }).waitFor()

  await add.click()
  await gallery.getByRole('button', { name: /^A second offer/ }).click()
  const offer = page.getByRole('dialog', { name: 'A second offer' })
  await offer.getByLabel('Offer name').fill('Home warranty')
  await offer.getByLabel('Buyer', { exact: true }).selectOption('New buyer…')
  await offer.getByLabel('Buyer name').fill('Warranty Co')
  expect(await faults(page)).toEqual([])
  await offer.getByRole('button', { name: 'Add', exact: true }).click()
  await page
    .getByRole('region', { name: 'Home warranty' })
    .getByText('Send the lead to Warranty Co')
    .waitFor()
  await expect.poll(() => question.inputValue()).toContain('[Sample]')
  // Sample text can't be published.
  await page.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish /roof-rescue' })
  await publish.getByText('Visitors would read the sample text').waitFor()
  expect(await publish.getByRole('button', { name: 'Publish now' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await question.fill('Would you also like a quote for a home warranty?')

  await page.getByRole('tab', { name: 'Languages' }).click()
  const inSpanish = (text: string) => page.getByRole('textbox', { name: `“${text}” in Spanish` })
  await inSpanish('Is your roof leaking?').fill('¿Tiene goteras?')
  await inSpanish('Would you also like a quote for a home warranty?').fill('¿Desea también una garantía?')
  await page.getByRole('button', { name: 'Show on page: “Is your roof leaking?”' }).click()
  await site.getByRole('heading', { name: '¿Tiene goteras?' }).waitFor()
  expect(await faults(page)).toEqual([])

  await expect.poll(() => state(page)).toMatch(/^Saved/)
  await page.getByRole('button', { name: 'Publish…' }).click()
  // No buyer is set up yet, so its author says that leads wait.
  await publish.getByText('Home warranty: Warranty Co isn’t set up as a buyer.').waitFor()
  await publish.getByRole('button', { name: 'Publish now' }).click()
  await publish.getByText('Set up a buyer, or check this box.').waitFor()
  expect(await faults(page)).toEqual([])
  await publish.getByLabel('Save leads until a buyer is set up').check()
  await publish.getByRole('button', { name: 'Publish now' }).click()
  await publish.getByText(/^Version \d+ is live\.$/).waitFor()
  expect(await faults(page)).toEqual([])
  const read = async (language: string) =>
    (await fetch(`${stage.server.url}/roof-rescue`, { headers: { 'accept-language': language } })).text()
  await expect.poll(() => read('en')).toContain('Is your roof leaking?')
  expect(await read('es')).toContain('¿Tiene goteras?')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Form' }).click()
  expect(await page.locator('.step-open').count()).toBeGreaterThanOrEqual(12)
  expect(await minutes()).toBeLessThan(25)
  expect(complaints).toEqual([])
})

/** Counts what an author does on a page. Resolves to the minutes that it would take one who has never seen it, by the keystroke-level
 *  model: Card, Moran and Newell, 1980. */
async function countMinutes(page: Page): Promise<() => Promise<number>> {
  const done = await page.evaluateHandle(() => {
    const counts = { presses: 0, fields: 0, characters: 0 }
    let last: EventTarget | null = null
    addEventListener('click', () => void counts.presses++, true)
    addEventListener(
      'input',
      ({ target }) => {
        if (target !== last) counts.fields++
        last = target
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
          counts.characters += target.type === 'radio' ? 0 : target.value.length
      },
      true,
    )
    return counts
  })
  return async () => {
    const { presses, fields, characters } = await done.jsonValue()
    return (presses * PRESS_S + fields * FIELD_S + characters * CHARACTER_S) / 60
  }
}

/** Time to read what is new, decide, and press. */
const PRESS_S = 10
/** Time to decide what a field should say. */
const FIELD_S = 20
/** Time of an average typist at 40 words a minute. */
const CHARACTER_S = 0.28
