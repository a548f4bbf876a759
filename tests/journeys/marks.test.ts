import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { session, uuidOf } from '../store/history.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats, settled } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests marks on the chart as operators see and write them. */

const stage = setStatsStage(fill, { SHARED_ORIGIN: 'accept' })

/** A week of visitors, with a publish and a smaller cap in between. */
async function fill(store: Store): Promise<void> {
  const now = Date.now()
  for (let n = 0; n < 60; n++) {
    const at = now - n * 9_000_000
    await store.openSession(session({ uuid: uuidOf(n), at }))
    await store.track(uuidOf(n), { kind: 'visit', at })
  }
  const by = { operator: 'olivia', at: now - 3 * 86_400_000 }
  await store.audit({ ...by, act: 'publish', about: 'leadloom version 1' })
  const changes = [{ field: 'caps/0/leads', before: '80', after: '50', secret: false }]
  await store.audit({ ...by, at: by.at + 60_000, act: 'save_buyer', about: 'acme' }, changes)
}

test('a chart marks what was changed, and an operator writes, edits and deletes a note by keyboard', async () => {
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits?marks=shown`)
  await settled(page)
  const list = page.getByRole('list', { name: 'Marks on these days' })
  await list.getByText('Published version 1').waitFor()
  await list.getByText('Cap of acme: 80 to 50').waitFor()
  await expect.poll(() => page.locator('.recharts-reference-line').count(), { timeout: 20_000 }).toBe(1)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText('Write what happened.').waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  await dialog.getByLabel('Note').fill('Email went out')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await list.getByText('Email went out').waitFor()
  await expect.poll(() => page.locator('.recharts-reference-line').count(), { timeout: 20_000 }).toBe(2)

  await page.getByRole('button', { name: 'Edit the note “Email went out”' }).press('Enter')
  await dialog.getByLabel('Note').fill('Two emails')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await list.getByText('Two emails').waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  await page.getByRole('button', { name: 'Delete the note “Two emails”' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete note' }).press('Enter')
  await list.getByText('Two emails').waitFor({ state: 'detached' })
  await page.getByText('Marks (2)').waitFor()
})

test('marks fit a phone in the dark', async () => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const page = await openStats(stage.browser, `${stage.site.url}/stats/visits?marks=shown`, phone)
  await page.getByText('Cap of acme: 80 to 50').waitFor()
  expect([await faults(page, { only: BY_SCHEME }), await overflow(page)]).toEqual([[], 0])
})
