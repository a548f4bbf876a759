import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openBrowser } from '../journeys/chromium.ts'
import { publishFlow } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import { holdReact, openTab, ready, sentAll } from '../journeys/visitor.ts'
import { seeStep } from '../journeys/walking.ts'
import { FIRST_STEPS, SECOND, type FirstStep } from './firstSteps.ts'
import { inTurns } from './inTurns.ts'
import { randomFrom, sessionOf, stepsOf, type Recorded } from './visit.ts'

/** Tests a visitor who types and taps faster than any person, 5 ms from one event to the next, while the app starts on a processor that is
 *  four times slower. Nothing is awaited between events, so they queue up as a person's do. */

const BETWEEN_MS = 5
const TAPS = 3
const CPU_SLOWDOWN = 4
const TOGETHER = 2
/** Time that the app takes to start, until it has been measured. */
const START_MS = 800
/** Time before the first event, and after the last, within which the app may start. */
const AROUND_MS = 150

/** Runs every kind of first step with this many seeds (20), one line each: `npm run soak haste [seeds] [step]`. Fails if anything was lost,
 *  doubled or changed, or if a step showed an error before it was touched. */
export async function haste([seeds = '20', only = '']: string[]): Promise<boolean> {
  let isWell = true
  const browser = await openBrowser()
  const server = await startServer({ RATE_LIMIT: '0' })
  try {
    for (const first of FIRST_STEPS.filter(({ path }) => path.includes(only))) {
      await publishFlow(first.flow, first.path, server)
      let startMs = START_MS
      const outcomes = await inTurns(Number(seeds), TOGETHER, async (seed) => {
        try {
          const outcome = await hurry({ browser, server }, first, { seed, startMs })
          startMs = outcome.startMs
          return outcome
        } catch (error) {
          return String(error)
        }
      })
      const [before, amid, after] = (['before', 'amid', 'after'] as const).map(
        (when) => outcomes.filter((one) => typeof one !== 'string' && one.started === when).length,
      )
      const faults = outcomes.map((one) => (typeof one === 'string' ? one : faultOf(first, one)))
      console.log(
        `${first.path}: ${outcomes.length} visitors, ${faults.filter(Boolean).length} with a fault; ` +
          `the app was there before the first event for ${before}, amid them for ${amid}, after the last for ${after}`,
      )
      faults.forEach((fault, seed) => fault && console.log(`  seed ${seed}: ${fault}`))
      isWell &&= outcomes.length > 0 && !faults.some(Boolean)
    }
  } finally {
    await browser.close()
    await server.end()
  }
  return isWell
}

/** First fault of an outcome; null if there is none. */
export function faultOf({ answers }: FirstStep, { recorded, scolded, complaints }: Outcome): string | null {
  const meant: Recorded[] = [
    { step: 'asked/first', answers },
    { step: 'asked/more', answers: [SECOND] },
  ]
  if (!isDeepStrictEqual(recorded, meant)) return `recorded ${JSON.stringify(recorded)}`
  if (scolded) return 'the second step found fault before it was touched'
  return complaints.length > 0 ? complaints.join('; ') : null
}

/** Outcome of a visitor who hurries through a first step, and then takes time for the second. */
export interface Outcome {
  recorded: Recorded[]
  /** True if the second step showed an error before it was touched. */
  scolded: boolean
  complaints: string[]
  /** Time when the app was ready: before the first key or tap, between them, or after the last. */
  started: 'before' | 'amid' | 'after'
  /** Time that it took to start, from the release of its script. */
  startMs: number
}

/** Hurries through a first step. `startMs`: time that the app took to start lately. The script is released so that the app would start at a
 *  random instant around the visitor's events. */
export async function hurry(
  { browser, server }: { browser: Browser; server: { url: string; dataDir: string } },
  { path, keys }: FirstStep,
  { seed, startMs = START_MS }: { seed: number; startMs?: number },
): Promise<Outcome> {
  const random = randomFrom(seed)
  const { page, complaints, close } = await openTab(browser)
  try {
    await page.addInitScript(watchHaste)
    const letGo = await holdReact(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(`${server.url}/${path}`, { waitUntil: 'commit' })
    await page.locator('.step button[type=submit]').first().waitFor()
    const uuid = await sessionOf(page)
    if (keys) await page.locator('.step').locator('input, select, textarea').first().focus()
    // A query during the app's start is answered only after it. Typing scrolls the page, so the position is another.
    const known = keys ? null : await middleOf(page)
    const hurryMs = (keys.length + TAPS) * BETWEEN_MS
    const aheadMs = startMs + AROUND_MS - random() * (hurryMs + 2 * AROUND_MS)
    const letGoAt = sleep(Math.max(0, -aheadMs)).then(() => (letGo(), Date.now()))
    await sleep(Math.max(0, aheadMs))
    const byKeys = random() < 0.5
    const sent = await press(devtools, keys && (byKeys ? `${keys}\t\r\r` : `${keys}\t`))
    if (!keys || !byKeys) sent.push(...(await tap(devtools, known ?? (await middleOf(page)))))
    await Promise.all(sent)
    await seeStep(page, 'asked/more')
    await ready(page)
    const { started, readyAt } = await page.evaluate(startSeen)
    const scolded = (await page.locator('[aria-invalid=true]').count()) > 0
    await page.locator('input[name=more]').fill(SECOND.raw_data)
    await page.locator('.actions button:visible').tap()
    await seeStep(page, 'end/end')
    await sentAll(page)
    const recorded = stepsOf(server.dataDir, uuid).map(plain)
    return { recorded, scolded, complaints, started, startMs: Math.round(readyAt - (await letGoAt)) }
  } finally {
    await close()
  }
}

/** Presses each key of a text, including tabs and line ends. Resolves to the presses still in progress. */
async function press(devtools: CDPSession, keys: string): Promise<Promise<unknown>[]> {
  const sent: Promise<unknown>[] = []
  for (const sign of keys) {
    const key = KEYS[sign] ?? { key: sign, text: sign }
    const type = 'text' in key ? 'keyDown' : 'rawKeyDown'
    sent.push(
      devtools.send('Input.dispatchKeyEvent', { type, ...key }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }),
    )
    await sleep(BETWEEN_MS)
  }
  return sent
}

const KEYS: Record<string, { key: string; code?: string; windowsVirtualKeyCode?: number; text?: string }> = {
  '\t': { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  '\r': { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
}

/** Taps one place TAPS times. */
async function tap(devtools: CDPSession, at: { x: number; y: number }): Promise<Promise<unknown>[]> {
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < TAPS; n += 1) {
    sent.push(
      devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] }),
      devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    )
    await sleep(BETWEEN_MS)
  }
  return sent
}

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('.step button[type=submit]').first().boundingBox()
  if (!box) throw new Error('The step has no button in sight.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Runs in the page. */
function watchHaste(): void {
  const times: number[] = []
  Object.assign(window, { times })
  for (const type of ['keydown', 'touchstart'])
    addEventListener(type, (event) => times.push(event.timeStamp), true)
}

/** Start of the app as the page saw it. `readyAt`: time when it was ready, UTC epoch ms. Runs in the page. */
function startSeen(): { started: Outcome['started']; readyAt: number } {
  const { times } = window as unknown as { times: number[] }
  const readyMs = performance.getEntriesByName('leadloom:ready')[0]!.startTime
  const started = readyMs < times[0]! ? 'before' : readyMs < times.at(-1)! ? 'amid' : 'after'
  return { started, readyAt: performance.timeOrigin + readyMs }
}

/** Phone numbers as digits alone. */
function plain({ step, answers }: Recorded): Recorded {
  return {
    step,
    answers: answers.map((record) =>
      record.answer_key === 'phone' ? { ...record, raw_data: record.raw_data.replaceAll(/\D/g, '') } : record,
    ),
  }
}
