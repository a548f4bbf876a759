import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Step } from '../../schemas/flow/flow.ts'
import { pressInRealTime } from './chromium.ts'
import { plainFlow } from './plainFlow.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { holdReact, MOVING_PHONE, openTab, ready } from './visitor.ts'
import { seeStep, stepInSight } from './walking.ts'

const stage = setStage()

const NAMES = ['hurt', 'lawyer', 'fault', 'call']

/** Yes or no on every step, so that the next question's buttons lie where the last one's were. */
async function publishChoices(): Promise<void> {
  const questions = Object.fromEntries(
    NAMES.map((name) => [
      name,
      {
        label: name,
        answers: Object.fromEntries(
          ['yes', 'no'].map((value) => [value, { backend_field_name: name, backend_field_value: value }]),
        ),
      },
    ]),
  )
  const steps = NAMES.map((name): Step => ({
    name,
    title: `Question ${name}?`,
    questions: (['yes', 'no'] as const).map((answer_id) => ({
      type: 'container',
      widget: 'choice',
      submit: true,
      question_key: name,
      answer_id,
      text: answer_id,
    })),
  }))
  await publishFlow(plainFlow(questions, steps), 'second-tap', stage.server)
}

/** A visitor's phone in real time at the first question, before or after React has taken the page over. */
async function start({ isEarly }: { isEarly: boolean }) {
  await publishChoices()
  const tab = await openTab(stage.browser, MOVING_PHONE)
  await tab.page.addInitScript(pressInRealTime)
  const letGo = isEarly ? await holdReact(tab.page) : () => {}
  await tab.page.goto(`${stage.server.url}/second-tap`, { waitUntil: 'commit' })
  await seeStep(tab.page, 'asked/hurt')
  if (!isEarly) await ready(tab.page)
  return { ...tab, letGo }
}

const buttonAt = async (page: Page) => {
  const { x, y, width, height } = (await page.locator('[data-choice]:visible').first().boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test.each([
  ['before React', true],
  ['after React', false],
])(
  'a second tap 60 to 500 ms after the first answers no question %s, but a later one does',
  async (_, isEarly) => {
    const { page, letGo, complaints, close } = await start({ isEarly })
    const { x, y } = await buttonAt(page)
    const atMs = Date.now()
    await page.touchscreen.tap(x, y)
    await seeStep(page, 'asked/lawyer')
    // A finger elsewhere each time, so that no browser takes two taps for a double tap.
    for (const awayPx of [15, 45, -45, 30, -30]) {
      // A busy machine taps more slowly than a hand.
      if (Date.now() - atMs > 400) break
      await page.touchscreen.tap(x + awayPx, y)
      await page.waitForTimeout(60)
    }
    letGo()
    await ready(page)
    expect(await stepInSight(page)).toBe('asked/lawyer')
    await page.waitForTimeout(650)
    expect(await stepInSight(page)).toBe('asked/lawyer')
    await page.touchscreen.tap(x, y)
    await seeStep(page, 'asked/fault')
    expect(complaints).toEqual([])
    await close()
  },
)

test('a press in the page’s first moments is the first answer, without a wait', async () => {
  const { page, complaints, close } = await start({ isEarly: true })
  await page.reload({ waitUntil: 'commit' })
  await seeStep(page, 'asked/hurt')
  const { x, y } = await buttonAt(page)
  await page.touchscreen.tap(x, y)
  await seeStep(page, 'asked/lawyer')
  expect(complaints).toEqual([])
  await close()
})

test('keys answer immediately after Tab has moved the focus, but not before', async () => {
  const { page, complaints, close } = await start({ isEarly: false })
  const { x, y } = await buttonAt(page)
  await page.touchscreen.tap(x, y)
  await seeStep(page, 'asked/lawyer')
  await page.keyboard.press('Enter')
  expect(await stepInSight(page)).toBe('asked/lawyer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await seeStep(page, 'asked/fault')
  expect(complaints).toEqual([])
  await close()
})

test('Back can be pressed at any speed', async () => {
  const { page, close } = await start({ isEarly: false })
  for (const name of NAMES.slice(1, 3)) {
    await page.waitForTimeout(650)
    const { x, y } = await buttonAt(page)
    await page.touchscreen.tap(x, y)
    await seeStep(page, `asked/${name}`)
  }
  await page.locator('.back:visible').tap()
  await seeStep(page, 'asked/lawyer')
  await page.locator('.back:visible').tap()
  await seeStep(page, 'asked/hurt')
  await close()
})
