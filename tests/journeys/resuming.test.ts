import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { IN_FULL, inFull } from '../inFull.ts'
import { startFaultProxy, type Decide } from './faultProxy.ts'
import { counted, recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { holdReact, openTab, ready, sentAll } from './visitor.ts'
import { answerStep, fill, goBack, readFlow, readScript, seeStep, stepInSight } from './walking.ts'

const stage = setStage()

const SITE = 'class-action-finder'
const script = readScript('class-action-finder-car-accident')
const flow = readFlow(SITE)
const yardstick = readFlow('yardstick')
const { answers } = readScript('yardstick-all')

/** A tab whose calls may fail, including those that outlive a page, which the browser's own interception lets through. */
async function openBehindProxy() {
  const proxy = await startFaultProxy(stage.server.url)
  const tab = await openTab(stage.browser)
  const close = () => tab.close().then(proxy.end)
  return { ...tab, proxy, close }
}

const refuseAnswers: Decide = (path) => (path.startsWith('POST /api/sessions/') ? '500' : null)

async function walkTo(page: Page, last: string, query = ''): Promise<void> {
  await page.goto(`${stage.server.url}/${SITE}${query}`)
  await ready(page)
  for (;;) {
    const id = await stepInSight(page)
    if (id === last) return
    await answerStep(page, flow, id, script.answers[id]!)
    await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  }
}

test('after a reload, the page’s Back and the browser’s do the same', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await walkTo(page, 'mva/fault')
  await sentAll(page)
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Back' }).tap()
  await seeStep(page, 'mva/state')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'mva/fault')
  await goBack(page)
  await seeStep(page, 'mva/state')
  await goBack(page)
  await seeStep(page, 'mva/date')
  expect(complaints).toEqual([])
  await close()
})

test('after another click, in the same tab or another, the visitor continues with every answer', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  const url = `${stage.server.url}/${SITE}`
  await walkTo(page, 'mva/fault', '?affid=86&gclid=first')
  const visits = counted(stage.server.dataDir, 'page_visit')
  await page.goto(`${url}?affid=104&gclid=second`)
  await ready(page)
  expect(await stepInSight(page)).toBe('mva/fault')
  const other = await page.context().newPage()
  await other.goto(`${url}?utm_source=news`)
  await ready(other)
  expect(await stepInSight(other)).toBe('mva/fault')
  await other.getByRole('button', { name: 'Back' }).tap()
  await seeStep(other, 'mva/state')
  expect(await other.locator('select:visible').inputValue()).not.toBe('')
  await other.reload()
  expect(counted(stage.server.dataDir, 'page_visit')).toBe(visits + 2)
  expect(complaints).toEqual([])
  await close()
})

inFull('a new tab leads forward again after Back from its first step', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await walkTo(page, 'mva/fault')
  await sentAll(page)
  const later = await page.context().newPage()
  await page.close()
  await later.goto(`${stage.server.url}/${SITE}`)
  await ready(later)
  await later.getByRole('button', { name: 'Back' }).tap()
  await seeStep(later, 'mva/state')
  await later.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(later, 'mva/fault')
  await goBack(later)
  await seeStep(later, 'mva/state')
  expect(complaints).toEqual([])
  await close()
})

test('keeps an answer that a visitor ahead of the server changes before React, and all others', async () => {
  const before = recordedSteps(stage.server.dataDir).length
  const { page, proxy, close } = await openBehindProxy()
  await page.goto(`${proxy.url}/yardstick`)
  await ready(page)
  await sentAll(page)
  proxy.fail(refuseAnswers)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.locator('select:visible').selectOption('TX')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'yardstick/age')
  const letGo = await holdReact(page)
  await page.reload({ waitUntil: 'commit' })
  await seeStep(page, 'yardstick/injured')
  await page.locator('button[value=no]:visible').tap()
  await seeStep(page, 'yardstick/state')
  letGo()
  await ready(page)
  expect(await stepInSight(page)).toBe('yardstick/state')
  expect(await page.locator('select:visible').inputValue()).toBe('TX')
  proxy.fail(() => null)
  await page.getByRole('button', { name: 'Continue' }).tap()
  await seeStep(page, 'yardstick/age')
  await sentAll(page)
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  expect(recorded.map(({ step }) => step)).toEqual([
    'yardstick/injured',
    'yardstick/state',
    'yardstick/injured',
    'yardstick/state',
  ])
  expect(recorded[2]?.answers).toContain('"no"')
  await close()
})

inFull(
  'keeps a step that a visitor ahead of the server fills in again before React, and all others',
  async () => {
    const before = recordedSteps(stage.server.dataDir).length
    const { page, proxy, close } = await openBehindProxy()
    await page.goto(`${proxy.url}/yardstick`)
    await ready(page)
    await page.locator('button[value=yes]:visible').tap()
    await seeStep(page, 'yardstick/state')
    await sentAll(page)
    proxy.fail(refuseAnswers)
    for (const id of ['yardstick/state', 'yardstick/age']) {
      await answerStep(page, yardstick, id, answers[id]!)
      await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
    }
    const ahead = await stepInSight(page)
    const letGo = await holdReact(page)
    await page.reload({ waitUntil: 'commit' })
    await seeStep(page, 'yardstick/state')
    await page.locator('select:visible').selectOption('OH')
    await page.getByRole('button', { name: 'Continue' }).tap()
    letGo()
    await seeStep(page, 'yardstick/age')
    await page.locator(`input[value="${String(answers['yardstick/age']!['injury_age'])}"]:checked`).waitFor()
    await page.getByRole('button', { name: 'Continue' }).tap()
    await seeStep(page, ahead)
    proxy.fail(() => null)
    await sentAll(page)
    const recorded = recordedSteps(stage.server.dataDir).slice(before)
    expect(recorded.map(({ step }) => step)).toEqual([
      'yardstick/injured',
      'yardstick/state',
      'yardstick/age',
      'yardstick/state',
      'yardstick/age',
    ])
    expect(recorded[3]?.answers).toContain('"OH"')
    await close()
  },
)

inFull(
  'a visitor ahead of the server continues at the browser’s step, without an empty screen in between',
  async () => {
    const { page, proxy, close } = await openBehindProxy()
    await page.goto(`${proxy.url}/yardstick`)
    await ready(page)
    await sentAll(page)
    proxy.fail(refuseAnswers)
    await page.locator('button[value=yes]:visible').tap()
    await seeStep(page, 'yardstick/state')
    await page.addInitScript(() => {
      const seen = { empty: 0 }
      Object.assign(window, { seen })
      const look = () => {
        const root = document.getElementById('root')
        if (root && root.childElementCount === 0) seen.empty += 1
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.reload()
    await seeStep(page, 'yardstick/state')
    await ready(page)
    expect(await page.evaluate(() => (window as unknown as { seen: { empty: number } }).seen.empty)).toBe(0)
    await close()
  },
)

const FILLED = ['mva/date', 'mva/name', 'mva/birth_date', 'mva/injuries']
// A date has three lists that depend on each other.
test.each(IN_FULL ? FILLED : ['mva/birth_date'])('input in %s submitted before React counts', async (id) => {
  const { page, complaints, close } = await openTab(stage.browser)
  await walkTo(page, id)
  await sentAll(page)
  const letGo = await holdReact(page)
  await page.reload({ waitUntil: 'commit' })
  await seeStep(page, id)
  await page.locator('.actions button:visible').waitFor()
  if (id === 'mva/date') {
    // No month can be chosen until a year is.
    await page.locator('select:visible').first().selectOption('2015')
    await page.locator('.actions button:visible').tap()
  } else {
    await fill(page, flow, id, script.answers[id]!)
    await page.locator('.actions button:visible').tap()
  }
  letGo()
  await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir).at(-1)?.step).toBe(id)
  expect(complaints).toEqual([])
  await close()
})

inFull('two choices in a row before React both count', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  const letGo = await holdReact(page)
  await page.goto(`${stage.server.url}/${SITE}`, { waitUntil: 'commit' })
  await seeStep(page, 'mva/injured')
  await page.locator('button[value=no]:visible').tap()
  await seeStep(page, 'wc/hurt_at_work')
  await page.waitForTimeout(600)
  await page.locator('button[value=yes]:visible').tap()
  letGo()
  await seeStep(page, 'wc/date')
  await sentAll(page)
  expect(
    recordedSteps(stage.server.dataDir)
      .slice(-2)
      .map(({ step }) => step),
  ).toEqual(['mva/injured', 'wc/hurt_at_work'])
  expect(complaints).toEqual([])
  await close()
})

test('a ZIP code’s state is there after a reload, and changes with the ZIP code', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  const { answers } = readScript('leadloom-renter-power-plan-and-insurance')
  const answerZip = async (zip_code: string) => {
    await answerStep(page, readFlow('leadloom'), 'energy/zip', { zip_code })
    await seeStep(page, 'energy/state')
  }
  // By key, as two quick taps in one place are a double tap.
  const back = async (id: string) => {
    await page.getByRole('button', { name: 'Back' }).press('Enter')
    await seeStep(page, id)
  }
  const state = () => page.locator('[name=state]:visible').inputValue()
  await page.goto(`${stage.server.url}/leadloom?force-start-offer=energy`)
  await ready(page)
  for (let id = await stepInSight(page); id !== 'energy/zip'; id = await stepInSight(page)) {
    await answerStep(page, readFlow('leadloom'), id, answers[id]!)
    await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  }
  await answerZip('43215')
  await sentAll(page)
  await page.reload()
  await ready(page)
  expect(await state()).toBe('OH')
  await answerStep(page, readFlow('leadloom'), 'energy/state', { state: 'KY' })
  await page.locator('[data-step="energy/state"]').waitFor({ state: 'detached' })
  await back('energy/state')
  expect(await state()).toBe('KY')
  await back('energy/zip')
  await answerZip('10001')
  expect(await state()).toBe('NY')
  // Puerto Rico is not in the list.
  await back('energy/zip')
  await answerZip('00901')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByText('State is required').waitFor()
  expect(complaints).toEqual([])
  await close()
})
