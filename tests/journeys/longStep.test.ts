import { expect, test } from 'vitest'
import { thousandFlow } from '../bench/visitor/thousand.ts'
import { publishFlow } from './publishing.ts'
import { recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { openTab, ready, sentAll, watchLayout } from './visitor.ts'
import { seeStep } from './walking.ts'

const stage = setStage()

test('on a step with a thousand fields, text typed far below the screen is kept, and nothing moves', async () => {
  await publishFlow(thousandFlow(), 'thousand', stage.server)
  const { page, complaints, close } = await openTab(stage.browser)
  const shift = await watchLayout(page)
  await page.goto(`${stage.server.url}/thousand`)
  await ready(page)
  await page.locator('button[value=yes]:visible').tap()
  await seeStep(page, 'thousand/many')
  await page.locator('[name=field_1]').fill('first')
  const far = page.locator('[name=field_700]')
  await far.fill('far below')
  await far.fill('far below the screen')
  await page.locator('[name=field_2]').fill('second')
  await page.locator('[name=field_2]').fill('')
  await page.locator('.actions button:visible').tap()
  await page.locator('[data-step=""]').waitFor()
  await sentAll(page)
  const answered = recordedSteps(stage.server.dataDir).find(({ step }) => step === 'thousand/many')
  expect(JSON.parse(answered?.answers ?? 'null')).toEqual([
    { question_key: 'many', answer_key: 'field_1', raw_data: 'first' },
    { question_key: 'many', answer_key: 'field_700', raw_data: 'far below the screen' },
  ])
  expect(await shift()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})
