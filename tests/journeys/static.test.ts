import { randomBytes } from 'node:crypto'
import type { Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { IN_FULL, inFull } from '../inFull.ts'
import { counted, lastSession, recordedSteps } from './records.ts'
import { setOwnStage } from './stage.ts'
import { hostStatic, type StaticHost } from './staticHost.ts'
import { openTab, sentAll } from './visitor.ts'
import { goBack, seeStep } from './walking.ts'

const stage = setOwnStage()
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

inFull('on a static page, too, Back goes back to the step before', async () => {
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

inFull('a visitor can come and return by a link longer than a session stores', async () => {
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

test.each(IN_FULL ? ['/', '/nowhere/at/all', `/${'x'.repeat(200)}`] : ['/nowhere/at/all'])(
  '%s shows the default site, with one session for all its addresses',
  async (address) => {
    const { page, complaints, close } = await openTab(stage.browser)
    await page.goto(host.url + address)
    await seeStep(page, 'mva/injured')
    const opened = counted(stage.server.dataDir, 'page_visit')
    const terms = page.getByRole('link', { name: 'Terms of Use' })
    expect(await terms.getAttribute('href')).toBe('/legal/class-action-finder/terms-of-use?lang=en')
    await page.locator('button[value=yes]:visible').tap()
    await seeStep(page, 'mva/date')
    for (const again of ['/class-action-finder', address]) {
      await page.goto(host.url + again)
      await seeStep(page, 'mva/date')
    }
    expect(counted(stage.server.dataDir, 'page_visit')).toBe(opened)
    expect(complaints).toEqual([])
    await close()
  },
)

inFull('a phone with a clock years ahead uses the server’s day', async () => {
  const { page, close } = await openTab(stage.browser)
  const year = new Date().getFullYear()
  await page.clock.setSystemTime(new Date(`${year + 3}-07-01`))
  await page.goto(`${host.url}/class-action-finder`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'mva/date')
  const years = await page.locator('select:visible').first().locator('option').allInnerTexts()
  expect(years.map(Number).filter((shown) => shown > year)).toEqual([])
  await close()
})

test('a reopened page asks the server whether its session still exists, and continues it', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  await page.goto(`${host.url}/yardstick?affid=86`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await sentAll(page)
  const opened = counted(stage.server.dataDir, 'page_visit')
  const session = lastSession(stage.server.dataDir)
  await page.goto(`${host.url}/yardstick`)
  await seeStep(page, 'yardstick/state')
  await page.locator('select:visible').selectOption('TX')
  await page.getByRole('button', { name: 'Continue' }).tap()
  await sentAll(page)
  expect([counted(stage.server.dataDir, 'page_visit'), lastSession(stage.server.dataDir)]).toEqual([
    opened,
    session,
  ])
  expect(recordedSteps(stage.server.dataDir).at(-1)?.step).toBe('yardstick/state')
  await page.goto(`${host.url}/yardstick?affid=104`)
  await seeStep(page, 'yardstick/age')
  expect([counted(stage.server.dataDir, 'page_visit'), lastSession(stage.server.dataDir)]).toEqual([
    opened + 1,
    session,
  ])
  expect(complaints).toEqual([])
  await close()
})

test('a session that the server no longer has starts over, and its saved data is dropped', async () => {
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${host.url}/yardstick`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await sentAll(page)
  const recorded = recordedSteps(stage.server.dataDir).length
  const uuid = lastSession(stage.server.dataDir)
  // Session as another database would have it.
  const other = randomBytes(48)
  await page.evaluate(
    ([uuid, token]) => {
      for (const [key, text] of Object.entries(localStorage)) {
        const changed = String(text).replace(/"token":"[^"]+"/, `"token":"${token}"`)
        localStorage.setItem(key, changed.replaceAll(uuid!, '6f8f4c2e-0000-4000-8000-000000000001'))
      }
    },
    [uuid, other.toString('base64url')],
  )
  await page.reload()
  await seeStep(page, 'yardstick/injured')
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir)).toHaveLength(recorded + 1)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('6f8f4c2e')
  await close()
})

test('calls carry the session’s token once there’s one, except calls for shared data', async () => {
  const { page, close } = await openTab(stage.browser)
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  await page.goto(`${host.url}/found-money`)
  await page.locator('.banner a[href]').waitFor()
  const visited = page.waitForResponse('**/track/visit')
  await page.locator('h1:visible').tap()
  await visited
  const borne = new Map<string, string | undefined>()
  for (const request of asked) {
    const address = new URL(request.url()).pathname.replace(/\d+/, '1')
    const { authorization } = await request.allHeaders()
    if (address.startsWith('/api/')) borne.set(`${request.method()} ${address}`, authorization)
  }
  const token = await page.evaluate(() => localStorage.getItem('leadloom.session.found-money')!)
  const bearer = `Bearer ${(JSON.parse(token) as { token: string }).token}`
  expect(Object.fromEntries(borne)).toMatchObject({
    'GET /api/scripts-allowed': bearer,
    'GET /api/phone-number': bearer,
    'POST /api/sessions/track/visit': bearer,
  })
  expect([...borne].flatMap(([call, header]) => (header === bearer ? [] : [call])).sort()).toEqual([
    'GET /api/flows/1',
    'POST /api/sessions',
  ])
  await close()
})

test.each([
  ['fails', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ['is behind a captive portal', { status: 200, body: '<h1>Welcome to our Wi-Fi</h1>' }],
])('if the server %s, a visitor continues with this browser’s data', async (_, answer) => {
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${host.url}/yardstick?affid=86`)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'yardstick/state')
  host.answers.set('POST /api/sessions', answer)
  await page.reload()
  await seeStep(page, 'yardstick/state')
  // The affiliate of this visitor must be known before there is a session.
  await page.goto(`${host.url}/yardstick?affid=104`)
  await page.getByRole('heading', { name: 'Page not found.' }).waitFor()
  await close()
})

test.each(['{}', '{', '7', '{"session":{"uuid":"u","token":"t","version":1},"origin":null}'])(
  'a browser that stores %s of a session starts a new one',
  async (text) => {
    const { page, complaints, close } = await openTab(stage.browser)
    await page.addInitScript((text) => localStorage.setItem('leadloom.session.yardstick', text), text)
    await page.goto(`${host.url}/yardstick`)
    await seeStep(page, 'yardstick/injured')
    expect(complaints).toEqual([])
    await close()
  },
)

test.each([
  ['the server fails', { status: 500, body: '{}' }],
  [
    'the session lacks its token',
    { status: 201, body: '{"uuid":"0b87c0c0-0000-4000-8000-000000000000","version":1}' },
  ],
])('if %s, the page says that it wasn’t found', async (_, answer) => {
  host.answers.set('POST /api/sessions', answer)
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${host.url}/yardstick`)
  await page.getByRole('heading', { name: 'Page not found.' }).waitFor()
  expect(await page.locator('main').innerText()).toContain(
    "Sorry, we couldn't find the page you're looking for.",
  )
  expect(await page.title()).toBe('Page not found.')
  await close()
})

test('a static page without JavaScript says that it needs it', async () => {
  const { page, close } = await openTab(stage.browser, { javaScriptEnabled: false })
  await page.goto(`${host.url}/yardstick`)
  expect(await page.locator('.no-script').innerText()).toContain('turn on JavaScript')
  await close()
})
