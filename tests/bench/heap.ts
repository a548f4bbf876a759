import type { Browser } from 'playwright-core'
import { openBrowser } from '../journeys/chromium.ts'
import { answerOf, longFlow } from '../journeys/longFlow.ts'
import { publishFlow } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import { openTab, ready, sentAll } from '../journeys/visitor.ts'
import { answerStep, seeStep } from '../journeys/walking.ts'

/** Compares a page's memory at the end of a long funnel with a short one: `node tests/bench/heap.ts`, after `npm run build`. */

const SHORT = 12
const LONG = 60
const RUNS = 3
const GOAL = 1.2

export interface Held {
  heapBytes: number
  /** Nodes of all documents, including those off the screen that something still refers to. */
  nodes: number
  listeners: number
}

if (import.meta.main) await bench()

async function bench(): Promise<void> {
  const browser = await openBrowser()
  const server = await startServer({ RATE_LIMIT: '0' })
  try {
    const [short, long] = [await median(SHORT), await median(LONG)]
    for (const what of ['heapBytes', 'nodes', 'listeners'] as const) {
      const ratio = long[what] / short[what]
      console.log(
        `${what} after ${SHORT} steps ${short[what].toLocaleString('en-US')}, after ${LONG} ` +
          `${long[what].toLocaleString('en-US')}: ${ratio.toFixed(3)} times (goal ${GOAL})`,
      )
      if (ratio > GOAL) process.exitCode = 1
    }
  } finally {
    await browser.close()
    await server.end()
  }

  async function median(steps: number): Promise<Held> {
    const runs: Held[] = []
    for (let run = 0; run < RUNS; run += 1) runs.push(await heldAfter({ browser, server }, steps))
    return runs.sort((a, b) => a.heapBytes - b.heapBytes)[RUNS >> 1]!
  }
}

/** Memory of a page that was walked from the first step to the end of a funnel with this many. */
export async function heldAfter(
  { browser, server }: { browser: Browser; server: { url: string; dataDir: string } },
  steps: number,
): Promise<Held> {
  const flow = longFlow(steps)
  const path = `steps-${steps}`
  await publishFlow(flow, path, server)
  const { page, close } = await openTab(browser)
  try {
    await page.goto(`${server.url}/${path}`)
    await ready(page)
    for (let n = 0; n < steps; n += 1) {
      await seeStep(page, `asked/step_${n}`)
      await answerStep(page, flow, `asked/step_${n}`, answerOf(n))
    }
    await seeStep(page, 'end/end')
    await sentAll(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
    return { heapBytes: usedSize, nodes, listeners: jsEventListeners }
  } finally {
    await close()
  }
}
