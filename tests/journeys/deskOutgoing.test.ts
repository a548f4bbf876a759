import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { HURT } from '../server/smallFlow.ts'
import { session, step, uuidOf } from '../store/history.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests emails and ad vendors' events at /desk, as an admin sends them again. */

/** An email that was given up, and an event that the vendor refused. */
async function fill(store: Store): Promise<void> {
  const at = Date.now()
  await store.openSession(session({ uuid: uuidOf(0), at }))
  const recipient = 'ann@example.com'
  const mails = [{ offer: 'claim', step: 'mail', recipient, subject: 'Your list', body: 'Here.' }]
  const event = {
    vendor: 'meta',
    account: '12345',
    name: 'Lead',
    kind: 'lead',
    offer: 'claim',
    step: '',
  } as const
  await store.appendStep(uuidOf(0), step({ ...HURT, id: uuidOf(0), at }), { mails, pixelEvents: [event] })
  await store.beginMail(1, at)
  await store.endMail(1, 1, {
    state: 'dead',
    message: 'No mail server answered.',
    due_at: null,
    recipient,
    at,
  })
  await store.beginPixelEvent(1, at)
  await store.endPixelEvent(1, 1, { state: 'refused', message: 'The vendor answered 400.', due_at: null })
}

const stage = setStatsStage(fill)

test('a failed email and event are found and sent again, and Back goes through the lists', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries`)
  await page.getByRole('link', { name: 'Emails' }).click()
  const mail = page.getByRole('row', { name: 'Email 1 claim/mail' })
  await mail.getByText('No mail server answered.').waitFor()
  expect(await faults(page)).toEqual([])
  await mail.getByRole('button', { name: 'Send again: email 1' }).click()
  await page.getByText('Email 1 will be sent again.').waitFor()
  await mail.getByText('Due', { exact: true }).filter({ visible: true }).waitFor()

  await page.getByRole('link', { name: 'Advertising' }).click()
  const event = page.getByRole('row', { name: /^Event 1 Lead, claim .*meta 12345/ })
  await event.getByText('The vendor answered 400.').waitFor()
  await page.getByLabel('State').click()
  await page.getByRole('option', { name: 'Given up' }).click()
  await page.getByText('No results').waitFor()
  await page.goBack()
  await event.getByRole('button', { name: 'Send again: event 1' }).click()
  await page.getByText('Event 1 will be sent again.').waitFor()
  await page.goBack()
  await mail.waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor()
})

test('both lists fit on a phone in dark mode', async () => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const page = await openStats(stage.browser, `${stage.site.url}/desk/deliveries/advertising`, phone)
  await page.getByRole('row', { name: 'Event 1' }).waitFor()
  expect([await faults(page, { only: BY_SCHEME }), await overflow(page)]).toEqual([[], 0])
  await page.getByRole('link', { name: 'Emails' }).click()
  await page.getByRole('row', { name: 'Email 1' }).waitFor()
  expect(await overflow(page)).toBe(0)
})
