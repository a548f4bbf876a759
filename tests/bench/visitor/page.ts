import type { CDPSession } from 'playwright-core'
import { openBrowser } from '../../journeys/chromium.ts'
import { slowDown } from '../phone.ts'
import { createHand, type Hand } from './hand.ts'
import { installProbe } from './probe.ts'

export interface ProbedPage {
  hand: Hand
  session: CDPSession
  close: () => Promise<void>
}

/** Opens a page in a browser started for it, with a probe in it: nothing is cached, compiled or warm. `firstChoice`: see
 *  `installProbe`. `slow`: on a phone behind slow 4G. */
export async function openPage(order: {
  url: string
  heading: string
  firstChoice: string
  slow: boolean
}): Promise<ProbedPage> {
  const { url, slow, ...watched } = order
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const session = await context.newCDPSession(await context.newPage())
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${installProbe.toString()})(${JSON.stringify(watched)})`,
  })
  if (slow) await slowDown(session)
  await session.send('Page.navigate', { url })
  return { hand: createHand(session), session, close: () => browser.close() }
}

const STUCK_MS = 20_000

/** Waits until that many moves to another step have been painted. */
export async function painted(hand: Hand, moves: number): Promise<void> {
  const stuck = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The step after ${moves} presses did not come.`)), STUCK_MS).unref()
  })
  await Promise.race([stuck, hand.read(`window.probe.until(${moves})`)])
}

/** Waits until the page loads nothing any more. */
export function quiet(hand: Hand): Promise<void> {
  return hand.read(`(${loaded.toString()})()`)
}

/** Runs in the page. */
async function loaded(): Promise<void> {
  const count = () => performance.getEntriesByType('resource').length
  for (let before = -1; before !== count();) {
    before = count()
    await new Promise((done) => setTimeout(done, 500))
  }
}
