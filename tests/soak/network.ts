import { openBrowser } from '../journeys/chromium.ts'
import { publishFlow } from '../journeys/publishing.ts'
import { startServer } from '../journeys/serving.ts'
import type { Stage } from '../journeys/stage.ts'
import { BODIES_PATH, bodiesFlow, leave } from './bodies.ts'
import { inTurns } from './inTurns.ts'
import { away, TROUBLES } from './troubles.ts'
import {
  NO_WAIT,
  visit,
  VISITED_PATH,
  visitedFlow,
  type Slowest,
  type Trouble,
  type Verdict,
} from './visit.ts'

/** Visitors at a time. Two cores draw no more pages without making them wait for each other, and a visitor who waits for an absent server
 *  costs nothing. */
const TOGETHER = 3
const PLAN: Part[] = [
  ...TROUBLES.map((trouble) => walking(trouble, TOGETHER)),
  walking(away(5), TOGETHER),
  walking(away(30), 10),
  walking(away(120), 20),
  ...[[60], [64], [70], [200], [30, 30, 30], [70, 10, 60]].map(leaving),
]

interface Part {
  name: string
  together: number
  send: (stage: Stage, seed: number) => Promise<Verdict>
}

/** Runs every trouble with this many seeds (20), one line each: `npm run soak network [seeds] [trouble]`. Fails if an answer was lost,
 *  doubled or out of order, or if a visitor was delayed. */
export async function network([seeds = '20', only = '']: string[]): Promise<boolean> {
  const total = { answers: 0, lost: 0, doubled: 0, disordered: 0, wrong: 0 }
  const browser = await openBrowser()
  const server = await startServer({ RATE_LIMIT: '0' })
  try {
    await publishFlow(visitedFlow(), VISITED_PATH, server)
    await publishFlow(bodiesFlow(), BODIES_PATH, server)
    for (const { name, together, send } of PLAN.filter((part) => part.name.includes(only))) {
      const beganMs = performance.now()
      const verdicts = await inTurns(Number(seeds), together, (seed) =>
        attempt(() => send({ browser, server }, seed)),
      )
      const counts = countsOf(verdicts)
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key]
      report(name, verdicts, Math.round((performance.now() - beganMs) / 1000))
    }
  } finally {
    await browser.close()
    await server.end()
  }
  console.log(
    Object.entries(total)
      .map(([what, count]) => `${count} ${what}`)
      .join(', '),
  )
  const { answers, ...bad } = total
  return answers > 0 && Object.values(bad).every((count) => count === 0)
}

function walking(trouble: Trouble, together: number): Part {
  return { name: trouble.name, together, send: (stage, seed) => visit(stage, trouble, seed) }
}

function leaving(sizesKib: number[]): Part {
  const name = `${sizesKib.join(' + ')} KiB wait at page hide`
  return { name, together: TOGETHER, send: (stage, seed) => leave(stage, sizesKib, seed) }
}

async function attempt(send: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await send()
  } catch (error) {
    const wrong = [String(error).split('\n').slice(0, 3).join(' ')]
    return { answers: 0, lost: 0, doubled: 0, disordered: false, slowestMs: NO_WAIT, wrong }
  }
}

function report(name: string, verdicts: Verdict[], seconds: number): void {
  const counts = countsOf(verdicts)
  const slowest = (kind: keyof Slowest) => {
    const [whole, idle] = (['whole', 'idle'] as const).map((part) =>
      Math.max(...verdicts.map(({ slowestMs }) => slowestMs[kind][part])),
    )
    return `${whole} ms (idle ${idle})`
  }
  console.log(
    `${name}: ${verdicts.length} visitors, ${counts.answers} answers, ${counts.lost} lost, ${counts.doubled} doubled, ` +
      `${counts.disordered} out of order; next step after at most ${slowest('plain')}, ` +
      `${slowest('checked')} where the server checks (${seconds} s)`,
  )
  verdicts.forEach(({ wrong }, seed) => wrong.forEach((what) => console.log(`  seed ${seed}: ${what}`)))
}

function countsOf(verdicts: Verdict[]) {
  const sum = (count: (verdict: Verdict) => number) => verdicts.reduce((all, one) => all + count(one), 0)
  return {
    answers: sum((one) => one.answers),
    lost: sum((one) => one.lost),
    doubled: sum((one) => one.doubled),
    disordered: sum((one) => Number(one.disordered)),
    wrong: sum((one) => one.wrong.length),
  }
}
