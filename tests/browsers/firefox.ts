import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import type { Act } from '../journeys/acts.ts'
import { inSight, PHONE, WAIT_MS, type Engine, type Window } from './browser.ts'

const FIREFOX = '/usr/bin/firefox-esr'
export const FIREFOX_NEEDS = { [FIREFOX]: 'firefox-esr' }

/** Firefox without a window, over WebDriver BiDi. */
export async function firefox(): Promise<Engine> {
  const browser: Browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX })
  return {
    name: 'Firefox',
    needs: FIREFOX_NEEDS,
    openWindow: async () => windowOf(browser),
    end: () => browser.close(),
  }
}

async function windowOf(browser: Browser): Promise<Window> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  await page.setViewport(PHONE)
  page.setDefaultTimeout(WAIT_MS)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const press = async (selector: string) => (await find(page, selector)).click()
  return {
    open: async (address) => void (await page.goto(address)),
    until: async (expression) => void (await page.waitForFunction(`Boolean(${expression})`)),
    act: (act) => perform(page, act),
    press,
    picture: () => page.screenshot(),
    complaints,
    close: () => context.close(),
  }
}

async function find(page: Page, selector: string): Promise<ElementHandle<Element>> {
  const found = await page.waitForFunction(inSight(selector)).catch((cause: unknown) => {
    throw new Error(`Not in sight: ${selector}`, { cause })
  })
  return found.asElement() as ElementHandle<Element>
}

async function perform(page: Page, act: Act): Promise<void> {
  if (act.kind === 'choose' && act.ifShown && !(await page.evaluate(`Boolean(${inSight(act.selector)})`)))
    return
  const control = await find(page, act.selector)
  if (act.kind === 'press') await control.click()
  else if (act.kind === 'tick')
    await control.evaluate((input) => (input as HTMLInputElement).labels![0]!.click())
  else if (act.kind === 'choose') {
    const value = await control.evaluate(
      (select, wanted) =>
        [...(select as HTMLSelectElement).options].find(({ value, text }) => [value, text].includes(wanted))
          ?.value,
      act.value,
    )
    await control.select(value ?? act.value)
  } else await control.type(act.value)
}
