import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { counted, recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { hostStatic, type StaticHost } from './staticHost.ts'
import { openTab, sentAll } from './visitor.ts'
import { goBack, seeStep } from './walking.ts'

const stage = setStage()
let host: StaticHost

beforeAll(async () => {
  host = await hostStatic(stage.server.url)
})
afterAll(() => host.end())
afterEach(() => host.answers.clear())

test('a static page shows a spinner, opens its session and runs the flow', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/sessions', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${host.url}/yardstick?affid=86&force-start-offer=yardstick`)
  await page.getByRole('status').waitFor()
  release()
  await seeStep(page, 'yardstick/injured')
  expect(await page.title()).toBe('Yardstick')
  expect(new URL(page.url()).search).toBe('?affid=86')
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir).map(({ step }) => step)).toEqual(['yardstick/injured'])
  await page.reload()
  await seeStep(page, 'yardstick/state')
  expect(complaints).toEqual([])
  await close()
})

test('on a static page, too, Back goes back to the step before', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await page.goto(`${host.url}/yardstick`)
  for (const back of [() => page.getByRole('button', { name: 'Back' }).tap(), () => goBack(page)]) {
    await seeStep(page, 'yardstick/injured')
    await page.locator('button[value=yes]:visible').tap()
    await seeStep(page, 'yardstick/state')
    await back()
  }
  await seeStep(page, 'yardstick/injured')
  expect(complaints).toEqual([])
  await close()
})

test('a visitor comes in by a link that is longer than what a session holds of it, and comes back by it', async () => {
  const { page, close } = await openTab(stage.browser)
  const opened = counted(stage.server.dataDir, 'page_visit')
  const names = Array.from({ length: 61 }, (_, n) => `p${n}=${n}`).join('&')
  const address = `${host.url}/yardstick?gclid=${'g'.repeat(2001)}&${names}#${'x'.repeat(4000)}`
  await page.goto(address)
  await seeStep(page, 'yardstick/injured')
  await page.goto('about:blank')
  await page.goto(address)
  await seeStep(page, 'yardstick/injured')
  expect(counted(stage.server.dataDir, 'page_visit')).toBe(opened + 1)
  await close()
})

test.each([
  ['the server fails', { status: 500, body: '{}' }],
  [
    'the session lacks its token',
    { status: 201, body: '{"uuid":"0b87c0c0-0000-4000-8000-000000000000","version":1}' },
  ],
])('when %s the page says that it was not found', async (_, answer) => {
  host.answers.set('POST /api/sessions', answer)
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${host.url}/yardstick`)
  await page.getByRole('heading', { name: 'Page not found.' }).waitFor()
  expect(await page.locator('main').innerText()).toContain(
    "Sorry, we couldn't find the page you're looking for.",
  )
  await close()
})
