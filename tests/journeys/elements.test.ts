import { beforeAll, describe, expect, test } from 'vitest'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { elementsFlow } from './elementsFlow.ts'
import { faults } from './operator.ts'
import { publishFlow } from './publishing.ts'
import { linkOuts, recordedSteps } from './records.ts'
import { setStage } from './stage.ts'
import { holdReact, openTab, PHONE, ready, sentAll } from './visitor.ts'
import { answerStep, seeStep, type Script } from './walking.ts'

const stage = setStage()
const flow = elementsFlow('leadloom')
const ANSWERS: Script['answers'] = {
  'all/who': {
    first_name: 'Ann <b>',
    phone: '2125552368',
    email: 'ann@example.com',
    incident_description: 'A car hit me from behind.',
  },
  'all/born': { dob: '1980-02-09' },
  'all/car': { car_year: '2015', car_make: 'Honda', car_model: 'Civic' },
  'all/when': { injury_year: '2024', injury_month: '03' },
  'all/which': { state: 'texas', side: 'left', parts: ['neck'] },
  'all/agree': {},
}

beforeAll(() => publishFlow(flow, 'elements', stage.server))

/** A visitor's tab at a step, with all before it answered. */
async function at(id: string, options: BrowserContextOptions = PHONE) {
  const tab = await openTab(stage.browser, options)
  const { page } = tab
  await page.context().route(/\.example\//, (route) => route.fulfill({ body: 'Another page.' }))
  await page.goto(`${stage.server.url}/elements?sub1=one&sub_id1=first&affid=86`)
  const press = (name: string) => page.getByRole('button', { name }).first().click()
  if (id === 'all/hurt') return tab
  await press('Yes')
  for (const [step, values] of Object.entries(ANSWERS)) {
    await seeStep(page, step)
    if (step === id) return tab
    await answerStep(page, flow, step, values)
  }
  await seeStep(page, 'all/boost')
  if (id === 'all/boost') return tab
  await press('No, thank you')
  await seeStep(page, id)
  return tab
}

const errors = (page: Page) => page.locator('.error:not(:empty):visible').allTextContents()
const reload = async (page: Page) => {
  await page.reload()
  await ready(page)
}

test('every element is shown, answered and recorded, and axe-core finds nothing wrong with any state', async () => {
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
        'Thank you, Ann <b>. We have your number as (212) 555-2368. You may hear from Claims & Partner, Injury Helpers.',
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

test('two buttons stand side by side, a list of options has its title, and what a description lacks is counted', async () => {
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

test('the keyboard alone answers every kind of question', async () => {
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
  await seeStep(page, 'all/agree')
  await close()
})

describe('a birthdate', () => {
  test('says which part is out of range, when it is left, and marks that part alone', async () => {
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

  test('that nobody must give is given whole or not at all', async () => {
    const optional = structuredClone(flow)
    const all = optional.ui_config.offers['all']!
    all.steps = all.steps.toSorted((a, b) => Number(b.name === 'born') - Number(a.name === 'born'))
    Object.assign(all.steps[0]!.questions[0]!, { validations: { local: [{ name: 'date_of_birth' }] } })
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
  test('from before 2015 has no month; this year’s later months cannot be chosen', async () => {
    const { page, close } = await at('all/when')
    const [year, month] = [page.locator('[name="when.year"]'), page.locator('[name="when.month"]')]
    const now = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
    expect((await year.locator('option').allTextContents()).slice(1)).toEqual([
      ...Array.from({ length: Number(now.slice(0, 4)) - 2015 }, (_, i) =>
        String(Number(now.slice(0, 4)) - i),
      ),
      'Earlier than 2015',
    ])
    await year.selectOption('2020')
    await month.selectOption('December')
    await year.selectOption(now.slice(0, 4))
    expect(await month.inputValue()).toBe('')
    const open = await month.locator('option:enabled').allTextContents()
    expect(open).toHaveLength(1 + Number(now.slice(5, 7)))
    await year.selectOption('Earlier than 2015')
    expect(await month.isVisible()).toBe(false)
    await page.locator('.actions button:visible').tap()
    await seeStep(page, 'all/which')
    await sentAll(page)
    expect(recordedSteps(stage.server.dataDir).at(-1)?.answers).toMatch(/"2015".*"01"/)
    await close()
  })
})

describe('a vehicle', () => {
  test('is chosen by year, then make, then model: a change clears what comes after it', async () => {
    const { page, close } = await at('all/car')
    const [year, make, model] = ['year', 'make', 'model'].map((part) =>
      page.locator(`[name="car.${part}"]:visible`),
    )
    const years = (await year!.locator('option').allTextContents()).slice(1)
    expect(years).toEqual(years.toSorted().toReversed())
    expect([await make!.isDisabled(), await model!.isDisabled()]).toEqual([true, true])
    await page.locator('.actions button:visible').tap()
    expect(await errors(page)).toEqual([
      'Car Year is required',
      'Car Make is required',
      'Car Model is required',
    ])
    await year!.selectOption('2015')
    await make!.selectOption('Honda')
    await model!.selectOption('Civic')
    await make!.selectOption('Ford')
    expect(await model!.inputValue()).toBe('')
    await year!.selectOption('2014')
    expect([await make!.inputValue(), await model!.isDisabled()]).toEqual(['', true])
    await close()
  })

  test('that the catalogue does not know is Other, of a make that it knows or of none', async () => {
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

describe('what was begun on a step', () => {
  test('is there again after a reload, half-typed dates too, and is dropped once the step is answered', async () => {
    const { page, complaints, close } = await at('all/who')
    await page.locator('[name=first_name]').fill('An')
    await page.locator('[name=phone]:visible').fill('21255')
    await page.locator('[name=incident_description]').fill('A car')
    await reload(page)
    expect(await page.locator('[name=first_name]').inputValue()).toBe('An')
    await expect.poll(() => page.locator('[name=phone]:visible').inputValue()).toBe('(212) 55')
    expect(await page.locator('[name=incident_description]').inputValue()).toBe('A car')
    expect(await errors(page)).toEqual([])
    await answerStep(page, flow, 'all/who', ANSWERS['all/who']!)
    await seeStep(page, 'all/born')
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
    await page.locator('[name="dob.month"]').selectOption('February')
    await page.locator('[name="dob.year"]').fill('198')
    await reload(page)
    expect(await page.locator('[name="dob.month"]').inputValue()).toBe('2')
    expect(await page.locator('[name="dob.year"]').inputValue()).toBe('198')
    await answerStep(page, flow, 'all/born', ANSWERS['all/born']!)
    await seeStep(page, 'all/car')
    await page.locator('[name="car.year"]').selectOption('2015')
    await page.locator('[name="car.make"]').selectOption('Honda')
    await reload(page)
    await expect.poll(() => page.locator('[name="car.make"]').inputValue()).toBe('Honda')
    expect(complaints).toEqual([])
    await close()
  })

  test('is there again when the visitor went back and forth', async () => {
    const { page, close } = await at('all/who')
    await page.locator('[name=first_name]').fill('An')
    await page.getByRole('button', { name: 'Back' }).tap()
    await seeStep(page, 'all/hurt')
    expect(await page.locator('[aria-current]').allInnerTexts()).toEqual(['Yes'])
    await page.getByRole('button', { name: 'Yes' }).tap()
    await seeStep(page, 'all/who')
    expect(await page.locator('[name=first_name]').inputValue()).toBe('An')
    await close()
  })

  test('gives way to what was typed since, before React was there', async () => {
    const { page, complaints, close } = await at('all/who')
    await page.locator('[name=first_name]').fill('An')
    await page.locator('[name=email]').fill('ann@')
    await sentAll(page)
    const letGo = await holdReact(page)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('[name=first_name]').fill('Bea')
    letGo()
    await ready(page)
    expect(await page.locator('[name=first_name]').inputValue()).toBe('Bea')
    expect(await page.locator('[name=email]').inputValue()).toBe('ann@')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('what a person types or pastes is taken', () => {
  /** Puts `text` where the focus is, as a paste does. */
  const paste = (page: Page, text: string) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      if (document.activeElement?.dispatchEvent(pasted)) document.execCommand('insertText', false, text)
    }, text)

  test('of a phone number, with or without its country code, however it is written', async () => {
    const { page, close } = await at('all/who')
    await ready(page)
    const phone = page.locator('[name=phone]:visible')
    await phone.fill('2125550100')
    await expect.poll(() => phone.inputValue()).toBe('(212) 555-0100')
    for (const text of ['(212) 555-0100', '+1 212.555.0100', '1-212-555-0100', '12125550100']) {
      await phone.fill(text)
      expect([text, 'filled in', await phone.inputValue()]).toEqual([text, 'filled in', '(212) 555-0100'])
      await phone.fill('')
      await phone.pressSequentially(text)
      expect([text, 'typed', await phone.inputValue()]).toEqual([text, 'typed', '(212) 555-0100'])
      await phone.selectText()
      await paste(page, text)
      expect([text, 'pasted', await phone.inputValue()]).toEqual([text, 'pasted', '(212) 555-0100'])
    }
    await close()
  })

  test('of a phone number before its mask is there: it is taken up, with the caret where it stands', async () => {
    const { page, close } = await at('all/who')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.context().route(/mask/, async (route) => {
      await held
      await route.continue()
    })
    await reload(page)
    const phone = page.locator('[name=phone]:visible')
    await phone.pressSequentially('12125')
    expect(await phone.inputValue()).toBe('12125')
    release()
    await expect.poll(() => phone.inputValue()).toBe('(212) 5')
    await phone.pressSequentially('550100')
    expect(await phone.inputValue()).toBe('(212) 555-0100')
    await close()
  })

  test('of a birthdate, all of it wherever it is pasted', async () => {
    const { page, close } = await at('all/born')
    const [month, day, year] = ['month', 'day', 'year'].map((part) =>
      page.locator(`[name="dob.${part}"]:visible`),
    )
    const shown = () => Promise.all([month, day, year].map((part) => part!.inputValue()))
    await day!.focus()
    await paste(page, '2/3/1980')
    expect(await shown()).toEqual(['2', '3', '1980'])
    await month!.focus()
    await paste(page, 'Dec 31, 1999')
    expect(await shown()).toEqual(['12', '31', '1999'])
    await page.locator('.actions button:visible').tap()
    await seeStep(page, 'all/car')
    await sentAll(page)
    expect(recordedSteps(stage.server.dataDir).at(-1)?.answers).toContain('1999-12-31')
    await close()
  })
})

describe('buttons that open another page', () => {
  /** The link-outs recorded of an offer. */
  const pressedAt = (key: string) =>
    linkOuts(stage.server.dataDir).filter(({ offer }) => offer === key).length

  test('a boost opens it in a new tab, and the visitor goes on here', async () => {
    const { page, complaints, close } = await at('all/boost')
    const before = pressedAt('all')
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /Check it now/ }).tap(),
    ])
    expect(other.url()).toBe('https://boost.example/credit?sub1=one')
    expect(await other.evaluate(() => window.opener as unknown)).toBeNull()
    await seeStep(page, 'end/thanks')
    await sentAll(page)
    expect(recordedSteps(stage.server.dataDir).at(-1)?.step).toBe('all/boost')
    expect(pressedAt('all')).toBe(before + 1)
    expect(complaints).toEqual([])
    await close()
  })

  test('each says where it leads, in its size, and is one link-out however often it is pressed', async () => {
    const { page, close } = await at('end/thanks')
    const before = pressedAt('end')
    const link = (name: RegExp) => page.getByRole('link', { name })
    const sizes = ['See solar plans', 'Button', 'Get covered', 'Save now'].map((name) =>
      link(new RegExp(`^${name}`)).evaluate((node) => getComputedStyle(node).fontSize),
    )
    expect(await Promise.all(sizes)).toEqual(['12px', '16px', '24px', '32px'])
    const tracker = new URL((await link(/Read how/).getAttribute('href'))!)
    expect(Object.fromEntries(tracker.searchParams)).toMatchObject({
      offer_id: '1',
      aff_id: '1004',
      aff_sub: 'first',
      sub1: 'one',
    })
    expect(await link(/Save now/).getAttribute('href')).toMatch(
      /^https:\/\/partner\.example\/go\?ref=[0-9a-f-]{36}$/,
    )
    for (const name of [/^Button/, /^Button/, /Save now/]) {
      const [other] = await Promise.all([page.context().waitForEvent('page'), link(name).tap()])
      await other.close()
    }
    await sentAll(page)
    expect(pressedAt('end')).toBe(before + 2)
    await close()
  })

  test('before React, one that needs an id of its own is loading, and a press on another is told afterwards', async () => {
    const { page, complaints, close } = await at('end/thanks')
    await sentAll(page)
    const before = pressedAt('end')
    const letGo = await holdReact(page)
    await page.reload({ waitUntil: 'commit' })
    const loading = page.getByRole('link', { name: 'Loading...' })
    expect(await loading.getAttribute('aria-disabled')).toBe('true')
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Button/ }).tap(),
    ])
    await other.close()
    letGo()
    await ready(page)
    await page.getByRole('link', { name: /Save now/ }).waitFor()
    expect(page.context().pages()).toHaveLength(1)
    await sentAll(page)
    await expect.poll(() => pressedAt('end')).toBe(before + 1)
    expect(complaints).toEqual([])
    await close()
  })

  test('the phone link calls the tracked number', async () => {
    const { page, close } = await at('end/thanks')
    await page.locator('.phone[href]').waitFor()
    expect(await page.locator('.phone').getAttribute('href')).toBe('tel:+18005550199')
    expect(await page.locator('.phone').innerText()).toBe('Questions? Call (800)\u00a0555\u20110199')
    await close()
  })
})

test('progress stands where its author put it, and the page’s own bar does not', async () => {
  const { page, close } = await at('all/hurt')
  const bars = page.getByRole('progressbar')
  expect(await bars.count()).toBe(1)
  expect(await bars.evaluate((bar) => bar.closest('form') !== null)).toBe(true)
  await close()
})
