import type { Page } from 'playwright-core'
import type { LeafElement } from '../../schemas/elements/element.ts'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { answer, findStep, leaves } from '../../src/flow/elements/elements.ts'
import { ref } from '../flow/flows.ts'
import { hasSubmit } from './acts.ts'
import { readConsent, type Script } from './walking.ts'

/** A hand without a mouse: Tab from control to control, Space, Enter, the arrows, and typed text. */

/** Presses Tab until `selector` matches the focused element. Throws if Tab never leads there. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < MANY; presses += 1) {
    if (await hasFocus(page, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${selector}.`)
}

/** More presses than any step needs, including its footer and the way back to the top. */
const MANY = 80

export function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)
}

/** Fills the current step in and leaves it. Without values, only presses its button. */
export async function answerByKeyboard(
  page: Page,
  flow: FlowDocument,
  id: string,
  values: Script['answers'][string],
): Promise<void> {
  const elements = leaves(findStep(flow, ref(id))!.questions)
  for (const element of elements) await fill({ page, flow, values }, element)
  if (hasSubmit(flow, id, values)) {
    await readConsent(page)
    await tabTo(page, '.actions button')
    await page.keyboard.press('Enter')
  }
}

interface Hand {
  page: Page
  flow: FlowDocument
  values: Script['answers'][string]
}

async function fill({ page, flow, values }: Hand, element: LeafElement): Promise<void> {
  if (!('question_key' in element) || element.widget === 'consent') return
  const { question_key } = element
  const of = (id: string) => answer(flow, question_key, id)
  const given = (id: string) => values[of(id).backend_field_name]
  if (!('answer_id' in element)) {
    for (const part of element.widget === 'vehicle' ? ['year', 'make', 'model'] : ['year', 'month'])
      await select(page, `[name="${question_key}.${part}"]`, String(given(part)))
    return
  }
  const { backend_field_name: field, backend_field_value } = of(element.answer_id)
  const value = given(element.answer_id)
  if (value === undefined) return
  switch (element.widget) {
    case 'choice':
      if (value !== backend_field_value) return
      await tabTo(page, `button[name="${field}"][value="${String(value)}"]`)
      return page.keyboard.press('Space')
    case 'dropdown':
      return select(page, `[name="${field}"]`, String(value))
    case 'radio':
      await tabTo(page, `[name="${field}"]`)
      return arrowTo(page, `[name="${field}"][value="${String(value)}"]`)
    case 'multi_select':
      for (const one of [value].flat()) {
        await tabTo(page, `[name="${field}"][value="${one}"]`)
        await page.keyboard.press('Space')
      }
      return
    case 'date_of_birth': {
      const [year, month, day] = String(value).split('-').map(Number)
      await select(page, `[name="${field}.month"]`, String(month))
      await write(page, `[name="${field}.day"]`, String(day))
      return write(page, `[name="${field}.year"]`, String(year))
    }
    case 'text':
    case 'textarea':
    case 'slider':
      return write(page, `[name="${field}"]`, String(value))
  }
}

async function write(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.type(text)
}

/** Selects an option: its first word leads near it, and the arrows from there. Skips a list that isn't there. */
async function select(page: Page, selector: string, value: string): Promise<void> {
  const list = page.locator(selector)
  if (!(await list.isVisible())) return
  const text = await page.locator(`${selector}:enabled option[value="${value}"]`).textContent()
  await tabTo(page, selector)
  await page.keyboard.type(text?.split(' ')[0] ?? '')
  for (let presses = 0; presses < MANY && (await list.inputValue()) !== value; presses += 1)
    await page.keyboard.press('ArrowDown')
}

async function arrowTo(page: Page, selector: string): Promise<void> {
  if (await hasFocus(page, selector)) return page.keyboard.press('Space')
  for (let presses = 0; presses < MANY && !(await hasFocus(page, selector)); presses += 1)
    await page.keyboard.press('ArrowDown')
}
