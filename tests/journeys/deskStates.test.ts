import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { uuidOf } from '../store/history.ts'
import { fillLeads } from './deskLeads.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { overflow } from './fit.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests each part of the desk while its calls fail: what it shows before anything has loaded, and once something has. */

const ENDS = [
  { state: 'rejected', message: 'State not covered.' },
  { state: 'accepted', message: 'Yes.', sale: { external_id: 'A-1', cents: 2500 } },
  { state: 'duplicate', message: 'Known.' },
  { state: 'dead', message: 'No answer.' },
] as const
const stage = setStatsStage((store) => fillLeads(store, ENDS.length, (n) => ENDS[n]!))

interface Case {
  /** Path below /desk. */
  address: string
  /** Calls of the page, below /api/reports. */
  calls: string
  /** Messages for the calls that fail. */
  says: readonly string[]
  /** Requests all of them again; null if nothing does that once the page has loaded. */
  refresh: ((page: Page) => Promise<void>) | null
}

const bringUpToDate = (page: Page) => page.getByRole('button', { name: 'Refresh the list' }).first().click()
const LIST = 'Couldn’t load the list'

const CASES: readonly Case[] = [
  { address: 'leads', calls: 'desk/leads', says: [LIST], refresh: bringUpToDate },
  ...['leads', `leads/${uuidOf(0)}`, 'deliveries', 'returns', 'buyers/new'].map((address) => ({
    address,
    calls: 'desk/choices',
    says: ['Couldn’t load offers, buyers, and your permissions'],
    refresh: null,
  })),
  {
    address: `leads/${uuidOf(0)}`,
    calls: 'desk/lead?*',
    says: ['Couldn’t load this lead'],
    refresh: null,
  },
  {
    address: 'deliveries',
    calls: 'desk/deliveries**',
    says: [LIST, 'Couldn’t load what was lost'],
    refresh: bringUpToDate,
  },
  { address: 'returns', calls: 'desk/returns', says: [LIST], refresh: bringUpToDate },
  { address: 'buyers', calls: 'desk/buyers', says: [LIST], refresh: bringUpToDate },
  {
    address: 'buyers/of/acme',
    calls: 'desk/buyers',
    says: ['Couldn’t load this buyer'],
    refresh: null,
  },
  {
    address: 'buyers/of/acme/scorecard',
    calls: 'desk/buyers/scorecard*',
    says: ['Couldn’t load the scorecard'],
    refresh: null,
  },
  {
    address: 'webhooks',
    calls: 'desk/webhooks**',
    says: ['Couldn’t load the webhooks', LIST],
    refresh: async (page) => {
      await bringUpToDate(page)
      await page.getByRole('button', { name: 'Create webhook…' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
    },
  },
  {
    address: 'hosts',
    calls: 'desk/script-hosts',
    says: ['Couldn’t load the script hosts'],
    refresh: null,
  },
  {
    address: 'people',
    calls: 'people**',
    says: [
      'Couldn’t load the accounts',
      'Couldn’t load the sessions',
      'Couldn’t load the API keys',
      'Couldn’t load the audit log',
    ],
    refresh: async (page) => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('ann')
      await page.getByRole('button', { name: 'Create invitation' }).click()
    },
  },
  {
    address: 'account',
    calls: 'account/logins',
    says: ['Couldn’t load the sessions'],
    refresh: async (page) => {
      const card = page.locator('section.card', { has: page.getByRole('heading', { name: 'Password' }) })
      await card.getByLabel('Current password').fill('not this one')
      await card.getByLabel('New password').fill('a long walk home')
      await card.getByRole('button', { name: 'Change password' }).click()
    },
  },
  {
    address: 'account',
    calls: 'account/second-factor',
    says: ['Couldn’t load your two-factor settings'],
    refresh: null,
  },
]

const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const

test.each(['today', `leads/${uuidOf(0)}`, 'buyers/of/acme', 'buyers/of/acme/scorecard'])(
  '%s is accessible to screen readers while it loads',
  async (address) => {
    const page = await openStats(stage.browser, `${stage.site.url}/desk`)
    const held = `${stage.site.url}/api/reports/desk/**`
    const release: (() => void)[] = []
    await page.route(held, (route) =>
      new Promise<void>((done) => release.push(done)).then(() => route.continue()),
    )
    await page.goto(`${stage.site.url}/desk/${address}`)
    await page.locator('.mantine-Skeleton-root').first().waitFor()
    expect(await faults(page)).toEqual([])
    release.forEach((go) => go())
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test.each(CASES)(
  '$address while $calls fails names what’s missing, keeps the rest, and loads on a retry',
  async ({ address, calls, says, refresh }) => {
    const page = await openStats(stage.browser, `${stage.site.url}/desk`)
    const failing = `${stage.site.url}/api/reports/${calls}`
    await page.route(failing, (route) => route.abort())
    await page.goto(`${stage.site.url}/desk/${address}`)
    const alerts = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
    for (const sentence of says) await alerts.getByText(sentence).waitFor()
    expect(await alerts.count()).toBe(says.length)
    expect([await faults(page), await headings(page)]).toEqual([[], 1])
    await page.setViewportSize(PHONE.viewport)
    await page.emulateMedia(PHONE)
    expect([await overflow(page), await faults(page, { only: BY_SCHEME })]).toEqual([0, []])

    await page.unroute(failing)
    await tryAll(alerts)
    await page.waitForFunction(
      () => document.querySelector('[aria-busy=true], .mantine-Skeleton-root') === null,
    )
    if (!refresh) return

    const rows = await page.locator('tbody tr').count()
    await page.route(failing, (route) => route.abort())
    await refresh(page)
    const outdated = page.locator('.outdated')
    await expect.poll(() => outdated.count()).toBe(1)
    expect(await outdated.first().innerText()).toMatch(
      /(Last updated|Some data was last updated) .* E[SD]T\. Couldn’t reach the server/,
    )
    expect([await page.locator('tbody tr').count(), await alerts.count()]).toEqual([rows, 0])
    expect([await overflow(page), await faults(page)]).toEqual([0, []])
    await page.unroute(failing)
    await tryAll(outdated)
  },
)

/** Tries again what each notice is about, until none is left. A notice stays until the answer comes. */
async function tryAll(notices: Locator): Promise<void> {
  for (let left = await notices.count(); left > 0; left = await notices.count()) {
    await notices.getByRole('button', { name: 'Try again' }).first().click()
    await expect.poll(() => notices.count()).toBeLessThan(left)
  }
}

/** Number of first-level headings; each page has one. */
function headings(page: Page): Promise<number> {
  return page.locator('h1').count()
}

test.each([
  ['people', 'Revoke account olivia'],
  ['people', 'Access of olivia'],
  ['webhooks', 'Create webhook…'],
])('at %s, a sheet returns the focus to the element that opened it: %s', async (address, name) => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/${address}`)
  const opener = page.getByRole('button', { name })
  await opener.press('Enter')
  await page.getByRole('dialog').locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
})
