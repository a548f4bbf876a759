import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inFull } from '../inFull.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { answer, showsConsent } from '../../src/flow/elements/elements.ts'
import { elementsFlow } from './elementsFlow.ts'
import { overflow, smallTargets } from './fit.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { openTab, ready, type Tab } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setStage()

/** Answers a script up to the step `id`, on a narrow phone. */
async function walkTo(name: string, id: string): Promise<Tab> {
  const script = readScript(name)
  const flow = readFlow(script.site)
  const shown = shownSteps(script)
  const tab = await openTab(stage.browser, { viewport: { width: 320, height: 640 } })
  await tab.page.goto(`${stage.server.url}/${script.site}`)
  for (const step of shown.slice(0, shown.indexOf(id))) {
    await seeStep(tab.page, step)
    await answerStep(tab.page, flow, step, script.answers[step]!)
  }
  await seeStep(tab.page, id)
  await ready(tab.page)
  return tab
}

test('the promise and the phone number are under Found Money’s header, and nothing shifts when the number loads', async () => {
  const { page, complaints, close } = await walkTo('found-money-unclaimed-money', 'unclaimed_money/moved')
  const link = page.locator('.banner a[href]')
  await link.waitFor()
  expect([await link.getAttribute('href'), (await link.innerText()).replace(/[^\w?() -]/g, ' ')]).toEqual([
    'tel:+18005550199',
    'Questions? Call (800) 555 0199',
  ])
  const promise = page.locator('.banner p:visible')
  expect(await promise.innerText()).toBe('Over 5 billion in unclaimed money is found each year')
  expect({
    shifts: await shiftsOf(page),
    small: await smallTargets(page),
    overflow: await overflow(page),
    complaints,
  }).toEqual({
    shifts: 0,
    small: [],
    overflow: 0,
    complaints: [],
  })
  await close()
})

test.each([360, 768])('at %i px the picture above the small print covers no text', async (width) => {
  const { page, close } = await openTab(stage.browser, { viewport: { width, height: 1024 } })
  for (const site of ['class-action-finder', 'found-money', 'leadloom', 'unemployment-guru']) {
    await page.goto(`${stage.server.url}/${site}`)
    const roomPx = await page.evaluate(() => {
      const foot = document.querySelector('.foot')!
      const picturePx = Number.parseFloat(getComputedStyle(foot, '::before').height)
      const text = document.querySelector('.side > :last-child')!
      return foot.getBoundingClientRect().top - picturePx - text.getBoundingClientRect().bottom
    })
    expect([site, roomPx >= 0]).toEqual([site, true])
  }
  await close()
})

/** Number of layout shifts of the page so far. */
function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
          type: 'layout-shift',
          buffered: true,
        })
        window.setTimeout(() => resolve(0), 500)
      }),
  )
}

test('a page that arrives in pieces is painted once its first step is complete, and nothing moves', async () => {
  const { page, close } = await openTab(stage.browser, { viewport: { width: 320, height: 640 } })
  const address = `${stage.server.url}/found-money`
  const body = await (await fetch(address, { headers: { 'accept-encoding': 'identity' } })).text()
  // Within the mark beside the logo, whose text would move it, and before the number to call, which would move the promise.
  const cuts = [body.indexOf('</svg>'), body.indexOf('</p>', body.indexOf('class="banner"'))]
  expect(Math.min(...cuts)).toBeGreaterThan(0)
  const front = createServer(async (request, answer) => {
    if (request.url !== '/found-money') return void answer.writeHead(404).end()
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    for (const [n, end] of [...cuts, body.length].entries()) {
      answer.write(body.slice(cuts[n - 1] ?? 0, end))
      await setTimeout(300)
    }
    answer.end()
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(front.address() as AddressInfo).port}/found-money`)
  await page.locator('h1').waitFor()
  expect(await shiftsOf(page)).toBe(0)
  await close()
  front.close()
})

test('an agreement is shown word for word, and the documents it names open in a new tab', async () => {
  const { page, complaints, close } = await walkTo('found-money-unclaimed-money', 'unclaimed_money/email')
  const agreement = page.locator('.consent:visible')
  expect(await agreement.textContent()).toBe(
    answer(readFlow('found-money'), 'email_agreement', 'agreed').backend_field_value,
  )
  expect(
    await agreement
      .locator('a')
      .evaluateAll((links) =>
        links.map((a) => [a.textContent, a.getAttribute('href'), a.getAttribute('target')]),
      ),
  ).toEqual([
    ['Terms and Conditions', '/legal/found-money/terms-and-conditions?lang=en', '_blank'],
    ['Privacy Policy', '/legal/found-money/privacy-policy?lang=en', '_blank'],
  ])
  expect(await page.locator('h1:visible').innerText()).toBe('Benefits Available in your Area')
  expect([await smallTargets(page), await overflow(page), complaints]).toEqual([[], 0, []])
  await close()
})

test('an error doesn’t overlap the field’s focus ring or the next field', async () => {
  const { page, close } = await walkTo('found-money-unclaimed-money', 'unclaimed_money/email')
  await page.locator('.actions button:visible').click()
  await page.locator('.error:not(:empty):visible').waitFor()
  const [above, below] = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(`.step:not([data-ahead]) ${selector}`)!
    const said = document.createRange()
    said.selectNodeContents(box('.error'))
    const { top, bottom } = said.getBoundingClientRect()
    return [
      top - box('.control').getBoundingClientRect().bottom,
      box('.consent').getBoundingClientRect().top - bottom,
    ]
  })
  expect(above).toBeGreaterThanOrEqual(RING_PX + 2)
  expect(below).toBeGreaterThanOrEqual(8)
  await close()
})

/** Distance that the focus ring reaches out of a control: its offset and its width. */
const RING_PX = 5

test('on a desktop, header, cards, and small print share one edge, and each card’s button is one line', async () => {
  const { page, close } = await walkTo('found-money-unclaimed-money', 'thank_you/more')
  await page.setViewportSize({ width: 1440, height: 900 })
  const edges = (selector: string) =>
    page.locator(selector).evaluateAll((all) => {
      const boxes = all.map((element) => element.getBoundingClientRect())
      return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))]
    })
  const [left] = await edges('.banner-inner > *')
  await expect.poll(async () => (await edges('.partner'))[0]).toBe(left)
  expect([(await edges('h1'))[0], (await edges('.foot > *'))[0], (await edges('.logo'))[0]]).toEqual([
    left,
    left,
    left,
  ])
  const [side] = await edges('.side')
  expect((await edges('.partner'))[1]).toBeLessThan(side!)
  const heights = await page
    .locator('.partner .button')
    .evaluateAll((buttons) => buttons.map((button) => button.clientHeight))
  expect(Math.max(...heights)).toBeLessThanOrEqual(56)
  await close()
})

inFull('a last chance says so in its heading, and declining isn’t the main button', async () => {
  const late = 'citizens_disability_ssdi_benefits/late'
  const { page, complaints, close } = await walkTo('unemployment-guru-late-appeal', late)
  expect(await page.locator('h1:visible').innerText()).toBe('LAST CHANCE\nAsk for a late appeal now')
  const background = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await background('.actions .button')).toBe('rgba(0, 0, 0, 0)')
  expect(await background('.out')).not.toBe('rgba(0, 0, 0, 0)')
  expect([await smallTargets(page), await overflow(page), complaints]).toEqual([[], 0, []])
  await close()
})

test('a word longer than a line wraps, wherever an author or a visitor put it', async () => {
  await publishFlow(longWordFlow(), 'long-words', stage.server)
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/long-words`)
  await ready(page)
  await page.locator('.actions button').last().tap()
  await page.locator('.error:not(:empty)').first().waitFor()
  const outside = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('.stage')!, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { parentElement } = texts.currentNode
      if (!parentElement?.checkVisibility() || parentElement.closest('.visually-hidden, select')) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const room = parentElement.closest('.card, .button, .stage')!.getBoundingClientRect()
      if (range.getBoundingClientRect().right > room.right) found.push(parentElement.outerHTML.slice(0, 80))
    }
    return found
  })
  expect(outside).toEqual([])
  await close()
})

/** Every element in one step, with each text one long word. */
function longWordFlow(): FlowDocument {
  const flow = elementsFlow('leadloom')
  const { offers } = flow.ui_config
  const steps = Object.values(offers).flatMap(({ steps }) => steps)
  // A consent says in plain words which button gives it.
  const questions = steps.filter((step) => !showsConsent(step)).flatMap(({ questions }) => questions)
  offers['all']!.steps = [{ name: 'long', questions }]
  let year = 1900
  const long = JSON.parse(
    JSON.stringify(flow, (key, value: unknown) =>
      ['label', 'title', 'text', 'hint', 'body', 'html'].includes(key) && typeof value === 'string'
        ? `christopher.montgomery${year++}@example.us`
        : value,
    ),
  ) as FlowDocument
  // Its fonts aren't words.
  Object.assign(long.ui_config.site, { theme: flow.ui_config.site.theme })
  return long
}

inFull('choices without a group are cards as wide as the step, with a gap between them', async () => {
  const guide = readFileSync('docs/first-site.md', 'utf8')
  const [, first = ''] = /```json flow\n([\s\S]*?)```/.exec(guide) ?? []
  const flow = JSON.parse(first) as FlowDocument
  Object.assign(flow.ui_config, { style: 'leadloom', favicon: 'leadloom' })
  await publishFlow(flow, 'guide', stage.server)
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/guide`)
  const [yes, no] = await page
    .locator('.choice:visible')
    .evaluateAll((choices) => choices.map((choice) => choice.getBoundingClientRect().toJSON() as DOMRect))
  expect([yes!.width, no!.width, no!.top - yes!.bottom]).toEqual([320, 320, 12])
  await close()
})
