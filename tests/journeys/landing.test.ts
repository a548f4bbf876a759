import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { overflow, smallTargets } from './fit.ts'
import { landingFlow } from './landingFlow.ts'
import { faults } from './operator.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { holdReact, openTab, PHONE, ready, watchLayout } from './visitor.ts'
import { goBack, seeStep } from './walking.ts'

const stage = setStage()
beforeAll(() => publishFlow(landingFlow(), 'landing', stage.server))

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } }

/** Visible parts of the section. */
const shown = (page: Page) =>
  page
    .locator('.landing, .landing-picture, .testimonials, .faq')
    .evaluateAll((parts) =>
      parts.filter((part) => part.checkVisibility()).map((part) => part.className.split(' ').at(-1)),
    )
const ALL = ['landing', 'landing-picture', 'testimonials', 'faq']

test('is only around the first question, before and after React, without shifting anything', async () => {
  const { page, complaints, close } = await openTab(stage.browser, SMALL)
  const shift = await watchLayout(page)
  const letReactCome = await holdReact(page)
  await page.goto(`${stage.server.url}/landing`, { waitUntil: 'commit' })
  await seeStep(page, 'asked/own')
  expect(await shown(page)).toEqual(ALL)
  await page.getByText('Yes, I do').tap()
  await seeStep(page, 'asked/name')
  expect([await shown(page), await page.evaluate(() => [scrollY, document.activeElement?.tagName])]).toEqual([
    [],
    [0, 'H1'],
  ])
  letReactCome()
  await ready(page)
  expect(await shown(page)).toEqual([])
  await goBack(page)
  await seeStep(page, 'asked/own')
  expect(await shown(page)).toEqual(ALL)
  await page.getByText('No, I rent').tap()
  await seeStep(page, 'asked/name')
  expect([await shown(page), await shift(), complaints]).toEqual([[], 0, []])
  await close()
})

test('leaves the first question and its answers on the screen of a small phone', async () => {
  const { page, close } = await openTab(stage.browser, SMALL)
  await page.goto(`${stage.server.url}/landing`)
  await ready(page)
  const bottoms = await page
    .locator('.step:not([data-ahead]) :is(h1, .choice)')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom))
  expect(bottoms).toHaveLength(3)
  expect(Math.max(...bottoms)).toBeLessThan(640)
  await close()
})

test('its faces and pictures are loaded when the visitor scrolls to them, and axe-core finds nothing', async () => {
  const { page, complaints, close } = await openTab(stage.browser, SMALL)
  const shift = await watchLayout(page)
  await page.goto(`${stage.server.url}/landing`)
  await ready(page)
  const pictures = page.locator('.stage img')
  expect(await pictures.count()).toBe(2)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await page.locator('summary').tap()
  await page.getByText('Nothing.').waitFor()
  expect([await faults(page), await smallTargets(page), await overflow(page)]).toEqual([[], [], 0])
  expect([await shift(), complaints]).toEqual([0, []])
  await close()
})

test('a site without one loads nothing for it', async () => {
  const { page, close } = await openTab(stage.browser, SMALL)
  await page.goto(`${stage.server.url}/yardstick`)
  await ready(page)
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(files.filter((file) => /lazyWidgets|landing/.test(file))).toEqual([])
  expect(await page.content()).not.toMatch(/landing|testimonials/)
  await close()
})
