import { expect, test } from 'vitest'
import { IN_FULL, inFull } from '../inFull.ts'
import { FIRST_STEPS } from '../soak/firstSteps.ts'
import { faultOf, hurry } from '../soak/haste.ts'
import { publishFlow } from './publishing.ts'
import { counted, recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { MOVING_PHONE, holdReact, openTab, ready, sentAll, watchLayout } from './visitor.ts'
import { seeStep, stepInSight } from './walking.ts'

const stage = setStage()

const start = async () => {
  const tab = await openTab(stage.browser, MOVING_PHONE)
  const letGo = await holdReact(tab.page)
  const shift = await watchLayout(tab.page)
  await tab.page.goto(`${stage.server.url}/yardstick`, { waitUntil: 'commit' })
  await seeStep(tab.page, 'yardstick/injured')
  return { ...tab, letGo, shift }
}

test('a choice pressed before React shows the next step at once, and is recorded once', async () => {
  const before = recordedSteps(stage.server.dataDir).length
  const { page, letGo, shift, complaints, close } = await start()
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  letGo()
  await ready(page)
  await sentAll(page)
  expect(await stepInSight(page)).toBe('yardstick/state')
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  expect(recorded.map(({ step }) => step)).toEqual(['yardstick/injured'])
  expect(recorded[0]?.answers).toContain('"yes"')
  expect(await shift()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('a choice submitted on the second step before React counts once', async () => {
  const before = recordedSteps(stage.server.dataDir).length
  const { page, letGo, complaints, close } = await start()
  await page.locator('button[value=no]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.locator('select:visible').selectOption({ label: 'Texas' })
  await page.locator('.actions button:visible').tap()
  expect(await stepInSight(page)).toBe('yardstick/state')
  letGo()
  await seeStep(page, 'yardstick/age')
  await sentAll(page)
  expect(
    recordedSteps(stage.server.dataDir)
      .slice(before)
      .map(({ step }) => step),
  ).toEqual(['yardstick/injured', 'yardstick/state'])
  expect(complaints).toEqual([])
  await close()
})

inFull('a field filled in before React keeps its value and its element', async () => {
  const { page, letGo, complaints, close } = await start()
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  const select = await page.locator('select:visible').elementHandle()
  await select?.selectOption({ label: 'Ohio' })
  letGo()
  await ready(page)
  expect(
    await select?.evaluate((node: HTMLSelectElement) => [node.isConnected, node.selectedOptions[0]?.text]),
  ).toEqual([true, 'Ohio'])
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'yardstick/age')
  expect(complaints).toEqual([])
  await close()
})

test('shows what’s missing if Continue is pressed on an empty step before React', async () => {
  const { page, letGo, complaints, close } = await start()
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.locator('.actions button:visible').tap()
  letGo()
  await page.getByText('is required').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
  expect(complaints).toEqual([])
  await close()
})

inFull('only React handles a press made while the page was loading, if React loads first', async () => {
  const { page, complaints, close } = await openTab(stage.browser, MOVING_PHONE)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'readyState', { get: () => 'loading', configurable: true })
    addEventListener('DOMContentLoaded', (event) => event.isTrusted && event.stopImmediatePropagation(), true)
  })
  const letGo = await holdReact(page)
  await page.goto(`${stage.server.url}/yardstick`, { waitUntil: 'commit' })
  await seeStep(page, 'yardstick/injured')
  await page.locator('button[value=yes]:visible').tap()
  letGo()
  await ready(page)
  await seeStep(page, 'yardstick/state')
  await page.evaluate(() => document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true })))
  await page.locator('select:visible').selectOption('TX')
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'yardstick/age')
  expect(complaints).toEqual([])
  await close()
})

test('a double press answers one step, before React and after', async () => {
  for (const early of [true, false]) {
    const { page, letGo, complaints, close } = await start()
    if (!early) {
      letGo()
      await ready(page)
    }
    await page.locator('button[value=yes]:visible').dblclick({ delay: 5 })
    letGo()
    await ready(page)
    await page.waitForTimeout(200)
    expect(await stepInSight(page)).toBe('yardstick/state')
    expect(await page.getByText('is required').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  }
})

test('a first press on a checkbox checks it and counts as the real visit', async () => {
  const { page, complaints, close } = await openTab(stage.browser, MOVING_PHONE)
  const visits = counted(stage.server.dataDir, 'visit')
  await page.goto(`${stage.server.url}/leadloom`)
  await ready(page)
  const box = page.locator('input[value=debt]')
  await box.tap()
  expect(await box.isChecked()).toBe(true)
  await sentAll(page)
  expect(counted(stage.server.dataDir, 'visit')).toBe(visits + 1)
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'shop_best_debt_settlement/debt')
  await sentAll(page)
  expect(complaints).toEqual([])
  await close()
})

test('at any instant around the start, one press is one answer', async () => {
  for (let delayMs = 0; delayMs <= 300; delayMs += IN_FULL ? 30 : 100) {
    const before = Math.max(0, ...recordedSteps(stage.server.dataDir).map(({ session }) => session))
    const { page, complaints, close } = await openTab(stage.browser, MOVING_PHONE)
    await page.goto(`${stage.server.url}/yardstick`, { waitUntil: 'commit' })
    await seeStep(page, 'yardstick/injured')
    await page.waitForTimeout(delayMs)
    await page.locator('button[value=yes]:visible').tap()
    await seeStep(page, 'yardstick/state')
    await ready(page)
    await sentAll(page)
    const mine = recordedSteps(stage.server.dataDir).filter(({ session }) => session > before)
    expect(mine).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  }
})

inFull('nothing typed 5 ms apart while the app starts on a slow phone is lost or doubled', async () => {
  const first = FIRST_STEPS.find(({ path }) => path === 'first-who')!
  await publishFlow(first.flow, first.path, stage.server)
  expect(faultOf(first, await hurry(stage, first, { seed: 1 }))).toBeNull()
})

test('typing faster than a person keeps every character', async () => {
  const { page, complaints, close } = await openTab(stage.browser, MOVING_PHONE)
  await page.goto(`${stage.server.url}/yardstick`)
  await page.locator('button[value=no]:visible').tap()
  await page.locator('select:visible').selectOption({ label: 'Ohio' })
  await page.locator('.actions button:visible').tap()
  await page.locator('input[type=radio]').first().check()
  await page.locator('.actions button:visible').tap()
  await page.locator('input[type=checkbox]').first().check()
  await page.locator('.actions button:visible').tap()
  const text = 'A truck ran the red light at Fifth and Main and hit my door. '.repeat(IN_FULL ? 4 : 1)
  await page.locator('textarea:visible').pressSequentially(text, { delay: 1 })
  expect(await page.locator('textarea:visible').inputValue()).toBe(text)
  expect(complaints).toEqual([])
  await close()
})
