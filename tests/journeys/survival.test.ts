import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { openBrowser } from './chromium.ts'
import { recordedSteps } from './records.ts'
import { startServer, type Serving } from './serving.ts'
import { openTab, PHONE, sentAll } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

let browser: Browser
let server: Serving

beforeAll(async () => {
  browser = await openBrowser()
  server = await startServer()
})
afterAll(async () => {
  await browser.close()
  await server.end()
})

const script = readScript('class-action-finder-car-accident')
const flow = readFlow(script.site)
const shown = shownSteps(script)

test('a server that dies in the middle of a funnel loses no answer, and the visitor finishes', async () => {
  const { page, complaints, close } = await openTab(browser)
  await page.goto(`${server.url}/${script.site}`)
  for (const [index, id] of shown.slice(0, -1).entries()) {
    if (index === 7) {
      await sentAll(page)
      await server.kill()
      expect(recordedSteps(server.dataDir).map(({ step }) => step)).toEqual(shown.slice(0, 7))
    }
    // While the server is away the visitor goes on: nothing but the checks of ZIP, email and phone asks it.
    if (index === 10) await server.restart()
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown.at(-1)!)
  await sentAll(page)
  const steps = recordedSteps(server.dataDir)
  expect(steps.map(({ step }) => step)).toEqual(
    script.trace
      .filter((line) => !line.endsWith(' skipped'))
      .map((line) => line.split(' ')[0])
      .slice(0, -1),
  )
  expect(complaints.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
  await close()
})

test('a refresh and a closed tab come back to the same step, with the answers kept', async () => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(`${server.url}/${script.site}`)
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
  await later.goto(`${server.url}/${script.site}`)
  await seeStep(later, shown[4]!)
  await later.getByRole('button', { name: 'Back' }).click()
  await seeStep(later, shown[3]!)
  await later.getByRole('button', { name: 'Back' }).click()
  await seeStep(later, shown[2]!)
  expect(await later.locator('select').first().inputValue()).toBe('TX')
  await context.close()
})

test('without a network the visitor goes on, and all is sent in order when it is back', async () => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const before = recordedSteps(server.dataDir).length
  await page.goto(`${server.url}/${script.site}`)
  await seeStep(page, shown[0]!)
  await sentAll(page)
  await page.waitForTimeout(500)
  await context.setOffline(true)
  for (const id of shown.slice(0, 5)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown[5]!)
  expect(recordedSteps(server.dataDir)).toHaveLength(before)
  await context.setOffline(false)
  await sentAll(page)
  expect(
    recordedSteps(server.dataDir)
      .slice(before)
      .map(({ step }) => step),
  ).toEqual(shown.slice(0, 5))
  await context.close()
})

test('an answer changed on the way back drops what the new path no longer shows', async () => {
  const { page, complaints, close } = await openTab(browser)
  await page.goto(`${server.url}/${script.site}`)
  for (const id of shown.slice(0, 2)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, shown[2]!)
  await page.goBack()
  await seeStep(page, shown[1]!)
  await page.goBack()
  await seeStep(page, shown[0]!)
  await page.locator('button[value=no]').click()
  await seeStep(page, 'wc/hurt_at_work')
  expect(complaints).toEqual([])
  await close()
})
