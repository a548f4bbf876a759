import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { inFull } from '../inFull.ts'
import type { InputElement } from '../../schemas/elements/element.ts'
import { plainFlow } from './plainFlow.ts'
import { publishFlow } from './publishing.ts'
import { recordedSteps } from './records.ts'
import { setOwnStage } from './stage.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { answerStep, seeStep } from './walking.ts'

/** A ZIP code, which the server checks, and two plain questions. */
const text = (question_key: string, external: 'zip'[] = []): InputElement => ({
  type: 'input',
  widget: 'text',
  question_key,
  answer_id: 'value',
  validations: { local: [{ name: 'required' }], external },
})
const asked = (name: string, external: 'zip'[] = []) => ({
  name,
  title: name,
  questions: [text(name, external), { type: 'submit' as const, text: 'Continue' }],
})
const FLOW = plainFlow(
  Object.fromEntries(
    ['zip_code', 'first_name', 'pet'].map((field) => [
      field,
      { label: field, answers: { value: { backend_field_name: field } } },
    ]),
  ),
  [asked('zip_code', ['zip']), asked('first_name'), asked('pet')],
)

const stage = setOwnStage()
beforeAll(() => publishFlow(FLOW, 'corrected', stage.server))

/** A tab with unreachable checks and held-back steps, in which a wrong ZIP code and a name were given. */
async function goneOn(holds = true) {
  const tab = await openTab(stage.browser)
  const { page } = tab
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.context().route('**/api/validations/zip', (route) => route.abort())
  await page.context().route('**/api/sessions/step', async (route) => {
    if (holds) await released
    await route.continue().catch(() => {})
  })
  await page.goto(`${stage.server.url}/corrected`)
  await ready(page)
  await answerStep(page, FLOW, 'asked/zip_code', { zip_code: '43298' })
  await seeStep(page, 'asked/first_name')
  await answerStep(page, FLOW, 'asked/first_name', { first_name: 'Ann' })
  await seeStep(page, 'asked/pet')
  return { ...tab, release }
}

/** Waits until the visitor is back at the ZIP code, with the reason at the focused field. */
async function broughtBack(page: Page) {
  await seeStep(page, 'asked/zip_code')
  await page.getByText('zip_code must contain a valid zip code').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  const field = page.locator('[name=zip_code]:visible')
  const error = await field.evaluate(
    (input) => document.getElementById(input.getAttribute('aria-describedby')!)?.textContent,
  )
  expect([await field.inputValue(), error]).toEqual(['43298', 'zip_code must contain a valid zip code'])
}

async function correct(page: Page) {
  await answerStep(page, FLOW, 'asked/zip_code', { zip_code: '43215' })
  await seeStep(page, 'asked/pet')
}

const recorded = () => {
  const all = recordedSteps(stage.server.dataDir)
  return all
    .filter(({ session }) => session === all.at(-1)?.session)
    .map(({ step, answers }) => [step, (JSON.parse(answers) as { raw_data: string }[])[0]?.raw_data])
}

const WHOLE = [
  ['asked/zip_code', '43215'],
  ['asked/first_name', 'Ann'],
]

test('a refusal brings a visitor back with the reason at the field, and later answers are sent again', async () => {
  const { page, release, close } = await goneOn()
  release()
  await broughtBack(page)
  await correct(page)
  await sentAll(page)
  expect(recorded()).toEqual(WHOLE)
  await answerStep(page, FLOW, 'asked/pet', { pet: 'Rex' })
  await sentAll(page)
  expect(recorded()).toEqual([...WHOLE, ['asked/pet', 'Rex']])
  await close()
})

test('a visitor who reloads the page is brought back too, before or after the refusal', async () => {
  const { page, release, close } = await goneOn()
  await page.reload()
  await ready(page)
  release()
  await broughtBack(page)
  await page.reload()
  await ready(page)
  await broughtBack(page)
  await correct(page)
  await sentAll(page)
  expect(recorded()).toEqual(WHOLE)
  await close()
})

inFull('in every tab the visitor is brought back, and one correction is enough', async () => {
  const { page, release, close } = await goneOn()
  const other = await page.context().newPage()
  await other.goto(`${stage.server.url}/corrected`)
  await ready(other)
  await seeStep(other, 'asked/pet')
  release()
  await broughtBack(page)
  await seeStep(other, 'asked/zip_code')
  await correct(page)
  await sentAll(page)
  expect(recorded()).toEqual(WHOLE)
  await answerStep(other, FLOW, 'asked/zip_code', { zip_code: '10001' })
  await seeStep(other, 'asked/first_name')
  await sentAll(other)
  expect(recorded()).toEqual([...WHOLE, ['asked/zip_code', '10001']])
  await close()
})

test('a visitor can insist on an unknown ZIP code, on the step or when brought back to it, and that’s recorded', async () => {
  const { page, release, close } = await goneOn()
  release()
  await broughtBack(page)
  await page.getByRole('button', { name: 'Use it anyway' }).click()
  await seeStep(page, 'asked/pet')
  await sentAll(page)
  expect(recorded()).toEqual([['asked/zip_code', '43298'], WHOLE[1]])
  const steps = recordedSteps(stage.server.dataDir)
  expect(steps.at(-2)?.answers).toContain('"insisted":true')
  await close()
})
