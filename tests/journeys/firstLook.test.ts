import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { setStage } from './stage.ts'
import { holdReact, openTab, PHONE, ready } from './visitor.ts'

const stage = setStage()
const STILL = PHONE

/** Every style of every visible element, except the phone number to call, which the app requests. */
function styles(page: Page): Promise<string[]> {
  return page.locator('#root :not(.banner *)').evaluateAll((elements) => {
    const names = [...getComputedStyle(document.documentElement)].sort()
    return elements
      .filter((element) => element.checkVisibility() && !element.matches('[data-ahead]'))
      .flatMap((element) =>
        ['', '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(element, pseudo)
          // A pseudo-element that isn't there has no style.
          const isThere = pseudo === '' || style.content !== 'none'
          const all = isThere ? names.map((name) => `${name}: ${style.getPropertyValue(name)}`) : []
          return `${element.localName}${pseudo} ${element.className.toString()} {${all.join('; ')}}`
        }),
      )
  })
}

/** Kinds of files that the page requested through its links or styles, and the app through its own calls. A font comes whenever the page
 *  is shown. */
function files(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, initiatorType }) => `${initiatorType} ${name.replace(/^.*\./, '')}`)
      .filter((file) => /json|css/.test(file) && !file.endsWith('woff2'))
      .sort(),
  )
}

/** Waits until the components' whole stylesheet is there, and only that. */
async function dressed(page: Page): Promise<void> {
  await ready(page)
  await page.waitForFunction(() => document.querySelectorAll('style').length === 1)
}

const SITES = ['class-action-finder', 'found-money', 'leadloom', 'unemployment-guru', 'yardstick']
// The two sites that look least alike.
test.each(IN_FULL ? SITES : ['found-money', 'yardstick'])(
  '%s: the styles in the page look the same on its first steps as the whole stylesheet',
  async (site) => {
    const url = `${stage.server.url}/${site}`
    const whole = await openTab(stage.browser, STILL)
    await whole.page.goto(url)
    await dressed(whole.page)
    const first = await styles(whole.page)
    expect(first.some((style) => style.startsWith('h1 '))).toBe(true)
    await whole.close()

    const { page, complaints, close } = await openTab(stage.browser, STILL)
    const release = await holdReact(page)
    // The page's load event waits for the app.
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    expect(await page.locator('style').count()).toBe(2)
    expect(await styles(page)).toEqual(first)

    // If the first step has choices, the next one is there as well.
    const choice = page.locator('[data-choice]:visible').first()
    if (await choice.isVisible()) {
      await choice.tap()
      await page.locator('[data-moved]').waitFor()
    }
    const early = await styles(page)
    await expect.poll(() => files(page)).toEqual(['link css', 'link json'])
    release()
    await dressed(page)
    expect(await files(page)).toEqual(['link css', 'link json'])
    expect(await styles(page)).toEqual(early)
    expect(complaints).toEqual([])
    await close()
  },
)
