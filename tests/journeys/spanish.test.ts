import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inLanguage } from '../../src/flow/languages/inLanguage.ts'
import { overflow } from './fit.ts'
import { faults } from './operator.ts'
import { consents, recordedSteps } from './records.ts'
import { setOwnStage } from './stage.ts'
import { openTab, PHONE, ready, sentAll, watchLayout } from './visitor.ts'
import { answerStep, fill, readConsent, readFlow, readScript, seeStep, shownSteps } from './walking.ts'

const stage = setOwnStage()

const script = readScript('class-action-finder-car-accident')
const { site, answers } = script
const flow = readFlow(site)
const CONSENT = inLanguage(flow, 'es').constants_config.questions['mva_consent']!.answers['agreed']!
/** Steps that are asked, and among them those at which the visitor switches to English, and back to Spanish. */
const ASKED = shownSteps(script).slice(0, -1)
const [FIRST, SWITCH, BACK, SENT, END] = [
  'mva/injured',
  'mva/name',
  'mva/phone',
  'mva/send',
  'thank_you/more',
]
const ENGLISH = ASKED.slice(ASKED.indexOf(SWITCH), ASKED.indexOf(BACK))

const language = (page: Page) => page.evaluate(() => document.documentElement.lang)
const heading = (page: Page) => page.locator('[data-step] h1:visible').innerText()
const typed = (page: Page, field: string) => page.locator(`[name=${field}]:visible`).inputValue()

/** Presses the link to the other language; the page reloads with the same step. */
async function readIn(page: Page, name: string, step: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.getByRole('link', { name }).tap()])
  await ready(page)
  await seeStep(page, step)
}

test('on a phone set to Spanish, a visitor reads Spanish to the end, switches to English halfway, and agrees in Spanish', async () => {
  const { page, complaints, close } = await openTab(stage.browser, { ...PHONE, locale: 'es-US' })
  const shift = await watchLayout(page)
  await page.goto(`${stage.server.url}/${site}?sub1=ana`)
  await ready(page)
  expect(await page.title()).toBe('Class Action Finder: vea si puede presentar un reclamo')

  for (const step of ASKED.slice(0, ASKED.indexOf(SWITCH))) {
    await seeStep(page, step)
    expect([step, await language(page), await overflow(page)]).toEqual([step, 'es', 0])
    if (step === FIRST) expect(await faults(page)).toEqual([])
    if (step === 'mva/date')
      expect(await page.locator('[name$=month] option').allInnerTexts()).toContain('abril')
    if (step === 'mva/zip') {
      await page.getByRole('button', { name: 'Continuar' }).tap()
      await expect.poll(() => page.locator('.error:visible').innerText()).toBe('Falta: Código postal')
    }
    await answerStep(page, flow, step, answers[step]!)
  }

  await seeStep(page, SWITCH)
  expect([await heading(page), await shift()]).toEqual(['¿Cómo se llama?', 0])
  await page.getByLabel('Nombre').fill('Ana')
  await readIn(page, 'English', SWITCH)
  expect([await language(page), await heading(page)]).toEqual(['en', 'What is your name?'])
  expect(await typed(page, 'first_name')).toBe('Ana')

  for (const step of ENGLISH) {
    await seeStep(page, step)
    await answerStep(page, flow, step, answers[step]!)
  }
  await seeStep(page, BACK)
  await fill(page, flow, BACK, answers[BACK]!)
  await readIn(page, 'Español', BACK)
  expect([await language(page), await heading(page)]).toEqual(['es', '¿Cuál es su número de teléfono?'])
  await expect.poll(() => typed(page, 'phone')).toBe('(512) 959-2368')
  expect([await faults(page), await overflow(page)]).toEqual([[], 0])
  // The outcome comes long after the press, and takes fewer lines than the first text.
  await page.route('**/api/sessions/outcome*', async (route) => {
    await sleep(1500)
    await route.continue()
  })
  await readConsent(page)
  await page.getByRole('button', { name: 'Enviar mis datos' }).tap()
  await page.locator('.acknowledged').getByText('Estamos enviando sus datos.').first().waitFor()
  await page.locator('.acknowledged > :not([hidden])').getByText('en espera').waitFor()

  for (const step of ASKED.slice(ASKED.indexOf(BACK) + 1)) {
    await seeStep(page, step)
    await answerStep(page, flow, step, answers[step]!)
  }
  await seeStep(page, END)
  expect([await heading(page), await faults(page)]).toEqual(['Su solicitud', []])
  expect([await shift(), await overflow(page)]).toEqual([0, 0])
  await sentAll(page)

  const steps = recordedSteps(stage.server.dataDir)
  expect(steps.map(({ step }) => step)).toEqual(
    ASKED.flatMap((step) => (step === BACK ? [step, SENT] : step)),
  )
  const recorded = steps.find(({ step }) => step === FIRST)!.answers
  expect(recorded).toContain('"raw_data":"yes"')
  const [kept, ...more] = consents(stage.server.dataDir, 'ana')
  expect(more).toEqual([])
  expect(kept?.text).toBe(CONSENT.backend_field_value)
  expect(kept?.text).toContain('Al presionar “Enviar mis datos”, doy mi consentimiento')
  expect(kept?.html).toContain('Al presionar “Enviar mis datos”, doy mi consentimiento')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Política de privacidad' }).tap()
  await page.getByRole('heading', { name: 'Qué recopilamos' }).waitFor()
  expect([await language(page), await overflow(page), await faults(page)]).toEqual(['es', 0, []])
  expect(complaints).toEqual([])
  await close()
})
