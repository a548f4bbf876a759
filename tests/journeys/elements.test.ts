import { expect, test } from 'vitest'
import { IN_FULL } from '../inFull.ts'
import { ANSWERS, errors, flow, setElementsStage } from './elementsStage.ts'
import { faults } from './operator.ts'
import { recordedSteps } from './records.ts'
import { PHONE, ready, sentAll } from './visitor.ts'
import { answerStep, seeStep } from './walking.ts'

const { stage, at } = setElementsStage()

test('every element is shown, answered, and recorded, and axe-core finds nothing wrong in any state', async () => {
  const { page, complaints, close } = await at('all/hurt', { ...PHONE, reducedMotion: 'reduce' })
  const before = recordedSteps(stage.server.dataDir).length
  await ready(page)
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes' }).tap()
  for (const [step, values] of Object.entries(ANSWERS)) {
    await seeStep(page, step)
    expect([step, await faults(page)]).toEqual([step, []])
    if (Object.keys(values).length > 0) {
      await page.locator('.actions button:visible').tap()
      await page.locator('.error:not(:empty):visible').first().waitFor()
      expect([step, 'with errors', await faults(page)]).toEqual([step, 'with errors', []])
    } else
      expect(await page.locator('.prose').innerText()).toBe(
        'Thank you, Ann <b>. We have your number as (212) 959-2368. You may hear from Claims & Partner, Injury Helpers.',
      )
    await answerStep(page, flow, step, values)
  }
  await seeStep(page, 'all/boost')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'No, thank you' }).tap()
  await seeStep(page, 'end/thanks')
  await page.locator('.phone[href]').waitFor()
  expect(await faults(page)).toEqual([])
  await sentAll(page)
  const recorded = recordedSteps(stage.server.dataDir).slice(before)
  expect(recorded.map(({ step }) => step)).toEqual(['all/hurt', ...Object.keys(ANSWERS), 'all/boost'])
  expect(recorded[5]?.answers).toContain('value.0')
  expect(complaints).toEqual([])
  await close()
})

test('an exclusive option clears the others, and each of them clears it', async () => {
  const { page, close } = await at('all/which')
  const ticked = () =>
    page
      .locator('[name=parts]:checked:visible')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  for (const text of ['Neck', 'Back']) await page.getByLabel(text, { exact: true }).check()
  expect(await ticked()).toEqual(['neck', 'back'])
  await page.getByLabel('None of these').check()
  expect(await ticked()).toEqual(['none'])
  await page.getByLabel('Back', { exact: true }).check()
  expect(await ticked()).toEqual(['back'])
  await close()
})

test('a slider is unanswered until it’s moved or typed into, and takes the nearest number on its scale', async () => {
  const { page, close } = await at('all/cost')
  await page.locator('.actions button:visible').click()
  expect(await errors(page)).toEqual(['Cost is required'])
  const [line, number] = [page.getByRole('slider'), page.locator('[name=cost]')]
  expect(await line.getAttribute('aria-valuetext')).toBe('Not set yet')
  // Without a number there is no thumb: the line looks the same wherever that would be.
  const drawnAt = async (value: string) => {
    await line.evaluate((input, value) => ((input as HTMLInputElement).value = value), value)
    return (await line.screenshot()).toString('base64')
  }
  const at10k = await drawnAt('10000')
  expect(await drawnAt('15000')).toBe(at10k)
  await drawnAt('10000')
  // Pressing it there moves nothing, and chooses it.
  await line.click()
  expect([await number.inputValue(), await line.getAttribute('aria-valuetext')]).toEqual([
    '10,000',
    '$10,000 in all',
  ])
  await line.press('ArrowRight')
  expect(await number.inputValue()).toBe('10,250')
  await number.fill('$1,300')
  await number.blur()
  expect([await number.inputValue(), await line.inputValue()]).toEqual(['1,250', '1250'])
  expect(await errors(page)).toEqual([])
  await close()
})

test('a phone number in a text never wraps, nor does the period after it', async () => {
  const { page, close } = await at('all/hurt')
  await page.getByRole('button', { name: 'Yes' }).tap()
  for (const [step, values] of Object.entries(ANSWERS)) {
    await seeStep(page, step)
    if (Object.keys(values).length > 0) await answerStep(page, flow, step, values)
    else break
  }
  for (let width = 320; width <= 620; width += IN_FULL ? 4 : 50) {
    await page.setViewportSize({ width, height: 740 })
    const said = await page
      .locator('.prose bdi')
      .last()
      .evaluate((number) => {
        const range = document.createRange()
        range.setStart(number.firstChild!, 0)
        range.setEnd(number.nextSibling!, 1)
        const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)))
        return [range.toString(), lines.size]
      })
    expect([width, ...said]).toEqual([width, '(212) 959-2368.', 1])
  }
  await close()
})

test('two buttons are side by side, a list of options has its title, and missing characters are counted', async () => {
  const { page, close } = await at('all/hurt')
  const [yes, no, rather] = await page
    .locator('.cards button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect))
  expect([no!.top, no!.width]).toEqual([yes!.top, yes!.width])
  expect(no!.left).toBeGreaterThan(yes!.right)
  expect(rather!.width).toBeGreaterThan(2 * yes!.width)

  await page.getByRole('button', { name: 'Yes' }).tap()
  const [description, counter] = [page.locator('textarea:visible'), page.locator('.counter:visible')]
  await expect.poll(() => counter.textContent()).toBe('minimum 20 need 20 more')
  for (const [text, said] of [
    ['  A car hit me.  ', 'minimum 20 need 7 more'],
    ['A car hit me behind', 'minimum 20 need 1 more'],
    ['A car hit me behind.', ''],
  ] as const) {
    await description.fill(text)
    await expect.poll(() => counter.textContent()).toBe(said)
  }
  for (const step of ['all/who', 'all/born', 'all/car', 'all/when']) {
    await seeStep(page, step)
    await answerStep(page, flow, step, ANSWERS[step]!)
  }
  await page.getByRole('group', { name: 'Which side was it on?' }).waitFor()
  expect(await page.getByText('Which side was it on?').isVisible()).toBe(true)
  await close()
})

test('every kind of question can be answered by keyboard', async () => {
  const { page, close } = await at('all/hurt', { viewport: { width: 1440, height: 900 } })
  await ready(page)
  const { keyboard } = page
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 30; presses += 1) {
      if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return
      await keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not lead to ${selector}.`)
  }
  await tabTo('button[value=yes]')
  await keyboard.press('Enter')
  await seeStep(page, 'all/who')
  for (const [name, value] of Object.entries(ANSWERS['all/who']!)) {
    await tabTo(`[name=${name}]`)
    await keyboard.type(String(value))
  }
  await tabTo('.actions button')
  await keyboard.press('Enter')
  await seeStep(page, 'all/born')
  await tabTo('[name="dob.month"]')
  await keyboard.type('Feb')
  await tabTo('[name="dob.day"]')
  await keyboard.type('9')
  await tabTo('[name="dob.year"]')
  await keyboard.type('1980')
  await keyboard.press('Enter')
  await seeStep(page, 'all/car')
  for (const [part, value] of [
    ['year', '2015'],
    ['make', 'Honda'],
    ['model', 'Civic'],
  ]) {
    await page.locator(`[name="car.${part}"]:enabled option[value="${value}"]`).waitFor({ state: 'attached' })
    await tabTo(`[name="car.${part}"]`)
    await keyboard.type(value!)
  }
  await tabTo('.actions button')
  await keyboard.press('Enter')
  await seeStep(page, 'all/when')
  await tabTo('[name="when.year"]')
  await keyboard.type('2024')
  await tabTo('[name="when.month"]')
  await keyboard.type('March')
  await tabTo('.actions button')
  await keyboard.press('Enter')
  await seeStep(page, 'all/which')
  await tabTo('[name=state]')
  await keyboard.type('Texas')
  await tabTo('[name=side]')
  await keyboard.press('ArrowDown')
  await tabTo('[name=parts][value=back]')
  await keyboard.press('Space')
  await tabTo('.actions button')
  await keyboard.press('Enter')
  await seeStep(page, 'all/cost')
  await tabTo('[name=cost]')
  await keyboard.type('12500')
  await tabTo('.actions button')
  await keyboard.press('Enter')
  await seeStep(page, 'all/agree')
  await close()
})

test('the progress element replaces the page’s own bar', async () => {
  const { page, close } = await at('all/hurt')
  const bars = page.getByRole('progressbar')
  expect(await bars.count()).toBe(1)
  expect(await bars.evaluate((bar) => bar.closest('form') !== null)).toBe(true)
  await close()
})
