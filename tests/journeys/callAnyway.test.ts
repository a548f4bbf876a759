import { expect, test } from 'vitest'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { setStage } from './stage.ts'
import { openTab, PHONE, ready, sentAll, watchLayout } from './visitor.ts'
import { answerStep, readConsent, readFlow, readScript, seeStep, stepInSight } from './walking.ts'

const stage = setStage()
const GPC: BrowserContextOptions = { extraHTTPHeaders: { 'sec-gpc': '1' } }
const WIDE = { viewport: { width: 1440, height: 900 } }

/** Opens a page with Global Privacy Control, and answers until a step. */
async function comeTo(page: Page, script: string, last: string, language = 'en'): Promise<void> {
  const { site, answers } = readScript(script)
  const flow = readFlow(site)
  await page.goto(`${stage.server.url}/${site}?lang=${language}`)
  await ready(page)
  for (let id = await stepInSight(page); id !== last; id = await stepInSight(page)) {
    await answerStep(page, flow, id, answers[id]!)
    await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
  }
}

const honored = (page: Page) => page.locator('.honored').allInnerTexts()
const NO_CALL = /no one will call you about this request/

test.each([
  ['a phone', PHONE],
  ['a desktop', WIDE],
])(
  'offers a call before the personal questions on %s, and asks them if the visitor wants it',
  async (_, size) => {
    const { page, complaints, close } = await openTab(stage.browser, { ...size, ...GPC })
    const shift = await watchLayout(page)
    const script = 'leadloom-solar-called-despite-opt-out'
    await comeTo(page, script, 'open_home_pros_solar/call_anyway')
    expect(await honored(page)).toEqual([expect.stringMatching(NO_CALL)])
    await readConsent(page)
    await page.getByRole('button', { name: 'Call me about this request anyway' }).click()
    await seeStep(page, 'open_home_pros_solar/name')
    expect(await honored(page)).toEqual([])
    const { site, answers } = readScript(script)
    for (const step of ['name', 'email', 'phone']) {
      const id = `open_home_pros_solar/${step}`
      await answerStep(page, readFlow(site), id, answers[id]!)
      await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
    }
    expect(await page.getByRole('status').first().innerText()).not.toContain('Global Privacy Control')
    await sentAll(page)
    expect(await shift()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  },
)

test('declining is as easy as agreeing on a phone', async () => {
  const { page, close } = await openTab(stage.browser, { ...PHONE, ...GPC })
  await comeTo(page, 'leadloom-opted-out-twice', 'open_home_pros_solar/call_anyway')
  const boxOf = (name: string) => page.getByRole('button', { name }).boundingBox()
  const inView = async (name: string) => {
    const box = (await boxOf(name))!
    return box.y + box.height <= PHONE.viewport!.height
  }
  const both = () => Promise.all([inView('Call me about this request anyway'), inView('No, thanks')])
  expect(await both()).toEqual([false, false])
  await page.getByRole('button', { name: 'No, thanks' }).scrollIntoViewIfNeeded()
  expect(await both()).toEqual([true, true])
  const [agree, decline] = [await boxOf('Call me about this request anyway'), await boxOf('No, thanks')]
  expect(decline!.y - agree!.y - agree!.height).toBeLessThan(32)
  expect(decline!.width).toBe(agree!.width)
  await close()
})

test('continues without the personal questions if the call is declined', async () => {
  const { page, complaints, close } = await openTab(stage.browser, { ...PHONE, ...GPC })
  await comeTo(page, 'leadloom-opted-out-twice', 'thank_you/more')
  await sentAll(page)
  await page.reload()
  await ready(page)
  expect(await stepInSight(page)).toBe('thank_you/more')
  expect(await page.locator('.outcome').innerText()).toContain('We didn’t share your details')
  expect(complaints).toEqual([])
  await close()
})

test('offers the call in the visitor’s language', async () => {
  const { page, complaints, close } = await openTab(stage.browser, { ...PHONE, ...GPC })
  await comeTo(page, 'class-action-finder-car-accident', 'mva/call_anyway', 'es')
  expect(await page.getByRole('heading').first().innerText()).toBe(
    '¿Quiere que le llamen por esta solicitud de todos modos?',
  )
  expect(await page.locator('.consent').innerText()).toContain('pido que Class Action Finder comparta')
  await readConsent(page)
  await page.getByRole('button', { name: 'Quiero que me llamen por esta solicitud de todos modos' }).click()
  await seeStep(page, 'mva/story')
  await sentAll(page)
  expect(complaints).toEqual([])
  await close()
})
