import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { openTab, ready, watchLayout } from './visitor.ts'
import { answerStep, readFlow, readScript, shownSteps } from './walking.ts'

const stage = setStage()

/** One of each site. */
const SCRIPTS = [
  'class-action-finder-car-accident',
  'found-money-unclaimed-money',
  'leadloom-renter-with-debt',
  'unemployment-guru-new-job',
]

test.each(SCRIPTS)(
  'in %s, the site’s font loads after the first question and is used from the next one, and nothing moves',
  async (name) => {
    const script = readScript(name)
    const { site, answers } = script
    const [first = '', second = ''] = shownSteps(script)
    const { page, complaints, close } = await openTab(stage.browser)
    const shift = await watchLayout(page)
    await page.goto(`${stage.server.url}/${site}`)
    await ready(page)
    const waitedMs = await page.waitForFunction(() => {
      const font = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return font && paint && document.fonts.status === 'loaded' && font.startTime - paint.startTime
    })
    expect(await waitedMs.jsonValue()).toBeGreaterThan(0)
    const html = page.locator('html')
    expect(await html.getAttribute('data-fonts')).toBe(null)
    await answerStep(page, readFlow(site), first, answers[first]!)
    await page.locator(`[data-step="${second}"]:not([data-ahead])`).waitFor()
    expect(await html.getAttribute('data-fonts')).toBe('')
    expect([await shift(), complaints]).toEqual([0, []])
    // What stays on the screen has the same lines in the fonts that stand in.
    const heights = () =>
      page.evaluate(() =>
        ['.masthead', '.foot'].map((part) => document.querySelector(part)!.getBoundingClientRect().height),
      )
    const withFont = await heights()
    await html.evaluate((element) => element.removeAttribute('data-fonts'))
    expect(await heights()).toEqual(withFont)
    await close()
  },
)
