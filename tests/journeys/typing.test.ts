import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { IN_FULL, inFull } from '../inFull.ts'
import { ANSWERS, errors, flow, reload, setElementsStage } from './elementsStage.ts'
import { recordedSteps } from './records.ts'
import { holdReact, ready, sentAll } from './visitor.ts'
import { answerStep, seeStep } from './walking.ts'

const { stage, at } = setElementsStage()

describe('unfinished input on a step', () => {
  test('is restored after a reload, including partial dates, and dropped once the step is answered', async () => {
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
    const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('leadloom.draft.'))
    await expect.poll(() => page.evaluate(drafts)).toEqual([])
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

  inFull('is restored after going back and forth', async () => {
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

  test('gives way to text typed later, before React loads', async () => {
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

describe('typed and pasted text is accepted', () => {
  /** Inserts `text` at the focus, as a paste does. */
  const paste = (page: Page, text: string) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      if (document.activeElement?.dispatchEvent(pasted)) document.execCommand('insertText', false, text)
    }, text)

  test('as a phone number with or without country code, in any format', async () => {
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

  test('as a phone number before its mask loads, with the caret in place', async () => {
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

  const FOREIGN = [
    ['+91 98765 43210', '+91 98765 43210'],
    ['+44 7911 123456', '+44 7911 123456'],
    ['512 555 23 68 99', '512555236899'],
  ]
  // Typing and pasting it give different results.
  test.each(IN_FULL ? FOREIGN : FOREIGN.slice(-1))(
    'as a whole if it isn’t a US phone number, to be refused: %s',
    async (text, typed) => {
      const { page, close } = await at('all/who')
      await ready(page)
      const phone = page.locator('[name=phone]:visible')
      await phone.fill('2')
      await expect.poll(() => phone.inputValue()).toBe('(2')
      await phone.fill('')
      await phone.pressSequentially(text)
      expect(await phone.inputValue()).toBe(typed)
      await phone.selectText()
      await paste(page, text)
      expect(await phone.inputValue()).toBe(text)
      await phone.fill('')
      await phone.fill(text)
      expect(await phone.inputValue()).toBe(text)
      await phone.blur()
      await expect
        .poll(() => errors(page))
        .toEqual([expect.stringContaining('must contain a valid phone number')])
      await close()
    },
  )

  test('as a corrected phone number, with an extra digit removed and a first digit added', async () => {
    const { page, close } = await at('all/who')
    await ready(page)
    const phone = page.locator('[name=phone]:visible')
    await phone.fill('2')
    await expect.poll(() => phone.inputValue()).toBe('(2')
    const placeCaret = (place: number) =>
      phone.evaluate((input: HTMLInputElement, place) => input.setSelectionRange(place, place), place)
    await phone.fill('')
    await phone.pressSequentially('51255523689')
    expect(await phone.inputValue()).toBe('51255523689')
    await phone.press('Backspace')
    expect(await phone.inputValue()).toBe('(512) 555-2368')
    for (const [place, key] of [
      [2, 'Backspace'],
      [1, 'Delete'],
    ] as const) {
      await phone.fill('6125552368')
      await placeCaret(place)
      await phone.press(key)
      expect(await phone.inputValue()).toBe('(125) 552-368')
      await phone.press('5')
      expect(await phone.inputValue()).toBe('(512) 555-2368')
    }
    await phone.press('Home')
    await phone.press('+')
    await phone.press('1')
    expect(await phone.inputValue()).toBe('(512) 555-2368')
    await phone.press('1')
    await phone.press('x')
    expect(await phone.inputValue()).toBe('(512) 555-2368')
    await close()
  })

  inFull('as a whole birthdate, wherever it’s pasted', async () => {
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
