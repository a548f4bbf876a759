import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IN_FULL, inFull } from '../inFull.ts'
import { plainFlow } from './plainFlow.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { openTab } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setStage()
const SMALL = { viewport: { width: 360, height: 620 }, hasTouch: true, isMobile: true }

/** Options and fields that can't be scrolled clear of the pinned button, and pairs of controls side by side that aren't at the same height. */
function faultsOnScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const step = document.querySelector('.step:not([data-ahead])')!
    const actions = step.querySelector('.actions')
    const covered = [...step.querySelectorAll<HTMLElement>('.card:not(button), .control')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        element.scrollIntoView({ block: 'end' })
        const [card, bar] = [element.getBoundingClientRect(), actions?.getBoundingClientRect()]
        return bar && card.top < bar.bottom && card.bottom > bar.top
      })
      .map((element) => element.innerText || element.id)
    const uneven = [...step.querySelectorAll('.cards[data-columns="2"]:has(> .field)')].filter((group) => {
      const tops = [...group.querySelectorAll('.control')].map(
        (control) => control.getBoundingClientRect().top,
      )
      return new Set(tops.map(Math.round)).size > 1
    })
    return [
      ...covered.map((text) => `Continue covers: ${text}`),
      ...uneven.map((group) => `Uneven: ${group.textContent}`),
    ]
  })
}

const SCRIPTS = [
  ['class-action-finder-car-accident', SMALL.viewport],
  ['class-action-finder-hurt-at-work', SMALL.viewport],
  ['leadloom-solar-and-debt', SMALL.viewport],
  ['leadloom-car-and-its-insurance', SMALL.viewport],
  ['unemployment-guru-turned-down-with-loans', SMALL.viewport],
  ['found-money-unclaimed-money', SMALL.viewport],
  ['found-money-medicare-no-debt', { width: 320, height: 568 }],
] as const
// The smallest screen.
test.each(IN_FULL ? SCRIPTS : SCRIPTS.slice(-1))(
  '%s at %o: Continue covers no option and no field, and fields side by side are aligned',
  async (name, viewport) => {
    const script = readScript(name)
    const [flow, shown] = [readFlow(script.site), shownSteps(script)]
    const { page, close } = await openTab(stage.browser, { ...SMALL, viewport })
    await page.goto(`${stage.server.url}/${script.site}?${new URLSearchParams(script.query).toString()}`)
    for (const [index, id] of shown.entries()) {
      await seeStep(page, id)
      expect([id, ...(await faultsOnScreen(page))]).toEqual([id])
      if (index < shown.length - 1) await answerStep(page, flow, id, script.answers[id] ?? {})
    }
    await close()
  },
)

test('aligns fields side by side, however long a label or an error is', async () => {
  const field = (name: string, label: string) => ({
    label,
    answers: { value: { backend_field_name: name, label } },
  })
  const input = (question_key: string) => ({
    type: 'input' as const,
    widget: 'text' as const,
    question_key,
    answer_id: 'value',
    validations: { local: [{ name: 'required' as const }] },
  })
  const questions = {
    first: field('first', 'Name'),
    long: field('long', 'The name of whoever insures your car'),
  }
  const elements = [input('first'), input('long')]
  const step = {
    name: 'names',
    title: 'Your names',
    questions: [
      { type: 'container' as const, widget: 'group' as const, columns: 2 as const, elements },
      { type: 'submit' as const, text: 'Continue' },
    ],
  }
  await publishFlow(plainFlow(questions, [step]), 'level', stage.server)
  const { page, close } = await openTab(stage.browser, SMALL)
  await page.goto(`${stage.server.url}/level`)
  await seeStep(page, 'asked/names')
  expect(await page.locator('.cards > .field .control').count()).toBe(2)
  expect(await faultsOnScreen(page)).toEqual([])
  await page.locator('.actions button:visible').click()
  await page.locator('.error:not(:empty):visible').first().waitFor()
  expect(await faultsOnScreen(page)).toEqual([])
  await close()
})

test('on a desktop, text stays in place when the thank-you page appears', async () => {
  const script = readScript('class-action-finder-neither')
  const [flow, shown] = [readFlow(script.site), shownSteps(script)]
  const { page, close } = await openTab(stage.browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`${stage.server.url}/${script.site}`)
  const left = async (id: string) => (await page.locator(`[data-step="${id}"] h1`).boundingBox())?.x
  await seeStep(page, shown[0]!)
  const first = await left(shown[0]!)
  for (const id of shown.slice(0, -1)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id] ?? {})
  }
  await seeStep(page, 'thank_you/more')
  await expect.poll(() => left('thank_you/more')).toBe(first)
  await close()
})

inFull('a site’s path can be typed in capitals', async () => {
  const { page, close } = await openTab(stage.browser)
  await page.goto(`${stage.server.url}/LEADLOOM`)
  expect(await page.locator('.logo').innerText()).toBe('Leadloom')
  await close()
})

test('an empty vehicle step marks what can be chosen, but not the fields that depend on it', async () => {
  const script = readScript('leadloom-car-and-its-insurance')
  const flow = readFlow(script.site)
  const { page, close } = await openTab(stage.browser, SMALL)
  await page.goto(`${stage.server.url}/${script.site}`)
  for (const id of shownSteps(script)) {
    await seeStep(page, id)
    if (await page.locator(`[data-step="${id}"] [name$=".make"]`).count()) break
    await answerStep(page, flow, id, script.answers[id] ?? {})
  }
  await page.locator('.actions button:visible').click()
  const marked = page.locator('.control[aria-invalid=true]:visible')
  await expect
    .poll(() => marked.evaluateAll((all) => all.map((control) => control.getAttribute('name'))))
    .toHaveLength(1)
  expect(await marked.getAttribute('name')).toMatch(/\.year$/)
  await close()
})
