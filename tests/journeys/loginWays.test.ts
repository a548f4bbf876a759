import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT, localProvider } from '../server/localProvider.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, login, newStatsPage, serveStats, type Stats } from './operator.ts'
import { closePages, openSharedBrowser } from './sharedBrowser.ts'

/** Tests logins without a password: with a passkey of Chromium's own authenticator, and with an OIDC provider on this machine. */

let browser: Browser
let site: Stats
let url: string
const provider = await localProvider(() => `${url}/api/reports/oidc/callback`)

beforeAll(async () => {
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Local ID',
  }
  ;[browser, site] = await Promise.all([openSharedBrowser(), serveStats(async () => {}, env)])
  // Browsers keep no passkeys for an IP address.
  url = site.url.replace('127.0.0.1', 'localhost')
  provider.start()
})
afterAll(async () => {
  await closePages(browser)
  await site.end()
})

const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
const logOut = (page: Page) => page.getByRole('button', { name: 'Log out' })

/** Checks that the screen has no faults in either color scheme, and that nothing sticks out of it. */
async function looksRight(page: Page): Promise<void> {
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await faults(page, { only: BY_SCHEME })).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
}

test('an operator adds a passkey, logs in with it, and removes it', async () => {
  const page = await newStatsPage(browser, PHONE)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${url}/desk/account`)
  await page.getByRole('link', { name: 'Log in with Local ID' }).waitFor()
  expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0)
  await login(page)
  const card = page.locator('section.card', { hasText: 'Passkeys' })
  await card.getByLabel('Passkey name').fill('Work laptop')
  await card.getByRole('button', { name: 'Add passkey' }).click()
  await card.getByText('Work laptop').waitFor()
  await looksRight(page)
  await logOut(page).click()

  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await card.getByRole('button', { name: 'Remove passkey Work laptop' }).click()
  const dialog = page.getByRole('dialog')
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await expect.poll(() => card.getByText('Work laptop').count()).toBe(0)
  await logOut(page).click()
  await page.getByRole('link', { name: 'Log in with Local ID' }).waitFor()
  expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0)
})

test('a manager logs in with a provider; a person without a role, and everyone while it’s down, learns why not', async () => {
  const page = await newStatsPage(browser, PHONE)
  await page.goto(`${url}/desk/leads`)
  const way = page.getByRole('link', { name: 'Log in with Local ID' })
  provider.nowIs({ sub: 'eve', preferred_username: 'eve', roles: [] })
  await way.click()
  await page.getByText('Your account at Local ID has no role here.').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await looksRight(page)

  await page.context().clearCookies()
  provider.nowIs({ sub: 'cleo', preferred_username: 'cleo', roles: ['manager'] })
  await way.click()
  await logOut(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/desk/leads')
  await logOut(page).click()

  await provider.end()
  site.later(1)
  await way.click()
  await page.getByText('Couldn’t reach Local ID.').waitFor()
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(1)
  await looksRight(page)
})
