import { beforeAll, expect, test } from 'vitest'
import { picturesFlow } from './picturesFlow.ts'
import { publishFlow } from './publishing.ts'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { holdReact, openTab, PHONE, ready, sentAll, watchLayout } from './visitor.ts'
import { seeStep } from './walking.ts'

const stage = setStage()
beforeAll(() => publishFlow(picturesFlow(), 'pictures', stage.server))

test('late pictures move nothing, and cards with pictures work before and after React loads', async () => {
  const { page, complaints, close } = await openTab(stage.browser, { ...PHONE, deviceScaleFactor: 2 })
  const moved = await watchLayout(page)
  const letReactCome = await holdReact(page)
  let letPicturesCome = () => {}
  const held = new Promise<void>((resolve) => (letPicturesCome = resolve))
  await page.route('**/main/flows/pictures/*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${stage.server.url}/pictures`, { waitUntil: 'commit' })
  const cards = page.locator('.pictured:visible')
  await cards.nth(2).waitFor()
  const places = () =>
    cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect))
  const before = await places()
  expect(before.map(({ x, height }) => [Math.round(x), height >= 56])).toEqual([
    [20, true],
    [186, true],
    [20, true],
  ])
  letPicturesCome()
  const shown = () =>
    page
      .locator('.step:visible img')
      .evaluateAll((all) =>
        Promise.all((all as HTMLImageElement[]).map((image) => image.decode().then(() => image.currentSrc))),
      )
  const sources = await shown()
  expect(sources.map((source) => /-(\d+\.\w+)$/.exec(source)?.[1])).toEqual([
    '640.avif',
    '320.avif',
    '320.avif',
    '320.avif',
  ])
  expect(await places()).toEqual(before)

  await cards.nth(1).locator('img').tap()
  await seeStep(page, 'asked/street')
  expect(await shown()).toHaveLength(4)
  letReactCome()
  await ready(page)
  await page.locator('.pictured:visible img').first().tap()
  await seeStep(page, 'asked/walls')
  await page.locator('.pictured:visible img').nth(1).tap()
  await page.locator('.pictured:visible img').nth(3).tap()
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'asked/door')
  await page.getByText('Mostly shade').locator('visible=true').tap()
  await page.locator('.actions button:visible').tap()
  await seeStep(page, 'end/end')
  await sentAll(page)
  const recorded = recordedSteps(stage.server.dataDir).slice(-4)
  expect(
    recorded.map(({ answers }) => [...answers.matchAll(/"raw_data":"(\w+)"/g)].map(([, value]) => value)),
  ).toEqual([['some'], ['full'], ['some', 'tree'], ['shade']])
  expect(await moved()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})
