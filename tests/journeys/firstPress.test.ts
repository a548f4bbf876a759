import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { MOVING_PHONE, openTab, ready, sentAll } from './visitor.ts'
import { seeStep, stepInSight } from './walking.ts'

const stage = setStage()

const LOADS = IN_FULL ? 20 : 5

/** Slows a phone's network, so that its page arrives piece by piece. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Presses the button as soon as it is anywhere on the page, painted or not. */
async function pressAtOnce(page: Page, button: string): Promise<void> {
  await page.addInitScript((selector) => {
    if (sessionStorage.getItem('pressed')) return
    const press = () => {
      const found = document.querySelector<HTMLButtonElement>(selector)
      if (!found?.getBoundingClientRect().height) return
      observer.disconnect()
      sessionStorage.setItem('pressed', 'yes')
      found.click()
    }
    const observer = new MutationObserver(press)
    observer.observe(document, { childList: true, subtree: true })
  }, button)
}

test('a press on a button while the page is still loading counts as one answer', async () => {
  for (let load = 0; load < LOADS; load++) {
    const before = Math.max(0, ...recordedSteps(stage.server.dataDir).map(({ session }) => session))
    const { page, complaints, close } = await openTab(stage.browser, MOVING_PHONE)
    await slowDown(page, 8000 + (60_000 / LOADS) * load)
    await pressAtOnce(page, 'button[value=yes]')
    const posted: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && posted.push(request.method()))
    await page.goto(`${stage.server.url}/yardstick`, { waitUntil: 'commit' })
    await seeStep(page, 'yardstick/state')
    expect(posted).toEqual(['GET'])
    // The app takes long on such a network, so only one load checks what happens to the answer.
    if (load < LOADS - 1) {
      await close()
      continue
    }
    await ready(page)
    await sentAll(page)
    const mine = recordedSteps(stage.server.dataDir).filter(({ session }) => session > before)
    expect(mine.map(({ step }) => step)).toEqual(['yardstick/injured'])
    expect(complaints).toEqual([])
    await close()
  }
})

test('without a script to handle the press, the page continues at the next step, and neither a reload nor Back posts again', async () => {
  const { page, close } = await openTab(stage.browser, MOVING_PHONE)
  const before = recordedSteps(stage.server.dataDir).length
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.addInitScript(() => {
    if (sessionStorage.getItem('listens')) return
    const listen = window.addEventListener.bind(window)
    Object.assign(window, {
      addEventListener: (type: string, ...how: [EventListener, boolean?]) =>
        ['click', 'submit'].includes(type) || listen(type, ...how),
    })
  })
  await page.goto(`${stage.server.url}/yardstick`)
  await page.locator('button[value=no]:visible').tap()
  await seeStep(page, 'yardstick/state')
  expect(page.url()).toBe(`${stage.server.url}/yardstick`)
  await page.locator('select:visible').selectOption('TX')
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'yardstick/age')
  await page.reload()
  expect(await stepInSight(page)).toBe('yardstick/age')
  await page.goBack()
  await page.unroute('**/assets/main-*.js')
  await page.evaluate(() => sessionStorage.setItem('listens', 'yes'))
  await page.reload()
  await ready(page)
  expect(await stepInSight(page)).toBe('yardstick/age')
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  expect(recorded.map(({ step }) => step)).toEqual(['yardstick/injured', 'yardstick/state'])
  await close()
})
