import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { answerStep, readFlow, readScript, stepInSight } from './walking.ts'

const stage = setStage()
const flow = readFlow('yardstick')
const { answers } = readScript('yardstick-all')

test('says at the end, without a network, that answers are still being sent, and then that they were', async () => {
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/yardstick`)
  await ready(page)
  const before = recordedSteps(stage.server.dataDir).length
  await page.evaluate(hearStatus)
  await page.route('**/api/sessions/step', (route) => route.abort())
  for (;;) {
    const id = await stepInSight(page)
    if (!answers[id] || Object.keys(answers[id]).length === 0) break
    await answerStep(page, flow, id, answers[id])
    await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  }
  const status = page.locator('#unsent')
  await status.getByText('Your answers are still being sent. Keep this page open.').waitFor()
  expect(await status.getAttribute('role')).toBe('status')
  expect(recordedSteps(stage.server.dataDir)).toHaveLength(before)
  await page.waitForRequest('**/api/sessions/step')
  await page.unroute('**/api/sessions/step')
  await status.getByText('Your answers were sent.').waitFor()
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir).length).toBeGreaterThan(before)
  expect(await heard(page)).toEqual([
    'Your answers are still being sent. Keep this page open.',
    'Your answers were sent.',
  ])
  await close()
})

test('says immediately, and once, that an answer was refused for good', async () => {
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/yardstick`)
  await ready(page)
  await page.evaluate(hearStatus)
  const refusal = {
    status: 422,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: 'No.' }),
  }
  await page.route('**/api/sessions/step', (route) => route.fulfill(refusal))
  for (const refused of [1, 2]) {
    const id = await stepInSight(page)
    await answerStep(page, flow, id, answers[id]!)
    await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
    await sentAll(page)
    expect(await heard(page), `${refused} refused`).toEqual([
      'One of your answers couldn’t be saved. Reload this page and start over.',
    ])
  }
  await page.unroute('**/api/sessions/step')
  await page.reload()
  await page.getByText('Start over').waitFor()
  await close()
})

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard)

/** Notes what a screen reader would announce: each change within a status that was there before it. */
function hearStatus(): void {
  const heard: string[] = []
  Object.assign(window, { heard })
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof Element && target.id === 'unsent') heard.push(target.textContent)
  }).observe(document.body, { childList: true, subtree: true })
}
