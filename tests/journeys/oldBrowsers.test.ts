import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { openTab, PHONE, ready, sentAll } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

/** Tests the visitor's page in browsers that lack what the oldest supported ones lack, and in browsers that can't run the app. */

const stage = setStage()

/** Removes the methods that iOS 15 or Chrome 90 don't have. */
async function makeOld(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const gone: [object, string[]][] = [
      [Object, ['hasOwn', 'groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [URL, ['parse', 'canParse']],
      [AbortSignal, ['timeout', 'any']],
      [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with']],
      [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
      [HTMLFormElement.prototype, ['requestSubmit']],
      [SubmitEvent.prototype, ['submitter']],
      [Crypto.prototype, ['randomUUID']],
      [Document.prototype, ['startViewTransition']],
      [Element.prototype, ['checkVisibility']],
      [window, ['structuredClone', 'requestIdleCallback', 'navigation', 'scheduler', 'BroadcastChannel']],
    ]
    for (const [owner, names] of gone) for (const name of names) Reflect.deleteProperty(owner, name)
  })
}

test('a whole funnel works in a browser of the oldest supported age', async () => {
  const script = readScript('class-action-finder-car-accident')
  const flow = readFlow(script.site)
  const before = recordedSteps(stage.server.dataDir).length
  const { page, complaints, close } = await openTab(stage.browser)
  await makeOld(page)
  await page.goto(`${stage.server.url}/${script.site}`)
  await ready(page)
  for (const step of shownSteps(script)) {
    await seeStep(page, step)
    await answerStep(page, flow, step, script.answers[step] ?? {})
  }
  await sentAll(page)
  expect(await page.evaluate(() => 'at' in Array.prototype && !('submitter' in SubmitEvent.prototype))).toBe(
    true,
  )
  expect(complaints).toEqual([])
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  for (const step of shownSteps(script).slice(0, -1)) expect(recorded.map(({ step }) => step)).toContain(step)
  await close()
})

test.each([
  ['can’t be parsed', 'const broken = /(?<!'],
  ['fails when it runs', 'throw new Error("no such method")'],
])('if the app %s, the browser posts each answer', async (_, body) => {
  const before = recordedSteps(stage.server.dataDir).length
  const { page, close } = await openTab(stage.browser, PHONE)
  await page.route('**/assets/main-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.goto(`${stage.server.url}/yardstick`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.locator('select:visible').selectOption('TX')
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'yardstick/age')
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  expect(recorded.map(({ step }) => step)).toEqual(['yardstick/injured', 'yardstick/state'])
  await close()
})
