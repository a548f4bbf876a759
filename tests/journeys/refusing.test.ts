import { expect, test } from 'vitest'
import { setOwnStage } from './stage.ts'
import { openTab, ready, sentAll } from './visitor.ts'
import { answerStep, goBack, readConsent, readFlow, readScript, seeStep, shownSteps } from './walking.ts'
import { openTables } from '../store/tables.ts'

const stage = setOwnStage()

const SITE = 'class-action-finder'
const flow = readFlow(SITE)
const script = readScript('class-action-finder-at-work-not-passed-on')

/** Decisions on the consents, and the buyers that leads go to, in the order in which they were stored. */
function kept() {
  const db = openTables(stage.server.dataDir)
  const consents = db.prepare('SELECT field, decision FROM consents ORDER BY entry').all()
  const buyers = db.prepare('SELECT buyer FROM outbox ORDER BY delivery').all()
  db.close()
  return {
    consents: consents.map(({ field, decision }) => `${String(field)} ${String(decision)}`),
    buyers: buyers.map(({ buyer }) => buyer),
  }
}

test('"No, thanks" continues, is recorded as a refusal, and sends no lead, and a visitor who goes back can agree', async () => {
  const { page, complaints, close } = await openTab(stage.browser)
  const shown = shownSteps(script)
  const after = shown[shown.indexOf('wc/agree') + 1]!
  await page.goto(`${stage.server.url}/${SITE}?${new URLSearchParams(script.query)}`)
  await ready(page)
  for (const id of shown.slice(0, shown.indexOf(after))) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id]!)
  }
  await seeStep(page, after)
  await sentAll(page)
  expect(kept()).toEqual({
    consents: ['mva_tcpa agreed', 'wc_tcpa refused'],
    buyers: ['auto_accident_team'],
  })

  await goBack(page)
  await seeStep(page, 'wc/agree')
  await readConsent(page)
  await page.getByRole('button', { name: 'Yes, I agree' }).click()
  await page.locator('[data-step="wc/agree"]').waitFor({ state: 'detached' })
  await sentAll(page)
  expect(kept().consents).toEqual(['mva_tcpa agreed', 'wc_tcpa refused', 'wc_tcpa agreed'])
  expect(complaints).toEqual([])
  await close()
})
