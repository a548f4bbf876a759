import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { openSitePreview, type SitePreview } from '../../src/preview/openSitePreview.ts'
import { leadloom } from '../cli/commandLine.ts'
import { openBrowser } from './chromium.ts'
import { faults } from './operator.ts'

/** Tests what authors see of a site while they write it. */

const around = mkdtempSync(join(tmpdir(), 'leadloom-author-'))
const file = join(around, 'my-site', 'flow.json')
let browser: Browser
let preview: SitePreview
let written: string

beforeAll(async () => {
  await leadloom(['init', join(around, 'my-site'), '--name', 'My Site', '--kind', 'claims'])
  written = readFileSync(file, 'utf8')
  ;[browser, preview] = await Promise.all([
    openBrowser(),
    openSitePreview(file, { port: 0, productName: undefined }),
  ])
})
afterAll(async () => {
  await browser.close()
  await preview.close()
  rmSync(around, { recursive: true })
})

test('an author answers, changes a text, breaks the file, fixes it, and sees the lead at the end', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
  await page.goto(preview.url)
  const site = page.frameLocator('iframe.page')
  const step = (id: string) => site.locator(`[data-step="${id}"]`)
  await page.getByRole('button', { name: 'Start over' }).click()
  await site.getByRole('button', { name: 'A car accident' }).click()
  await step('main/accident_age').waitFor()
  const row = page.locator('.steps > li').nth(1)
  await expect.poll(() => row.innerText()).toContain('because accident is "a_car_accident"')

  writeFileSync(file, written.replaceAll('How long ago was it?', 'When was it?'))
  await site.getByRole('heading', { name: 'When was it?' }).waitFor()
  expect(await row.getAttribute('aria-current')).toBe('step')

  writeFileSync(file, written.replace('"offer_order"', '"offer_ordr"'))
  await page.getByText('The file has an error').waitFor()
  const problem = page.locator('.problems > li').first()
  expect(await problem.innerText()).toContain('offer_ordr')
  const line = written.split('\n').findIndex((text) => text.includes('"offer_order"')) + 1
  const links = await page
    .locator('.problems a')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
  expect(links).toContainEqual(
    expect.stringMatching(RegExp(`^vscode://file/.*/my-site/flow\\.json:${line}:\\d+$`)),
  )
  expect(await step('main/accident_age').count()).toBe(1)
  expect(await faults(page)).toEqual([])

  writeFileSync(file, written)
  await page.getByText('No problems').waitFor()
  await page.getByRole('button', { name: 'Thank you' }).click()
  await step('end/thanks').waitFor()
  await page.getByRole('tab', { name: 'Data and leads' }).click()
  await page.getByText('Lead to example_team from the offer main').waitFor()
  expect(await page.locator('.known').innerText()).toContain('By pressing “Send my details”')

  await page.getByText('Dark', { exact: true }).click()
  const ground = () => site.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  await expect.poll(ground).not.toBe('rgb(255, 255, 255)')
  await expect.poll(() => step('end/thanks').count()).toBe(1)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faults(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
