import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { inFull } from '../inFull.ts'
import { recordedSteps } from './records.ts'
import { setOwnStage } from './stage.ts'
import { openTab, PHONE, ready, sentAll } from './visitor.ts'
import { answerStep, goBack, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setOwnStage()

const script = readScript('class-action-finder-car-accident')
const flow = readFlow(script.site)
const shown = shownSteps(script)

test('a server that dies in the middle of a funnel loses no answer, and the visitor finishes', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/${script.site}`)
  for (const [index, id] of shown.slice(0, -1).entries()) {
    if (index === 7) {
      await sentAll(page)
      await stage.server.kill()
      expect(recordedSteps(stage.server.dataDir).map(({ step }) => step)).toEqual(shown.slice(0, 7))
    }
    // The visitor continues while the server is away, as only the checks of ZIP, email and phone need it.
    if (index === 10) await stage.server.restart()
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown.at(-1)!)
  await sentAll(page)
  const steps = recordedSteps(stage.server.dataDir)
  expect(steps.map(({ step }) => step)).toEqual(
    script.trace
      .filter((line) => !line.endsWith(' skipped'))
      .map((line) => line.split(' ')[0])
      .slice(0, -1),
  )
  expect(complaints.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
  await close()
})

inFull('a refresh and a closed tab come back to the same step, with the answers kept', async () => {
  const context = await stage.browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(`${stage.server.url}/${script.site}`)
  for (const id of shown.slice(0, 4)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown[4]!)
  await sentAll(page)
  await page.reload()
  await seeStep(page, shown[4]!)
  await page.close()
  const later = await context.newPage()
  await later.goto(`${stage.server.url}/${script.site}`)
  await seeStep(later, shown[4]!)
  await later.getByRole('button', { name: 'Back' }).click()
  await seeStep(later, shown[3]!)
  await later.getByRole('button', { name: 'Back' }).click()
  await seeStep(later, shown[2]!)
  expect(await later.locator('select:visible').first().inputValue()).toBe('TX')
  await context.close()
})

test('the visitor can continue offline, and everything is sent in order once the network is back', async () => {
  const context = await stage.browser.newContext(PHONE)
  const page = await context.newPage()
  const before = recordedSteps(stage.server.dataDir).length
  await page.goto(`${stage.server.url}/${script.site}`)
  await seeStep(page, shown[0]!)
  await sentAll(page)
  await page.waitForTimeout(500)
  await context.setOffline(true)
  for (const id of shown.slice(0, 5)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown[5]!)
  expect(recordedSteps(stage.server.dataDir)).toHaveLength(before)
  await context.setOffline(false)
  await sentAll(page)
  expect(
    recordedSteps(stage.server.dataDir)
      .slice(before)
      .map(({ step }) => step),
  ).toEqual(shown.slice(0, 5))
  await context.close()
})

test('changing an answer after going back drops the answers that the new path doesn’t show', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/${script.site}`)
  for (const id of shown.slice(0, 2)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown[2]!)
  await goBack(page)
  await seeStep(page, shown[1]!)
  await goBack(page)
  await seeStep(page, shown[0]!)
  await page.locator('button[value=no]:visible').click()
  await seeStep(page, 'wc/hurt_at_work')
  // Unsent calls would be counted by the next test.
  await sentAll(page)
  expect(complaints).toEqual([])
  await close()
})

/** Waits until the sender has loaded and run, after React; without it nothing leaves a page that is closed. */
async function senderThere(page: Page): Promise<void> {
  const late = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/late-'))?.name,
  )
  await page.evaluate(`import(${JSON.stringify(await late.jsonValue())})`)
  await page.waitForTimeout(100)
}

test('an answer given just before the tab closes arrives', async () => {
  for (let n = 0; n < 5; n += 1) {
    const before = recordedSteps(stage.server.dataDir).length
    const { page, close } = await openTab(stage.browser)
    await page.goto(`${stage.server.url}/${script.site}`)
    await ready(page)
    // The network is slow, so the answer is still on its way, or waits behind the visit, when the tab is gone.
    await page.route('**/api/sessions/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue().catch(() => null)
    })
    await senderThere(page)
    await page.locator('button[value=yes]:visible').tap()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => recordedSteps(stage.server.dataDir).length).toBe(before + 1)
    await close()
  }
})
