import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { leadloom } from '../cli/commandLine.ts'
import { faults } from './operator.ts'
import { setOwnStage } from './stage.ts'
import { goBehind, openDraft, openStudio } from './writing.ts'

/** Tests how authors try a draft at /studio: with files of its own, on a slow phone, on recorded visits. */

const stage = setOwnStage()
beforeAll(async () => {
  await stage.server.stop()
  const seeded = await leadloom(['seed', '--sessions', '60', '--days', '3'], {
    env: { DATA_DIR: stage.server.dataDir },
    now: Date.now,
  })
  expect(seeded.code).toBe(0)
  await stage.server.restart()
})

const ICON = readFileSync('fixtures/sites/yardstick/icon-180.png')

test('an author adds files to a draft, reads what’s wrong with one, and replaces and removes them', async () => {
  const { page, complaints } = await openStudio(stage, 'fil')
  await openDraft(page, 'yardstick')
  await page.getByRole('tab', { name: 'Files' }).click()
  const row = (name: string) => page.locator('.file-entry').filter({ hasText: name })
  await row('icon-180.png').waitFor()
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('.files-pane input[type=file]').first().setInputFiles({ name, mimeType, buffer })
  await choose('Team Photo.png', 'image/png', ICON)
  await page.getByText('Added Team Photo.png as team-photo.png').waitFor()
  await row('team-photo.png').getByText('Not used in the flow.').waitFor()

  await choose('broken.png', 'image/png', Buffer.from('no picture'))
  await page.getByText('broken.png isn’t a valid PNG file').waitFor()
  // By its path, as bytes would go to the browser as text.
  const folder = mkdtempSync(join(tmpdir(), 'leadloom-huge-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const huge = join(folder, 'huge.png')
  writeFileSync(huge, ICON)
  truncateSync(huge, 20 * 1024 * 1024)
  await page.locator('.files-pane input[type=file]').first().setInputFiles(huge)
  await page.getByText(/huge\.png is larger than \d+ MB/).waitFor()
  await choose('notes.exe', 'application/octet-stream', Buffer.from('MZ'))
  await page.getByText('Sites can’t use the file type of notes.exe').waitFor()
  expect(await faults(page)).toEqual([])
  expect(await page.locator('.file-entry').allInnerTexts()).not.toContainEqual(
    expect.stringMatching(/broken|huge|notes/),
  )

  const bytes = async () => (await row('team-photo.png').locator('small').innerText()).trim()
  const before = await bytes()
  await row('team-photo.png')
    .locator('input[type=file]')
    .or(row('team-photo.png').locator('xpath=preceding-sibling::input[@type="file"]'))
    .first()
    .setInputFiles({
      name: 'other.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([ICON, Buffer.alloc(4096)]),
    })
  await expect.poll(bytes).not.toBe(before)
  // The message is true at once, however late the new list comes.
  await page.route('**/studio/files?*', async (route) => {
    await sleep(1000)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Remove team-photo.png' }).click()
  await page.getByText('Removed team-photo.png.').waitFor()
  expect(await row('team-photo.png').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  // A file that the text names can't be removed.
  expect(await page.getByRole('button', { name: 'Remove icon-180.png' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('an author sees the page load as on a slow phone', async () => {
  const { page, complaints } = await openStudio(stage, 'slo')
  await openDraft(page, 'yardstick')
  const yes = page.frameLocator('iframe.page').getByRole('button', { name: 'Yes' })
  await yes.waitFor()
  const [frame] = await Promise.all([
    page.waitForEvent('requestfinished', (request) => request.resourceType() === 'document'),
    page.getByRole('switch', { name: 'Slow 4G' }).click(),
  ])
  await yes.waitFor()
  await page.getByText('Simulates slow 4G: 0.56 seconds of delay', { exact: false }).waitFor()
  expect(frame.timing().responseStart).toBeGreaterThanOrEqual(560)
  // Also what React draws, as the next step.
  await yes.click()
  await yes.waitFor({ state: 'detached' })
  const addresses = await page.frames()[1]!.evaluate(() => {
    const found = Array.from(document.querySelectorAll('img[src], a[href^="/"]'))
    return found.map((one) => one.getAttribute('src') ?? one.getAttribute('href')!)
  })
  const base = new URL(frame.url()).pathname.replace(/\/[^/]*$/, '')
  expect(addresses.length).toBeGreaterThan(1)
  expect(addresses.filter((one) => !one.startsWith(`${base}/`))).toEqual([])
  expect(await faults(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('an author tests a draft on recorded visits, stops, and opens one that differs, masked', async () => {
  const { page, complaints } = await openStudio(stage, 'rep')
  await openDraft(page, 'yardstick')
  await page.getByText('No problems').waitFor()
  // From now on, visitors who weren't injured are asked for the vehicle.
  await goBehind(page, '"field": "injured", "condition": "')
  await page.keyboard.type('n')
  await page.getByText('No problems').waitFor()
  await page.getByRole('button', { name: 'Test on visits…' }).click()
  const sheet = page.getByRole('dialog')
  let goOn = () => {}
  await page.route('**/studio/replay', async (route) => {
    await new Promise<void>((resolve) => (goOn = resolve))
    await route.continue().catch(() => {})
  })
  await sheet.getByRole('button', { name: 'Start' }).click()
  await sheet.getByText('Reading the draft…').waitFor()
  expect(await faults(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Stop' }).click()
  await sheet.getByText('Stopped after 0 visits. No results were kept.').waitFor()
  goOn()
  await page.unroute('**/studio/replay')

  await sheet.getByRole('button', { name: 'Start over' }).click()
  await sheet.getByText(/^\d+ of \d+ visits \([\d.]+%\) would differ:$/).waitFor()
  await sheet.getByRole('button', { name: /^View a visit: .*asked a new question/ }).click()
  await sheet.getByText('First difference').first().waitFor()
  await sheet.getByText('New question here').first().waitFor()
  expect(await sheet.innerText()).toContain('••••••')
  await sheet.getByText('What the visitor typed is masked').waitFor()
  expect(await faults(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Back to results' }).click()
  await sheet.getByText('would differ:').waitFor()
  expect(complaints).toEqual([])
})
