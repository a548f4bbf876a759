import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visibleSteps, waysTo } from './everyStep.ts'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { openTab, PHONE, sentAll } from './visitor.ts'
import { answerStep, fill, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setStage()

interface Button {
  isPinned: boolean
  isInViewport: boolean
  /** Class of the element drawn over it; null if there is none. */
  covering: string | null
  /** Distance from the bottom of the viewport, px. */
  bottomPx: number
}

/** The step's main button: the one that submits it, or else its first choice. Null at the end, where nothing is asked. */
function mainButton(page: Page): Promise<Button | null> {
  return page.evaluate(() => {
    const step = document.querySelector('.step:not([data-ahead])')!
    const submit = step.querySelector('.actions button')
    const button = submit ?? step.querySelector('[data-choice]')
    if (!button) return null
    const { left, top, right, bottom } = button.getBoundingClientRect()
    const along = (from: number, to: number) =>
      [12, (to - from) / 4, (to - from) / 2, to - from - 12].map((px) => from + px)
    const hits = along(left, right).flatMap((x) =>
      along(top, bottom).map((y) => document.elementFromPoint(x, y)),
    )
    const over = hits.find((hit) => !hit || !button.contains(hit))
    return {
      isPinned: submit?.closest('[data-pinned]') != null,
      isInViewport: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      covering: over === undefined ? null : String(over && (over.className || over.localName)),
      bottomPx: Math.round(innerHeight - bottom),
    }
  })
}

const WHOLE = { isInViewport: true, covering: null }

const SITES = readdirSync('fixtures/sites')
test.each(SITES)(
  'on a phone, the main button of every step of %s is fully visible, uncovered, and in the same place',
  async (site) => {
    const flow = readFlow(site)
    const places = new Set<number>()
    let seen = 0
    for (const { query, answers, headers, shown } of waysTo(flow, visibleSteps(flow))) {
      const { page, close } = await openTab(stage.browser, PHONE)
      await page.setExtraHTTPHeaders(headers)
      await page.goto(`${stage.server.url}/${site}?${new URLSearchParams(query).toString()}`)
      for (const id of shown) {
        await seeStep(page, id)
        const button = await mainButton(page)
        // Declining is as near as agreeing there; see callAnyway.test.ts.
        if (button && !id.endsWith('/call_anyway')) expect({ id, ...button }).toMatchObject({ id, ...WHOLE })
        if (button?.isPinned) places.add(button.bottomPx)
        seen += 1
        if (id !== shown.at(-1)) await answerStep(page, flow, id, answers[id] ?? {})
      }
      await close()
    }
    expect(seen).toBeGreaterThanOrEqual(visibleSteps(flow).length)
    expect([...places]).toHaveLength(1)
  },
  300_000,
)

test('the main button stays above the keyboard, whether that resizes the page or covers it', async () => {
  const { page, close } = await openTab(stage.browser, PHONE)
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { height: 740, offsetTop: 0, scale: 1 })
    Object.defineProperty(window, 'visualViewport', { value: view })
  })
  const script = readScript('yardstick-all')
  const flow = readFlow('yardstick')
  const story = 'yardstick/story'
  await page.goto(`${stage.server.url}/yardstick`)
  for (const id of shownSteps(script)) {
    await seeStep(page, id)
    if (id === story) break
    await answerStep(page, flow, id, script.answers[id] ?? {})
  }
  const low = (await mainButton(page))!.bottomPx
  await page.evaluate(() => {
    Object.assign(window.visualViewport!, { height: 440 })
    window.visualViewport!.dispatchEvent(new Event('resize'))
  })
  expect(await mainButton(page)).toMatchObject({ ...WHOLE, bottomPx: low + 300 })
  await page.evaluate(() => {
    Object.assign(window.visualViewport!, { height: 740 })
    window.visualViewport!.dispatchEvent(new Event('resize'))
  })
  expect(await mainButton(page)).toMatchObject({ ...WHOLE, bottomPx: low })
  await page.setViewportSize({ width: 360, height: 400 })
  expect(await mainButton(page)).toMatchObject({ ...WHOLE, bottomPx: low })
  await close()
})

test('a consent that continues behind the pinned button is scrolled to its end by the first press, and given by the next', async () => {
  const script = readScript('class-action-finder-car-accident')
  const flow = readFlow(script.site)
  const shown = shownSteps(script)
  const { page, close } = await openTab(stage.browser, PHONE)
  await page.goto(`${stage.server.url}/${script.site}`)
  const agreeing = shown.find((id) => id.endsWith('/phone'))!
  for (const id of shown.slice(0, shown.indexOf(agreeing))) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id] ?? {})
  }
  await seeStep(page, agreeing)
  await fill(page, flow, agreeing, script.answers[agreeing] ?? {})
  await page.evaluate(() => scrollTo(0, 0))
  const isRead = () =>
    page.evaluate(() => {
      const box = (selector: string) =>
        document.querySelector(`.step:not([data-ahead]) ${selector}`)!.getBoundingClientRect()
      return box('.consent').bottom <= box('.actions').top
    })
  expect(await isRead()).toBe(false)
  await page.locator('.actions button:visible').tap()
  await expect.poll(isRead).toBe(true)
  expect(await page.locator('[data-step]').first().getAttribute('data-step')).toBe(agreeing)
  await page.locator('.actions button:visible').tap()
  await seeStep(page, shown[shown.indexOf(agreeing) + 1]!)
  await sentAll(page)
  expect(recordedSteps(stage.server.dataDir).some(({ step }) => step === agreeing)).toBe(true)
  await close()
})
