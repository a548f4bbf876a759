import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { ADDRESSES } from '../../src/docs/contents.ts'
import { hasFocus, tabTo } from './byKeyboard.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults } from './operator.ts'
import { setStage } from './stage.ts'
import { openTab } from './visitor.ts'

const stage = setStage()

/** A start page, prose, a recipe with a whole flow, wide tables, pictures, a search that finds and one that doesn't, and no page. */
const PAGES = [
  ...(IN_FULL
    ? ADDRESSES.values()
    : ['/docs', '/docs/guide/steps', '/docs/recipes/spanish', '/docs/reference/buyers-file', '/docs/studio']),
  '/docs/search?q=two+buyers',
  '/docs/search?q=xyzzy',
  '/docs/nothing-here',
]

test.each([360, 1440])('axe-core finds nothing in the guide at %d px, in light and dark', async (width) => {
  const { page, close } = await openTab(stage.browser, { viewport: { width, height: 800 } })
  for (const address of PAGES) {
    await page.goto(`${stage.server.url}${address}`)
    expect([address, await wrongWith(page)]).toEqual([address, []])
  }
  await close()
})

test('the keyboard alone searches the guide and opens what it found', async () => {
  const { page, complaints, close } = await openTab(stage.browser, {
    viewport: { width: 360, height: 740 },
  })
  await page.goto(`${stage.server.url}/docs`)
  await page.keyboard.press('Tab')
  expect(await hasFocus(page, '.skip')).toBe(true)
  await tabTo(page, '#q')
  await page.keyboard.type('lost password')
  await page.keyboard.press('Enter')
  await page.locator('.hits').waitFor()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page, '#content')).toBe(true)
  await page.keyboard.press('Tab')
  expect(await hasFocus(page, '.hits > li:first-child a')).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/operators/accounts#lost-password')
  expect(
    await page.locator('#lost-password').evaluate((heading) => heading.getBoundingClientRect().top),
  ).toBeLessThan(200)

  // The list of pages, closed on a phone, opens by Enter.
  await page.goto(`${stage.server.url}/docs`)
  await tabTo(page, 'nav summary')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await hasFocus(page, 'nav a')).toBe(true)
  expect(complaints).toEqual([])
  await close()
})

async function wrongWith(page: Page): Promise<string[]> {
  const found = (await overflow(page)) > 0 ? ['It scrolls sideways.'] : []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const looking = colorScheme === 'dark' ? { only: BY_SCHEME } : {}
    found.push(...(await faults(page, looking)).map((fault) => `${colorScheme}: ${fault}`))
  }
  return found
}
