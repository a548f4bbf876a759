import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { FlowDocument, Site } from '../schemas/flow/flow.ts'
import { BRANDS } from './brands.ts'
import { FORMS } from '../src/server/legal/privacyRequest.ts'
import { openBrowser } from './journeys/chromium.ts'
import { visibleSteps, waysTo, type Way } from './journeys/everyStep.ts'
import { OPERATOR, startServer, type Serving } from './journeys/serving.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './journeys/walking.ts'
import { takeDeskPictures } from './deskPictures.ts'
import { saveForGuide, takeStudioPictures } from './studioPictures.ts'
import { takeThemePictures } from './themePictures.ts'

/** Takes a picture of every screen to look at: `npm run look`. Covers each step of each site with its error state, including the thank-you
 *  pages; the legal pages and their forms' messages; and the operator's login and tabs. Each is taken on a phone, a tablet and a desktop,
 *  in light and dark. One walk through each site adds the screens that are easy to forget.
 *  Pictures are in FOLDER, with those of a site numbered in the order of its flow. `--only PART` takes those with PART in their name, such
 *  as `leadloom/`, `rex_direct` or `legal`; `--screen PART` takes those of the screens with PART in theirs. `--only readme` makes the
 *  README's pictures and `--only theme` those of the author's guide, in fixtures/pictures; `--only studio` makes those of the studio, in docs/studio. */

const FOLDER = '.look'
const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1440, height: 900 },
  wide: { width: 2560, height: 1440 },
}
const SCHEMES = ['light', 'dark'] as const
const FORGOTTEN: Record<string, BrowserContextOptions> = {
  small: { viewport: { width: 320, height: 640 } },
  laptop: { viewport: { width: 1024, height: 768 } },
  landscape: { viewport: { width: 740, height: 360 } },
  'zoomed-to-200': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  contrast: { viewport: { width: 360, height: 740 }, forcedColors: 'active' },
  'contrast-dark': { viewport: { width: 360, height: 740 }, forcedColors: 'active', colorScheme: 'dark' },
}
const ONE_WAY = [
  'class-action-finder-car-accident',
  'leadloom-car-and-its-insurance',
  'unemployment-guru-late-appeal',
  'found-money-unclaimed-money',
]
const DAYS = 20

const {
  values: { only = '', screen = '' },
} = parseArgs({ options: { only: { type: 'string' }, screen: { type: 'string' } } })
const isWanted = (name: string) => name.includes(only)
/** Every screen is pictured while the page is open, so that a walk goes there only once. */
const screens = Object.entries(SIZES)
  .flatMap(([size, viewport]) =>
    SCHEMES.map((colorScheme) => ({ folder: `${size}-${colorScheme}`, viewport, colorScheme })),
  )
  .filter(({ folder }) => folder.includes(screen))

rmSync(FOLDER, { recursive: true, force: true })
const server = await startServer({ RATE_LIMIT: '0' })
const browser = await openBrowser()
for (const [site, { footer }] of Object.entries(BRANDS)) {
  await lookAtSite(site)
  await lookAtLegal(site, footer)
}
if (isWanted('stats') || isWanted('readme')) seed(server)
if (isWanted('readme')) await lookForReadme()
if (only === 'theme') await takeThemePictures(browser, server)
if (only === 'studio') await takeStudioPictures(browser, server, saveForGuide)
if (isWanted('stats')) {
  for (const { folder, ...options } of screens) await lookAtStats(options, folder)
}
if (isWanted('desk')) await takeDeskPictures(browser, screens, (page, file) => picture(page, file, true))
for (const [folder, options] of Object.entries(FORGOTTEN).filter(([folder]) => folder.includes(screen)))
  for (const name of ONE_WAY.filter(isWanted)) await lookAtScript(options, name, folder)
await browser.close()
await server.end()
console.log(`The pictures stand in ${FOLDER}/.`)

function seed({ dataDir }: Serving): void {
  const { status } = spawnSync(
    process.execPath,
    ['src/cli/leadloom.js', 'seed', '--sessions', '3000', '--days', String(DAYS), '--seed', '7'],
    { env: { ...process.env, DATA_DIR: dataDir }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error('Seeding failed.')
}

async function lookAtSite(site: string): Promise<void> {
  const flow = readFlow(site)
  const all = visibleSteps(flow)
  const name = (id: string) => numbered(`${site}/`, all.indexOf(id), id)
  const left = new Set(all.filter((id) => isWanted(name(id))))
  for (const way of waysTo(flow, [...left]))
    await walkWith({ viewport: SIZES.phone }, { site, flow, way }, async (page, id) => {
      if (!left.delete(id)) return
      await pictures(page, name(id))
      if (await showErrors(page, id)) await pictures(page, `${name(id)}-error`)
    })
}

async function lookAtScript(options: BrowserContextOptions, name: string, folder: string): Promise<void> {
  const script = readScript(name)
  const shown = shownSteps(script)
  const told = { site: script.site, flow: readFlow(script.site), way: { ...script, headers: {}, shown } }
  await walkWith(options, told, async (page, id) => {
    const file = numbered(`${folder}/${name}/`, shown.indexOf(id), id)
    await picture(page, file)
    if (await showErrors(page, id)) await picture(page, `${file}-error`)
  })
}

/** Walks through a site, and pictures each step before it is answered. */
async function walkWith(
  options: BrowserContextOptions,
  { site, flow, way }: { site: string; flow: FlowDocument; way: Way },
  look: (page: Page, id: string) => Promise<void>,
): Promise<void> {
  const { page, close } = await open(options)
  await page.setExtraHTTPHeaders(way.headers)
  await page.goto(`${server.url}/${site}?${new URLSearchParams(way.query).toString()}`)
  for (const [index, id] of way.shown.entries()) {
    await seeStep(page, id)
    await look(page, id)
    if (index < way.shown.length - 1) await answerStep(page, flow, id, way.answers[id] ?? {})
  }
  await close()
}

/** Pictures each document in full, and its form's messages when nothing is typed and when all is well. */
async function lookAtLegal(site: string, footer: Site['footer']): Promise<void> {
  const { page, close } = await open({ viewport: SIZES.phone })
  for (const { document: slug } of footer) {
    const name = `${site}/legal-${slug}`
    if (!isWanted(name)) continue
    await page.goto(`${server.url}/legal/${site}/${slug}`)
    await pictures(page, name, { fullPage: true })
    if (!(slug in FORMS)) continue
    const choice = page.getByRole('radio').first()
    if (await choice.isVisible()) await choice.check()
    await page.getByRole('button').click()
    await page.getByText('Nothing has been sent yet').waitFor()
    await pictures(page, `${name}-error`)
    await page.getByLabel('Email address').fill('ann@example.com')
    await page.getByRole('button').click()
    await page.getByText('We received your request').waitFor()
    await pictures(page, `${name}-thanks`)
  }
  await close()
}

async function open(options: BrowserContextOptions): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  return { page: await context.newPage(), close: () => context.close() }
}

/** Submits the step empty; false for a step that asks for nothing, or only for a choice, or that is already filled in. */
async function showErrors(page: Page, id: string): Promise<boolean> {
  const step = page.locator(`[data-step="${id}"]`)
  const isFilledIn = await step
    .locator('.control, input:not([type=hidden])')
    .evaluateAll((controls: HTMLInputElement[]) =>
      controls.every(({ type, checked, value }) =>
        type === 'radio' || type === 'checkbox' ? checked : value !== '',
      ),
    )
  if (isFilledIn) return false
  await step.locator('.actions button:visible').click()
  await step.locator('.error:not(:empty):visible').first().waitFor()
  return true
}

/** The two pictures of the README. */
async function lookForReadme(): Promise<void> {
  const funnel = await open({ viewport: SIZES.phone })
  await funnel.page.goto(`${server.url}/class-action-finder`)
  await small(funnel.page, 'funnel')
  await funnel.close()
  const stats = await open({ viewport: { width: 1280, height: 740 } })
  await stats.page.goto(`${server.url}/stats`)
  await logIn(stats.page)
  await stats.page.getByRole('tab', { name: 'Visits' }).click()
  await stats.page.waitForLoadState('networkidle')
  await stats.page.waitForTimeout(400)
  await small(stats.page, 'stats')
  await stats.close()
}

async function small(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `fixtures/pictures/${name}.jpg`, type: 'jpeg', quality: 70 })
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(OPERATOR.name)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function lookAtStats(options: BrowserContextOptions, folder: string) {
  const { page, close } = await open(options)
  await page.goto(`${server.url}/stats`)
  await page.getByLabel('Password', { exact: true }).waitFor()
  await picture(page, `${folder}/stats/1-login`)
  await logIn(page)
  for (const [index, tab] of ['Analytics', 'Visits', 'Sales'].entries()) {
    await page.getByRole('tab', { name: tab }).click()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(400)
    await picture(page, `${folder}/stats/${index + 2}-${tab.toLowerCase()}`, true)
  }
  await page.locator('tbody .figure').first().click()
  await page.getByText('the newest first').waitFor()
  await picture(page, `${folder}/stats/5-behind-a-figure`)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^View of/ })
    .first()
    .click()
  await picture(page, `${folder}/stats/6-view`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Date range/ }).click()
  await picture(page, `${folder}/stats/7-dates`)
  await close()
}

/** Pictures the page on every screen, then sets it back to a phone's. */
async function pictures(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  for (const { folder, viewport, colorScheme } of screens) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await picture(page, `${folder}/${name}`, fullPage)
  }
  await page.setViewportSize(SIZES.phone)
}

/** Name of a picture, numbered by its place. */
function numbered(place: string, index: number, id: string): string {
  return `${place}${String(index + 1).padStart(2, '0')}-${id.replace('/', '-')}`
}

async function picture(page: Page, file: string, fullPage = false): Promise<void> {
  const path = `${FOLDER}/${file}.png`
  mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true })
  await page.screenshot({ path, fullPage })
}
