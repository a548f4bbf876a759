import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { openVendor, type Asked } from '../server/pixels/vendor.ts'
import { session, uuidOf } from '../store/history.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests how a manager pays affiliates: a rule, its payouts, a statement, and postbacks. */

const DAY_MS = 86_400_000
const tracker = { asked: [] as Asked[], url: '' }
const ends: (() => Promise<void>)[] = []
const stage = setStatsStage(fill, { LOCAL_TARGETS: 'allow' })

/** Sales of an affiliate two days ago, under a rule. */
async function fill(store: Store): Promise<void> {
  Object.assign(
    tracker,
    await openVendor(
      () => ({ status: 200 }),
      (end) => ends.push(end),
    ),
  )
  const at = Date.now() - 2 * DAY_MS
  const terms = {
    tiers: [{ from: 1, cents: 0, share_bp: 4000 }],
    caps: [{ per: 'day' as const, conversions: 50, cents: 100_000 }],
  }
  const rule = { aff_id: '86', offer: '', event: 'sale' as const, terms, hold_days: 0, claw_back: true }
  await store.addPayoutRule(rule, { by: 'ada', at: at - 1 })
  for (let i = 0; i < 3; i++) {
    await store.openSession(session({ uuid: uuidOf(i), aff_id: '86', sub1: 'spring', sub2: 'video', at }))
    const sale = { session_uuid: uuidOf(i), offer: 'mva', source: 'acme', external_id: `A-${i}`, cents: 4200 }
    await store.sell({ ...sale, returned: false, at: at + i })
  }
  await store.returnSale({ source: 'acme', external_id: 'A-2', key: null, cents: null, at: at + 9 })
}

const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(at)

test('a rule is replaced, a statement is approved and paid, and the figures agree', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/affiliates`)
  const dialog = page.getByRole('dialog')
  await page.getByText('40% per sale, up to 50 sales or $1,000.00 a day').waitFor()
  await page.getByRole('button', { name: 'Replace rule 1' }).click()
  await dialog.getByLabel('Share of revenue').fill('45')
  await dialog.getByRole('button', { name: 'Add a tier' }).click()
  await dialog.getByLabel('From conversion').last().fill('101')
  await dialog.getByLabel('Fixed amount').last().fill('20')
  await dialog.getByText('45% per sale, $20.00 from number 101 of the month, up to').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Replace rule' }).click()
  await page.getByRole('row', { name: /86 · rule 1 .* Ended/ }).waitFor()

  await page.getByRole('link', { name: 'Payouts', exact: true }).click()
  await expect.poll(() => page.getByRole('row', { name: /Sale \d/ }).count(), { timeout: 8000 }).toBe(4)
  await page.getByRole('row', { name: /Sale 4 -\$16\.80 86 spring \/ video/ }).waitFor()
  expect(await faults(page)).toEqual([])

  await page.getByRole('link', { name: 'Statements' }).click()
  await page.getByRole('row', { name: '86 $33.60 $0.00 $0.00 $0.00' }).waitFor()
  await page.getByRole('button', { name: 'Create statement…' }).click()
  await dialog.getByLabel('Affiliate').fill('86')
  await dialog.getByLabel('First day').fill(dayOf(Date.now() - 9 * DAY_MS))
  await dialog.getByLabel('Last day').fill(dayOf(Date.now()))
  await dialog.getByRole('button', { name: 'Create statement' }).click()
  await dialog.getByText('isn’t over yet').or(dialog.getByText("isn't over yet")).waitFor()
  await dialog.getByLabel('Last day').fill(dayOf(Date.now() - DAY_MS))
  await dialog.getByRole('button', { name: 'Create statement' }).click()
  await page.getByRole('button', { name: 'Approve: statement 1' }).click()
  await dialog.getByText('$33.60 is then ready to be paid to 86.').waitFor()
  await dialog.getByRole('button', { name: 'Approve statement' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF: statement 1' }).click()
  expect((await saved).suggestedFilename()).toBe('statement-1.pdf')
  await page.getByRole('button', { name: 'Mark as paid: statement 1' }).click()
  await dialog.getByLabel('Payment reference').fill('WIRE-77')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('row', { name: /1 86 .* \$33\.60 Paid .* WIRE-77/ }).waitFor()
  await page.getByRole('row', { name: '86 $0.00 $0.00 $0.00 $33.60' }).waitFor()
  expect(await faults(page)).toEqual([])
})

test('a postback is created from a preset on a phone, tested, and deleted', async () => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const page = await openStats(stage.browser, `${stage.site.url}/desk/affiliates/postbacks`, phone)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create postback…' }).click()
  await dialog.getByLabel('Tracker').click()
  await page.getByRole('option', { name: 'Keitaro' }).click()
  await dialog.getByLabel('Name').fill('keitaro-86')
  await dialog.getByLabel('Affiliate').fill('86')
  await dialog.getByLabel('Address', { exact: true }).fill(`${tracker.url}/k/postback?subid={clickid}`)
  await dialog.getByRole('button', { name: 'Create postback' }).click()
  await dialog.getByText('Use {click_id} instead.').waitFor()
  expect([await faults(page, { only: BY_SCHEME }), await overflow(page)]).toEqual([[], 0])
  await dialog
    .getByLabel('Address', { exact: true })
    .fill(`${tracker.url}/k/postback?subid={click_id}&status={status}`)
  await dialog.getByRole('button', { name: 'Create postback' }).click()
  await page.getByRole('button', { name: 'Send a test to keitaro-86' }).click()
  await page.getByText('keitaro-86: The receiver answered 200.').waitFor()
  expect(tracker.asked.map(({ path }) => path)).toEqual(['/k/postback?subid=test&status=lead'])
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Delete postback keitaro-86' }).click()
  await dialog.getByRole('button', { name: 'Delete postback' }).click()
  await page.getByRole('row', { name: /keitaro-86 .* Deleted/ }).waitFor()
  await Promise.all(ends.map((end) => end()))
})
