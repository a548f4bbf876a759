import { expect, test } from 'vitest'
import { startFaultProxy } from './faultProxy.ts'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { openTab, PHONE, ready, sentAll } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setStage()

test('the browser posts each answer if the app is blocked, and the app continues from there', async () => {
  const before = recordedSteps(stage.server.dataDir).length
  const { page, close } = await openTab(stage.browser)
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto(`${stage.server.url}/yardstick`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.locator('select:visible').selectOption('TX')
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'yardstick/age')
  expect(await page.evaluate(() => sessionStorage.getItem('leadloom.early'))).toBeNull()
  await page.unroute('**/assets/main-*.js')
  await page.reload()
  await seeStep(page, 'yardstick/age')
  await ready(page)
  expect(await page.getByRole('alert').count()).toBe(0)
  await sentAll(page)
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  expect(recorded.map(({ step }) => step)).toEqual(['yardstick/injured', 'yardstick/state'])
  await close()
})

test('if neither the app nor the server can be reached, the page says so and keeps the choice for a reload', async () => {
  const before = recordedSteps(stage.server.dataDir).length
  const { page, close } = await openTab(stage.browser)
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.route('**/yardstick', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.goto(`${stage.server.url}/yardstick`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await page.getByRole('alert').getByText('Your choice is saved.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Reload' }).tap()
  await seeStep(page, 'yardstick/state')
  await ready(page)
  await sentAll(page)
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  expect(recorded.map(({ step }) => step)).toEqual(['yardstick/injured'])
  await close()
})

test('the app requests its flow and stylesheet until they load', async () => {
  const { page, close } = await openTab(stage.browser)
  const failures = new Map<string, number>()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  for (const address of ['**/main/flows/*.json', '**/assets/main-*.css'])
    await page.route(address, async (route) => {
      const failed = failures.get(address) ?? 0
      failures.set(address, failed + 1)
      if (failed < 3) return route.abort()
      if (address.endsWith('.css')) await held
      await route.continue()
    })
  await page.goto(`${stage.server.url}/yardstick`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await ready(page)
  // The stylesheet may take longer than the start, which doesn't wait for it. The next step isn't visible before the stylesheet comes,
  // either.
  await expect.poll(() => [...failures.values()].every((asked) => asked > 3)).toBe(true)
  await page.locator('[data-ahead]').waitFor({ state: 'attached' })
  expect(await page.locator('.actions button:visible').count()).toBe(1)
  letGo()
  await page.locator('select:visible').selectOption('TX')
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'yardstick/age')
  await expect
    .poll(() => page.evaluate(() => [...document.styleSheets].map(({ href }) => href !== null)))
    .toEqual([true, false])
  await close()
})

test.concurrent.each(['half open, never answered', 'a reply without its end'] as const)(
  'a flow that hangs (%s) is requested again after ten seconds',
  async (fault) => {
    const proxy = await startFaultProxy(stage.server.url)
    const { page, close } = await openTab(stage.browser)
    let asked = 0
    proxy.fail((path) => (/flows.*json$/.test(path) && (asked += 1) === 1 ? fault : null))
    await page.goto(`${proxy.url}/yardstick`, { waitUntil: 'commit' })
    await page.locator('button[value=yes]:visible').tap()
    await seeStep(page, 'yardstick/state')
    await ready(page)
    await page.locator('select:visible').selectOption('TX')
    await page.locator('.actions button:visible').tap()
    await seeStep(page, 'yardstick/age')
    expect(asked).toBe(2)
    await close()
    await proxy.end()
  },
)

test('if the app hangs, the page says so after some seconds, and withdraws it once the app loads', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.goto(`${stage.server.url}/yardstick`, { waitUntil: 'commit' })
  await seeStep(page, 'yardstick/injured')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.clock.fastForward(8000)
  const notice = page.getByRole('alert').getByText('The rest of this page hasn’t loaded yet.')
  await notice.waitFor()
  letGo()
  await notice.waitFor({ state: 'detached' })
  await page.locator('button[value=yes]:visible').tap()
  await page.locator('select:visible').selectOption('TX')
  // By the page's clock, which the test sets.
  await page.clock.fastForward(1000)
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'yardstick/age')
  expect(complaints).toEqual([])
  await close()
})

test('without JavaScript the page says so, and takes answers by plain forms', async () => {
  const context = await stage.browser.newContext({ ...PHONE, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${stage.server.url}/yardstick`)
  expect(await page.locator('.no-script').innerText()).toContain('You can still answer every question')
  expect(await page.locator('h1:visible').isVisible()).toBe(true)
  await page.locator('button[value=yes]').tap()
  await seeStep(page, 'yardstick/state')
  // An answer that is missing is asked for in words.
  await page.locator('.actions button').tap()
  await page.locator('.error:visible').waitFor()
  await page.locator('select').selectOption('TX')
  await page.locator('.actions button').tap()
  await seeStep(page, 'yardstick/age')
  await context.close()
})

test('hanging calls that only count don’t delay answers', async () => {
  const script = readScript('yardstick-all')
  const flow = readFlow(script.site)
  const shown = shownSteps(script)
  const { page, close } = await openTab(stage.browser)
  const before = recordedSteps(stage.server.dataDir).length
  let asked = 0
  await page.route(/\/api\/sessions\/(track|completed_basics)/, () => {
    asked += 1
  })
  await page.goto(`${stage.server.url}/${script.site}`)
  await ready(page)
  for (const id of shown.slice(0, -1)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id] ?? {})
  }
  await expect.poll(() => recordedSteps(stage.server.dataDir).length - before).toBe(shown.length - 1)
  expect(asked).toBeGreaterThan(0)
  await close()
})
