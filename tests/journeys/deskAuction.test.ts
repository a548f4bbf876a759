import { expect, test } from 'vitest'
import type { Limits } from '../../src/store/nouns/leads/leadTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { HURT } from '../server/smallFlow.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests how an operator sees buyers' bids for a lead. */

const stage = setStatsStage(fill)
const LIMITS: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: 0, closed: 0, paused: 0 },
}

/** A lead for which acme bid $9.00 and got it, and bolt $7.00. */
async function fill(store: Store): Promise<void> {
  const at = Date.now()
  await store.openSession(session({ uuid: uuidOf(0), at }))
  const lead = { offer: 'claim', buyers: ['acme', 'bolt'], payload: {}, contacts: [] }
  await store.appendStep(uuidOf(0), step({ ...HURT, id: uuidOf(1), at }), { lead })
  const [first = 0] = await store.dueDeliveries('acme', at, 1)
  const bounds = { leaseMs: 60_000, limits: LIMITS, shares: 1 }
  const due = await store.dueTogether(first, at)
  const bidders = await store.beginAuction(
    due.map(({ delivery }) => ({ delivery, bounds })),
    at,
  )
  const [acme, bolt] = ['acme', 'bolt'].map((name) => bidders.find(({ buyer }) => buyer === name)!)
  const take = ({ delivery, attempt }: (typeof bidders)[number], cents: number) =>
    store.takeBid(delivery, attempt, { cents, ...bounds, now: at, answerMs: 412 })
  await take(acme!, 900)
  await take(bolt!, 700)
  const sale = { external_id: 'A-1', cents: 900 }
  const end = { state: 'accepted', message: 'Accepted at $9.00.', at, due_at: null, sale } as const
  await store.endAttempt(acme!.delivery, acme!.attempt, end)
  await take(bolt!, 700)
}

test('the list and the lead show who bid what and who got the lead, on a phone too', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries`)
  const won = page.getByRole('row', { name: /acme ✓? ?Sold 1 Bid \$9\.00\. Its bid won\./ })
  await won.waitFor()
  await page.getByRole('row', { name: /bolt .*Outbid 1 Bid \$7\.00, outbid\./ }).waitFor()
  expect(await faults(page)).toEqual([])
  await won.getByRole('link').click()
  await page.getByText('Bid $7.00, outbid.').first().waitFor()
  await page.getByText('sold for $9.00').waitFor()
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect([await overflow(page), await faults(page, { only: BY_SCHEME })]).toEqual([0, []])
})

test('a buyer’s scorecard shows its week, and each figure links to its deliveries', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/buyers/of/bolt`)
  await page.getByRole('link', { name: 'Scorecard' }).click()
  const weeks = page.getByRole('table', { name: 'By week' })
  await weeks
    .getByRole('row', { name: /so far 1 1 100\.00% 0 0\.00% 1 \$2\.00 0 – \$0\.00 420 420/ })
    .waitFor()
  expect(await weeks.getByRole('row').count()).toBe(1 + 8 + 1)
  await page.getByText('1 of 1 were lost by $2.00 or less.').waitFor()
  await page.getByText('The buyer didn’t refuse any leads.').waitFor()
  await page.getByRole('heading', { name: /^Response time, \w{3} \d/ }).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'All 8 weeks' }).press('Enter')
  await page.getByRole('heading', { name: 'Response time, All 8 weeks' }).waitFor()
  await page.goBack()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('scorecard-bolt.csv')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect([await overflow(page), await faults(page, { only: BY_SCHEME })]).toEqual([0, []])
  await page.setViewportSize({ width: 1440, height: 900 })
  await weeks
    .getByRole('row', { name: /so far/ })
    .getByRole('link', { name: '1', exact: true })
    .last()
    .click()
  await page.getByRole('row', { name: /bolt .*Outbid/ }).waitFor()
  expect(new URL(page.url()).search).toMatch(/buyer=bolt&status=outbid&from=/)
  await page.goBack()
  await weeks.waitFor()

  await page.goto(`${stage.site.url}/desk/buyers/of/idle/scorecard`)
  await page.getByText('No leads in the last 8 weeks').waitFor()
  expect(await faults(page, { only: BY_SCHEME })).toEqual([])
})

test('deliveries can be sorted by buyer, status, time, and price, and Back undoes it', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries`)
  const table = page.getByRole('table', { name: 'Deliveries' })
  const buyers = () => table.locator('tbody tr:not([aria-hidden]) td:nth-child(5)').allInnerTexts()
  await expect.poll(buyers).toEqual(['bolt', 'acme'])
  const head = (name: string) => table.getByRole('columnheader', { name })
  const order = async (name: string) =>
    [await head(name).getAttribute('aria-sort'), ...(await buyers())].join(' ')
  const sorted = async (name: string, expected: string) => {
    await head(name).getByRole('button').click()
    await expect.poll(() => order(name)).toBe(expected)
  }
  await sorted('Buyer', 'ascending acme bolt')
  await sorted('Buyer', 'descending bolt acme')
  await sorted('Status', 'ascending acme bolt')
  await sorted('Price', 'descending acme bolt')
  expect(new URL(page.url()).search).toBe('?sort=price')
  expect(await faults(page)).toEqual([])
  await page.goBack()
  await expect.poll(() => order('Status')).toBe('ascending acme bolt')
  for (let n = 0; n < 3; n++) await page.goBack()
  await expect.poll(buyers).toEqual(['bolt', 'acme'])
  expect(new URL(page.url()).search).toBe('')
})
