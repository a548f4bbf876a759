import { expect, test } from 'vitest'
import { faults } from './operator.ts'
import { setOwnStage } from './stage.ts'
import { openStudio, state } from './writing.ts'

/** Tests authors who work on one draft at /studio, rules built in sentences, and the end of drafts and sites. */

const stage = setOwnStage()
const SOON = { timeout: 30_000 }

test('two authors see each other in a draft, and settle a comment', async () => {
  const ann = await openStudio(stage, 'ann')
  await ann.page.getByRole('button', { name: 'Create draft of /yardstick' }).click()
  await ann.page.getByRole('button', { name: /Have you been injured/ }).click()
  await ann.page.getByRole('tab', { name: 'Comments' }).click()
  await ann.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await ann.page.getByText('Enter a comment.').waitFor()
  await ann.page.getByRole('textbox', { name: 'New comment' }).fill('Could this be shorter?')
  await ann.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await ann.page.getByRole('button', { name: 'Resolve “Could this be shorter?”' }).waitFor()
  expect(await faults(ann.page)).toEqual([])

  const bo = await openStudio(stage, 'bo')
  const row = bo.page.getByRole('row', { name: /yardstick/ })
  await row.getByText(`${ann.name} is editing`).waitFor()
  await row.getByText('1 open comment').waitFor()
  await row.getByRole('link', { name: 'Edit draft of /yardstick' }).click()
  await bo.page.locator('.editors', { hasText: `${ann.name} is editing` }).waitFor()
  await bo.page.getByRole('tab', { name: 'Comments (1)' }).click()
  await bo.page.getByText(new RegExp(`^${ann.name}, `)).waitFor()
  await bo.page.getByRole('button', { name: 'Resolve “Could this be shorter?”' }).click()
  await bo.page.getByText('No comments yet').waitFor()
  await bo.page.getByRole('button', { name: 'Show resolved (1)' }).click()
  await bo.page.getByText(new RegExp(`^Resolved by ${bo.name}, `)).waitFor()
  expect(await faults(bo.page)).toEqual([])
  await bo.page.getByRole('button', { name: 'Reopen “Could this be shorter?”' }).click()
  await bo.page.getByRole('tab', { name: 'Comments (1)' }).waitFor()
  expect([...ann.complaints, ...bo.complaints]).toEqual([])
})

test('a rule is built in sentences by the keyboard, in both schemes, and panes fold', async () => {
  const { page, complaints } = await openStudio(stage, 'cleo')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('link', { name: 'Edit draft of /yardstick' }).click()
  const form = page.getByRole('region', { name: 'Form, problems, steps, and versions' })
  const steps = page.locator('.step-open')
  await steps.nth(1).click()
  const begin = form
    .getByRole('button', { name: 'Add a condition' })
    .or(form.getByRole('button', { name: 'Edit', exact: true }))
  await begin.focus()
  await page.keyboard.press('Enter')
  const field = form.getByLabel('Question', { exact: true }).and(form.locator('select'))
  await expect.poll(() => field.first().evaluate((menu) => menu === document.activeElement), SOON).toBe(true)
  await form.getByLabel('Comparison').first().selectOption('is not')
  await form.getByLabel('Answer', { exact: true }).first().selectOption('No')
  await form.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await expect.poll(() => field.last().evaluate((menu) => menu === document.activeElement), SOON).toBe(true)
  await form.getByLabel('How many must be true').selectOption('Any of these is true')
  await form.getByRole('button', { name: 'Add a group' }).press('Enter')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await faults(page)).toEqual([])
  }
  for (let count = 0; count < 2; count++)
    await form.getByRole('button', { name: 'Remove condition' }).last().press('Enter')
  await form.getByRole('button', { name: 'Done' }).click()
  await form.getByText('“Have you been injured in an accident?” is not “No”', { exact: true }).waitFor()
  await expect.poll(() => state(page), SOON).toMatch(/^Saved/)
  // All tabs of the form are in one row.
  const tops = await form
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  const last = await form.getByRole('tab').last().boundingBox()
  expect(last!.x + last!.width).toBeLessThanOrEqual(1024)

  const width = async () => (await form.boundingBox())!.width
  const before = await width()
  await page.getByRole('separator', { name: 'Width of the form' }).press('ArrowLeft')
  await expect.poll(width, SOON).toBe(before + 24)
  await page.getByRole('button', { name: 'Hide form' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Hide steps' }).click()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Show steps' }).click()
  // The form comes back for the step that is opened.
  await steps.first().click()
  await form.getByRole('textbox', { name: 'Question' }).waitFor()
  expect(complaints).toEqual([])
})

test('a draft is deleted and brought back, and a site is taken offline', async () => {
  const { page, complaints } = await openStudio(stage, 'dee')
  const row = page.getByRole('row', { name: /class-action-finder/ })
  await row.getByRole('button', { name: 'Create draft of /class-action-finder' }).click()
  await page.getByRole('button', { name: 'Add a step…' }).waitFor()
  await page.getByRole('link', { name: 'Leadloom Studio' }).click()
  const more = page.getByRole('button', { name: 'More for /class-action-finder' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete draft…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('You can undo this until you leave this page.').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete draft', exact: true }).click()
  await row.getByText('No draft').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The draft of /class-action-finder is back.').waitFor()
  await row.getByRole('link', { name: 'Edit draft of /class-action-finder' }).waitFor()

  await more.click()
  await page.getByRole('menuitem', { name: 'Take offline…' }).click()
  await dialog.getByRole('button', { name: 'Take offline', exact: true }).click()
  await row.getByText('Nothing is live').waitFor()
  expect(await faults(page)).toEqual([])
  const shown = async () => (await fetch(`${stage.server.url}/class-action-finder`)).status
  await expect.poll(shown, SOON).toBe(404)
  expect(complaints).toEqual([])
})
