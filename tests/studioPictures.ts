import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { OPERATOR, type Serving } from './journeys/serving.ts'

/** Takes the pictures of the studio in the guide: the first half hour of an author, from the list of sites to a publish. */

const FOLDER = 'docs/studio'
/** The guide's text is narrower. */
const SHOWN_WIDTH = 1200

export async function saveForGuide(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await sharp(await page.screenshot())
    .resize({ width: SHOWN_WIDTH })
    .webp({ quality: 62, effort: 6 })
    .toFile(`${FOLDER}/${name}.webp`)
}

/** Walks through the studio and calls `save` at each screen. */
export async function takeStudioPictures(
  browser: Browser,
  { url }: Pick<Serving, 'url'>,
  save: (page: Page, name: string) => Promise<void>,
  options: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const button = (name: string | RegExp, exact = false) => page.getByRole('button', { name, exact })
  const tab = (name: string | RegExp) => page.getByRole('tab', { name })
  await page.goto(`${url}/studio`)
  await page.getByLabel('Name').fill(OPERATOR.name)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await button('Log in').click()
  await page.getByRole('row').nth(1).waitFor()
  await save(page, 'sites')

  await button('New site').click()
  const sheet = page.getByRole('dialog', { name: 'New site' })
  await sheet.getByRole('radio', { name: /^Home services/ }).check()
  await sheet.getByLabel('Site name').fill('Roof Rescue')
  await sheet.getByLabel('Legal name').fill('Roof Rescue LLC')
  await sheet.getByLabel('Street address').fill('1 Main Street')
  await sheet.getByLabel('City, state, ZIP code').fill('Austin, TX 78701')
  await sheet.getByLabel('Phone').fill('(512) 555-0100')
  await save(page, 'new-site')
  await sheet.getByRole('button', { name: 'Create site' }).click()

  const steps = page.locator('.step-open')
  await steps.nth(1).click()
  await page.frameLocator('iframe.page').getByRole('heading').first().waitFor()
  await tab('Problems (0)').waitFor()
  await page.waitForTimeout(PAINTED_MS)
  await save(page, 'editor')

  await button('Add a step…').click()
  await page.getByRole('dialog', { name: 'Add a step' }).waitFor()
  await save(page, 'add-step')
  await page.keyboard.press('Escape')

  await steps.filter({ hasText: 'to some visitors' }).or(steps.nth(3)).first().click()
  await button('Edit', true).or(button('Add a condition')).first().click()
  await page.waitForTimeout(PAINTED_MS)
  await save(page, 'rules')

  await tab(/^Comments/).click()
  await page.getByRole('textbox', { name: 'New comment' }).fill('Could this be shorter?')
  await button('Comment', true).click()
  await button(/^Resolve/).waitFor()
  await page.waitForTimeout(PAINTED_MS)
  await save(page, 'comments')

  await tab('Languages').click()
  await page.waitForTimeout(PAINTED_MS)
  await save(page, 'languages')

  await button('Publish…').click()
  await button('Publish now').waitFor()
  await save(page, 'publish')
  await page.goto('about:blank')
  await context.close()
}

/** Time for the page in the frame to be painted. */
const PAINTED_MS = 600
