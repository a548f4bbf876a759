import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { FlowDocument, Language } from '../../schemas/flow/flow.ts'
import { IN_FULL } from '../inFull.ts'
import { findStep, inputs, leaves } from '../../src/flow/elements/elements.ts'
import { ref } from '../flow/flows.ts'
import { answerByKeyboard, hasFocus, tabTo } from './byKeyboard.ts'
import { visibleSteps, waysTo, type Way } from './everyStep.ts'
import { overflow, smallTargets } from './fit.ts'
import { faults } from './operator.ts'
import { setStage } from './stage.ts'
import { openTab, ready } from './visitor.ts'
import { readFlow, readScript, seeStep, shownSteps, type Script } from './walking.ts'

/** One visitor per site, who looks closely at each kind of step. Yardstick asks in every possible way, and Found Money has a Spanish
 *  translation. `npm run paths` sends visitors who see every step of every site, in each language. */
const SCRIPTS: [script: string, language: Language][] = [
  ['yardstick-all', 'en'],
  ['found-money-unclaimed-money', 'es'],
  ...(IN_FULL
    ? ([
        ['found-money-unclaimed-money', 'en'],
        ['class-action-finder-car-accident', 'en'],
        ['class-action-finder-car-accident', 'es'],
        ['leadloom-solar-and-debt', 'en'],
        ['unemployment-guru-late-appeal', 'en'],
      ] satisfies [string, Language][])
    : []),
]
const SITE_MS = IN_FULL ? 900_000 : 60_000

const stage = setStage()

test.each(SCRIPTS)(
  '%s, in %s, on a phone: works to its end with only a keyboard, and axe-core finds nothing',
  async (name, language) => {
    const script = readScript(name)
    const { site } = script
    const flow = readFlow(site)
    const kind = (id: string) => (IN_FULL ? id : kindOf(flow, id))
    const known = new Set<string>()
    for (const { query, answers, headers, shown } of waysOf(script, flow)) {
      if (shown.every((id) => known.has(kind(id)))) continue
      const { page, complaints, close } = await openTab(stage.browser, {
        ...NARROW,
        locale: `${language}-US`,
      })
      await page.setExtraHTTPHeaders(headers)
      await page.goto(`${stage.server.url}/${site}?${new URLSearchParams(query).toString()}`)
      await ready(page)
      for (const [index, id] of shown.entries()) {
        await seeStep(page, id)
        // A person who can't see the screen hears the new question.
        if (index > 0) await expect.poll(() => hasFocus(page, `[data-step="${id}"] h1`)).toBe(true)
        const title = await page.title()
        const question = await page.locator(`[data-step="${id}"] h1`).innerText()
        expect(title.startsWith(`${question.replace(/\s+/g, ' ')} · `)).toBe(index > 0)
        if (!known.has(kind(id))) expect([id, await wrongWith(page, flow, id)]).toEqual([id, []])
        known.add(kind(id))
        if (index < shown.length - 1) await answerByKeyboard(page, flow, id, answers[id] ?? {})
      }
      expect(complaints).toEqual([])
      await close()
    }
  },
  SITE_MS,
)

const NARROW = { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' } as const

function waysOf(script: Script, flow: FlowDocument): Way[] {
  const first = { ...script, headers: {}, shown: shownSteps(script) }
  return IN_FULL ? [first, ...waysTo(flow, visibleSteps(flow))] : [first]
}

/** Kind of a step; steps of one kind have the same elements in the same layout. */
function kindOf(flow: FlowDocument, id: string): string {
  const { design, questions } = findStep(flow, ref(id))!
  const widgets = leaves(questions).map((element) => ('widget' in element ? element.widget : element.type))
  return [design, ...new Set(widgets)].join(' ')
}

/** Everything that keeps a person from using the current step. */
async function wrongWith(page: Page, flow: FlowDocument, id: string): Promise<string[]> {
  return [
    ...(await faults(page)),
    ...(await smallTargets(page)),
    ...((await overflow(page)) > 0 ? ['The page scrolls sideways.'] : []),
    ...(await withoutTokens(page)),
    ...(inputs(findStep(flow, ref(id))!).length > 0 && (await isEmpty(page)) ? await unannounced(page) : []),
  ]
}

/** Values that a browser may fill in, and the keyboard that a phone shows. Source: WHATWG HTML, 4.10.18.7 "Autofill"; WCAG 1.3.5. */
const TOKENS: Record<string, [autocomplete: string, inputmode: string]> = {
  first_name: ['given-name', ''],
  last_name: ['family-name', ''],
  email: ['email', 'email'],
  phone: ['tel-national', 'tel'],
  zip_code: ['postal-code', 'numeric'],
  street_address: ['street-address', ''],
  'dob.month': ['bday-month', ''],
  'dob.day': ['bday-day', 'numeric'],
  'dob.year': ['bday-year', 'numeric'],
}

async function withoutTokens(page: Page): Promise<string[]> {
  const controls = await page
    .locator('.control:visible')
    .evaluateAll((all) => (all as HTMLInputElement[]).map((c) => [c.name, c.autocomplete, c.inputMode]))
  return controls.flatMap(([name = '', ...has]) => {
    const wanted = TOKENS[name]
    return wanted && String(wanted) !== String(has) ? [`${name} has ${String(has)}`] : []
  })
}

/** True if nothing is filled in, either by the visitor or from what a check of an earlier answer found. */
function isEmpty(page: Page): Promise<boolean> {
  return page
    .locator('form.step:visible')
    .evaluate((form) => [...new FormData(form as HTMLFormElement).values()].every((value) => value === ''))
}

/** Leaves the step empty. The error must appear at the field, which has the focus, in view, and a screen reader must announce it. */
async function unannounced(page: Page): Promise<string[]> {
  await tabTo(page, '.actions button')
  await page.keyboard.press('Enter')
  await page.locator('.error:not(:empty):visible').first().waitFor()
  const silent = await page.evaluate(() => {
    const control = document.activeElement
    const ids = control?.closest('[aria-describedby]')?.getAttribute('aria-describedby')?.split(' ') ?? []
    const errors = ids.flatMap((id) => document.getElementById(id) ?? []).filter((e) => e.matches('.error'))
    const heard = errors.find((error) => error.textContent && error.ariaLive === 'polite')
    if (!heard) return [`${control?.outerHTML.slice(0, 100)} has no error that is heard.`]
    const { left, top, height } = heard.getBoundingClientRect()
    const inSight = document.elementFromPoint(left + 20, top + height / 2) === heard
    return inSight ? [] : [`“${heard.textContent}” is out of sight.`]
  })
  return [...silent, ...(await faults(page)).map((fault) => `with errors: ${fault}`)]
}
