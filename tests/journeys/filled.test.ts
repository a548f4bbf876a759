import { beforeAll, expect, test } from 'vitest'
import type { InputElement } from '../../schemas/elements/element.ts'
import { plainFlow } from './plainFlow.ts'
import { publishFlow } from './publishing.ts'
import { setStage } from './stage.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { answerStep, fill, seeStep } from './walking.ts'

/** A ZIP code, the values that the page derives from it, and a step that starts with one of them. */
const text = (question_key: string, external: ('zip' | 'email')[] = []): InputElement => ({
  type: 'input',
  widget: 'text',
  question_key,
  answer_id: 'value',
  validations: { local: [{ name: 'required' }], external },
})
const FLOW = plainFlow(
  Object.fromEntries(
    ['zip_code', 'first_name', 'city'].map((field) => [
      field,
      { label: field, answers: { value: { backend_field_name: field } } },
    ]),
  ),
  [
    { name: 'zip', questions: [text('zip_code', ['zip']), { type: 'submit', text: 'Continue' }] },
    {
      name: 'near',
      title: 'Near you',
      questions: [
        { type: 'container', widget: 'html', html: '<p>There is one in {{field:city}}.</p>' },
        { type: 'submit', text: 'Continue' },
      ],
    },
    {
      name: 'who',
      title: 'You',
      questions: [text('first_name'), text('city'), { type: 'submit', text: 'Continue' }],
    },
  ],
)

const stage = setStage()
beforeAll(() => publishFlow(FLOW, 'filled', stage.server))

/** A tab in which the visitor gave a ZIP code of Columbus, Ohio. */
async function open() {
  const tab = await openTab(stage.browser)
  await tab.page.goto(`${stage.server.url}/filled`)
  await ready(tab.page)
  await answerStep(tab.page, FLOW, 'asked/zip', { zip_code: '43215' })
  await seeStep(tab.page, 'asked/near')
  return tab
}

test('the city and state of a ZIP code appear in a text after a reload, too', async () => {
  const { page, complaints, close } = await open()
  await sentAll(page)
  await page.reload()
  await ready(page)
  await page.getByText('There is one in Columbus.').waitFor({ timeout: 2000 })
  expect(complaints).toEqual([])
  await close()
})

test('an unfinished step keeps what the visitor typed, but not the values of an earlier ZIP code', async () => {
  const { page, complaints, close } = await open()
  const value = (field: string) => page.locator(`[name=${field}]:visible`).inputValue()
  const goOn = async () => {
    await answerStep(page, FLOW, 'asked/near', {})
    await seeStep(page, 'asked/who')
  }
  await goOn()
  expect(await value('city')).toBe('Columbus')
  await fill(page, FLOW, 'asked/who', { first_name: 'Ann' })
  for (const id of ['asked/near', 'asked/zip']) {
    await page.getByRole('button', { name: 'Back' }).press('Enter')
    await seeStep(page, id)
  }
  await answerStep(page, FLOW, 'asked/zip', { zip_code: '10001' })
  await page.getByText('There is one in New York.').waitFor()
  await goOn()
  expect([await value('first_name'), await value('city')]).toEqual(['Ann', 'New York'])
  expect(complaints).toEqual([])
  await close()
})
