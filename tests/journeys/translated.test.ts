import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, stepInSight } from './walking.ts'

const stage = setStage()

/** Translates the page as Chrome does, from now on: each text becomes another one in two `font` elements, except where `translate` is no. */
function translatePage(): void {
  const translate = (text: Text) => {
    const { parentElement: parent } = text
    if (!parent || !text.data.trim() || parent.closest('font, script, style, [translate=no]')) return
    const inner = document.createElement('font')
    inner.append(`« ${text.data} »`)
    const outer = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
  }
  const translateAll = (root: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(translate)
  }
  document.documentElement.classList.add('translated-ltr')
  translateAll(document.body)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) translate(target)
      for (const node of addedNodes) {
        if (node instanceof Text) translate(node)
        else translateAll(node)
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

test.each(['yardstick', 'leadloom'])(
  'a funnel can be completed on a page that the browser translates: %s',
  async (site) => {
    const flow = readFlow(site)
    const { answers } = readScript(site === 'yardstick' ? 'yardstick-all' : 'leadloom-car-and-its-insurance')
    const { page, complaints, close } = await openTab(stage.browser)
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.goto(`${stage.server.url}/${site}`)
    await ready(page)
    await page.evaluate(translatePage)
    const consents: string[] = []
    for (let id = await stepInSight(page); ; id = await stepInSight(page)) {
      const consent = page.locator(`[data-step="${id}"] .consent`)
      if ((await consent.count()) > 0) consents.push(await consent.first().innerText())
      const given = answers[id] ?? {}
      if (Object.keys(given).length === 0) break
      await answerStep(page, flow, id, given)
      await page.locator(`[data-step="${id}"]`).waitFor({ state: 'detached' })
      const texts = await page.locator('h1:visible').allInnerTexts()
      expect(texts, id).toHaveLength(1)
    }
    await sentAll(page)
    expect(consents.length > 0).toBe(site === 'leadloom')
    for (const text of consents) expect(text).not.toContain('«')
    expect([...complaints, ...failures]).toEqual([])
    await page.goBack()
    await seeStep(page, await stepInSight(page))
    await close()
  },
)
