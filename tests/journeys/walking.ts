import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { named } from '../../src/flow/named.ts'
import { actsOn, hasSubmit, submitOf, type Values } from './acts.ts'

/** A visitor's answers to a whole flow, and the trace that the rules must give. */
export interface Script {
  site: string
  query: Record<string, string>
  answers: Record<string, Values>
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

/** Steps of a script that its visitor sees, in order. */
export function shownSteps({ trace }: Script): string[] {
  return trace.flatMap((line) => (line.endsWith(' shown') ? [line.split(' ')[0]!] : []))
}

/** Current step of the page, as `offer/step`. */
export function stepInSight(page: Page): Promise<string> {
  return page.locator('[data-step]').first().getAttribute('data-step').then(String)
}

/** Waits until the page shows a step. */
export async function seeStep(page: Page, id: string): Promise<void> {
  await page.locator(`[data-step="${id}"]`).waitFor()
}

/** Waits until the browser's history knows the current step, as a test is faster than any hand. */
export async function seeInHistory(page: Page): Promise<void> {
  const [offer_key, step_key] = (await stepInSight(page)).split('/')
  const step = { offer_key, step_key }
  await page.waitForFunction((known) => JSON.stringify(history.state?.step) === known, JSON.stringify(step))
}

/** Presses the browser's Back. */
export async function goBack(page: Page): Promise<void> {
  await seeInHistory(page)
  await page.goBack()
}

/** Answers the current step as a person would, and moves on; `fill` alone stops before its submit. */
export async function answerStep(page: Page, flow: FlowDocument, id: string, values: Values) {
  await fill(page, flow, id, values)
  if (!hasSubmit(flow, id, values)) return
  await readConsent(page)
  await page.locator(submitOf(id)).click()
}

export function readConsent(page: Page): Promise<void> {
  return page.evaluate(scrollToConsentEnd)
}

/** Scrolls to the end of the step's consent, if it has one: a press before that only scrolls there. Runs in the page. */
export function scrollToConsentEnd(): void {
  const step = document.querySelector('.step:not([data-ahead])')
  const text = [...(step?.querySelectorAll('.consent') ?? [])].at(-1)
  const bar = step?.querySelector('.actions')
  if (!text || !bar) return
  text.scrollIntoView({ block: 'end' })
  // A button of several lines, or in large text, is higher than the space that the page keeps for it.
  const isPinned = getComputedStyle(bar).position === 'fixed'
  if (isPinned) scrollBy(0, text.getBoundingClientRect().bottom - bar.getBoundingClientRect().top + 8)
}

export async function fill(page: Page, flow: FlowDocument, id: string, values: Values) {
  for (const act of actsOn(flow, id, values)) {
    const control = page.locator(`${act.selector}:visible`)
    if (act.kind === 'press') await control.click()
    else if (act.kind === 'tick') await control.check()
    else if (act.kind === 'type') {
      // A slider's handle moves as one types, which isn't a shift only if keys are pressed.
      const moves = await control.evaluate((field) => field.closest('.slider-number') !== null)
      await (moves ? control.pressSequentially(act.value) : control.fill(act.value))
    } else if (!act.ifShown || (await control.isVisible())) await control.selectOption(act.value)
  }
}
