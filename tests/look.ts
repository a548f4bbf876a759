import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from './journeys/chromium.ts'
import { OPERATOR, startServer, type Serving } from './journeys/serving.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps, type Script } from './journeys/walking.ts'

/** Takes a picture of every screen, to be looked at: `npm run look`. Each step of each site with its error state, the
 *  thank-you pages, the operator's login and tabs; on a phone, a tablet and a desk, light and dark; and one way through
 *  each site on the screens that are easily forgotten. They stand in FOLDER. `--only NAME` takes those of the scripts whose
 *  name has it, `--screen NAME` of the screens. */

const FOLDER = '.look'
const SCRIPTS = [
  'class-action-finder-car-accident',
  'class-action-finder-hurt-at-work',
  'class-action-finder-camp-lejeune-and-roundup',
  'class-action-finder-camp-lejeune-too-late',
  'leadloom-solar-and-debt',
  'leadloom-renter-power-plan-and-insurance',
  'leadloom-car-and-its-insurance',
  'leadloom-home-insurance-from-a-link',
  'unemployment-guru-disability-and-training',
  'unemployment-guru-turned-down-with-loans',
  'unemployment-guru-new-job',
  'unemployment-guru-late-appeal',
  'found-money-unclaimed-money',
  'found-money-medicare-no-debt',
  'found-money-cancer-heart-and-infections',
  'found-money-cancer-risk',
  'found-money-heart-risk-from-a-link',
  'found-money-sensor-and-tests',
  'found-money-tests-without-a-plan',
]
const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1440, height: 900 },
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
const DAYS = 10

const {
  values: { only = '', screen = '' },
} = parseArgs({ options: { only: { type: 'string' }, screen: { type: 'string' } } })
const wanted = (names: readonly string[], part: string) => names.filter((name) => name.includes(part))

rmSync(FOLDER, { recursive: true, force: true })
const server = await startServer()
const browser = await openBrowser()
if (only === '') seed(server)
for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of SCHEMES) {
    const folder = `${size}-${colorScheme}`
    if (!folder.includes(screen)) continue
    const options: BrowserContextOptions = { viewport, colorScheme, reducedMotion: 'reduce' }
    for (const name of wanted(SCRIPTS, only)) await lookAtSite(browser, options, name, folder)
    if (only === '') await lookAtStats(browser, options, folder)
  }
for (const folder of wanted(Object.keys(FORGOTTEN), screen))
  for (const name of wanted(ONE_WAY, only))
    await lookAtSite(browser, { ...FORGOTTEN[folder], reducedMotion: 'reduce' }, name, folder)
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

async function lookAtSite(browser: Browser, options: BrowserContextOptions, name: string, folder: string) {
  const script = readScript(name)
  const flow = readFlow(script.site)
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${server.url}/${script.site}?${String(new URLSearchParams(script.query))}`)
  for (const [index, id] of shownSteps(script).entries()) {
    await seeStep(page, id)
    const file = `${folder}/${name}/${String(index + 1).padStart(2, '0')}-${id.replace('/', '-')}`
    await picture(page, file)
    if (await showErrors(page, id)) await picture(page, `${file}-error`)
    const values: Script['answers'][string] | undefined = script.answers[id]
    if (values) await answerStep(page, flow, id, values)
  }
  await context.close()
}

/** Submits the step empty; false for a step that asks for nothing, or only for a choice, or that comes filled in. */
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

async function lookAtStats(browser: Browser, options: BrowserContextOptions, folder: string) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${server.url}/stats`)
  await page.getByLabel('Password', { exact: true }).waitFor()
  await picture(page, `${folder}/stats/1-login`)
  await page.getByLabel('Name').fill(OPERATOR.name)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await page.getByRole('button', { name: 'Log in' }).click()
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
  await context.close()
}

async function picture(page: Page, file: string, fullPage = false): Promise<void> {
  const path = `${FOLDER}/${file}.png`
  mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true })
  await page.screenshot({ path, fullPage })
}
