import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { fillLeads } from './deskLeads.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests opt-outs as an admin adds, uploads, and confirms them. */

const DAY_MS = 86_400_000

/** Three sold leads; two of their people opted out, one of them long ago. */
async function fill(store: Store): Promise<void> {
  await fillLeads(store, 3, (n) => ({
    state: 'accepted',
    message: 'Accepted at $25.00.',
    sale: { external_id: `sale-${n}`, cents: 2500 },
  }))
  const now = Date.now()
  const from = {
    source: '',
    channel: 'email',
    by: '',
    means: 'email',
    phone: null,
    lead: null,
  } as const
  await store.takeRevocations(
    [
      {
        ...from,
        ref: '1',
        said: 'Stop calling me!',
        email: 'ann0@example.com',
        said_at: now - 40 * DAY_MS,
      },
      {
        ...from,
        ref: '2',
        said: 'STOP',
        email: 'ann1@example.com',
        said_at: now,
      },
      {
        ...from,
        ref: '3',
        said: 'stop',
        email: 'nobody@example.com',
        said_at: now,
      },
    ],
    now,
  )
}

const stage = setStatsStage(fill)

test('an overdue opt-out is on Today, and is confirmed', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/today`)
  await page.getByText('1 overdue').waitFor()
  await page.getByRole('link', { name: 'Show opt-outs' }).click()
  const row = (revocation: number) => page.getByRole('row', { name: `Opt-out ${revocation} ` })
  await row(1)
    .getByText(/Overdue since /)
    .waitFor()
  await row(2).getByText(/Due /).waitFor()
  expect(await row(3).count()).toBe(0)
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  await row(1).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Stop calling me!').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Confirm that acme stopped' }).click()
  await page.getByText('acme is confirmed.').waitFor()
  await row(1).waitFor({ state: 'detached' })
})

test('an opt-out is added by hand and by file on a phone in the dark', async () => {
  const phone = {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  } as const
  const page = await openStats(stage.browser, `${stage.site.url}/desk/opt-outs`, phone)
  await page.getByRole('button', { name: 'Opt-out 3' }).waitFor()
  expect([await faults(page, { only: BY_SCHEME }), await overflow(page)]).toEqual([[], 0])
  await page.getByRole('button', { name: 'Add opt-out…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add opt-out' }).click()
  await dialog.getByText('Enter a phone number, an email address, or both.').waitFor()
  expect(await faults(page, { only: BY_SCHEME })).toEqual([])
  await dialog.getByLabel('Email address').fill('ann2@example.com')
  await dialog.getByLabel('What they said').fill('She called and said stop.')
  await dialog.getByRole('button', { name: 'Add opt-out' }).click()
  await page.getByText('The opt-out was added. 1 notice goes to buyers.').waitFor()

  await page.getByRole('button', { name: 'Upload file…' }).click()
  const content = 'phone,email\n(512) 555-2368,\n12,\n,no\n'
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog
      .getByRole('button', { name: /File|Choose a file/ })
      .first()
      .click(),
  ])
  await chooser.setFiles({
    name: 'stop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByText('1 line added. 2 lines not added.').waitFor()
  await dialog.getByRole('cell', { name: 'This isn’t a US phone number.' }).waitFor()
  expect([await faults(page, { only: BY_SCHEME }), await overflow(page)]).toEqual([[], 0])
})
