import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { openTab, ready } from './visitor.ts'
import { seeStep } from './walking.ts'

const stage = setStage()

test('a page that can’t be drawn says so, and trying again reloads it', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  const url = `${stage.server.url}/yardstick`
  const flow = '**/main/flows/*.json'
  await page.route(flow, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"name":"Yardstick"', '"name":{"text":"Yardstick"}')
    await route.fulfill({ response, body })
  })
  await page.goto(url)
  await page.getByRole('heading', { name: 'Something went wrong on this page.' }).waitFor()
  expect(complaints.length).toBeGreaterThan(0)

  // The new start drops what the browser has stored, which may be the cause. If that doesn't help, once is enough.
  await page.evaluate(() => sessionStorage.setItem('leadloom.draft.yardstick', '{}'))
  await page.getByRole('button', { name: 'Try again' }).tap()
  await page.getByText('Please come back a little later.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.evaluate(() => sessionStorage.getItem('leadloom.draft.yardstick'))).toBeNull()

  await page.unroute(flow)
  await page.reload()
  await seeStep(page, 'yardstick/injured')
  await ready(page)
  const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('leadloom.draft.'))
  expect(await page.evaluate(drafts)).toEqual([])
  await close()
})
