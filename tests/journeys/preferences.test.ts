import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { IN_FULL } from '../inFull.ts'
import { leaves } from '../../src/flow/elements/elements.ts'
import { overflow, smallTargets } from './fit.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { openTab, PHONE, ready } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setStage()

/** Text size of a browser until its user sets another one. */
const USUAL_PX = 16

test('text has the size set in the browser, and nothing is cut off at twice the usual size', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 2 * USUAL_PX } })
  const others = IN_FULL ? ['unemployment-guru-late-appeal'] : []
  for (const name of [...others, 'found-money-unclaimed-money']) {
    const script = readScript(name)
    const flow = readFlow(script.site)
    const shown = shownSteps(script)
    await page.goto(`${stage.server.url}/${script.site}`)
    await ready(page)
    for (const [index, id] of shown.entries()) {
      await seeStep(page, id)
      expect([id, await wrongWith(page)]).toEqual([id, []])
      if (index < shown.length - 1) await answerStep(page, flow, id, script.answers[id] ?? {})
    }
  }
  await page.goto(`${stage.server.url}/legal/leadloom/terms-of-use`)
  expect([await fontSize(page, 'main h2 + p'), await overflow(page), complaints]).toEqual(['34px', 0, []])
  await close()
})

async function wrongWith(page: Page): Promise<string[]> {
  const outside = await page
    .locator('.masthead *:visible, .banner *:visible, .stage *:visible')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.closest('.visually-hidden') === null)
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map((element) => `${element.outerHTML.slice(0, 80)} is cut off.`),
    )
  const size = await fontSize(page, '.lead:visible, .prose:visible')
  const back = await page.locator('.back').first().boundingBox()
  return [
    ...outside,
    ...(await smallTargets(page)),
    ...((await overflow(page)) > 0 ? ['The page scrolls sideways.'] : []),
    ...(size === '36px' ? [] : [`The text is of ${size}.`]),
    ...(back && back.height > 2 * 44 ? ['The way back is broken into pieces.'] : []),
  ]
}

function fontSize(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).fontSize)
}

test('a pressed or selected choice looks different in forced colors', async () => {
  const flow = readFlow('class-action-finder')
  for (const element of leaves(flow.ui_config.offers['mva']!.steps[0]!.questions))
    if (element.type === 'container' && element.widget === 'choice') element.hint = 'A rough guess is fine.'
  await publishFlow(flow, 'hints', stage.server)
  const { page, close } = await openTab(stage.browser, { ...PHONE, forcedColors: 'active' })
  await page.goto(`${stage.server.url}/hints`)
  await ready(page)
  const colors = () =>
    page
      .locator('.choice:visible')
      .evaluateAll((choices) => choices.map((choice) => getComputedStyle(choice).backgroundColor))
  const [plain] = await colors()
  await page.locator('.choice:visible').last().hover()
  await page.mouse.down()
  await expect.poll(async () => (await colors()).map((color) => color === plain)).toEqual([true, false])
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await page.locator('.choice:visible').first().tap()
  await seeStep(page, 'mva/date')
  await page.getByRole('button', { name: 'Back' }).tap()
  await seeStep(page, 'mva/injured')
  await expect.poll(async () => (await colors()).map((color) => color === plain)).toEqual([false, true])
  const texts = await page
    .locator('.choice[aria-current]:visible')
    .evaluate((choice) =>
      [choice, choice.querySelector('small')!].map((text) => getComputedStyle(text).color),
    )
  expect(texts[1]).toBe(texts[0])
  await close()
})
