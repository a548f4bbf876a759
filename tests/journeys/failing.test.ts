import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { openTab, ready } from './visitor.ts'
import { seeStep } from './walking.ts'

const stage = setStage()

test('a page that cannot be drawn says so, and trying again loads it anew', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  const url = `${stage.server.url}/yardstick`
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"template":"yardstick"', '"template":"nobody knows"')
    await route.fulfill({ response, body })
  })
  await page.goto(url)
  await page.getByRole('heading', { name: 'Something went wrong on this page.' }).waitFor()
  expect(complaints.length).toBeGreaterThan(0)

  await page.unroute(url)
  await page.getByRole('button', { name: 'Try again' }).tap()
  await seeStep(page, 'yardstick/injured')
  await ready(page)
  await close()
})
