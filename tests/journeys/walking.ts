import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { LeafElement } from '../../schemas/element.ts'
import type { FlowDocument, Step } from '../../schemas/flow.ts'
import { answer, findStep, leaves } from '../../src/flow/elements.ts'
import { named } from '../../src/flow/named.ts'
import { MONTHS } from '../../src/flow/dates.ts'

/** A visitor's answers to a whole flow, and the trace that the rules must give. */
export interface Script {
  site: string
  query: Record<string, string>
  answers: Record<string, Record<string, string | string[]>>
  trace: string[]
}

export function readScript(name: string): Script {
  return JSON.parse(readFileSync(`fixtures/answers/${name}.json`, 'utf8')) as Script
}

/** A site's flow as the tests' servers publish it. */
export function readFlow(site: string): FlowDocument {
  const flow = JSON.parse(readFileSync(`fixtures/sites/${site}/flow.json`, 'utf8')) as FlowDocument
  return named(flow, 'Leadloom')
}

/** The steps of a script that its visitor sees, in order. */
export function shownSteps({ trace }: Script): string[] {
  return trace.flatMap((line) => (line.endsWith(' shown') ? [line.split(' ')[0]!] : []))
}

/** The step in sight. */
export function stepInSight(page: Page): Promise<string> {
  return page.locator('[data-step]').first().getAttribute('data-step').then(String)
}

/** Waits until a step is in sight. */
export async function seeStep(page: Page, id: string): Promise<void> {
  await page.locator(`[data-step="${id}"]`).waitFor()
}

/** The browser's Back, once it knows of the step in sight: no hand is as quick as a test's. */
export async function goBack(page: Page): Promise<void> {
  const [offer_key, step_key] = (await stepInSight(page)).split('/')
  const step = { offer_key, step_key }
  await page.waitForFunction((known) => JSON.stringify(history.state?.step) === known, JSON.stringify(step))
  await page.goBack()
}

/** Answers the step in sight as a person would, and moves on; `fill` alone leaves it before its submit. */
export async function answerStep(
  page: Page,
  flow: FlowDocument,
  id: string,
  values: Script['answers'][string],
) {
  await fill(page, flow, id, values)
  const submit = page.locator(`[data-step="${id}"] .actions button[type=submit]`)
  if (leaves(stepOf(flow, id).questions).some(({ type }) => type === 'submit')) await submit.click()
}

export async function fill(page: Page, flow: FlowDocument, id: string, values: Script['answers'][string]) {
  for (const element of leaves(stepOf(flow, id).questions)) await fillElement(page, flow, element, values)
}

function stepOf(flow: FlowDocument, id: string): Step {
  const [offer_key = '', step_key = ''] = id.split('/')
  const step = findStep(flow, { offer_key, step_key })
  if (!step) throw new Error(`The flow has no step ${id}.`)
  return step
}

async function fillElement(
  page: Page,
  flow: FlowDocument,
  element: LeafElement,
  values: Script['answers'][string],
): Promise<void> {
  if (!('question_key' in element)) return
  const { question_key } = element
  // A later step that asks the same may be drawn already, out of sight.
  const control = (name: string, value = '') =>
    page.locator(`[name="${name}"]${value && `[value="${value}"]`}:visible`)
  const value = (answerId: string) => values[answer(flow, question_key, answerId).backend_field_name]
  if (!('answer_id' in element)) {
    const parts = element.widget === 'vehicle' ? ['year', 'make', 'model'] : ['year', 'month']
    for (const part of parts) {
      const select = control(`${question_key}.${part}`)
      if (await select.isVisible()) await select.selectOption(String(value(part)))
    }
    return
  }
  const { backend_field_name: field, backend_field_value } = answer(flow, question_key, element.answer_id)
  const given = value(element.answer_id)
  if (element.widget === 'choice') {
    if (given === backend_field_value) await control(field, String(given)).click()
  } else if (given === undefined || element.widget === 'consent') return
  else if (element.widget === 'dropdown') await control(field).selectOption(String(given))
  else if (element.widget === 'radio' || element.widget === 'multi_select')
    for (const one of [given].flat()) await control(field, String(one)).check()
  else if (element.widget === 'date_of_birth') {
    const [year, month, day] = String(given).split('-').map(Number)
    await control(`${field}.month`).selectOption(MONTHS[month! - 1]!)
    await control(`${field}.day`).fill(String(day))
    await control(`${field}.year`).fill(String(year))
  } else await control(field).fill(String(given))
}
