import { expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { SMALL_FLOW } from '../server/smallFlow.ts'
import { overflow } from './fit.ts'
import { BY_SCHEME, faults, openStats } from './operator.ts'
import { setStatsStage } from './statsStage.ts'

/** Tests script hosts as an admin keeps them. */

const stage = setStatsStage(fill, { SHARED_ORIGIN: 'accept' })

/** A live flow that loads scripts from a listed host. */
async function fill(store: Store): Promise<void> {
  const flow = structuredClone(SMALL_FLOW)
  flow.ui_config.entrypoint.tracking_scripts = {
    everflow: { tracking_domain: 'used.example', oid: '7', affid: '86' },
  }
  await store.publish({ path: 'tracked', flow, style: '', validators: '', icons: {}, at: Date.now() })
  await store.addScriptHost({ host: 'www.used.example', added_by: 'upgrade', added_at: Date.now() })
}

test('a host is added and removed by keyboard, but not while a live flow uses it', async () => {
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  const page = await openStats(stage.browser, `${stage.site.url}/desk/hosts`, phone)
  await page.getByRole('row', { name: /www\.used\.example In use before this list existed/ }).waitFor()
  const host = page.getByRole('textbox', { name: 'Host' })
  await host.fill('https://www.clicks.example')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a host name in lowercase').waitFor()
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  await host.fill(' www.clicks.example ')
  await page.keyboard.press('Enter')
  await page.getByText('www.clicks.example was added.').waitFor()
  const row = page.getByRole('row', { name: /www\.clicks\.example olivia, / })
  await row.waitFor()
  await host.fill('www.clicks.example')
  await page.keyboard.press('Enter')
  await page.getByText('www.clicks.example is already on the list.').waitFor()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Remove the host www.used.example' }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove host' }).press('Enter')
  await dialog.getByText('/tracked (version 2)').waitFor()
  expect(await faults(page, { only: BY_SCHEME })).toEqual([])
  await page.keyboard.press('Escape')
  await row.getByRole('button').press('Enter')
  await dialog.getByRole('button', { name: 'Remove host' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => row.count()).toBe(0)
  expect(await page.getByRole('row', { name: /www\.used\.example/ }).count()).toBe(1)

  await page.goto(`${stage.site.url}/desk/people`)
  for (const act of ['added a script host', 'removed a script host'])
    await page.getByRole('row', { name: `${act} www.clicks.example` }).waitFor()
})
