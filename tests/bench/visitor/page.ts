import { slowDown } from '../phone.ts'
import { createHand, type Hand } from './hand.ts'
import { installProbe } from './probe.ts'
import { openTab, type Tab } from './tab.ts'
import { countWork, keepNoCalls } from './work.ts'

export interface ProbedPage {
  hand: Hand
  tab: Tab
}

/** Opens a page with a probe in a browser started for it, on a phone behind slow 4G. Nothing is cached, compiled or warm. `firstChoice`:
 *  see `installProbe`. `unsent`: calls to send aren't stored. `still`: the visitor prefers reduced motion. `isFast`: the processor isn't slowed
 *  down. */
export async function openPage(order: {
  url: string
  heading: string
  firstChoice: string
  unsent?: boolean
  still?: boolean
  isFast?: boolean
}): Promise<ProbedPage> {
  const { url, unsent = false, still = false, isFast = false, ...watched } = order
  const tab = await openTab({ width: 360, height: 740 })
  await tab.send('Page.enable')
  await countWork(tab)
  await tab.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${installProbe.toString()})(${JSON.stringify(watched)})`,
  })
  if (unsent)
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${keepNoCalls.toString()})()` })
  if (still)
    await tab.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
  await slowDown(tab, isFast ? 1 : undefined)
  await new Promise((done) => setTimeout(done, AT_REST_MS))
  await tab.send('Page.navigate', { url })
  return { hand: createHand(tab), tab }
}

/** Time after which a newly started browser has nothing else to do. */
const AT_REST_MS = 1000

const STUCK_MS = 20_000

/** Waits until that many moves to another step have been painted. */
export async function painted(hand: Hand, moves: number): Promise<void> {
  const stuck = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The step after ${moves} presses did not come.`)), STUCK_MS).unref()
  })
  await Promise.race([stuck, hand.read(`window.probe.until(${moves})`)])
}

/** Waits until the page has stopped loading. */
export function quiet(hand: Hand): Promise<void> {
  return hand.read(`(${loaded.toString()})()`)
}

/** Waits until no new resource has come for half a second, counted once the page has loaded. Before that a quiet half second means nothing:
 *  a script counts among its resources only once it has arrived, and it draws the page of a peer. Runs in the page. */
async function loaded(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done))
  const count = () => performance.getEntriesByType('resource').length
  for (let before = -1; before !== count();) {
    before = count()
    await new Promise((done) => setTimeout(done, 500))
  }
}
