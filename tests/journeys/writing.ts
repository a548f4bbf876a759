import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { leadloom } from '../cli/commandLine.ts'
import type { Stage } from './stage.ts'

/** /studio with a new author logged in. `sites`: sites of the account, as `operators add` takes them. `complaints`: errors that the browser
 *  reports. */
export async function openStudio(
  { server, browser }: Stage,
  called: string,
  sites?: string,
): Promise<{ page: Page; name: string; complaints: string[] }> {
  // Another try needs its own account.
  const name = `${called}-${Date.now()}`
  const { dataDir, url } = server
  const added = await leadloom(
    ['operators', 'add', name, '--role', 'author', '--json', ...(sites ? ['--sites', sites] : [])],
    {
      env: { DATA_DIR: dataDir },
      now: Date.now,
    },
  )
  const { password } = JSON.parse(added.out) as { password: string }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  onTestFinished(async () => {
    // Leaving closes the page of a draft, which ending the browser does not.
    await page.goto('about:blank')
    await context.close()
  })
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(`${line.text()} ${line.location().url}`)
  })
  await page.goto(`${url}/studio`)
  await page.getByRole('heading', { name: 'Log in to edit sites' }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Sites' }).waitFor()
  // The browser logged an error for the call that asked who is logged in.
  complaints.splice(0)
  return { page, name, complaints }
}

/** Opens a draft with its text in place of its steps, and with its problems. */
export async function openDraft(page: Page, path: string): Promise<void> {
  await page
    .getByRole('button', { name: `Create draft of /${path}` })
    .or(page.getByRole('link', { name: `Edit draft of /${path}` }))
    .click()
  await showText(page)
}

/** Shows the text of an open draft in place of its steps, and its problems. */
export async function showText(page: Page): Promise<void> {
  await page.getByText('JSON', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Flow as JSON' }).waitFor()
  await page.getByRole('tab', { name: /^Problems/ }).click()
}

/** Puts the cursor after a text, found as an author would find it. */
export async function goBehind(page: Page, words: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially(words)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
}

/** Saving state that the page shows. */
export const state = (page: Page) => page.locator('.saved-state').innerText()
export const text = (page: Page) => page.locator('.cm-content').innerText()
