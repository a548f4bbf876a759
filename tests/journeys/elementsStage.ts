import { beforeAll } from 'vitest'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { elementsFlow } from './elementsFlow.ts'
import { publishFlow } from './publishing.ts'
import { setStage, type Stage } from './stage.ts'
import { openTab, PHONE, ready, type Tab } from './visitor.ts'
import { answerStep, seeStep, type Script } from './walking.ts'

export const flow = elementsFlow('leadloom')

/** Answers to its steps from the first question to the boost. */
export const ANSWERS: Script['answers'] = {
  'all/who': {
    first_name: 'Ann <b>',
    phone: '2129592368',
    email: 'ann@example.us',
    incident_description: 'A car hit me from behind.',
  },
  'all/born': { dob: '1980-02-09' },
  'all/car': { car_year: '2015', car_make: 'Honda', car_model: 'Civic' },
  'all/when': { injury_year: '2024', injury_month: '03' },
  'all/which': { state: 'texas', side: 'left', parts: ['neck'] },
  'all/cost': { cost: '12,500' },
  'all/agree': {},
}

export interface ElementsStage {
  stage: Stage
  /** A visitor's tab at a step, with all before it answered. */
  at: (id: string, options?: BrowserContextOptions) => Promise<Tab>
}

/** A stage whose server has a flow with every element. */
export function setElementsStage(): ElementsStage {
  const stage = setStage()
  beforeAll(() => publishFlow(flow, 'elements', stage.server))
  const at = async (id: string, options = PHONE) => {
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
  return { stage, at }
}

/** Errors at the fields of the current step. */
export const errors = (page: Page) => page.locator('.error:not(:empty):visible').allTextContents()

export const reload = async (page: Page) => {
  await page.reload()
  await ready(page)
}
