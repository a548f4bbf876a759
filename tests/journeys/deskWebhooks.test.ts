import { expect, test } from 'vitest'
import { signatureOf, signingKey } from '../../src/server/webhooks/message.ts'
import { SECRET } from '../../src/server/webhooks/startWebhooks.ts'
import type { Store } from '../../src/store/store.ts'
import { openVendor, type Asked } from '../server/pixels/vendor.ts'
import { fillLeads } from './deskLeads.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, filterList, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests webhooks as an admin creates them and sends a message again. */

/** A receiver on this machine that fails until it is mended, with the key that it was given. */
const receiver = { asked: [] as Asked[], isMended: false, key: '' }
const ends: (() => Promise<void>)[] = []
const stage = setStatsStage(fill, { LOCAL_TARGETS: 'allow' })

/** One lead, whose message was posted to the receiver one time less than the limit. */
async function fill(store: Store): Promise<void> {
  const answer = () => ({ status: receiver.isMended ? 204 : 500 })
  const { url, asked } = await openVendor(answer, (end) => ends.push(end))
  const near = { name: 'near', made_at: Date.now() }
  Object.assign(receiver, { asked, key: signingKey(await store.secret(SECRET), near) })
  await store.addWebhook({ ...near, url, kinds: ['lead'], persons: true, local: true, made_by: 'console' })
  await fillLeads(store, 1, () => ({ state: 'rejected', message: 'State not covered.' }))
  const [entry = 0] = await store.dueWebhookMessages('near', Date.now(), 1)
  for (let attempt = 1; attempt < TRIES; attempt++) {
    await store.beginWebhookMessage(entry, Date.now())
    const end = { state: 'due', message: 'The receiver answered 500.', due_at: Date.now() } as const
    await store.endWebhookMessage(entry, attempt, end)
  }
}

/** Number of attempts, as in the README of webhooks. */
const TRIES = 16

test('a webhook is created, its secret is shown once, and it’s ended', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/desk/webhooks`)
  await page.getByRole('button', { name: 'Create webhook…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('crm')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('Enter a full URL').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByLabel('URL').fill('https://crm.example/hooks')
  await dialog.getByLabel('Sale').uncheck()
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const key = await dialog.getByText(/^whsec_/).innerText()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /crm https:\/\/crm\.example\/hooks Lead, Return olivia/ })
  await row.waitFor()
  await page.reload()
  await row.waitFor()
  expect(await page.content()).not.toContain(key)

  // A person who revokes its maker's access reads that it keeps running.
  await page.getByRole('link', { name: 'People' }).click()
  const goesOn = dialog.getByText('Webhooks they created keep running for all sites: crm. Delete')
  for (const button of ['Access of olivia', 'Revoke account olivia']) {
    await page.getByRole('button', { name: button }).click()
    await goesOn.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goBack()

  await row.getByRole('button', { name: 'Delete webhook crm' }).click()
  await dialog.getByText('You can’t undo this.').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('row', { name: /crm .* Deleted/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Delete webhook crm' }).count()).toBe(0)
})

test('a failed message is found, sent again, and arrives with a valid signature, and Back shows all', async () => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const page = await openStats(stage.browser, `${stage.site.url}/desk/webhooks`, phone)
  const messages = page.getByRole('region', { name: 'Messages' })
  const row = messages.getByRole('row', { name: /Lead \d+ near/ })
  await row.waitFor()
  await messages.getByLabel('State').click()
  const choose = () => page.getByRole('option', { name: 'Given up' }).click()
  await filterList(page, { path: '/desk/webhooks/messages', word: 'dead', choose })
  await page.waitForURL(/state=dead/)
  await row.getByText('The receiver answered 500. Given up after 16 attempts.').waitFor()
  expect([await faults(page, { only: BY_SCHEME }), await overflow(page)]).toEqual([[], 0])
  const failed = receiver.asked.at(-1)!
  receiver.isMended = true
  await row.getByRole('button', { name: /^Send again: message \d+$/ }).click()
  await messages.getByText(/^Message \d+ will be sent again\.$/).waitFor()
  await expect.poll(async () => receiver.asked.length).toBe(2)
  await page.goBack()
  // The receiver hears of a message a moment before its end is written.
  const arrived = row.getByText('The receiver answered 204.')
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh the list' }).first().click()
      return arrived.count()
    })
    .toBe(1)
  await row.getByText('Sent', { exact: true }).waitFor()

  const { headers, body } = receiver.asked[1]!
  const id = String(headers['webhook-id'])
  const timestamp = Number(headers['webhook-timestamp'])
  expect(id).toBe(failed.headers['webhook-id'])
  expect(headers['webhook-signature']).toBe(signatureOf({ id, timestamp, body }, receiver.key))
  expect(JSON.parse(body)).toMatchObject({ type: 'lead.created', data: { lead: { first_name: 'Ann' } } })
  await Promise.all(ends.map((end) => end()))
})
