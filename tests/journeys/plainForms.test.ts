import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { FlowDocument } from '../../schemas/flow/flow.ts'
import { actsOn, hasSubmit, submitOf, type Values } from './acts.ts'
import { consents, recordedSteps } from './records.ts'
import { setOwnStage } from './stage.ts'
import { openTab, PHONE } from './visitor.ts'
import { answerStep, readFlow, readScript, seeStep, shownSteps, stepInSight } from './walking.ts'

/** Visits without JavaScript, from the first step to the end. */

const folder = mkdtempSync(join(tmpdir(), 'leadloom-plain-'))
const received: string[] = []
const buyer = createServer(async (request, response) => {
  received.push(await text(request))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ result: 'accepted', price: 25 }))
}).listen(0, '127.0.0.1')
await once(buyer, 'listening')
const url = `http://127.0.0.1:${(buyer.address() as AddressInfo).port}/`
const file = join(folder, 'buyers.json')
const reached = { format: 'json', url, local: true, duplicate_window_days: 0 }
writeFileSync(file, JSON.stringify({ buyers: { auto_accident_team: reached } }))
const stage = setOwnStage({ BUYERS_FILE: file, LOCAL_TARGETS: 'allow', RATE_LIMIT: '0' })
afterAll(() => {
  buyer.close()
  rmSync(folder, { recursive: true })
})

/** Answers the current step with the controls that work without a script, and presses its button. */
async function answerPlainly(page: Page, flow: FlowDocument, id: string, values: Values): Promise<void> {
  for (const act of actsOn(flow, id, values)) {
    const control = page.locator(act.selector)
    if (act.kind === 'press') await control.click()
    else if (act.kind === 'tick') await control.check()
    else if (act.kind === 'type') await control.fill(act.value)
    else if (await control.isEnabled()) await control.selectOption(act.value)
  }
  if (hasSubmit(flow, id, values)) await page.locator(submitOf(id)).click()
}

/** Walks a script to its end. Resolves to the steps that were shown. */
async function walk(page: Page, name: string, query = ''): Promise<string[]> {
  const { site, answers, query: parameters } = readScript(name)
  const flow = readFlow(site)
  await page.goto(`${stage.server.url}/${site}?${new URLSearchParams(parameters)}${query}`)
  const seen: string[] = []
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    const id = await stepInSight(page)
    if (seen.at(-1) !== id) seen.push(id)
    const values = answers[id]
    if (!values) break
    await answerPlainly(page, flow, id, values)
  }
  return seen
}

/** A vehicle takes three, one for each of its parts. */
const MOST_ROUNDS = 60

const SCRIPTS = [
  'class-action-finder-camp-lejeune-and-roundup',
  'found-money-cancer-heart-and-infections',
  'leadloom-car-and-its-insurance',
  'leadloom-renter-with-debt',
  'unemployment-guru-turned-down-with-loans',
]

test.each(SCRIPTS)('%s is walked to its end without JavaScript', async (name) => {
  const { page, close } = await openTab(stage.browser, { javaScriptEnabled: false })
  expect(await walk(page, name)).toEqual(shownSteps(readScript(name)))
  await close()
})

test('a lead is sold without JavaScript, with evidence of the consent', async () => {
  const { page, close } = await openTab(stage.browser, { ...PHONE, javaScriptEnabled: false })
  const before = Date.now()
  await walk(page, 'class-action-finder-car-accident', '&sub1=plain')
  expect(recordedSteps(stage.server.dataDir).map(({ step }) => step)).toContain('mva/send')
  const [consent] = consents(stage.server.dataDir, 'plain')
  const control = JSON.parse(consent!.control) as { served_at: number }
  expect(control).toMatchObject({ element: 'submit', text: 'Send my details', state: 'pressed' })
  expect(control.served_at).toBeGreaterThanOrEqual(before)
  expect(consent!.browser_at).toBeNull()
  expect(consent!.html).toMatch(/^<form class="step".*value="\(512\) 959-2368".*<\/form>$/s)
  await expect.poll(() => received.filter((lead) => lead.includes('959-2368')).length).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      await page.reload()
      return page.locator('.outcome > :not([hidden])').innerText()
    })
    .toContain('Auto Accident Team received your details.')
  await close()
})

test('posts a consent with the early script if the app is blocked', async () => {
  const script = readScript('unemployment-guru-disability-and-training')
  const flow = readFlow(script.site)
  const { page, close } = await openTab(stage.browser)
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto(`${stage.server.url}/${script.site}?sub1=blocked`)
  const steps = shownSteps(script)
  const last = steps.indexOf('citizens_disability_ssdi/phone')
  for (const id of steps.slice(0, last + 1)) {
    await seeStep(page, id)
    await answerStep(page, flow, id, script.answers[id] ?? {})
  }
  await seeStep(page, steps[last + 1]!)
  const [consent] = consents(stage.server.dataDir, 'blocked')
  expect(JSON.parse(consent!.control)).toMatchObject({ state: 'pressed', served_at: expect.any(Number) })
  await close()
})

test('Enter in a field gives no consent without JavaScript', async () => {
  const { page, close } = await openTab(stage.browser, { javaScriptEnabled: false })
  const { answers } = readScript('class-action-finder-car-accident')
  const flow = readFlow('class-action-finder')
  await page.goto(`${stage.server.url}/class-action-finder`)
  for (let id = ''; (id = await stepInSight(page)) !== 'mva/phone';)
    await answerPlainly(page, flow, id, answers[id]!)
  await page.locator('[name=phone]').fill('(512) 959-2368')
  await page.locator('[name=phone]').press('Enter')
  await seeStep(page, 'mva/phone')
  expect(await page.locator('[name=phone]').inputValue()).toBe('(512) 959-2368')
  await close()
})
