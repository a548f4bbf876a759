import { expect, test } from 'vitest'
import { inFull } from '../inFull.ts'
import { elementsFlow } from './elementsFlow.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { openTab, ready } from './visitor.ts'
import { seeStep, stepInSight } from './walking.ts'

/** Tests that work a press would have to wait for is done before it. */

const stage = setStage()

test('the next step is drawn, and its mask’s code loaded, while the current one is shown', async () => {
  await publishFlow(elementsFlow('leadloom'), 'beforehand', stage.server)
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/beforehand`)
  await ready(page)
  await page.locator('[data-step="all/who"]').waitFor({ state: 'attached' })
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/mask-')),
  )
  expect(await stepInSight(page)).toBe('all/hurt')
  await close()
})

inFull(
  'a mask’s code that failed to load is requested again when the visitor reaches its field',
  async () => {
    await publishFlow(elementsFlow('leadloom'), 'beforehand', stage.server)
    const { page, close } = await openTab(stage.browser)
    let asked = 0
    await page.route('**/mask-*.js', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.continue()
    })
    await page.goto(`${stage.server.url}/beforehand`)
    await ready(page)
    await expect.poll(() => asked).toBe(1)
    await page.locator('button[value=yes]:visible').tap()
    const phone = page.locator('input[name$=phone]:visible')
    await phone.pressSequentially('5129592368')
    await expect.poll(() => phone.inputValue()).toBe('(512) 959-2368')
    expect(asked).toBe(2)
    await close()
  },
)

test('a waiting step isn’t read out, can’t be reached, and takes no space', async () => {
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/yardstick`)
  await ready(page)
  await page.locator('[data-step="yardstick/state"][data-ahead]').waitFor({ state: 'attached' })
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as {
    nodes: { ignored: boolean; role?: { value: string }; name?: { value: string } }[]
  }
  const named = (role: string) =>
    nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value)
  expect(named('heading')).toEqual(['Have you been injured in an accident?', 'Who’s behind this site'])
  expect(named('combobox')).toEqual([])
  const reached = new Set<string | null>()
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab')
    reached.add(
      await page.evaluate(
        () => document.activeElement?.closest('[data-step]')?.getAttribute('data-step') ?? null,
      ),
    )
  }
  expect(reached).toEqual(new Set([null, 'yardstick/injured']))
  const height = () => page.evaluate(() => document.querySelector('.stage')!.getBoundingClientRect().height)
  const before = await height()
  await page.evaluate(() => document.querySelector('[data-ahead]')!.remove())
  expect(await height()).toBe(before)
  await close()
})

test('a press writes to the browser’s history only if it leads to another step', async () => {
  const { page, close } = await openTab(stage.browser)
  await page.addInitScript(() => {
    const written: string[] = []
    Object.assign(window, { written })
    for (const name of ['pushState', 'replaceState'] as const) {
      const write = history[name].bind(history)
      history[name] = (state, ...rest) => {
        written.push(`${name} ${state.step.step_key}`)
        write(state, ...rest)
      }
    }
  })
  const written = () => page.evaluate(() => (window as unknown as { written: string[] }).written)
  await page.goto(`${stage.server.url}/yardstick`)
  await ready(page)
  await expect.poll(written).toEqual(['replaceState injured'])
  await page.locator('h1:visible').tap()
  await page.locator('button[value=yes]').tap()
  await seeStep(page, 'yardstick/state')
  await expect.poll(written).toEqual(['replaceState injured', 'pushState state'])
  await page.evaluate(() => history.back())
  await seeStep(page, 'yardstick/injured')
  await page.evaluate(() => history.forward())
  await seeStep(page, 'yardstick/state')
  await page.getByRole('button', { name: 'Back' }).tap()
  await seeStep(page, 'yardstick/injured')
  expect(await written()).toEqual(['replaceState injured', 'pushState state'])
  await close()
})
