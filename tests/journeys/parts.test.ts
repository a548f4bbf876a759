import { describe, expect, test } from 'vitest'
import { inFull } from '../inFull.ts'
import { errors, flow, setElementsStage } from './elementsStage.ts'
import { publishFlow } from './publishing.ts'
import { recordedSteps } from './records.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { seeStep } from './walking.ts'

const { stage, at } = setElementsStage()

describe('a birthdate', () => {
  test('says which part is out of range on blur, and marks only that part', async () => {
    const { page, close } = await at('all/born')
    const [month, day, year] = ['month', 'day', 'year'].map((part) =>
      page.locator(`[name="dob.${part}"]:visible`),
    )
    await month!.selectOption('February')
    await day!.fill('30')
    expect(await errors(page)).toEqual([])
    await year!.focus()
    expect(await errors(page)).toEqual(['The maximum day is 29'])
    expect(await page.locator('[aria-invalid=true]').getAttribute('name')).toBe('dob.day')
    await day!.fill('29')
    expect(await errors(page)).toEqual([])
    await year!.fill('1981')
    await year!.blur()
    expect(await errors(page)).toEqual(['The maximum day is 28'])
    await day!.fill('0')
    expect(await errors(page)).toEqual(['The minimum day is 1'])
    await day!.fill('28')
    await year!.fill('1899')
    await year!.blur()
    expect(await errors(page)).toEqual(['The minimum year is 1900'])
    await year!.fill('2999')
    expect(await errors(page)).toEqual([`The maximum year is ${new Date().getFullYear()}`])
    await year!.fill('')
    await page.locator('.actions button:visible').tap()
    expect(await errors(page)).toEqual(['Birthdate is required'])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('dob.year')
    await close()
  })

  test('that’s optional must be complete or empty', async () => {
    const optional = structuredClone(flow)
    const all = optional.ui_config.offers['all']!
    all.steps = all.steps.toSorted((a, b) => Number(b.name === 'born') - Number(a.name === 'born'))
    Object.assign(all.steps[0]!.questions[0]!, {
      validations: { local: [{ name: 'date_of_birth' }, { name: 'age', min: 18 }] },
    })
    await publishFlow(optional, 'optional', stage.server)
    const { page, close } = await openTab(stage.browser)
    await page.goto(`${stage.server.url}/optional`)
    await ready(page)
    const onward = page.locator('.actions button:visible')
    const month = page.locator('[name="dob.month"]:visible')
    await month.selectOption('February')
    await onward.tap()
    expect(await errors(page)).toEqual(['Birthdate is required'])
    await month.selectOption('')
    await onward.tap()
    await seeStep(page, 'all/hurt')
    await close()
  })
})

describe('an injury date', () => {
  test('from 2015 or earlier has no month, and this year’s later months can’t be chosen', async () => {
    const { page, close } = await at('all/when')
    const [year, month] = [page.locator('[name="when.year"]'), page.locator('[name="when.month"]')]
    const now = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
    expect((await year.locator('option').allTextContents()).slice(1)).toEqual([
      ...Array.from({ length: Number(now.slice(0, 4)) - 2015 }, (_, i) =>
        String(Number(now.slice(0, 4)) - i),
      ),
      '2015 or earlier',
    ])
    await year.selectOption('2020')
    await month.selectOption('December')
    await year.selectOption(now.slice(0, 4))
    expect(await month.inputValue()).toBe('')
    const open = await month.locator('option:enabled').allTextContents()
    expect(open).toHaveLength(1 + Number(now.slice(5, 7)))
    await year.selectOption('2015 or earlier')
    expect(await month.isVisible()).toBe(false)
    await page.locator('.actions button:visible').tap()
    await seeStep(page, 'all/which')
    await sentAll(page)
    expect(recordedSteps(stage.server.dataDir).at(-1)?.answers).toMatch(/"2015".*"01"/)
    await close()
  })
})

describe('a vehicle', () => {
  test('is chosen by year, then make, then model, and a change clears what follows', async () => {
    const { page, close } = await at('all/car')
    const [year, make, model] = ['year', 'make', 'model'].map((part) =>
      page.locator(`[name="car.${part}"]:visible`),
    )
    const years = (await year!.locator('option').allTextContents()).slice(1)
    expect(years).toEqual(years.toSorted().toReversed())
    expect([await make!.isDisabled(), await model!.isDisabled()]).toEqual([true, true])
    await page.locator('.actions button:visible').tap()
    expect(await errors(page)).toEqual(['Car Year is required'])
    await year!.selectOption('2015')
    await make!.selectOption('Honda')
    await model!.selectOption('Civic')
    await make!.selectOption('Ford')
    expect(await model!.inputValue()).toBe('')
    await year!.selectOption('2014')
    expect([await make!.inputValue(), await model!.isDisabled()]).toEqual(['', true])
    await close()
  })

  inFull('that isn’t in the catalog is Other, with or without a known make', async () => {
    const { page, close } = await at('all/car')
    const [year, make, model] = ['year', 'make', 'model'].map((part) =>
      page.locator(`[name="car.${part}"]:visible`),
    )
    await year!.selectOption(await year!.locator('option').nth(1).textContent())
    await make!.selectOption('Honda')
    expect((await model!.locator('option').allTextContents()).at(-1)).toBe('Other')
    await make!.selectOption('Other')
    expect((await model!.locator('option').allTextContents()).slice(1)).toEqual(['Other'])
    await close()
  })
})
