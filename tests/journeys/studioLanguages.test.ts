import { expect, test } from 'vitest'
import { faults } from './operator.ts'
import { setOwnStage } from './stage.ts'
import { goBehind, openDraft, openStudio, text } from './writing.ts'

/** Tests an author who translates a site at /studio. */

const stage = setOwnStage()

test('a corrected text keeps its translation, which is checked next to the page in that language', async () => {
  const { page, complaints } = await openStudio(stage, 'lina')
  await openDraft(page, 'class-action-finder')
  await page.getByText('No problems').waitFor()
  await goBehind(page, '"label": "Were you hurt in a car')
  await page.keyboard.type(' or truck')
  await page.locator('.problems li').getByText('changed after it was translated to Spanish').waitFor()
  expect(await text(page)).not.toContain('isn’t translated')

  await page.getByRole('tab', { name: 'Languages' }).click()
  const table = page.getByRole('table')
  await table
    .getByText('Changed since it was translated. It was “Were you hurt in a car accident?”.')
    .waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['English', 'Spanish'])
  expect(await faults(page)).toEqual([])

  await table
    .getByRole('button', { name: /^Show on page: “Were you hurt in a car or truck accident/ })
    .click()
  const shown = page.frameLocator('iframe')
  const translation = table.getByRole('textbox', {
    name: /^“Were you hurt in a car or truck accident\?” in Spanish/,
  })
  const spanish = await translation.inputValue()
  await shown.getByText(spanish).first().waitFor()
  expect(await faults(page)).toEqual([])

  // By keyboard alone: the translation, and the button beside the text.
  await table.getByRole('button', { name: /^Looks right: / }).focus()
  await page.keyboard.press('Enter')
  await table.getByText('Translated', { exact: true }).waitFor()
  await translation.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' (auto o camión)')
  await shown.getByText(`${spanish} (auto o camión)`).first().waitFor()
  await page.getByRole('tab', { name: /^Problems/ }).click()
  await page.getByText('No problems').waitFor()
  expect(complaints).toEqual([])
})

test('a missing translation is listed and added, and a site in one language gets another', async () => {
  const { page, complaints } = await openStudio(stage, 'luis')
  await openDraft(page, 'yardstick')
  await page.getByText('No problems').waitFor()
  await page.getByRole('tab', { name: 'Languages' }).click()
  await page.getByText('The site is only in English.').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Spanish' }).click()
  const missing = page.getByRole('textbox', { name: /in Spanish$/ }).first()
  await missing.fill('Una traducción')
  await page.getByText('Translated', { exact: true }).first().waitFor()
  await page.getByText(/^All \(/).click()
  await page.getByRole('button', { name: /^Show \d+ more$/ }).waitFor()
  expect(await faults(page)).toEqual([])
  expect(complaints).toEqual([])
})
