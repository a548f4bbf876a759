import { expect, test } from 'vitest'
import { inFull } from '../inFull.ts'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { openTab, ready, sentAll, type Tab } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, stepInSight } from './walking.ts'

const stage = setStage()

const script = readScript('class-action-finder-car-accident')
const flow = readFlow(script.site)

async function openAt(last: string): Promise<Tab> {
  const tab = await openTab(stage.browser)
  await tab.page.goto(`${stage.server.url}/${script.site}`)
  await ready(tab.page)
  for (let id = await stepInSight(tab.page); id !== last; id = await stepInSight(tab.page)) {
    await answerStep(tab.page, flow, id, script.answers[id]!)
    await tab.page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  }
  return tab
}

test('a refusal by the server is shown at the focused field until the value changes', async () => {
  const { page, complaints, close } = await openAt('mva/zip')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/validations/zip')) asked.push(request.url())
  })
  const field = page.locator('input:visible')
  await field.fill('00000')
  await page.getByRole('button', { name: 'Continue' }).tap()
  const message = page.getByText('must contain a valid zip code')
  await message.waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await field.blur()
  expect(await message.isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  expect(asked).toHaveLength(1)
  await field.fill('75201')
  expect(await message.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'mva/name')
  expect(complaints).toEqual([])
  await close()
})

test('asks about a misspelled mail provider, and a second press keeps the address if it accepts mail', async () => {
  const { page, complaints, close } = await openAt('mva/email')
  const field = page.locator('input:visible')
  await field.fill('ann@gmial.com')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByText('must contain a valid email address. Did you mean ann@gmail.com?').waitFor()
  expect(await page.getByRole('button', { name: 'Use it anyway' }).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Use ann@gmail.com' }).tap()
  expect(await field.inputValue()).toBe('ann@gmail.com')
  await page.getByText('Did you mean ann@gmail.com?').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await field.fill('ann@gmail.con')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByText('Did you mean ann@gmail.com? Correct it').waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.locator('[data-step="mva/email"]').waitFor({ state: 'detached' })
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir).at(-1)?.answers).toContain('ann@gmail.con')
  expect(complaints).toEqual([])
  await close()
})

inFull('a correction made during a server check counts', async () => {
  const { page, complaints, close } = await openAt('mva/zip')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/validations/zip', async (route) => {
    await held
    await route.continue()
  })
  await page.locator('input:visible').fill('75201')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByText('One moment').waitFor()
  await page.locator('input:visible').fill('77001')
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  release()
  await page.waitForTimeout(300)
  expect(await stepInSight(page)).toBe('mva/zip')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'mva/name')
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir).at(-1)?.answers).toContain('77001')
  expect(complaints).toEqual([])
  await close()
})

test('continues with our own validators if the compiled ones can’t be loaded', async () => {
  const address = /\/main\/flows\/\d+\.js(\?|$)/
  const { page, close } = await openTab(stage.browser)
  const isAsked = page.waitForRequest(address)
  await page.route(address, (route) => route.abort())
  await page.goto(`${stage.server.url}/yardstick`)
  await isAsked
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByText('is required').waitFor()
  await page.locator('select:visible').selectOption('TX')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'yardstick/age')
  await sentAll(page)
  await close()
})

test('a visitor with an unknown ZIP code can continue by a button next to the error', async () => {
  const { page, complaints, close } = await openAt('mva/zip')
  await page.locator('input:visible').fill('43298')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByText('must contain a valid zip code').waitFor()
  await page.getByRole('button', { name: 'Use it anyway' }).press('Enter')
  await seeStep(page, 'mva/name')
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir).at(-1)?.answers).toMatch(/43298.*"insisted":true/)
  expect(complaints).toEqual([])
  await close()
})
