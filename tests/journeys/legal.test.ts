import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { BRANDS } from '../brands.ts'
import { FORMS } from '../../src/server/legal/privacyRequest.ts'
import { overflow, smallTargets } from './fit.ts'
import { BY_SCHEME, faults } from './operator.ts'
import { setStage } from './stage.ts'
import { openTab, ready } from './visitor.ts'

const stage = setStage()

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
]
const SCHEMES = [
  { colorScheme: 'light', looking: {} },
  { colorScheme: 'dark', looking: { only: BY_SCHEME } },
] as const

/** Sites with the same documents and forms, each in its own colors. */
const SITES = Object.entries(BRANDS).filter(([site]) => IN_FULL || site === 'found-money')

test.each(SITES)(
  '%s: legal pages and the messages of their forms are readable on a phone',
  async (site, { footer }) => {
    const { page, complaints, close } = await openTab(stage.browser, {})
    for (const { document: slug } of footer) {
      await page.goto(`${stage.server.url}/legal/${site}/${slug}`)
      expect([slug, await wrongWith(page)]).toEqual([slug, []])
      if (!(slug in FORMS)) continue

      await chooseFirst(page)
      await page.getByRole('button').click()
      await page.getByRole('alert').waitFor()
      expect([slug, 'errors', await wrongWith(page)]).toEqual([slug, 'errors', []])

      await page.getByLabel('Email address').fill('ann@example.com')
      await page.getByRole('button').click()
      await page.getByRole('status').waitFor()
      expect([slug, 'thanks', await wrongWith(page)]).toEqual([slug, 'thanks', []])
    }
    // For a form with errors, the browser reports the status that the server answered.
    expect(complaints.filter((said) => !said.includes('status of 400'))).toEqual([])
    await close()
  },
)

test('a document’s small print has the same picture as its site’s pages', async () => {
  const { page, close } = await openTab(stage.browser)
  for (const [site] of SITES) {
    await page.goto(`${stage.server.url}/${site}`)
    await ready(page)
    const own = await picture(page)
    await page.goto(`${stage.server.url}/legal/${site}/privacy-policy`)
    expect([site, await picture(page)]).toEqual([site, own])
  }
  await close()
})

function picture(page: Page): Promise<string[]> {
  return page.locator('.foot').evaluate((foot) => {
    const { backgroundColor, height, mask } = getComputedStyle(foot, '::before')
    return [backgroundColor, height, mask]
  })
}

/** Chooses the first option if the form has any, as the browser itself requires an answer. */
async function chooseFirst(page: Page): Promise<void> {
  const choice = page.getByRole('radio').first()
  if (await choice.isVisible()) await choice.check()
}

/** Faults found on narrow phones, in light and dark. */
async function wrongWith(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport)
    found.push(...(await smallTargets(page)))
    if ((await overflow(page)) > 0) found.push(`At ${viewport.width} pixels the page scrolls sideways.`)
  }
  for (const { colorScheme, looking } of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await faults(page, looking)).map((fault) => `${colorScheme}: ${fault}`))
  }
  return found
}
